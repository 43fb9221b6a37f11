"""Turning points: dead jumps, what the proof keeps of them, and how strong the criterion is."""

from __future__ import annotations

import random

import pytest

from benchmarks.pairs import infeasible
from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.legs import Legs
from feasibility.proofs.kinds.turn import Turn
from feasibility.proofs.nodes import Split
from feasibility.systems.dead_jumps import Inquiry, by_ilp, by_lp, kill, turn
from feasibility.systems.dead_jumps_proof import around_one_hole, proof_of
from feasibility.text import catalogue
from feasibility.text.references import read_pair
from tests.amounts import amounts, examples
from tests.criteria.reference import BY_NAME, jumps_of, pair_of, reachable_masks, refutes
from tests.criteria.strategies import pairs, small_boards


def _inquiry(pair: Pair) -> Inquiry:
    return Inquiry(pair, Limits().start())


def _valid(pair: Pair, proof: object) -> bool:
    return verifier.check(Certificate(pair, proof).to_json()).valid  # type: ignore[arg-type]


def jumps_in_plays(pair: Pair) -> set[int]:
    """The jumps that occur in some play from start to target, by exhaustion."""
    board, target = pair.board, pair.target.must
    found = set()
    for mask in reachable_masks(board, pair.start.mask):
        for a, b, c in jumps_of(board):
            if mask >> a & 1 and mask >> b & 1 and not mask >> c & 1:
                after = mask & ~(1 << a) & ~(1 << b) | 1 << c
                if target in reachable_masks(board, after):
                    found.add(board.jump_index[(a, b, c)])  # type: ignore[index]
    return found


@examples(30, 80, pairs(small_boards(most=9), patterns=False))
def test_dead_jumps_occur_in_no_play(pair: Pair) -> None:
    inquiry, used = _inquiry(pair), jumps_in_plays(pair)
    for decide in (by_lp, by_ilp()):
        inquiry.witnesses.clear()
        turn(kill(inquiry, decide))[1]
        assert not inquiry.dead & used


def _refuted(name: str, count: int) -> list[tuple[Pair, Inquiry, object]]:
    found = []
    for way in ("redrawn", "near"):
        source = infeasible(catalogue.board(name), way, random.Random(name))
        while len(found) < count * (1 + (way == "near")):
            pair = next(source).pair
            inquiry = _inquiry(pair)
            end = turn(kill(inquiry, by_lp))[1]
            if end is not None:
                found.append((pair, inquiry, end))
    return found


@pytest.mark.parametrize("name", ["rectangle:4x4", "triangle:5", "cross:1,1,1,1"])
@amounts("count", 1, 4)
def test_the_proof_keeps_what_it_needs_and_no_more(name: str, count: int) -> None:
    for pair, inquiry, end in _refuted(name, count):
        proof = proof_of(inquiry, end)  # type: ignore[arg-type]
        assert isinstance(proof, Turn | Legs)
        assert _valid(pair, proof)
        split: object = proof.split if isinstance(proof, Turn) else proof.root
        kept = 0
        while isinstance(split, Split):
            kept += len(split.jumps)
            split = split.never
        assert kept <= len(inquiry.dead)


@pytest.mark.parametrize("name", ["rectangle:4x4", "cross:1,1,1,1"])
def test_a_family_around_one_hole_is_a_proof_of_its_own(name: str) -> None:
    families = 0
    for pair, inquiry, _ in _refuted(name, 4):
        family = around_one_hole(inquiry)
        if family is not None:
            families += 1
            assert _valid(pair, family.proof)
            assert all(family.hole in jump for jump in family.proof.split.jumps)
    assert families


def test_the_example_reads_well() -> None:
    work = BY_NAME["turning-point"].start(read_pair(*BY_NAME["turning-point"].example))
    assert work.run(Limits().start()).finding.proof is not None
    finding = work.better(Limits().start())
    assert finding is not None and "none of them can be the" in finding.summary


@amounts("each", 2, 4)
def test_nine_in_ten(each: int) -> None:
    """Of pairs that pass the integer cone and are infeasible; docs/results/power.md has the large table."""
    drawn = refuted = 0
    for name in ("rectangle:4x5", "triangle:5", "cross:1,1,1,1"):
        for way in ("random", "redrawn", "near"):
            source = infeasible(catalogue.board(name), way, random.Random(2))
            for _ in range(each):
                drawn += 1
                refuted += refutes("turning-point", next(source).pair)
    assert refuted >= 0.9 * drawn


def test_it_contains_the_order_of_exits() -> None:
    board = catalogue.board("english33")
    start = board.mask((3 + r, 3 + c) for r, c in [(1, 3), (3, 1), (1, 2), (2, 1), (0, 0)])
    pair = pair_of(board, start, board.mask([(3, 3)]))
    assert refutes("corners", pair)
    assert refutes("turning-point", pair)
