"""The tables of one vacancy and one last peg: twins and sums agree, and numbers are found again."""

from __future__ import annotations

import re
from math import isclose

import pytest

import feasibility
from feasibility.game.geometry import Board
from feasibility.text.catalogue import board as named
from research.one_vacancy import LISTED, PAGE
from tests.docs.accepted import accepted

TEXT = PAGE.read_text(encoding="utf-8")
PROVED = (PAGE.parent / "sweeps.md").read_text(encoding="utf-8").partition("\n## ")[0]
SHORT = {("c1", "c4"), ("c2", "c5")}  # found and proved in a second
Ends = tuple[str, str]


def table(name: str) -> list[list[str]]:
    """The cells of the rows between two marks."""
    lines = TEXT.partition(f"<!-- {name} -->")[2].partition(f"<!-- end of {name} -->")[0].split("\n")
    return [line.strip("| ").split(" | ") for line in lines if line.startswith("|")][2:]


def number(cell: str) -> int:
    return int(cell.replace(",", ""))


def numbers(name: str, column: int) -> dict[Ends, int]:
    return {(row[0], row[1]): number(row[column]) for row in table(name)}


SWEEPS, PLAYS, WINNING = (numbers("pairs", column) for column in (2, 3, 4))
FRENCH_SWEEPS, FRENCH_PLAYS, FRENCH = (numbers("french", column) for column in (2, 3, 4))
CHANCES = {(row[0], row[1]): float(row[5]) for row in table("pairs")}
GAMES = {row[0]: row[1:] for row in table("games")}


def pair_of(ends: Ends) -> tuple[str, str]:
    """As commands take it."""
    return f"english33:-{ends[0]}", f"english33:+{ends[1]}"


def mirrored(board: Board, ends: Ends) -> set[Ends]:
    """The pair in all ways in which the board can be turned."""
    holes = [board.called(hole) for hole in range(board.n)]
    vacancy, last = map(holes.index, ends)
    return {(holes[g[vacancy]], holes[g[last]]) for g in board.symmetries}


def twin(board: Board, ends: Ends, known: dict[Ends, int]) -> Ends:
    """The row of the pair that is this one played backward, with pegs and holes exchanged."""
    (found,) = mirrored(board, ends[::-1]) & known.keys()
    return found


@pytest.mark.parametrize("board, known", [("english33", PLAYS), ("french37", FRENCH)])
def test_the_rows_are_the_pairs_of_the_survey(board: str, known: dict[Ends, int]) -> None:
    survey = (PAGE.parent / "surveys" / f"{board}.md").read_text(encoding="utf-8")
    assert list(known) == LISTED.findall(survey)


@pytest.mark.parametrize(
    "board, known, couples",
    [
        ("english33", PLAYS, 5), ("english33", WINNING, 5), ("french37", FRENCH_PLAYS, 3),
        ("french37", FRENCH, 3),
    ],
)  # fmt: skip
def test_twins_have_equal_numbers(board: str, known: dict[Ends, int], couples: int) -> None:
    twins = {ends: twin(named(board), ends, known) for ends in known}
    assert all(known[ends] == known[other] for ends, other in twins.items())
    assert sum(ends != other for ends, other in twins.items()) == 2 * couples
    assert len(set(known.values())) == len(known) - couples


@pytest.mark.parametrize("known", [PLAYS, CHANCES], ids=["plays", "chances"])
def test_as_many_end_in_the_centre_as_at_the_four_ends_of_its_lines(known: dict[Ends, float]) -> None:
    """From two pegs beside each other on a line through the centre both last jumps can be played."""
    assert isclose(known["d4", "d4"], 4 * known["d4", "d1"], rel_tol=1e-5)
    ends = known["d1", "d1"] + 2 * known["d1", "a4"] + known["d1", "d7"]
    assert isclose(known["d1", "d4"], ends, rel_tol=1e-5)


def test_the_only_jump_from_the_end_of_a_line_leaves_what_one_of_four_leaves_from_the_centre() -> None:
    assert number(GAMES["d4"][2]) == 4 * number(GAMES["d1"][2])
    assert CHANCES["d1", "d4"] == CHANCES["d4", "d4"]
    assert PLAYS["d4", "d4"] == 4 * PLAYS["d1", "d4"]


@pytest.mark.parametrize("board, known, many", [("english33", SWEEPS, 4), ("french37", FRENCH_SWEEPS, 10)])
def test_the_tables_of_sweeps_say_the_same(board: str, known: dict[Ends, int], many: int) -> None:
    rows = re.findall(rf"^\| {board}, (\w+) to (\w+) \| ([0-9]+) \|", PROVED, re.M)
    assert len(rows) == many
    assert all(known[vacancy, last] == int(sweeps) for vacancy, last, sweeps in rows)


def test_the_table_of_french_plays_says_the_same() -> None:
    """Written as `| d3 | d5 | 2,391,... |`, where the French board is counted."""
    page = (PAGE.parent / "new.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-g]\d) \| ([a-g]\d) \| ([0-9,]+) \|$", page, re.M)
    assert {(vacancy, last): number(plays) for vacancy, last, plays in rows} == FRENCH_PLAYS


@pytest.mark.parametrize(
    "ends",
    [
        pytest.param(ends, marks=[pytest.mark.slow] * (ends not in SHORT), id="-".join(ends))
        for ends in SWEEPS
    ],
)
def test_no_play_has_fewer_sweeps(ends: Ends) -> None:
    solution = feasibility.solve(*pair_of(ends), sweeps=True, limits=3600)
    assert solution.sweeps == solution.sweeps_at_least == SWEEPS[ends]
    assert accepted(solution)


@pytest.mark.slow
@pytest.mark.parametrize("ends", PLAYS, ids="-".join)
def test_the_numbers_of_plays_and_of_positions_on_them(ends: Ends) -> None:
    start, target = pair_of(ends)
    assert feasibility.count_plays(start, target, limits=3600) == PLAYS[ends]
    winning = feasibility.count_winning(start, target, limits=3600)
    assert winning.positions == WINNING[ends]


@pytest.mark.slow
@pytest.mark.parametrize("ends", [("d1", "d1"), ("d2", "d2")], ids="-".join)
def test_the_games_and_the_chance(ends: Ends) -> None:
    counts = feasibility.count(*pair_of(ends), limits=3600)
    told = (counts.positions, counts.orbits, counts.games, counts.shortest_dead_end)
    assert told == tuple(map(number, GAMES[ends[0]]))
    assert counts.chance is not None and isclose(counts.chance, CHANCES[ends], rel_tol=1e-5)
