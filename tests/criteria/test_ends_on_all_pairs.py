"""`ends` against the truth on 3x4 and 4x4: no feasible pair is refuted, every proof is accepted.

The truth is the set of positions that each start can become, made from the rules alone. Two positions that
differ in a residue are refuted by the residue at once, so one target is asked for each value of the residues;
of all other pairs `ends` has to follow the jumps.

    pytest -m slow tests/criteria/test_ends_on_all_pairs.py
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from feasibility.game.geometry import Board
from feasibility.proofs.kinds.residue import Residue
from feasibility.proofs.verdict import Outcome
from feasibility.systems.residues import generators
from feasibility.text.catalogue import board as named
from tests.criteria.reference import ask, pair_of
from tests.criteria.test_all_pairs import starts

AS_MANY_PEGS = 10  # of the pairs that lose no peg one in so many is asked


def residues(board: Board) -> list[int]:
    """One number for each position: equal where all residues are."""
    bits = np.arange(board.full + 1)[:, None] >> np.arange(board.n) & 1
    keys = np.zeros(board.full + 1, np.int64)
    for weights, modulus in generators(board):
        values = bits @ np.array(weights)
        keys = keys * (modulus or 1000) + (values % modulus if modulus else values + 500)
    return keys.tolist()  # type: ignore[no-any-return]


def decided(board: Board, start: int, target: int, reached: set[int]) -> None:
    """The answer is the truth, and a refutation one that the verifier accepts (`ask` sees to it)."""
    finding = ask("ends", pair_of(board, start, target))
    truth = Outcome.PASSED if target in reached else Outcome.REFUTED
    assert finding.outcome is truth, (start, target)


def asked(board: Board, start: int, targets: dict[int, list[int]], own: int) -> Iterator[int]:
    """The targets of one start: those of its own residues, and one of each other value."""
    chance = random.Random(start)
    for key, masks in targets.items():
        if key != own:
            yield chance.choice(masks)
    for mask in targets[own]:
        if mask.bit_count() < start.bit_count() or not chance.randrange(AS_MANY_PEGS) or mask == start:
            yield mask


@pytest.mark.slow
def test_every_start_of_3x4() -> None:
    """All feasible pairs that lose pegs, up to symmetry of the start, and one in three of the others."""
    board, chance, feasible, refuted = named("rectangle:3x4"), random.Random(12), 0, 0
    keys = residues(board)
    targets: dict[int, list[int]] = {}
    for mask, key in enumerate(keys):
        targets.setdefault(key, []).append(mask)
    assert len(targets) == 16
    for start, reached in starts(board):
        assert {keys[mask] for mask in reached} == {keys[start]}
        for target in asked(board, start, targets, keys[start]):
            if target in reached or not chance.randrange(3):
                decided(board, start, target, reached)
                feasible += target in reached
                refuted += target not in reached
    assert feasible == 20_421  # as research/every_pair.py counts them
    assert refuted > 40_000


@pytest.mark.slow
def test_drawn_pairs_of_4x4() -> None:
    """Of 560 million pairs some thousand are drawn: feasible ones, and others of the same residues."""
    board, chance = named("rectangle:4x4"), random.Random(16)
    keys = np.array(residues(board))
    drawn = sorted(chance.sample(range(8_548), 400))
    number = 0
    for start, reached in starts(board):
        number += 1
        if number - 1 not in drawn:
            continue
        alike = np.flatnonzero(keys == keys[start])
        fewer = alike[np.bitwise_count(alike) < start.bit_count()].tolist()
        for target in chance.sample(fewer, min(8, len(fewer))):
            decided(board, start, target, reached)
        for target in chance.sample(sorted(reached), min(6, len(reached))):
            decided(board, start, target, reached)
    assert number == 8_548


def test_a_residue_that_differs_is_the_proof() -> None:
    """What the tests above leave out: of positions that differ in a residue nothing else is asked."""
    board, chance = named("rectangle:3x4"), random.Random(34)
    keys = residues(board)
    for _ in range(100):
        start, target = chance.randrange(1, board.full + 1), chance.randrange(board.full + 1)
        proof = ask("ends", pair_of(board, start, target)).proof
        assert isinstance(proof, Residue) == (keys[start] != keys[target])
