"""Every script of research/ is listed with the page that it is for; benchmarks/ stays a suite."""

from __future__ import annotations

import re

from tests.docs.console import DOCS

ROOT = DOCS.parent
MOST = 10  # modules of the suite


def scripts(folder: str) -> set[str]:
    return {path.stem for path in (ROOT / folder).glob("*.py")} - {"__init__"}


def test_every_script_is_listed_with_its_page() -> None:
    text = (ROOT / "research" / "README.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `")]
    listed = [name for names, _ in rows for name in re.findall(r"`(\w+)`", names)]
    assert sorted(listed) == sorted(scripts("research"))
    for _, page in rows:
        (path,) = re.findall(r"\]\(([^)]+)\)", page)
        assert (ROOT / "research" / path).is_file()


def test_the_suite_is_small() -> None:
    assert len(scripts("benchmarks")) <= MOST
