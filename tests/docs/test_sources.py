"""What rests on other people's work says what was used and what was found wrong; every erratum is shown."""

from __future__ import annotations

import re

import pytest

from feasibility.registry import commands
from tests.docs.console import DOCS, ROOT, blocks

REFERENCES = (DOCS / "references.md").read_text(encoding="utf-8")
ERRATA = (DOCS / "results" / "errata.md").read_text(encoding="utf-8")
ENTRIES = {m[1]: part for part in REFERENCES.split("\n\n") if (m := re.match(r'<a id="([a-z-]+)">', part))}
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", ERRATA, flags=re.M | re.S))


def anchor(title: str) -> str:
    """The name that the build gives to a heading."""
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_is_a_citation_and_what_was_used_of_it(entry: str) -> None:
    cited, used = ENTRIES[entry].strip().split("<br>\n")
    assert re.match(r"(\*\*Used:\*\*|\*Cited:\*) \S.*\.$", used) and "\n" not in cited + used, ENTRIES[entry]
    assert "Found wrong" not in used or "results/errata.md#" in used


def test_every_entry_has_its_anchor() -> None:
    assert len(ENTRIES) == REFERENCES.count('<a id="') == len(set(re.findall(r'<a id="([^"]+)', REFERENCES)))


@pytest.mark.parametrize("title", SECTIONS)
def test_an_erratum_is_shown_by_a_command_and_named_among_the_references(title: str) -> None:
    kinds = {block.language for block in blocks(SECTIONS[title])}
    assert kinds & {"console", "pycon"} or "`pegfeas " in SECTIONS[title]
    assert f"results/errata.md#{anchor(title)})" in REFERENCES


def test_every_page_is_in_the_navigation() -> None:
    """The build adds pages of three folders by itself (docs/generate/hooks.py)."""
    named = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    found = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    folders = ("results/", "how-to/", "explanation/")
    added = {page for page in found if page.startswith(folders)}
    assert found - added == named - added


def test_every_command_is_in_the_list_of_changes() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    missing = [name for name, _, _ in commands() if not re.search(rf"`{name}\b", changes)]
    assert not missing, f"CHANGELOG.md names no command {', '.join(missing)}"
