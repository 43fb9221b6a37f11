"""The readable pagoda function is the same in every run, and no wider range is used than is needed."""

from __future__ import annotations

import random

import pytest

from feasibility.base.limits import Limits
from feasibility.game.position import Pair, Position
from feasibility.systems.pagoda_library import from_library
from feasibility.systems.small_weights import simplest, within
from feasibility.text import catalogue
from tests.criteria.reference import BY_NAME, refutes


def drawn(count: int) -> list[Pair]:
    """English pairs that some pagoda function refutes, but none of the known ones."""
    board, rng, pairs = catalogue.board("english33"), random.Random(3), list[Pair]()
    while len(pairs) < count:
        start = rng.getrandbits(33) & rng.getrandbits(33)
        target = start & rng.getrandbits(33) | rng.getrandbits(33) & rng.getrandbits(33) & rng.getrandbits(33)
        pair = Pair(Position(board, start), Position(board, target))
        if target.bit_count() < start.bit_count() and from_library(pair) is None and refutes("cone", pair):
            pairs.append(pair)
    return pairs


PAIRS = drawn(6)


@pytest.mark.parametrize("pair", PAIRS, ids=range(len(PAIRS)))
def test_the_same_in_every_run(pair: Pair) -> None:
    limits = Limits(seconds=20)
    found = simplest(pair, limits.start())
    assert found is not None
    assert all(simplest(pair, limits.start()) == found for _ in range(3))
    low, high = min(found.weights), max(found.weights)
    if high - low > 1:  # a narrower range would have been taken
        narrower = [(0, 1)] if high - low == 2 else [(0, 1), (-1, 1), (0, 2)]
        assert all(within(pair, a, b, limits.start()) is None for a, b in narrower)


def test_the_cone_finds_the_same_proof_whatever_was_asked_before() -> None:
    pair, cone = PAIRS[0], BY_NAME["cone"]
    first = cone.check(pair, Limits().start()).proof
    for other in PAIRS[1:]:
        cone.check(other, Limits().start())
    assert first is not None
    assert cone.check(pair, Limits().start()).proof == first
