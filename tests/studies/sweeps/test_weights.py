"""Bounds on sweeps by weights: never above the truth, never below what disjoint regions ask for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility import verifier
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.words import Symmetries, pack, unique
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.native import binding
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.sweeps import Sweeps, SweepWeights
from feasibility.studies.sweeps.bounds import Bounds
from feasibility.studies.sweeps.fewest import Fewest, fewest_sweeps
from feasibility.studies.sweeps.regions import Regions
from feasibility.studies.sweeps.weights import Pricing, asks_for, parts_of, passages_of, taken_by_sweep
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from tests.native.test_levels import LEVELS
from tests.studies.sweeps.test_fewest import SMALL, least, target_of, targets_of

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
    question = of_pair(pair)
    return Pricing(question, Regions(question)).best(question)


def accepts(pair: Pair, bound: SweepWeights, sweeps: int) -> bool:
    """Whether the checker takes the bound alone as a proof: that not even the start is on a level."""
    regions = tuple(map(bits, Regions(of_pair(pair)).masks))
    proof = Sweeps(sweeps, regions, (), (), (bound,), (), (0,), ())
    return verifier.check(Certificate(pair, proof).to_json()).valid


def asked_by(pair: Pair, bound: SweepWeights) -> int:
    question = of_pair(pair)
    return asks_for(bound, question, Regions(question))


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


def sweeps_of_a_peg(jumps: list[tuple[int, ...]]) -> Iterator[list[tuple[int, ...]]]:
    """Every run of jumps by one peg that goes over no hole twice."""
    stack = [[jump] for jump in jumps]
    while stack:
        run = stack.pop()
        yield run
        used = {over for _, over, _ in run}
        stack += [[*run, jump] for jump in jumps if jump[0] == run[-1][2] and jump[1] not in used]


@pytest.mark.parametrize("name", ("rectangle:3x4", "triangle:4"))
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_sweep_takes_more_than_a_bound_says(name: str, seed: int) -> None:
    """Whatever the weights, potentials and passages are; the checker finds the same most."""
    chance, board = random.Random(seed), named(name)
    question = of_pair(Pair(Position(board, board.full ^ 1), Target(board, 1)))
    regions, jumps = Regions(question), [move.name for move in question.moves]
    parts = parts_of(question)
    passages = [
        (inside, over, chance.randrange(1, 4))
        for part in parts
        for inside, over in passages_of(part)
        if chance.random() < 0.3
    ]
    bound = SweepWeights(
        weights=tuple(chance.randrange(-3, 6) for _ in range(board.n)),
        potentials=tuple(chance.randrange(-3, 4) for _ in range(board.n)),
        region_weights=tuple(chance.randrange(3) for _ in regions.masks),
        per_sweep=0,
        passages=tuple(passages),
    )
    most = max(0, *(taken_by_sweep(part, bound, regions) for part in parts))
    for run in sweeps_of_a_peg(jumps):
        begin, end = run[0][0], run[-1][2]
        opened = [m for m, r in zip(bound.region_weights, regions.masks, strict=True) if r >> begin & 1]
        taken = bound.weights[begin] - bound.weights[end] + sum(opened)
        assert taken + sum(bound.weights[over] for _, over, _ in run) <= most, run
    for per_sweep in (most, most - 1):
        claimed = replace(bound, per_sweep=max(0, per_sweep))
        said = str(
            verifier.check(Certificate(asked_pair(board), proof_of(question, regions, claimed)).to_json())
        )
        assert ("away, more than" in said) == (per_sweep < most and most > 0)


def asked_pair(board: Board) -> Pair:
    return Pair(Position(board, board.full ^ 1), Target(board, 1))


def proof_of(question: PositionQuestion, regions: Regions, bound: SweepWeights) -> Sweeps:
    return Sweeps(99, tuple(map(bits, regions.masks)), (), (), (bound,), (), (0,), ())


def test_passages_make_bounds_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 40 positions of English games after 14 jumps; on the average they ask for more sweeps."""
    question, chance = of_pair(read_pair("english33:-d4", "english33:+d4")), random.Random(2)
    masks = [after_random_jumps(question, 14, chance) for _ in range(40)]
    sums = []
    for without in (False, True):
        if without:
            monkeypatch.setattr("feasibility.studies.sweeps.weights.passages_of", lambda part: [])
        regions = Regions(question)
        ends = [replace(question, start=mask, symmetries=()) for mask in masks]
        bounds = [Pricing(end, regions).best(end) for end in ends]
        assert any(bound.passages for bound in bounds if bound is not None) != without
        sums.append(
            sum(asks_for(b, end, regions) for b, end in zip(bounds, ends, strict=True) if b is not None)
        )
    assert sums[0] > sums[1]


def after_random_jumps(question: PositionQuestion, number: int, chance: random.Random) -> int:
    mask = question.start
    for _ in range(number):
        mask ^= chance.choice([m.care for m in question.moves if mask & m.care == m.want])
    return mask


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("back", (False, True))
@pytest.mark.parametrize("name", ("english33", "triangle:12"))
def test_compiled_bounds_leave_out_what_numpy_does(
    level: str, back: bool, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of random positions, by as many random bounds as fill several blocks; and by sums beyond 32 bits."""
    question = of_pair(asked_pair(named(name)))
    chance, n = random.Random(1), question.holes
    regions, symmetries = Regions(question), Symmetries(question.symmetries, question.holes)
    masks = [chance.getrandbits(n) | chance.getrandbits(n) * chance.randrange(2) for _ in range(2_000)]
    positions = unique(symmetries.canonical(pack(masks, n)))
    for largest, blocks in ((9, True), (1 << 31, False)):
        bounds = [
            SweepWeights(
                weights=tuple(chance.randrange(-3, largest) for _ in range(n)),
                potentials=(0,) * n,
                region_weights=tuple(chance.randrange(largest) for _ in regions.masks),
                per_sweep=chance.randrange(largest, 2 * largest),
            )
            for _ in range(binding.BOUNDS * 2 + 5)
        ]
        monkeypatch.setattr(binding, "CHOSEN", level)
        side = Bounds(question, regions, symmetries, bounds, back)
        assert (side.compiled is not None) == blocks
        sizes = set()
        for most in range(2, 40, 2):
            kept = positions[side.suffice(positions, most).all(axis=1)]
            assert np.array_equal(side.within(positions, most), kept)
            sizes.add(len(kept))
        assert max(len(few.bounds) for few in side.few) <= binding.BOUNDS
        assert len(sizes) > 3


@pytest.mark.parametrize("back", (False, True))
def test_positions_are_left_out_by_what_the_sums_say(back: bool) -> None:
    """In numpy as one by one, by several bounds, of the least images of all positions with eight pegs."""
    pair = read_pair("triangle:4:-a2", "triangle:4:+b2")
    question = replace(of_pair(pair), symmetries=())
    regions, board = Regions(question), pair.board
    masks = [mask for mask in range(board.full + 1) if mask.bit_count() == 5]
    found = [
        Pricing(replace(question, start=mask), regions).best(replace(question, start=mask))
        for mask in masks[::40]
    ]
    bounds = [bound for bound in found if bound is not None]
    assert len(bounds) > 2
    side = Bounds(question, regions, Symmetries((), board.n), bounds, back)
    given = [mask ^ board.full for mask in masks] if back else masks
    for most in range(4):
        suffice = side.suffice(pack(given, board.n), most).all(axis=1).tolist()
        for mask, enough in zip(masks, suffice, strict=True):
            end = replace(question, target=mask) if back else replace(question, start=mask)
            assert enough == all(asks_for(bound, end, regions) <= most for bound in bounds)
