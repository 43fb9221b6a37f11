"""Every command, session and snippet on the pages does what the page says; every criterion has its page."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from hypothesis import given, strategies

from feasibility.cli import main
from feasibility.decide.schedule import CRITERIA
from feasibility.registry import commands
from tests.docs.console import DOCS, ROOT, agrees, blocks, faults, normal, pages, renewed, steps

RUN = {"console", "python", "pycon"}
SHOWN = {"text", "json"}  # neither code nor commands
PICTURES = runpy.run_path(str(DOCS / "generate" / "pictures.py"))  # a package `docs` would be this folder
SET_UP = {"README.md", "docs/index.md"}  # `sh` there is the set-up, which .ci/run does


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


WITH_SOMETHING_TO_RUN = [p for p in pages() if any(b.language in RUN for b in blocks(p.read_text("utf-8")))]


# Commands of some seconds each, on which no other command of their page depends, in a test of their own.
COSTLY = {
    "docs/explanation/pagoda.md": {"python examples/06_conways_army.py"},
    "docs/how-to/test-your-pruning.md": {
        "pegfeas validate examples/rules/corners.py:sound --board english33 --no-power --cases 2000",
        "pegfeas validate edges.txt --board rectangle:3x3 --no-power",
    },
}


@pytest.mark.parametrize("page", WITH_SOMETHING_TO_RUN, ids=name)
def test_what_a_page_shows_is_what_happens(page: Path) -> None:
    assert faults(page, leave=COSTLY.get(name(page), set())) == [], (
        f"python -m tests.docs.console {name(page)}"
    )


@pytest.mark.full
@pytest.mark.parametrize("page", COSTLY)
def test_what_costs_seconds_happens_too(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert all(f"$ {command}\n" in text for command in COSTLY[page])
    assert faults(ROOT / page) == []


LINES = strategies.lists(strategies.sampled_from(["a", "b", "c 0.1 s", "..."]), max_size=6)


@given(LINES, LINES)
def test_what_is_renewed_agrees_and_leaves_out_what_was_left_out(old: list[str], new: list[str]) -> None:
    printed = "".join(f"{line}\n" for line in new if line != "...")
    found = renewed("".join(f"{line}\n" for line in old), printed)
    assert agrees(found, printed)
    assert not any(old) or ("..." in found.splitlines()) == ("..." in old)


def test_a_row_that_changes_is_renewed_below_lines_that_are_left_out() -> None:
    shown, printed = "...\nhead\none 1.5 s\ntwo\n...\nend\n", "x\nhead\none 2 s\nTWO\nthree\nend\n"
    assert renewed(shown, printed) == "...\nhead\none 1.5 s\nTWO\n...\nend\n"
    assert renewed("...\na\n", "x\nb\n") == "...\nb\n" and renewed("old\n", "new\n") == "new\n"


@pytest.mark.parametrize("page", pages(), ids=name)
def test_no_code_escapes(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8")):
        known = block.language in RUN | SHOWN or block.title is not None
        assert known or (block.language == "sh" and name(page) in SET_UP), block.body
        if block.language == "console":
            assert block.body.startswith("$ "), block.body


def test_the_comparison_can_fail() -> None:
    assert agrees("a 1.0 ms\n...\nlast\n", "a 3 s\nmiddle\nmore\nlast\n")
    assert agrees("...\n", "")
    assert agrees("x ... z\n", "x y z\n")
    assert not agrees("a\n", "a\nb\n")
    assert not agrees("", "anything\n")
    assert normal("passed   12.3 ms\n") == "passed"
    assert steps("$ one\n1\n$ two\n2\n2\n") == [("one", "1\n"), ("two", "2\n2\n")]


@pytest.mark.parametrize("criterion", [c.name for c in CRITERIA])
def test_each_criterion_has_its_page(criterion: str) -> None:
    text = (DOCS / "explanation" / f"{criterion}.md").read_text(encoding="utf-8")
    for part in ("**Theorem", "**Proof", "](../pictures/", "**What it cannot see.**"):
        assert part in text, f"docs/explanation/{criterion}.md has no {part}"


def test_the_readme_and_the_pages_name_commands_that_exist() -> None:
    known = {command for command, _, _ in commands()}
    for page in pages():
        said = set(re.findall(r"`pegfeas (?!help )([a-z]+)", page.read_text(encoding="utf-8")))
        assert said <= known, (name(page), said - known)


def test_references_that_are_cited_exist() -> None:
    anchors = set(re.findall(r'<a id="([a-z-]+)">', (DOCS / "references.md").read_text(encoding="utf-8")))
    for page in pages():
        cited = set(re.findall(r"references\.md#([a-z-]+)", page.read_text(encoding="utf-8")))
        assert cited <= anchors, name(page)


def test_the_picture_of_the_readme_is_what_draw_makes(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.svg"
    assert main(["draw", "french37:-d4", "french37:+d4", "-o", str(drawn)]) == 0
    kept = DOCS / "pictures" / PICTURES["file_name"]("pair french37:-d4 french37:+d4")
    assert f"](docs/pictures/{kept.name})" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert drawn.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")


def test_pages_that_are_not_built_show_the_pictures_that_the_build_draws() -> None:
    wanted = {}
    for page, words, file in PICTURES["shown"]():
        assert file == PICTURES["file_name"](words), (name(page), words)
        assert wanted.setdefault(file, words) == words
    assert {path.name for path in (DOCS / "pictures").iterdir()} == set(wanted)
    for file, words in wanted.items():
        assert (DOCS / "pictures" / file).read_text(encoding="utf-8") == PICTURES["drawing"](words), words


@pytest.mark.parametrize("page", pages(), ids=name)
def test_pages_are_readable_and_their_links_lead_somewhere_before_they_are_built(page: Path) -> None:
    text = re.sub(r"^```.*?^```$|`[^`\n]+`", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    assert not re.search(r"\{\{|\{%|--8<--", text)
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        assert "://" in target or (page.parent / target).exists(), target
