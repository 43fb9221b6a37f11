"""Pages name the theorems of formal/ that prove theirs; they exist, and the build prints what they assume."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "explanation").glob("*.md"))
LINK = re.compile(r"(?m)^.*machine-checked: .*$", re.IGNORECASE)


def statements() -> set[tuple[str, str]]:
    """Each theorem and lemma with its file."""
    return {
        (path.relative_to(ROOT).as_posix(), name)
        for path in (ROOT / "formal").rglob("*.v")
        for name in re.findall(r"(?:Theorem|Lemma) (\w+)", path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_theorems_are_linked_to_what_proves_them(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = LINK.findall(text)
    theorems = len(re.findall(r"(?m)^\*\*Theorem", text))
    missing = f"{theorems} theorems and {len(links)} lines as 'Machine-checked: `formal/FILE.v`, `NAME`.'"
    assert len(links) >= theorems, missing
    known = statements()
    for line in links:
        file = ""
        for word in re.findall(r"`([^`]+)`", line):
            file = word if word.startswith("formal/") else file
            assert word == file or (file, word) in known, f"{file} has no {word}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_no_machine_has_checked_is_said(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "**Proposition" not in text or "no machine has checked them" in text


def test_linked_theorems_are_printed_with_their_assumptions() -> None:
    """Those of kinds/ with the theorem that rests on all of them."""
    text = (ROOT / "formal" / "Assumptions.v").read_text(encoding="utf-8")
    printed = {*re.findall(r"(?m)^  @(\w+)", text), "refutes_sound"}
    linked = {
        word
        for page in PAGES
        for line in LINK.findall(page.read_text(encoding="utf-8"))
        for word in re.findall(r"`(\w+)`", line)
    }
    assert linked <= printed, sorted(linked - printed)
