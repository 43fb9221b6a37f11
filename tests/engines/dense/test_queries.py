"""Levels, plays, dead ends, orbits and winning positions against a slow reference."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.engines.dense.closure import DenseSet, backward_closure, closure
from feasibility.engines.dense.levels import dead_ends, level_counts, matching, members
from feasibility.engines.dense.orbits import orbit_counts
from feasibility.engines.dense.queries import intersect, mirrored, play, winning
from feasibility.game.automorphism import generators
from feasibility.native import binding
from tests.engines.dense.boards import (
    CENTRE,
    ENGLISH,
    ENGLISH_HOLES,
    SMALL,
    Board,
    Triple,
    after,
    reachable,
    reaching,
    square,
    triangle,
)

NAMES = sorted(SMALL)


@pytest.fixture(params=["1", "0"], ids=["compiled", "numpy"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "CHOSEN", request.param)


def forward(board: Board, start: int) -> DenseSet:
    found = closure(*board, start)
    assert isinstance(found, DenseSet)
    return found


def symmetries(board: Board) -> list[tuple[int, ...]]:
    """All hole permutations that carry jumps to jumps, by trial; for tiny boards."""
    n, jumps = board
    table = set(jumps)
    return [p for p in permutations(range(n)) if all((p[s], p[o], p[t]) in table for s, o, t in jumps)]


def replay(start: int, jumps: tuple[Triple, ...]) -> int:
    for jump in jumps:
        following = after(start, jump)
        assert following is not None
        start = following
    return start


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("engine")
def test_levels_members_and_dead_ends(name: str) -> None:
    n, jumps = board = SMALL[name]
    for start in ((1 << n) - 2, (1 << n) - 1, 0b10110110 % (1 << n), 0):
        found, expected = forward(board, start), reachable(board, start)
        by_pegs = [{p for p in expected if p.bit_count() == pegs} for pegs in range(n + 1)]
        assert len(found) == len(expected)
        assert level_counts(found) == tuple(len(level) for level in by_pegs)
        for pegs, level in enumerate(by_pegs):
            listed = [int(p) for chunk in members(found, pegs) for p in chunk]
            assert len(listed) == len(level) and set(listed) == level
        assert {int(p) for chunk in members(found) for p in chunk} == expected
        stuck = [p for p in expected if all(after(p, jump) is None for jump in jumps)]
        assert dead_ends(found) == tuple(sum(p.bit_count() == k for p in stuck) for k in range(n + 1))


@given(data=st.data())
@settings(max_examples=60)
def test_plays_read_back(data: st.DataObject) -> None:
    n, jumps = board = SMALL[data.draw(st.sampled_from(NAMES))]
    start = data.draw(st.integers(0, (1 << n) - 1))
    expected = reachable(board, start)
    target = data.draw(st.one_of(st.sampled_from(sorted(expected)), st.integers(0, (1 << n) - 1)))
    found = play(forward(board, start), target)
    assert (found is not None) == (target in expected)
    back = backward_closure(n, jumps, target)
    assert isinstance(back, DenseSet)
    other = play(back, start)
    assert (other is not None) == (target in expected)
    if found is not None and other is not None:
        assert replay(start, found) == target == replay(start, other)


def test_a_play_to_a_pattern() -> None:
    n, jumps = triangle(4)
    start, free = (1 << n) - 1 ^ 4, 0b1110001110
    back = backward_closure(n, jumps, 1, free=free, start=start)
    assert isinstance(back, DenseSet)
    steps = play(back, start)
    assert steps is not None and replay(start, steps) & ~free == 1


@pytest.mark.parametrize("name", ["1x3", "1x7", "3x3", "triangle 3", "no jumps"])
@pytest.mark.usefixtures("engine")
def test_orbits(name: str) -> None:
    board = SMALL[name]
    n = board[0]
    group = symmetries(board) if n < 8 else square([(r, c) for r in range(3) for c in range(3)], 3)
    for start in ((1 << n) - 1, (1 << n) - 1 ^ 1 << n // 2):
        fixing = [g for g in group if sum((start >> i & 1) << g[i] for i in range(n)) == start]
        found = forward(board, start)
        images = {
            min(sum((p >> i & 1) << g[i] for i in range(n)) for g in fixing) for p in reachable(board, start)
        }
        assert orbit_counts(found, fixing) == tuple(
            sum(p.bit_count() == pegs for p in images) for pegs in range(n + 1)
        )


def test_orbits_under_thousands_of_symmetries() -> None:
    """All orders of six holes: nothing is asked of every two of the 720, only of each and a few of them."""
    holes = 7
    jumps = tuple(permutations(range(holes), 3))
    found = closure(holes, jumps, (1 << holes) - 2)
    assert isinstance(found, DenseSet)
    group = [(0, *rest) for rest in permutations(range(1, holes))]
    few = generators(group)
    assert few is not None and len(few) <= 10  # each at least doubles what is made
    looks: list[None] = []
    counts = orbit_counts(found, group, lambda: looks.append(None))
    assert counts == (0, *(2 if pegs < holes - 2 else 1 for pegs in range(1, holes)), 0)
    assert len(looks) < 3 * len(group)


def test_a_group_that_moves_the_start_is_refused() -> None:
    found = forward(SMALL["1x7"], 0b1111110)
    identity, reflection = tuple(range(7)), tuple(reversed(range(7)))
    for wrong in ([identity, reflection], [(1, 0, 2, 3, 4, 5, 6)], [(0,) * 7], [reflection]):
        with pytest.raises(InputError):
            orbit_counts(found, wrong)


@pytest.mark.parametrize("name", ["1x7", "3x4", "triangle 4", "torus 3x4", "two islands", "no jumps"])
@pytest.mark.usefixtures("engine")
def test_winning_positions(name: str) -> None:
    n, jumps = board = SMALL[name]
    full = (1 << n) - 1
    for start in (full - 1, full ^ 1 << n // 2, full ^ 3):
        ahead = reachable(board, start)
        for target in {full ^ start, 1, 2, min(ahead, key=int.bit_count)}:
            found = winning(n, jumps, start, target)
            if isinstance(found, DenseSet):
                expected = ahead & reaching(board, [target])
                assert {p for p in range(1 << n) if p in found} == expected
                assert len(found) == len(expected)


def test_sets_of_two_residue_classes_do_not_mix() -> None:
    board = SMALL["3x4"]
    with pytest.raises(InputError):
        intersect(forward(board, 1), forward(board, 2))
    with pytest.raises(InputError):
        mirrored(forward(SMALL["triangle 4"], 1))


def test_english_levels() -> None:
    """187,636,299 positions in 23,475,688 orbits, 1,679,072 of them winning (several programs agree)."""
    n, jumps = ENGLISH
    start = (1 << n) - 1 ^ 1 << CENTRE
    found = forward(ENGLISH, start)
    counts = level_counts(found)
    assert sum(counts) == 187_636_299
    group = square(ENGLISH_HOLES, 7)
    orbits = orbit_counts(found, group)
    assert sum(orbits) == 23_475_688
    assert orbits[32:0:-1] == (
        *(1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229614, 517854, 1022224, 1753737, 2598215),
        *(3312423, 3626632, 3413313, 2765623, 1930324, 1160977, 600372, 265865, 100565, 32250, 8688, 1917),
        *(348, 50, 7, 2),
    )
    steps = play(found, 1 << CENTRE)
    assert steps is not None and replay(start, steps) == 1 << CENTRE
    lone = [int(p) for chunk in members(found, 1) for p in chunk]
    # the centre and the four holes at distance 3 on the axes
    assert sorted(ENGLISH_HOLES[p.bit_length() - 1] for p in lone) == [(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)]
    pairs = winning(n, jumps, start, 1 << CENTRE)
    assert isinstance(pairs, DenseSet)
    assert sum(orbit_counts(pairs, group)) == 1_679_072
    assert np.array_equal(pairs.words, mirrored(found).words)


@given(data=st.data())
@settings(max_examples=60)
def test_members_that_match_a_pattern(data: st.DataObject) -> None:
    board = SMALL[data.draw(st.sampled_from(NAMES))]
    n = board[0]
    holes = st.integers(0, (1 << n) - 1)
    start, free = data.draw(holes), data.draw(holes)
    must = data.draw(holes) & ~free
    found = forward(board, start)
    for pegs in range(n + 1):
        chunks = [found.residue.positions(chunk) for chunk in matching(found, must, free, pegs)]
        listed = [int(p) for chunk in chunks for p in chunk]
        assert len(listed) == len(set(listed))
        expected = {p for p in reachable(board, start) if p & ~free == must and p.bit_count() == pegs}
        assert set(listed) == expected
