"""Criteria evaluated on many positions at once, for boards of up to 64 holes; and weight tables on any board.

Each function takes the positions, the required pegs of the target (one for all, or one per position) and the
target's free holes, and says which positions it prunes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.pruning import Pruner, closed
from feasibility.engines.positions.question import question
from feasibility.engines.positions.words import (
    BLOCK,
    Flags,
    Words,
    contains,
    look_up,
    pack,
    popcount,
    sum_tables,
    unique,
    unpack,
)
from feasibility.game.geometry import Board
from feasibility.game.position import Target, bits
from feasibility.proofs.functional import Functional
from feasibility.studies.rules.judges.asking import Answers, Goals, Judge, some
from feasibility.systems.colourings import silent_basis
from feasibility.systems.corners import exit_functionals, ordered_corners
from feasibility.systems.pagoda_library import library
from feasibility.systems.residues import generators

Masks: TypeAlias = npt.NDArray[np.uint64]
Quick: TypeAlias = Callable[[Board, Masks, Masks, int], Flags]

MOST_ENDS = 64  # positions of a target that are gone through one by one
WIDEST = 1 << 62  # sums of weights beyond this are added as Python integers


def pegs(masks: Masks) -> npt.NDArray[np.int64]:
    return np.bitwise_count(masks).astype(np.int64)


def _on(holes: int, masks: Masks) -> npt.NDArray[np.int64]:
    """How many pegs each position has on some holes."""
    return pegs(masks & np.uint64(holes))


def nothing(starts: Masks) -> Flags:
    return np.zeros(starts.shape, np.bool_)


def trivial(board: Board, starts: Masks, must: Masks, free: int) -> Flags:
    """Too few pegs, as many but elsewhere, no first jump, no last jump."""
    held, wanted = pegs(starts), pegs(must)
    movable, landed = nothing(starts), np.full(must.shape, bool(free))
    for pair_mask, all_mask in board.jump_masks:
        want, care = np.uint64(pair_mask), np.uint64(all_mask)
        movable |= (starts & care) == want
        landed |= (must & care) == (care ^ want)
    reached = (starts & np.uint64(board.full & ~free)) == must
    pruned: Flags = ~reached & ((wanted >= held) | ~movable | ~landed)
    return pruned


def classes(board: Board, starts: Masks, must: Masks, free: int) -> Flags:
    """A playable class must not hold more pegs at the target."""
    pruned = nothing(starts)
    for members in board.playable_classes:
        pruned |= _on(members, must) > _on(members, starts)
    return pruned


def rule_of_three(board: Board, starts: Masks, must: Masks, free: int) -> Flags:
    """Every colouring that is silent on the free holes has the same parity at both ends."""
    pruned, change = nothing(starts), starts ^ must
    for colouring in silent_basis(board, free):
        pruned |= (np.bitwise_count(change & np.uint64(colouring)) & 1).astype(np.bool_)
    return pruned


def lattice(board: Board, starts: Masks, must: Masks, free: int) -> Flags:
    """target - start is an integer combination of jumps."""
    pruned = nothing(starts)
    for weights, modulus in generators(board, free):
        change = _sums(weights, must) - _sums(weights, starts)
        pruned |= (change % modulus if modulus else change) != 0
    return pruned


def corners(board: Board, starts: Masks, must: Masks, free: int) -> Flags:
    """Pegs beside the corners for every exit, and one more for the jump that clears the inside; dual too."""
    pruned = nothing(starts)
    for _, functional in exit_functionals(board):
        pruned |= _separated(functional, starts, must, free)
    pruned |= _order(board, starts, must | np.uint64(free))
    if not free:
        full = np.uint64(board.full)
        pruned |= _order(board, full ^ must, full ^ starts)
    return pruned


def _separated(functional: Functional, starts: Masks, must: Masks, free: int) -> Flags:
    """The start weighs less than any position that matches."""
    w = functional.weights
    low = sum(min(0, w[i]) for i in bits(free))
    flags: Flags = _sums(w, must) + low > _sums(w, starts)
    return flags


def _order(board: Board, starts: Masks, wanted: Masks) -> Flags:
    pruned = np.zeros(np.broadcast_shapes(starts.shape, wanted.shape), np.bool_)
    for corner in ordered_corners(board):
        excess = _on(corner.corners, starts) - _on(corner.corners, wanted) - _on(corner.inner, wanted)
        pruned |= (excess > 0) & (_on(corner.sides, starts) < excess + 1)
    return pruned


def pagoda_library(board: Board, starts: Masks, must: Masks, free: int) -> Flags:
    pruned = nothing(starts)
    for functional in library(board):
        pruned |= _separated(functional, starts, must, free)
    return pruned


QUICK: dict[str, Quick] = {
    "trivial": trivial,
    "classes": classes,
    "rule-of-three": rule_of_three,
    "lattice": lattice,
    "corners": corners,
    "pagoda-library": pagoda_library,
}


@lru_cache(maxsize=1024)
def _tables(weights: tuple[int, ...]) -> list[Words]:
    wrap = (1 << 64) - 1
    return sum_tables(np.array([[w & wrap] for w in weights], dtype=np.uint64), len(weights))


def _sums(weights: Sequence[int], masks: Masks) -> npt.NDArray[np.int64]:
    return weigh(weights, masks.reshape(-1, 1)).reshape(masks.shape)


def weigh(weights: Sequence[int], words: Words) -> npt.NDArray[Any]:
    """The total weight of each position, exact whatever the size of the weights."""
    if sum(map(abs, weights)) >= WIDEST:
        functional = Functional(tuple(weights))
        return np.array([functional.value(mask) for mask in unpack(words)], dtype=object)
    return look_up(words, _tables(tuple(weights)), len(weights))[:, 0].view(np.int64)


class Vectors(Judge):
    """A rule evaluated on arrays, in blocks, by several threads."""

    default_cases = 2_000_000

    def __init__(self, board: Board, jobs: int = 1) -> None:
        super().__init__(board)
        self.jobs = jobs

    @abstractmethod
    def flags(self, starts: Words, goals: Goals) -> Flags:
        """Which positions of a block are pruned."""

    def answer(self, starts: Words, goals: Goals) -> Answers:
        """Blocks that stay in the cache."""
        lows = range(0, len(starts), BLOCK)

        def block(low: int) -> Flags:
            rows = slice(low, low + BLOCK)
            return self.flags(starts[rows], some(goals, rows))

        if self.jobs == 1 or len(lows) < 2:
            answers = [block(low) for low in lows]
        else:
            with ThreadPoolExecutor(self.jobs) as pool:
                answers = list(pool.map(block, lows))
        return np.concatenate([np.zeros(0, np.uint8), *answers])


class QuickJudge(Vectors):
    """Criteria of this module: pruned is what any of them prunes."""

    def __init__(self, board: Board, names: Sequence[str], jobs: int = 1) -> None:
        super().__init__(board, jobs)
        self.functions = tuple(QUICK[name] for name in names)

    def flags(self, starts: Words, goals: Goals) -> Flags:
        if isinstance(goals, np.ndarray):
            wanted, free = goals[:, 0], 0
        elif goals.pegs is not None:
            return self._counted(starts, goals)
        else:
            wanted, free = np.array([goals.must], np.uint64), goals.free
        masks = starts[:, 0]
        pruned = nothing(masks)
        for function in self.functions:
            pruned |= function(self.board, masks, wanted, free)
        return pruned

    def _counted(self, starts: Words, target: Target) -> Flags:
        """What is pruned for each position of so many pegs; too few pegs alone if these are many."""
        pruned: Flags = popcount(starts) < target.fewest
        if comb(self.board.n, target.fewest) <= MOST_ENDS:
            every = combinations(range(self.board.n), target.fewest)
            ends = pack([sum(1 << hole for hole in holes) for holes in every], self.board.n)
            several = [self.flags(starts, np.repeat(end[None], len(starts), axis=0)) for end in ends]
            pruned |= np.logical_and.reduce(several)
        return pruned


class WeightsJudge(Vectors):
    """Weight tables: prunes what one of them separates from the target."""

    def __init__(self, board: Board, *functionals: Functional, jobs: int = 1) -> None:
        super().__init__(board, jobs)
        self.functionals = functionals

    def flags(self, starts: Words, goals: Goals) -> Flags:
        pruned = np.zeros(len(starts), np.bool_)
        for functional in self.functionals:
            pruned |= self._separated(functional, starts, goals)
        return pruned

    @staticmethod
    def _separated(functional: Functional, starts: Words, goals: Goals) -> Flags:
        """The start weighs less than any position that matches (or, modulo d, something else)."""
        weights, modulus = functional.weights, functional.modulus
        have = weigh(weights, starts)
        if isinstance(goals, np.ndarray):
            need: Any = weigh(weights, goals)
        elif modulus and any(weights[i] % modulus for i in bits(goals.free)):
            return np.zeros(len(starts), np.bool_)
        else:
            need = functional.least(goals)
        difference = need - have
        flags: Flags = (difference % modulus != 0 if modulus else difference > 0).astype(np.bool_)
        return flags


class ArbiterJudge(Vectors):
    """The positions that the arbiter discards on a forward level; the dual question has the backward ones."""

    def __init__(self, board: Board, jobs: int = 1) -> None:
        super().__init__(board, jobs)
        weights = [f.weights for f in library(board)]
        group = board.symmetries if len(board.symmetries) <= 48 else ()
        self.pool = closed(weights, group)
        self.pruners: dict[Target, Pruner] = {}

    def flags(self, starts: Words, goals: Goals) -> Flags:
        if not isinstance(goals, np.ndarray):
            return self._kept(starts, goals)
        pruned = np.zeros(len(starts), np.bool_)
        for weights in self.pool:
            pruned |= weigh(weights, goals) > weigh(weights, starts)
        return pruned

    def _kept(self, starts: Words, target: Target) -> Flags:
        pruner = self.pruners.get(target)
        if pruner is None:
            asked = question(
                self.board.n, self.board.jumps, self.board.full, target.must, target.free, pagodas=self.pool
            )
            pruner = self.pruners[target] = Pruner(replace(asked, pegs=target.pegs))
        kept = pruner.keep(starts)
        if len(kept) == len(starts):
            return np.zeros(len(starts), np.bool_)
        return ~contains(unique(kept), starts)
