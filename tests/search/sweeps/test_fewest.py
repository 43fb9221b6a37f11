"""Sweeps against a slow reference, and the published minimum of the English centre game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position
from feasibility.search.frontier.winning import winning_levels
from feasibility.search.positions.question import of_pair, question
from feasibility.search.positions.words import unpack
from feasibility.search.sweeps.fewest import (
    Fewest,
    NoPlay,
    NotDecided,
    fewest_sweeps,
    least_sweeps,
)
from feasibility.search.sweeps.longest import Trails, longest_possible_sweep
from feasibility.text.catalogue import board as named
from feasibility.text.moves import join_sweeps
from feasibility.text.reading import read_pair
from tests.search import reference_play as reference

# E. Bergholt, The Game of Solitaire, 1912; two digits = column, row from 1, sweeps joined by hyphens
BERGHOLT = (
    "46-44 65-45 57-55 54-56 52-54 73-53 43-63 75-73-53 35-55 15-35 23-43-63-65-45-25 "
    "37-57-55-53 31-33 34-32 51-31-33 13-15-35 36-34-32-52-54-34 24-44"
)


def bergholt() -> list[tuple[int, int, int]]:
    board = named("english33")
    play = []
    for sweep in BERGHOLT.split():
        stops = [(int(stop[1]) - 1, int(stop[0]) - 1) for stop in sweep.split("-")]
        for (r, c), (s, d) in pairwise(stops):
            play.append((board.index[r, c], board.index[(r + s) // 2, (c + d) // 2], board.index[s, d]))
    return play


def sweeps_of(play: Iterable[Iterable[int]]) -> list[int]:
    """The numbers of jumps in the sweeps of a play."""
    return [len(sweep) for sweep in join_sweeps([Jump(*jump) for jump in play])]


def test_bergholt_counts_eighteen() -> None:
    board = named("english33")
    play = bergholt()
    centre = board.mask([(3, 3)])
    assert reference.legal(board.jumps, board.full ^ centre, play) == centre
    assert len(sweeps_of(play)) == 18
    assert sweeps_of(play) == [len(s.split("-")) - 1 for s in BERGHOLT.split()]
    assert max(sweeps_of(play)) == 5


def test_nothing_played() -> None:
    assert sweeps_of(()) == []


@pytest.mark.slow
def test_english_centre_game_needs_eighteen_sweeps() -> None:
    """Bergholt's 18 is the minimum (J. D. Beasley, 1964); here by exhaustion of all winning positions."""
    asked = of_pair(read_pair("english33:-d4", "english33:+d4"))
    result = fewest_sweeps(asked)
    assert isinstance(result, Fewest)
    assert result.sweeps == len(sweeps_of(result.play)) == 18
    assert reference.legal(named("english33").jumps, asked.start, result.play) == asked.target
    assert least_sweeps(asked) == 8


@pytest.mark.slow
def test_english_winning_positions() -> None:
    """1,679,072 up to symmetry: three independent programs agree."""
    asked = of_pair(read_pair("english33:-d4", "english33:+d4"))
    levels = winning_levels(asked)
    assert not isinstance(levels, str)
    assert sum(len(level) for level in levels) == 1_679_072


def slow_fewest(board: Board, start: int, target: int) -> int | None:
    """All states (position, last landing) by recursion."""

    @cache
    def need(mask: int, last: int) -> float:
        if mask == target:
            return 0
        best = float("inf")
        for s, o, to in board.jumps:
            if mask >> s & 1 and mask >> o & 1 and not mask >> to & 1:
                rest = need(mask ^ (1 << s | 1 << o | 1 << to), to)
                best = min(best, rest + (s != last))
        return best

    found = need(start, -1)
    return None if found == float("inf") else int(found)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_agrees_with_the_reference(seed: int) -> None:
    chance = random.Random(seed)
    board = named(chance.choice(("line:7", "rectangle:3x4", "triangle:4", "rectangle:4x4")))
    start = chance.randrange(1, board.full + 1)
    if chance.random() < 0.3:
        start = board.full ^ 1 << chance.randrange(board.n)
    reachable = sorted(reference.reachable(board.jumps, start))
    low = [q for q in reachable if q.bit_count() <= reachable[0].bit_count() + 3]
    target = chance.choice([chance.choice(low), chance.choice(reachable), chance.randrange(board.full)])
    asked = of_pair(Pair(Position(board, start), Position(board, target)))
    result = fewest_sweeps(asked)
    expected = slow_fewest(board, start, target)
    if expected is None:
        assert result == NoPlay()
        return
    assert isinstance(result, Fewest)
    assert result.sweeps == expected == len(sweeps_of(result.play))
    assert reference.legal(board.jumps, start, result.play) == target
    assert least_sweeps(asked) <= expected


