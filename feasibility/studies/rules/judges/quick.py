"""Criteria on many positions at once, for boards of up to 64 holes; weights and clauses on any board.

Most criteria are weights, which depend on the target's free holes. What is counted otherwise takes the
positions, the required pegs of the target (one for all, or one per position) and its free holes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.pruning import Pruner, closed
from feasibility.engines.positions.question import of_masks
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
from feasibility.proofs.functional import Functional, indicator
from feasibility.proofs.kinds.rule import Clause
from feasibility.studies.rules.judges.asking import Answers, Goals, Judge, some
from feasibility.systems.colourings import silent_basis
from feasibility.systems.corners import exit_functionals, ordered_corners
from feasibility.systems.pagoda_library import library
from feasibility.systems.residues import generators

MaskArrays: TypeAlias = npt.NDArray[np.uint64]
WeighedRule: TypeAlias = Callable[[Board, int], Iterable[Functional]]  # of a board and a target's free holes
Counted: TypeAlias = Callable[[Board, MaskArrays, MaskArrays, int], Flags]

MOST_ENDS = 64  # positions of a target that are gone through one by one
WIDEST = 1 << 62  # sums of weights beyond this are added as Python integers


def pegs(masks: MaskArrays) -> npt.NDArray[np.int64]:
    return np.bitwise_count(masks).astype(np.int64)


def _on(holes: int, masks: MaskArrays) -> npt.NDArray[np.int64]:
    """How many pegs each position has on some holes."""
    return pegs(masks & np.uint64(holes))


def trivial(board: Board, starts: MaskArrays, must: MaskArrays, free: int) -> Flags:
    """Too few pegs, as many but elsewhere, no first jump, no last jump."""
    held, wanted = pegs(starts), pegs(must)
    movable, landed = np.zeros(starts.shape, np.bool_), np.full(must.shape, bool(free))
    for pair_mask, all_mask in board.jump_masks:
        want, care = np.uint64(pair_mask), np.uint64(all_mask)
        movable |= (starts & care) == want
        landed |= (must & care) == (care ^ want)
    reached = (starts & np.uint64(board.full & ~free)) == must
    pruned: Flags = ~reached & ((wanted >= held) | ~movable | ~landed)
    return pruned


def exits(board: Board, starts: MaskArrays, must: MaskArrays, free: int) -> Flags:
    """Pegs beside the corners, one more than leave them for the jump that clears the inside; dual too."""
    pruned = _order(board, starts, must | np.uint64(free))
    if not free:
        full = np.uint64(board.full)
        pruned |= _order(board, full ^ must, full ^ starts)
    return pruned


def _order(board: Board, starts: MaskArrays, wanted: MaskArrays) -> Flags:
    pruned = np.zeros(np.broadcast_shapes(starts.shape, wanted.shape), np.bool_)
    for corner in ordered_corners(board):
        excess = _on(corner.corners, starts) - _on(corner.corners, wanted) - _on(corner.inner, wanted)
        pruned |= (excess > 0) & (_on(corner.sides, starts) < excess + 1)
    return pruned


def _residues(board: Board, free: int) -> Iterator[Functional]:
    """That target - start is an integer combination of jumps."""
    for weights, modulus in generators(board, free):
        yield Functional(weights, modulus)
        if not modulus:  # the total is the same at both ends, so neither it nor its negative falls
            yield Functional(tuple(-w for w in weights))


WEIGHED: dict[str, WeighedRule] = {
    "classes": lambda board, free: (Functional(indicator(board, one)) for one in board.playable_classes),
    "rule-of-three": lambda board, free: (
        Functional(indicator(board, one), 2) for one in silent_basis(board, free)
    ),
    "lattice": _residues,
    "corners": lambda board, free: (functional for _, functional in exit_functionals(board)),
    "pagoda-library": lambda board, free: library(board),
}
COUNTED: dict[str, Counted] = {"trivial": trivial, "corners": exits}
QUICK = tuple(dict.fromkeys(("trivial", *WEIGHED)))


@lru_cache(maxsize=64)
def _functionals(board: Board, names: tuple[str, ...], free: int) -> tuple[Functional, ...]:
    """The weights by which criteria separate starts from a target with these free holes."""
    return tuple(one for name in names if name in WEIGHED for one in WEIGHED[name](board, free))


@lru_cache(maxsize=1024)
def _tables(weights: tuple[int, ...]) -> list[Words]:
    wrap = (1 << 64) - 1
    return sum_tables(np.array([[w & wrap] for w in weights], dtype=np.uint64), len(weights))


@lru_cache(maxsize=1024)
def _ones(weights: tuple[int, ...], modulus: int) -> np.uint64 | None:
    """Where the weights are 1, if they are 0 or 1 (modulo 2 they are) and a position is one word."""
    ones = [w % modulus if modulus else w for w in weights]
    fits = len(weights) <= 64 and all(w in (0, 1) for w in ones)
    return np.uint64(sum(w << i for i, w in enumerate(ones))) if fits else None


def weigh(weights: Sequence[int], words: Words) -> npt.NDArray[Any]:
    """The total weight of each position, exact whatever the size of the weights."""
    if sum(map(abs, weights)) >= WIDEST:
        functional = Functional(tuple(weights))
        return np.array([functional.value(mask) for mask in unpack(words)], dtype=object)
    ones = _ones(tuple(weights), 0)
    if ones is not None:  # counting is faster than looking up
        return pegs(words[:, 0] & ones)
    return look_up(words, _tables(tuple(weights)), len(weights))[:, 0].view(np.int64)


def separated(functional: Functional, starts: Words, goals: Goals) -> Flags:
    """The start weighs less than any position that matches (or, modulo d, something else)."""
    weights, modulus = functional.weights, functional.modulus
    if isinstance(goals, np.ndarray):
        ends, least = goals, None
    elif modulus and any(weights[i] % modulus for i in bits(goals.free)):
        return np.zeros(len(starts), np.bool_)
    else:
        ends, least = pack([goals.must], len(weights)), functional.least(goals)
    odd = _ones(weights, modulus) if modulus == 2 else None
    if odd is not None:
        change: Words = (starts[:, 0] ^ ends[:, 0]) & odd
        return (np.bitwise_count(change) & 1).view(np.bool_)
    need: Any = weigh(weights, ends) if modulus or least is None else least
    difference = need - weigh(weights, starts)
    flags: Flags = (difference % modulus != 0 if modulus else difference > 0).astype(np.bool_)
    return flags


def any_separates(functionals: Iterable[Functional], starts: Words, goals: Goals) -> Flags:
    pruned = np.zeros(len(starts), np.bool_)
    for functional in functionals:
        pruned |= separated(functional, starts, goals)
    return pruned


class Vectors(Judge):
    """A rule evaluated on arrays, in blocks, by several threads."""

    default_cases = 2_000_000
    remembers = False

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


class WeightsJudge(Vectors):
    """A weight table: prunes what it separates from the target."""

    def __init__(self, board: Board, functional: Functional, jobs: int = 1) -> None:
        super().__init__(board, jobs)
        self.functional = functional

    def flags(self, starts: Words, goals: Goals) -> Flags:
        return separated(self.functional, starts, goals)


class QuickJudge(Vectors):
    """Criteria of this module: pruned is what any of them prunes."""

    def __init__(self, board: Board, names: Iterable[str], jobs: int = 1) -> None:
        super().__init__(board, jobs)
        self.names = tuple(names)

    def flags(self, starts: Words, goals: Goals) -> Flags:
        if isinstance(goals, np.ndarray):
            wanted, free = goals[:, 0], 0
        elif goals.pegs is not None:
            return self._counted(starts, goals)
        else:
            wanted, free = np.array([goals.must], np.uint64), goals.free
        pruned = any_separates(_functionals(self.board, self.names, free), starts, goals)
        for name in self.names:
            if name in COUNTED:
                pruned |= COUNTED[name](self.board, starts[:, 0], wanted, free)
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


class ClausesJudge(Vectors):
    """Prunes where all inequalities of one clause hold; a target with free holes is never pruned."""

    def __init__(self, board: Board, clauses: tuple[Clause, ...], jobs: int = 1) -> None:
        super().__init__(board, jobs)
        self.clauses = clauses

    def flags(self, starts: Words, goals: Goals) -> Flags:
        pruned = np.zeros(len(starts), np.bool_)
        if not isinstance(goals, np.ndarray):
            if goals.free:
                return pruned
            goals = pack([goals.must], self.board.n)
        for clause in self.clauses:
            holds = np.ones(len(starts), np.bool_)
            for one in clause:
                total = weigh(one.start, starts) + weigh(one.target, goals)
                holds &= (total > one.above).astype(np.bool_)
            pruned |= holds
        return pruned


class ArbiterJudge(Vectors):
    """The positions that the arbiter discards on a forward level; the dual question has the backward ones."""

    def __init__(self, board: Board, jobs: int = 1) -> None:
        super().__init__(board, jobs)
        weights = [f.weights for f in library(board)]
        group = board.symmetries if len(board.symmetries) <= 48 else ()
        self.pool = closed(weights, group)
        self.pruners: dict[Target, Pruner] = {}

    def flags(self, starts: Words, goals: Goals) -> Flags:
        if isinstance(goals, np.ndarray):
            return any_separates(map(Functional, self.pool), starts, goals)
        pruner = self.pruners.get(goals)
        if pruner is None:
            board = self.board
            asked = of_masks(board.n, board.jumps, board.full, goals.must, goals.free, pagodas=self.pool)
            pruner = self.pruners[goals] = Pruner(replace(asked, pegs=goals.pegs))
        kept = pruner.keep(starts)
        if len(kept) == len(starts):
            return np.zeros(len(starts), np.bool_)
        return ~contains(unique(kept), starts)
