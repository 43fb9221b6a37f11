"""The tables of fewest sweeps with diagonal jumps: the plays are played, some proofs are made again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import feasibility
from feasibility.game.position import Position
from feasibility.text.catalogue import board as named
from feasibility.text.moves import parse_jumps
from research.diagonal import PAGE, pairs
from tests.docs.accepted import accepted

ROW = r"^\| (diagonal:\w+) \| (\w+) \| ([0-9]+) \| `([^`]+)` \|$"
TEXT = PAGE.read_text(encoding="utf-8")
FOUND = {(board, hole): rest for board, hole, *rest in re.findall(ROW, TEXT, re.M)}
QUICK = ("diagonal:diamond41", "e5")
TOO_LARGE = ("diagonal:diamond41", "e2")  # the checker does not hold its levels


def test_every_vacancy_is_there() -> None:
    assert list(FOUND) == [(pair.board, pair.vacancy) for pair in pairs(Path())]


@pytest.mark.parametrize("ends", FOUND, ids="-".join)
def test_the_plays(ends: tuple[str, str]) -> None:
    sweeps, play = FOUND[ends]
    board, hole = named(ends[0]), named(ends[0]).by_name[ends[1]]
    start = Position(board, board.full ^ 1 << hole)
    assert len(play.split()) == int(sweeps)
    assert start.replay(parse_jumps(board, play)) == start.complement


@pytest.mark.parametrize(
    "ends",
    [pytest.param(ends, marks=[pytest.mark.slow] * (ends != QUICK), id="-".join(ends)) for ends in FOUND],
)
def test_no_play_has_fewer_sweeps(ends: tuple[str, str]) -> None:
    board, hole = ends
    solution = feasibility.solve(f"{board}:-{hole}", f"{board}:+{hole}", sweeps=True, limits=3600)
    assert solution.sweeps == solution.sweeps_at_least == int(FOUND[ends][0])
    assert accepted(solution) == (ends != TOO_LARGE)


@pytest.mark.parametrize(("name", "pairs"), [("english33", 151), ("french37", 190), ("diamond41", 237)])
def test_every_vacancy_leads_to_every_last_peg(name: str, pairs: int) -> None:
    survey = feasibility.survey(f"diagonal:{name}", jobs=1, limits=600)
    assert [row.verdict for row in survey.rows] == ["feasible"] * pairs
    assert all(row.verified for row in survey.rows)
