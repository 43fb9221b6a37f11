"""Every pair of small boards through both exact engines, against sets made from the rules alone.

An engine that lists all positions a start can become has decided every target of that start, so comparing
the lists for every start compares every pair. The frontier search is also asked pair by pair, where it works
from both ends.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.engines.dense.closure import DenseSet, closure
from feasibility.engines.dense.levels import members
from feasibility.engines.frontier.levels import Store
from feasibility.engines.frontier.sides import Side, SideWatch
from feasibility.engines.positions.question import of_pair
from feasibility.engines.positions.words import Symmetries, unpack
from feasibility.engines.results import Exhausted, Found
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply
from feasibility.systems.residues import generators
from feasibility.text.catalogue import board as named
from tests.engines import reference_play as reference
from tests.engines.frontier.searching import search

SMALL = ("line:7", "triangle:4", "rectangle:3x4")
ALL = (*SMALL[:2], *(pytest.param(f"rectangle:{size}", marks=pytest.mark.slow) for size in ("3x4", "4x4")))


def reference_sets(board: Board) -> Iterator[tuple[int, int]]:
    """Every position, few pegs first, with what it can become as the bits of an integer."""
    below: dict[int, int] = {}
    for pegs in range(board.n + 1):
        here: dict[int, int] = {}
        for mask in (m for m in range(board.full + 1) if m.bit_count() == pegs):
            reached = 1 << mask
            for after in reference.after(board.jumps, mask):
                reached |= below[after]
            here[mask] = reached
            yield mask, reached
        below = here


def as_bits(positions: set[int], board: Board) -> int:
    flags = np.zeros(board.full + 1, np.uint8)
    flags[list(positions)] = 1
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def by_dense(board: Board, start: int) -> set[int]:
    found = closure(board.n, board.jumps, start, threads=1)
    assert isinstance(found, DenseSet)
    return {int(mask) for some in members(found) for mask in some}


def by_frontier(board: Board, start: int) -> set[int]:
    """All forward levels, unfolded from one position of each orbit."""
    question = of_pair(Pair(Position(board, start), Target.with_pegs(board, 0)))
    symmetries = Symmetries(question.symmetries, board.n)
    side = Side("forward", question, symmetries, Store(1, symmetries.positions))
    watch, found = SideWatch(Limits().start(), 1, None), set[int]()
    while side.last.size:
        words = side.last.block(0, side.last.size)
        images = [words, *(symmetries.moved(words, g) for g in range(symmetries.order - 1))]
        level = {mask for image in images for mask in unpack(image)}
        assert len(level) == side.last.positions
        found |= level
        side.advance(watch)
    return found


@pytest.mark.parametrize("name", ALL)
def test_what_every_start_can_become(name: str) -> None:
    board = named(name)
    starts = 0
    for start, reached in reference_sets(board):
        if all(apply(g, start) >= start for g in board.symmetries):
            assert as_bits(by_dense(board, start), board) == reached, (name, start)
            assert as_bits(by_frontier(board, start), board) == reached, (name, start)
            starts += 1
    assert starts == {"line:7": 72, "triangle:4": 208, "rectangle:3x4": 1120, "rectangle:4x4": 8548}[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_every_pair_by_itself(name: str) -> None:
    """The frontier search of every pair with a jump to play; plays are replayed, proofs checked on some.

    As the arbiter asks it, with residues, which spare most pairs the levels. Of the two million infeasible
    pairs of the rectangle one in twenty is asked.
    """
    from tests.engines.frontier.test_search import certified

    board, rng = named(name), random.Random(name)
    residues = [(modulus, weights) for weights, modulus in generators(board) if modulus]
    for start, reached in reference_sets(board):
        if any(apply(g, start) < start for g in board.symmetries):
            continue
        for target in range(board.full + 1):
            asked = reached >> target & 1 or name != "rectangle:3x4" or not rng.randrange(20)
            if target.bit_count() >= start.bit_count() or not asked:
                continue
            question = of_pair(Pair(Position(board, start), Position(board, target)), residues=residues)
            result = search(question)
            if reached >> target & 1:
                assert isinstance(result, Found), (start, target)
                assert reference.legal(board.jumps, start, result.play) == target
            else:
                assert isinstance(result, Exhausted), (start, target)
                if rng.random() < 0.01:
                    certified(board, question, result)
