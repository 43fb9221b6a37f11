"""The paper: its length, its sources, and that its figures stand on the pages of results."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAPER = (ROOT / "paper.md").read_text(encoding="utf-8")
BODY = PAPER.split("---", 2)[2]
MOST_WORDS = 1000


def test_the_paper_is_short() -> None:
    words = re.findall(r"[^\s#*`-]\S*", BODY.partition("# References")[0])
    assert 250 < len(words) <= MOST_WORDS


def test_the_paper_has_the_parts_that_the_journal_asks_for() -> None:
    heads = re.findall(r"^# (.*)$", BODY, re.M)
    assert heads[:3] == ["Summary", "Statement of need", "State of the field"] and heads[-1] == "References"
    assert all(
        f"\n{key}:" in PAPER.split("---")[1] for key in ("title", "tags", "authors", "date", "bibliography")
    )


def test_every_source_is_listed_and_used() -> None:
    listed = set(re.findall(r"^@\w+\{(\w+),$", (ROOT / "paper.bib").read_text(encoding="utf-8"), re.M))
    assert set(re.findall(r"@(\w+)", BODY)) == listed


def test_every_large_number_stands_on_a_page_of_results() -> None:
    """Years aside, the figures of three digits and more, and the turning point's."""
    pages = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))
    figures = set(re.findall(r"(?<![\w,])\d{1,3}(?:,\d{3})+(?!\d)|(?<![\w,@])\d{3}(?![\d,])", BODY))
    assert {"144", "143", "427,585,687", "11,716,571"} <= figures
    assert not {figure for figure in figures if figure not in pages}


def test_what_other_solvers_left_open() -> None:
    """The range in the paper is that of the table."""
    table = (ROOT / "docs/results/other-programs.md").read_text(encoding="utf-8").partition("| pair |")[2]
    rows = [line.split("|")[2:-1] for line in table.partition("\n\n")[0].split("\n") if "feasible |" in line]
    left = [sum("?" in row[column] for row in rows) for column in range(7)]
    assert left[0] == 0 and (min(left[1:]), max(left[1:])) == (5, 7)
    assert "left five to seven" in BODY and len(rows) == 11 and "eleven pairs" in BODY
