"""Criteria on arrays against the same criteria asked pair by pair."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.engines.positions.words import pack
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.functional import Functional
from feasibility.proofs.verdict import Outcome
from feasibility.studies.rules.evidence.short import levels
from feasibility.studies.rules.judges.asking import PRUNE
from feasibility.studies.rules.judges.quick import QUICK, ArbiterJudge, QuickJudge, WeightsJudge, weigh
from feasibility.systems.pagoda_library import from_library, library
from feasibility.text import catalogue
from tests.criteria.reference import BY_NAME
from tests.criteria.strategies import pairs, small_boards

BOARDS = st.sampled_from(("english33", "french37", "rectangle:4x5", "triangle:5", "line:9")).map(
    catalogue.board
)
ANY = st.one_of(pairs(BOARDS), pairs(small_boards()))


def prunes(name: str, pair: Pair) -> bool:
    words = pack([pair.start.mask], pair.board.n)
    judge = QuickJudge(pair.board, (name,))
    answer = judge.ask(words, pair.target)[0]
    if pair.exact is not None:
        assert judge.ask(words, pack([pair.exact.mask], pair.board.n))[0] == answer
    return bool(answer == PRUNE)


@pytest.mark.parametrize("name", ["trivial", "classes", "rule-of-three", "lattice", "corners"])
@settings(max_examples=80)
@given(pair=ANY)
def test_same_as_pair_by_pair(name: str, pair: Pair) -> None:
    same_as_pair_by_pair(name, pair)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["trivial", "classes", "rule-of-three", "lattice", "corners"])
@settings(max_examples=150)
@given(pair=ANY)
def test_same_as_pair_by_pair_at_length(name: str, pair: Pair) -> None:
    same_as_pair_by_pair(name, pair)


def same_as_pair_by_pair(name: str, pair: Pair) -> None:
    wanted = BY_NAME[name].check(pair, Limits().start()).outcome is Outcome.REFUTED
    assert prunes(name, pair) == wanted


HOOK = Board([(0, 3), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3)])


def test_order_of_exits_needs_jumpers_from_beside() -> None:
    """On this board a jump over an inner hole starts in a class that no corner peg jumps over."""
    start, target = Position(HOOK, 0x7), Position(HOOK, 0x10)
    jumps = Pair(start, target).start.legal_jumps()
    assert any(
        target == start.play(one).play(other) for one in jumps for other in start.play(one).legal_jumps()
    )
    assert not prunes("corners", Pair(start, target))


@st.composite
def ragged_boards(draw: st.DrawFn) -> Board:
    grid = [(row, column) for row in range(draw(st.integers(3, 5))) for column in range(5)]
    return Board(draw(st.lists(st.sampled_from(grid), min_size=5, max_size=9, unique=True)))


@settings(max_examples=60)
@given(ragged_boards())
@example(HOOK)
def test_no_feasible_pair_of_a_ragged_board_is_pruned(board: Board) -> None:
    for level in levels(board):
        starts, ends = level.words(0, len(level))
        assert not (QuickJudge(board, tuple(QUICK)).ask(starts, ends) == PRUNE).any()


@settings(max_examples=100)
@given(ragged_boards(), st.integers(0, 1000))
def test_corners_of_ragged_boards_pair_by_pair(board: Board, seed: int) -> None:
    """What the arrays prune the criterion refutes, with a certificate, and nothing else."""
    random = np.random.default_rng(seed)
    starts, ends = random.integers(0, 1 << board.n, (2, 500, 1), dtype=np.uint64)
    ends[::2] &= starts[::2]
    pruned = QuickJudge(board, ("corners",)).ask(starts, ends) == PRUNE
    for row in [*np.flatnonzero(pruned)[:10], *np.flatnonzero(~pruned)[:10]]:
        pair = Pair(Position(board, int(starts[row, 0])), Position(board, int(ends[row, 0])))
        outcome = BY_NAME["corners"].check(pair, Limits().start()).outcome
        assert (outcome is Outcome.REFUTED) == pruned[row]


@given(ANY)
def test_pagoda_library(pair: Pair) -> None:
    assert prunes("pagoda-library", pair) == (from_library(pair) is not None)


@given(pairs(BOARDS), st.lists(st.integers(0, 2**37), min_size=1, max_size=20))
def test_arbiter_is_any_function_of_its_pool(pair: Pair, masks: list[int]) -> None:
    judge = ArbiterJudge(pair.board)
    masks = [mask & pair.board.full for mask in [*masks, *masks[:2], pair.start.mask]]
    flags = judge.ask(pack(masks, pair.board.n), pair.target) == PRUNE
    assert pair.target.pegs is None
    for mask, flag in zip(masks, flags, strict=True):
        start = Position(pair.board, mask)
        assert flag == any(Functional(w).separates(start, pair.target) for w in judge.pool)


def test_arbiter_pool_holds_the_library() -> None:
    board = catalogue.board("english33")
    assert {f.weights for f in library(board)} <= set(ArbiterJudge(board).pool)


@given(pairs(small_boards()), st.data())
def test_weights_prune_what_they_separate(pair: Pair, data: st.DataObject) -> None:
    size = data.draw(st.sampled_from((3, 10**30)))
    weights = data.draw(
        st.lists(st.integers(-size, size), min_size=pair.board.n, max_size=pair.board.n).map(tuple)
    )
    functional = Functional(weights, data.draw(st.sampled_from((0, 0, 2, 3))))
    judge = WeightsJudge(pair.board, functional)
    words = pack([pair.start.mask], pair.board.n)
    wanted = functional.separates(pair.start, pair.target)
    assert (judge.ask(words, pair.target)[0] == PRUNE) == wanted
    if pair.exact is not None:
        assert (judge.ask(words, pack([pair.exact.mask], pair.board.n))[0] == PRUNE) == wanted


@given(st.lists(st.integers(-(10**25), 10**25), min_size=70, max_size=70), st.integers(0, 2**70 - 1))
def test_sums_are_exact_on_wide_boards(weights: list[int], mask: int) -> None:
    assert int(weigh(weights, pack([mask], 70))[0]) == Functional(tuple(weights)).value(mask)


def test_threads_change_nothing() -> None:
    board = catalogue.board("english33")
    words = np.random.default_rng(1).integers(0, board.full, (200_001, 1), dtype=np.uint64)
    target = Target(board, 1 << 16, 7)
    one, two = (QuickJudge(board, ("corners", "classes"), jobs).ask(words, target) for jobs in (1, 2))
    assert (one == two).all()
    assert 0 < int(one.sum()) < len(one)
