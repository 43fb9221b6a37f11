"""Reachable positions and the whole relation, against a search by the rules."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.base.stopped import StoppedError
from feasibility.game.position import Position
from feasibility.studies.counting import reach as module
from feasibility.studies.counting.reach import levels
from feasibility.studies.counting.tables import plays_matrix
from feasibility.text.catalogue import board as named
from tests.engines.reference_play import Jumps, after, before, reachable

BOARDS = ("line:7", "triangle:4", "rectangle:3x4", "torus:3x3", "hexagon:2", "line:2")


def reached_back(jumps: Jumps, mask: int) -> set[int]:
    """All positions that can become this one, itself included."""
    seen, todo = {mask}, [mask]
    while todo:
        fresh = before(jumps, todo.pop()) - seen
        seen |= fresh
        todo += fresh
    return seen


@given(st.sampled_from(BOARDS), st.booleans(), st.booleans(), st.data())
@settings(max_examples=80, deadline=None)
def test_all_positions_by_pegs(name: str, backward: bool, dense: bool, data: st.DataObject) -> None:
    board = named(name)
    position = Position(board, data.draw(st.integers(0, board.full)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_LISTED", 1 if dense else 1 << 18)
        made = list(levels(position, Limits().start(), back=backward))
    assert [level.size for level in made] == [len(set(level)) for level in made]
    assert all(mask.bit_count() == level.pegs for level in made for mask in level)
    assert [b.pegs - a.pegs for a, b in pairwise(made)] == [1 if backward else -1] * (len(made) - 1)
    known = reached_back(board.jumps, position.mask) if backward else reachable(board.jumps, position.mask)
    assert {mask for level in made for mask in level} == known


@given(st.sampled_from(BOARDS), st.integers(0, 3), st.booleans(), st.data())
@settings(max_examples=60, deadline=None)
def test_so_many_jumps_away(name: str, jumps: int, dense: bool, data: st.DataObject) -> None:
    board = named(name)
    mask = data.draw(st.integers(0, board.full))
    for backward, step in ((False, after), (True, before)):
        ring = {mask}
        for _ in range(jumps):
            ring = {there for here in ring for there in step(board.jumps, here)}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "MOST_LISTED", 1 if dense else 1 << 18)
            pegs = mask.bit_count() + (jumps if backward else -jumps)
            made = list(levels(Position(board, mask), Limits().start(), back=backward, pegs=pegs))
        assert [set(level) for level in made] == [ring] * bool(ring)


def test_more_than_64_holes() -> None:
    board = named("rectangle:7x10")
    (made,) = levels(Position(board, 0b111 << 66), Limits().start(), pegs=2)
    assert set(made) == after(board.jumps, 0b111 << 66)


@pytest.mark.parametrize(("name", "pairs"), [("triangle:4", 12558), ("rectangle:3x4", 70946), ("line:2", 0)])
def test_what_reaches_what(name: str, pairs: int) -> None:
    board = named(name)
    made = plays_matrix(board, Limits().start())
    assert made.pairs == pairs
    known = [reachable(board.jumps, start) - {start} for start in range(board.full + 1)]
    assert [set(ends) for ends in made.rows] == known
    head, *lines = map(json.loads, made.lines())
    assert (head["format"], head["pairs"]) == ("pegfeas-plays", pairs)
    assert {start: {end for end, _ in ends} for start, ends in lines} == {
        start: ends for start, ends in enumerate(known) if ends
    }


def test_limits_are_told() -> None:
    made = levels(Position(named("line:7"), 0b11), Limits(0).start())
    assert next(made).pegs == 2
    with pytest.raises(StoppedError) as stopped:
        next(made)
    assert stopped.value.stopped.limit == "time"
    with pytest.raises(StoppedError):
        plays_matrix(named("line:7"), Limits(0).start())
