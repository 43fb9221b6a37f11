"""The depth-first search of the examples: peg solitaire, another puzzle, its table."""

from __future__ import annotations

import random
import runpy
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.text.catalogue import board as named
from tests.engines import reference_play as reference
from tests.examples.scripts import EXAMPLES

depth_first: Callable[..., Any] = runpy.run_path(str(EXAMPLES / "backtracking/depth_first.py"))["depth_first"]

Jugs = tuple[int, int]


def pour(jugs: Jugs) -> list[tuple[str, Jugs]]:
    """Jugs of 3 and 5: fill, empty, pour over."""
    a, b = jugs
    to_b, to_a = min(a, 5 - b), min(b, 3 - a)
    return [
        ("fill a", (3, b)),
        ("fill b", (a, 5)),
        ("empty a", (0, b)),
        ("empty b", (a, 0)),
        ("a to b", (a - to_b, b + to_b)),
        ("b to a", (a + to_a, b - to_a)),
    ]


def test_another_puzzle() -> None:
    empty: Jugs = (0, 0)
    found = depth_first(empty, pour, lambda jugs: jugs[1] == 4)
    assert found.outcome == "found"
    state = empty
    for step in found.steps:
        state = dict(pour(state))[step]
    assert state[1] == 4
    none = depth_first(empty, pour, lambda jugs: jugs[1] == 6)
    assert none.outcome == "none"
    assert none.nodes == 16  # all states of the two jugs in which one is full or empty


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32))
def test_pegs_against_the_reference(seed: int) -> None:
    """A table that is full only costs time."""
    chance = random.Random(seed)
    board = named(chance.choice(("line:7", "rectangle:3x4", "triangle:4")))
    start = chance.randrange(1, board.full + 1)
    reachable = reference.reachable(board.jumps, start)
    target = chance.choice([chance.choice(sorted(reachable)), chance.randrange(board.full + 1)])

    def onward(mask: int) -> list[tuple[int, int]]:
        return [(after, after) for after in sorted(reference.after(board.jumps, mask))]

    walk = depth_first(start, onward, lambda mask: mask == target)
    assert (walk.outcome == "found") == (target in reachable)
    assert 0 < walk.nodes <= len(reachable)
    if walk.outcome == "found":
        way = (start, *walk.steps)
        assert way[-1] == target
        assert all(b in reference.after(board.jumps, a) for a, b in pairwise(way))
    small = depth_first(start, onward, lambda mask: mask == target, most_keys=3)
    assert small.outcome == walk.outcome and small.nodes >= walk.nodes


def test_interrupt() -> None:
    def goal(mask: int) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        depth_first(0, lambda s: [(s + 1, s + 1)], lambda s: s > 5 and goal(s))
