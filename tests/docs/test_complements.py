"""The page of complements: how many problems there are, which have no play, by playable classes."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import feasibility
from feasibility.game.geometry import Board
from feasibility.studies.surveys.families import family, same_residues
from feasibility.text.catalogue import board as named
from tests.docs.console import DOCS

TEXT = (DOCS / "results" / "complements.md").read_text(encoding="utf-8")
ROW = r"^\| ([A-D](?: [A-D])+) \| ([0-9]+) \| ([0-9]+) \| ([0-9]+) \|$"
TABLE = {tuple(names.split()): tuple(map(int, counts)) for names, *counts in re.findall(ROW, TEXT, re.M)}
SUMS = dict(re.findall(r"^\| \[?(one|two|three) vacanc[^|]*\| ([0-9]+ \| [0-9]+ \| [0-9]+) \|$", TEXT, re.M))
IMPOSSIBLE = [{"d1", "d2"}, {"d2", "b4"}, {"d2", "d4"}, {"b4", "f4"}]


def classes(board: Board, mask: int) -> tuple[str, ...]:
    """The classes of holes as `pegfeas board` names them: by parities of row and column."""
    holes = [board.holes[hole] for hole in range(board.n) if mask >> hole & 1]
    return tuple(sorted("ABCD"[row % 2 * 2 + column % 2] for row, column in holes))


def test_how_many_problems_there_are_and_what_the_rule_of_three_says() -> None:
    for name, numbers in (("english33", [7, 81, 727]), ("french37", [8, 101])):
        board = named(name)
        starts = family(board, "complement", len(numbers)).starts
        many = Counter((board.full ^ s.start).bit_count() for s in starts)
        assert [many[vacancies] for vacancies in sorted(many)] == numbers
        assert {same_residues(board, s.start, *s.targets) for s in starts} == {name == "english33"}


def test_the_tables_add_up() -> None:
    for vacancies, word in ((2, "two"), (3, "three")):
        rows = [counts for names, counts in TABLE.items() if len(names) == vacancies]
        assert " | ".join(str(sum(column)) for column in zip(*rows, strict=True)) == SUMS[word]
    assert all(problems == played + lost for problems, played, lost in TABLE.values())


@pytest.mark.parametrize(
    "most", [pytest.param(2, marks=pytest.mark.full), pytest.param(3, marks=pytest.mark.slow)]
)
def test_what_the_survey_finds(most: int) -> None:
    survey = feasibility.survey("english33", "complement", most, jobs=1, limits=600)
    board, found = survey.family.board, Counter[tuple[tuple[str, ...], str]]()
    lost = []
    for row in survey.rows:
        assert row.verified
        found[classes(board, row.target), row.verdict] += 1
        if row.verdict == "infeasible" and row.target.bit_count() == 2:
            lost.append({board.called(hole) for hole in range(board.n) if row.target >> hole & 1})
    assert lost == IMPOSSIBLE
    for names, (_, played, impossible) in TABLE.items():
        if len(names) <= most:
            assert (found[names, "feasible"], found[names, "infeasible"]) == (played, impossible)
