"""Bounds on sweeps by weights: never above the truth, never below what disjoint regions ask for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility import verifier
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.claims import Sweeps, SweepWeights
from feasibility.search.positions.question import of_pair
from feasibility.search.positions.words import Symmetries, pack
from feasibility.search.sweeps.bounds import Bounds
from feasibility.search.sweeps.fewest import Fewest, fewest_sweeps
from feasibility.search.sweeps.regions import Regions, holes_of
from feasibility.search.sweeps.weights import asks_for, by_weights
from feasibility.text.catalogue import board as named
from feasibility.text.reading import read_pair
from tests.search.sweeps.test_fewest import SMALL, least, target_of, targets_of

# the disjoint regions, the weights with regions
BOUNDS = [
    ("english33:-d4", "english33:+d4", 12, 14),
    ("english33:-c1", "english33:+c1", 11, 12),
    ("french37:-c1", "french37:+e1", 15, 15),
    ("french37:-d2", "french37:+d3", 15, 16),
    ("diamond41:-e1", "diamond41:+a5", 18, 18),
    ("wiegleb45:-e1", "wiegleb45:+e1", 17, 18),
    ("triangle:7:-a2", "triangle:7:+a2", 10, 11),
]


def bound_of(pair: Pair) -> SweepWeights | None:
    asked = of_pair(pair)
    return by_weights(asked, Regions(asked))


def accepts(pair: Pair, bound: SweepWeights, sweeps: int) -> bool:
    """Whether the checker takes the bound alone as a proof: that not even the start is on a level."""
    regions = tuple(tuple(holes_of(region)) for region in Regions(of_pair(pair)).masks)
    proof = Sweeps(sweeps, regions, (bound,), (), (), (), (0,), ())
    return verifier.check(Certificate(pair, proof).to_json()).valid


def asked_by(pair: Pair, bound: SweepWeights) -> int:
    asked = of_pair(pair)
    return asks_for(bound, asked, Regions(asked))


def by_regions(pair: Pair) -> int:
    regions = Regions(of_pair(pair))
    start = pack([pair.start.mask], pair.board.n)
    return int(regions.counted_in(start, False)[0]) - regions.spared


@pytest.mark.parametrize(("start", "target", "regions", "weights"), BOUNDS)
def test_bounds_without_search(start: str, target: str, regions: int, weights: int) -> None:
    pair = read_pair(start, target)
    bound = bound_of(pair)
    assert bound is not None
    assert (by_regions(pair), asked_by(pair, bound)) == (regions, weights)
    assert accepts(pair, bound, weights)
    assert not accepts(pair, bound, weights + 1)


def drawn(chance: random.Random) -> Iterator[tuple[Pair, int]]:
    """A pair with a play, and its fewest sweeps; any kind of target."""
    board = named(chance.choice(SMALL))
    start = chance.randrange(1, board.full + 1) | chance.randrange(1, board.full + 1)
    reached = least(board, start)
    for end in chance.sample(sorted(reached), min(4, len(reached))):
        pair = Pair(Position(board, start), target_of(chance, board, end))
        matching = targets_of(pair)
        yield pair, min(sweeps for mask, sweeps in reached.items() if matching(mask))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_no_bound_is_above_the_truth(seed: int) -> None:
    for pair, fewest in drawn(random.Random(seed)):
        bound = bound_of(pair)
        if bound is not None:
            sweeps = asked_by(pair, bound)
            assert by_regions(pair) <= sweeps <= fewest, pair
            assert accepts(pair, bound, sweeps)
            assert not accepts(pair, bound, sweeps + 1)


def test_weights_prove_that_a_play_has_fewest() -> None:
    """No level needs to be finished: the play has as many sweeps as the weights ask for."""
    result = fewest_sweeps(of_pair(read_pair("triangle:4:-a1", "triangle:4:+c3+a4+c4")))
    assert isinstance(result, Fewest) and result.proof is not None
    assert result.sweeps == result.proof.at_least == 5
    assert (result.proof.forward, result.proof.backward, len(result.proof.bounds)) == ((0,), (), 1)


def test_a_pair_that_the_program_refutes_has_no_bound() -> None:
    assert bound_of(read_pair("line:5:+a1+b1", "line:5:+e1")) is None


def test_nothing_to_play_needs_no_sweep() -> None:
    board = named("triangle:4")
    start = Position(board, board.full)
    assert bound_of(Pair(start, Target(board, 0, board.full))) is None


@pytest.mark.parametrize("back", (False, True))
def test_positions_are_left_out_by_what_the_sums_say(back: bool) -> None:
    """In numpy as one by one, by several bounds, of the least images of all positions with eight pegs."""
    pair = read_pair("triangle:4:-a2", "triangle:4:+b2")
    asked = replace(of_pair(pair), symmetries=())
    regions, board = Regions(asked), pair.board
    masks = [mask for mask in range(board.full + 1) if mask.bit_count() == 5]
    found = [by_weights(replace(asked, start=mask), regions) for mask in masks[::40]]
    bounds = [bound for bound in found if bound is not None]
    assert len(bounds) > 2
    side = Bounds(asked, regions, Symmetries((), board.n), bounds, back)
    given = [mask ^ board.full for mask in masks] if back else masks
    for most in range(4):
        suffice = side.suffice(pack(given, board.n), most).all(axis=1).tolist()
        for mask, enough in zip(masks, suffice, strict=True):
            end = replace(asked, target=mask) if back else replace(asked, start=mask)
            assert enough == all(asks_for(bound, end, regions) <= most for bound in bounds)
