"""Depth-first search: peg solitaire, another puzzle, its limits."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.game.position import Pair, Position
from feasibility.search.depth import depth_first, solve
from feasibility.search.positions.question import of_pair
from feasibility.search.results import Exhausted, Found, Stopped
from feasibility.text.catalogue import board as named
from feasibility.text.reading import read_pair
from tests.search import reference_play as reference

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
    chance = random.Random(seed)
    board = named(chance.choice(("line:7", "rectangle:3x4", "triangle:4")))
    start = chance.randrange(1, board.full + 1)
    reachable = reference.reachable(board.jumps, start)
    target = chance.choice([chance.choice(sorted(reachable)), chance.randrange(board.full + 1)])
    walk = solve(of_pair(Pair(Position(board, start), Position(board, target))))
    assert isinstance(walk, Found) == (target in reachable)
    if isinstance(walk, Found):
        assert reference.legal(board.jumps, start, walk.play) == target
    else:
        assert isinstance(walk, Exhausted)
        assert 0 < walk.explored <= len(reachable)


def test_english_centre_game() -> None:
    walk = solve(of_pair(read_pair("english33:-d4", "english33:+d4")))
    assert isinstance(walk, Found)
    assert len(walk.play) == 31


def test_without_symmetry_all_reachable_positions_are_nodes() -> None:
    board = named("triangle:4")
    start = board.full ^ 0b1000000000
    found = depth_first(
        start, lambda q: [(p, p) for p in sorted(reference.after(board.jumps, q))], lambda q: q == 0
    )
    assert found.outcome == "none"
    assert found.nodes == len(reference.reachable(board.jumps, start))


def test_limits_are_results() -> None:
    pair = read_pair("problem:defi/jury")
    walk = solve(of_pair(pair), clock=Limits(seconds=0.2).start())
    assert isinstance(walk, Stopped) and walk.limit == "time"
    assert walk.explored > 0


def test_a_full_table_only_costs_time() -> None:
    board = named("rectangle:3x4")
    asked = of_pair(Pair(Position(board, board.full ^ 1), Position(board, 1 << 11)))
    small, large = solve(asked, most_keys=3), solve(asked)
    assert type(small) is type(large)
    assert small.explored > large.explored


def test_interrupt() -> None:
    def goal(mask: int) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        depth_first(0, lambda s: [(s + 1, s + 1)], lambda s: s > 5 and goal(s))
