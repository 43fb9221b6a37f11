"""Numbers of plays and games against a slow reference, and published numbers."""

from __future__ import annotations

from collections import Counter as Tally
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.engines.dense import address_order, counter, residue_class
from feasibility.engines.dense.closure import DenseSet, backward_closure, closure
from feasibility.engines.dense.levels import dead_ends
from feasibility.engines.dense.numbers import add_rows, limbs_after, product_of, total_of
from feasibility.engines.dense.plays import plays_to
from feasibility.engines.dense.queries import winning
from feasibility.native import binding
from tests.engines.dense.boards import (
    CENTRE,
    ENGLISH,
    ENGLISH_HOLES,
    SMALL,
    Board,
    after,
    board_of,
    triangle,
)
from tests.engines.dense.games import count_games

WAYS = {"listed": ("1", 0), "words": ("1", 1 << 60), "numpy": ("0", 0)}


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Members listed, words walked, or numpy; without compiled kernels all three are numpy."""
    switch, sparse = WAYS[request.param]
    monkeypatch.setattr(binding, "CHOSEN", switch)
    monkeypatch.setattr(counter, "SPARSE", sparse)
    return str(request.param)


def plays(board: Board, start: int) -> Tally[int]:
    """Plays into every position, from the rules."""
    into: Tally[int] = Tally({start: 1})
    level = Tally({start: 1})
    while level:
        following: Tally[int] = Tally()
        for position, number in level.items():
            for jump in board[1]:
                end = after(position, jump)
                if end is not None:
                    following[end] += number
        into.update(following)
        level = following
    return into


@pytest.mark.parametrize("name", sorted(set(SMALL) - {"torus 3x3"}))
def test_plays_and_games(name: str, way: str) -> None:
    n, jumps = board = SMALL[name]
    full = (1 << n) - 1
    for start in (full - 1, full ^ 1 << n // 2, 0b10110110 & full):
        found, into = closure(n, jumps, start), plays(board, start)
        assert isinstance(found, DenseSet)
        for target in [*sorted(into, key=int.bit_count)[:8], start, 0, full]:
            assert plays_to(found, target)() == into[target]
            through = winning(n, jumps, start, target)
            if isinstance(through, DenseSet) and target in into:
                assert plays_to(through, target)() == into[target]
        games = [0] * (n + 1)
        for position, number in into.items():
            if all(after(position, jump) is None for jump in jumps):
                games[position.bit_count()] += number
        assert count_games(found) == tuple(games)


@pytest.mark.parametrize("weight", [(1 << 64) - 1, 3 << 100, (1 << 300) - 7])
def test_numbers_beyond_one_limb(weight: int, way: str) -> None:
    n, jumps = board = SMALL["3x4"]
    start = (1 << n) - 2
    into = plays(board, start)
    found = closure(n, jumps, start)
    assert isinstance(found, DenseSet)
    counting = counter.Counter(found)
    limbs = range(-(-weight.bit_length() // 64))
    counting.first = np.array([weight >> 64 * limb & (1 << 64) - 1 for limb in limbs], np.uint64)
    seen = 0
    for level in counting.listed() if counting.sparse else counting.levels():
        for position, number in into.items():
            if position.bit_count() == level.pegs:
                assert level.number(found.residue.address(position)) == weight * number
                seen += 1
    assert seen == len(into)


numbers = st.lists(st.integers(0, (1 << 128) - 1), min_size=1, max_size=20)


def rows(values: list[int], limbs: int = 3) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    return np.array([[v >> 64 * i & (1 << 64) - 1 for i in range(limbs)] for v in values], np.uint64)


@given(numbers, numbers)
def test_rows_are_integers(one: list[int], other: list[int]) -> None:
    size = min(len(one), len(other))
    one, other = one[:size], other[:size]
    left, right = rows(one), rows(other)
    assert product_of(left, right) == sum(a * b for a, b in zip(one, other, strict=True))
    assert total_of(left) == sum(one)
    assert max(one) * 76 < 1 << 64 * limbs_after(left, 76)
    add_rows(left, np.arange(size), right)
    assert [total_of(row[None]) for row in left] == [a + b for a, b in zip(one, other, strict=True)]


def test_triangle_15(way: str) -> None:
    """Solutions to one peg anywhere and games per vacancy (theory of the 15-hole triangle, checked)."""
    published = {1: (29760, 568630), 2: (14880, 294543), 4: (85258, 1149568), 5: (1550, 137846)}
    for vacancy, (solutions, total) in published.items():
        found = closure(*triangle(5), (1 << 15) - 1 ^ 1 << vacancy - 1)
        assert isinstance(found, DenseSet)
        games = count_games(found)
        assert isinstance(games, tuple)
        assert (games[1], sum(games)) == (solutions, total)


def test_english_solutions() -> None:
    """40,861,647,040,079,968 solutions of the centre game (several programs agree)."""
    n, jumps = ENGLISH
    start = (1 << n) - 1 ^ 1 << CENTRE
    found = winning(n, jumps, start, 1 << CENTRE)
    assert isinstance(found, DenseSet)
    assert len(found.symmetries) == 8
    assert plays_to(found, 1 << CENTRE)() == 40_861_647_040_079_968


@pytest.mark.slow
def test_english_games() -> None:
    """577,116,156,815,309,849,672 games of the centre game (checked with an independent program)."""
    n, jumps = ENGLISH
    found = closure(n, jumps, (1 << n) - 1 ^ 1 << CENTRE)
    assert isinstance(found, DenseSet)
    games = count_games(found)
    assert isinstance(games, tuple)
    assert sum(games) == 577_116_156_815_309_849_672


@pytest.mark.slow
def test_shortest_dead_ends() -> None:
    """Fool's solitaire on the English board, per vacancy (column, row)."""
    n, jumps = ENGLISH
    known = {(3, 3): 6, (3, 0): 6, (2, 0): 9, (3, 2): 9, (3, 1): 10, (2, 1): 13, (2, 2): 13}
    for (column, row), shortest in known.items():
        found = closure(n, jumps, (1 << n) - 1 ^ 1 << ENGLISH_HOLES.index((row, column)))
        assert isinstance(found, DenseSet)
        ends = dead_ends(found)
        assert n - 1 - max(pegs for pegs, count in enumerate(ends) if count) == shortest


