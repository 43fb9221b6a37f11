"""Weights on pairs of holes, measured and left out: what the benchmark calls a proof is one."""

from __future__ import annotations

from itertools import combinations

import pytest

from feasibility import Pair, Position, board, read_pair
from research.pair_weights import Weights, close

BOARDS = ("line:6", "triangle:4", "rectangle:3x3")
ODD = read_pair("line:7:+a1+b1+c1+f1+g1", "line:7:+e1")  # passes the integer cone


def raised(kept: Weights, weights: list[int]) -> bool:
    """Whether any jump raises F at any position, tried one by one."""
    every = [Position(kept.board, mask) for mask in range(kept.board.full + 1)]
    value = [sum(w * int(c) for w, c in zip(weights, kept.counts(p), strict=True)) for p in every]
    return any(value[p.play(jump).mask] > value[p.mask] for p in every for jump in p.legal_jumps())


@pytest.mark.parametrize("name", BOARDS)
def test_no_jump_raises_what_refutes(name: str) -> None:
    here = board(name)
    start, refuted = Position(here, here.full & ~2), 0
    for kept in (Weights(here, close(here)), Weights(here, combinations(range(here.n), 2))):
        for mask in (0b1, 0b101, 0b1000, 0b11010):
            weights = kept.refute(Pair(start, Position(here, mask)))
            if weights is not None:
                refuted += 1
                assert kept.highest(weights) <= 0
                assert not raised(kept, weights)
    assert refuted


def test_weights_on_pairs_see_more_than_the_integer_cone() -> None:
    kept = Weights(ODD.board, close(ODD.board))
    weights = kept.refute(ODD)
    assert weights is not None and not raised(kept, weights)
    assert Weights(ODD.board, []).refute(ODD) is None
    page = dict.fromkeys(kept.pairs, 0) | {(1, 2): -1, (1, 3): 1, (2, 3): 1}
    assert kept.highest([-1, 1, 0, 0, 1, 1, 0, *page.values()]) <= 0


def test_what_can_be_played_is_not_refuted() -> None:
    kept = Weights(board("triangle:4"), combinations(range(10), 2))
    start = Position(kept.board, kept.board.full & ~2)
    seen = {start}
    while seen:
        seen = {position.play(jump) for position in seen for jump in position.legal_jumps()}
        for end in sorted(seen, key=lambda position: position.mask)[:5]:
            assert kept.refute(Pair(start, end)) is None