@pytest.mark.parametrize("name", ("rectangle:3x4", "triangle:4"))
def test_winning_levels_are_the_positions_on_plays(name: str) -> None:
    board = named(name)
    start = board.full ^ 0b10
    ahead = reference.reachable(board.jumps, start)
    for target in sorted(ahead, key=lambda q: (q.bit_count(), q))[:6]:
        on_plays = {q for q in ahead if target in reference.reachable(board.jumps, q)}
        asked = question(board.n, board.jumps, start, target)
        levels = winning_levels(asked)
        assert not isinstance(levels, str)
        assert {mask for level in levels for mask in unpack(level)} == on_plays


def test_limits_are_results() -> None:
    asked = of_pair(read_pair("english33:-d4", "english33:+d4"))
    assert fewest_sweeps(asked, clock=Limits(seconds=0).start()) == NotDecided("time", 8)
    assert fewest_sweeps(asked, clock=Limits(memory=1).start()) == NotDecided("memory", 8)


def check_sweep(jumps: tuple[tuple[int, int, int], ...]) -> None:
    """The sweep is legal with one peg and a peg on every hole that it jumps over."""
    pegs = 1 << jumps[0][0] | sum(1 << over for _, over, _ in jumps)
    assert reference.legal(jumps, pegs, jumps) == 1 << jumps[-1][2]
    assert len(sweeps_of(jumps)) == 1


def slow_longest(jumps: tuple[tuple[int, int, int], ...]) -> int:
    def walk(at: int, used: frozenset[int], been: frozenset[int]) -> int:
        return max(
            (
                1 + walk(to, used | {over}, been | {to})
                for s, over, to in jumps
                if s == at and over not in used and over not in been
            ),
            default=0,
        )

    return max((walk(s, frozenset(), frozenset({s})) for s, _, _ in jumps), default=0)


@pytest.mark.parametrize(
    "name", ("line:7", "line:9", "rectangle:3x4", "rectangle:4x5", "triangle:5", "torus:3x3", "torus:3x4")
)
def test_longest_sweep_of_small_boards(name: str) -> None:
    board = named(name)
    found = longest_possible_sweep(board.jumps)
    assert found.exact
    assert found.at_most == slow_longest(board.jumps)
    check_sweep(found.jumps)


def test_longest_sweep_of_a_board_with_diagonals() -> None:
    board = Board(tuple((r, c) for r in range(3) for c in range(3)), "diagonal")
    found = longest_possible_sweep(board.jumps)
    assert found.at_most == slow_longest(board.jumps) == len(found.jumps)
    check_sweep(found.jumps)


def test_longest_sweep_english_and_larger() -> None:
    """16 on the English board, inside the playable class of its centre column's ends."""
    english = longest_possible_sweep(named("english33").jumps)
    assert english.exact
    assert len(english.jumps) == 16
    check_sweep(english.jumps)
    large = longest_possible_sweep(named("defi-plateau16").jumps)
    assert large.exact
    check_sweep(large.jumps)


def test_longest_sweep_within_a_limit_is_a_bound() -> None:
    jumps = named("defi-plateau16").jumps
    found = Trails(jumps, Limits(seconds=0.1).start()).longest()
    assert not found.exact
    assert len(found.jumps) < found.at_most


def test_a_board_without_jumps() -> None:
    assert longest_possible_sweep(()).jumps == ()