def test_symmetries_change_nothing(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays counted over one block of each orbit, and over all, into every member and up to the middle."""
    monkeypatch.setattr(address_order, "SYMMETRIC_SIZES", range(10, 45))
    monkeypatch.setattr(address_order, "SYMMETRIC_BLOCKS", (10, 9, 11))
    residue_class._layout.cache_clear()
    holes = [(r, c) for r in range(4) for c in range(4)]
    n, jumps = board_of(holes)
    start = (1 << n) - 1 ^ 1
    found = closure(n, jumps, start)
    assert isinstance(found, DenseSet) and len(found.symmetries) == 2
    into = plays((n, jumps), start)
    for target in (1, 1 << 3, 1 << 15, 1 << 12 | 1 << 3, 1 << 5 | 1 << 10):
        through = winning(n, jumps, start, target)
        assert isinstance(through, DenseSet)
        for some in (through, found):
            for symmetries in (some.symmetries, ()):
                assert plays_to(replace(some, symmetries=symmetries), target)() == into[target]
    residue_class._layout.cache_clear()


def test_limits_are_results(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = closure(*triangle(5), (1 << 15) - 2)
    assert isinstance(found, DenseSet)
    for limits in (Limits(memory=1), Limits(seconds=0.0)):
        answer = plays_to(found, 1 << 12, clock=limits.start())()
        assert isinstance(answer, Stopped)
        assert answer.limit == ("memory" if limits.memory else "time")
    games = count_games(found, clock=Limits(seconds=0.0).start())
    assert isinstance(games, Stopped) and games.limit == "time"


def test_backward_sets_are_not_counted_over() -> None:
    back = backward_closure(*triangle(4), 1)
    assert isinstance(back, DenseSet)
    with pytest.raises(InputError):
        plays_to(back, 1)()
    with pytest.raises(InputError):
        count_games(back)
