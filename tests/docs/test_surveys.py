"""The pages of surveys: their rows add up to the table, and a board is surveyed again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import feasibility
from feasibility.studies.surveys.report import position_name
from feasibility.text.catalogue import board as named
from research.surveys import PAGES

README = (PAGES / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| \[([\w:]+)\]\((\w+)\.md\) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", README, re.M
)
PAIR = re.compile(r"^\| `(-\w+)` \| `(\+\w+)` \| (\w+) \| [\w-]+ \| [\d.]+ \| `(\w+|-)` \|$", re.M)


def test_every_page_has_a_row() -> None:
    assert {file for _, file, *_ in ROWS} == {page.stem for page in PAGES.glob("*.md")} - {"README"}
    assert len(ROWS) == 19


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_the_rows_of_a_page_add_up(row: tuple[str, ...]) -> None:
    board, file, *numbers = row
    pairs, same, played, refuted, unknown = map(int, numbers)
    page = (PAGES / f"{file}.md").read_text(encoding="utf-8")
    found = PAIR.findall(page)
    verdicts = [verdict for _, _, verdict, _ in found]
    assert len(found) == len({two[:2] for two in found}) == same == played + refuted + unknown
    assert (verdicts.count("feasible"), verdicts.count("infeasible")) == (played, refuted)
    assert {name for start, target, *_ in found for name in (start[1:], target[1:])} <= {
        *named(board).by_name
    }
    assert f"{pairs} pairs up to symmetry; {pairs - same} are refuted by the rule of three." in page
    assert f"The checker accepted {pairs - unknown:,} of the {pairs - unknown:,} certificates" in page


@pytest.mark.parametrize("board", ["triangle:4", pytest.param("triangle:8", marks=pytest.mark.slow)])
def test_a_board_is_surveyed_again(board: str, tmp_path: Path) -> None:
    """The verdicts are those of the page, plays have the same digests, and each certificate is accepted."""
    page = (PAGES / f"{board.replace(':', '')}.md").read_text(encoding="utf-8")
    listed = {(start, target): (verdict, digest) for start, target, verdict, digest in PAIR.findall(page)}
    survey = feasibility.survey(board, jobs=1, time_limit=600.0, certificates=str(tmp_path))
    found = {
        (position_name(survey.family.board, row.start), position_name(survey.family.board, row.target)): row
        for row in survey.rows
        if row.same_residues
    }
    assert set(found) == set(listed)
    for pair, row in found.items():
        verdict, digest = listed[pair]
        assert row.verdict == verdict
        assert row.digest == digest or verdict == "infeasible"
    for row in survey.rows:
        assert feasibility.verify(str(tmp_path / f"{row.digest}.json")).valid
