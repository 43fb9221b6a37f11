"""Short questions, one and all: every feasible pair whose start has few pegs, whatever the target.

A jump costs a peg, so a start of k pegs reaches only positions of fewer, and what it reaches follows from
what its successors of k - 1 pegs reach. Random play hardly ever ends in a given hole with one peg; here
nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from feasibility.base.report import patient
from feasibility.engines.positions.ways import ways
from feasibility.engines.positions.words import Words, locate, pack, unique_of_own, word_count
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position
from feasibility.studies.rules.evidence.cases import Played, Source

MOST_FIRST = 4_500_000  # first jumps of all starts with k pegs: beyond this k is too large
MOST_PAIRS = 16_000_000  # pairs of one number of pegs: beyond this they are not listed
LOW = np.uint64(32)
CHUNK = 1 << 17  # pairs asked at once
MIXED = 1 << 18  # from so many pairs a sample is drawn, and not cut from all of them mixed

Numbers = npt.NDArray[np.int64]  # of positions with few pegs: by pegs, then as integers, without gaps


@lru_cache(maxsize=4)
def subsets(holes: int, pegs: int) -> Words:
    """All positions of so many pegs on so many holes, sorted as integers."""
    if pegs == 0 or pegs > holes:
        return np.zeros((int(pegs == 0), word_count(holes)), np.uint64)
    # the highest peg is in hole h, the others below it
    below, members = np.zeros((1, word_count(holes)), np.uint64), np.zeros((0, word_count(holes)), np.uint64)
    for size in range(1, pegs + 1):
        counts = [comb(h, size - 1) for h in range(holes)]
        members = np.concatenate([below[:count] for count in counts])
        members |= np.repeat(pack([1 << h for h in range(holes)], holes), counts, axis=0)
        below = members
    return members


def first_of(holes: int, pegs: int) -> int:
    """The number of the first position with so many pegs."""
    return sum(comb(holes, fewer) for fewer in range(pegs))


def numbers(words: Words, holes: int, pegs: int) -> Numbers:
    """The number of each position; all have so many pegs."""
    found: Numbers = first_of(holes, pegs) + locate(subsets(holes, pegs), words)
    return found


@lru_cache(maxsize=4)
def everything(holes: int, most: int) -> Words:
    """The positions with up to `most` pegs, by their numbers."""
    return np.concatenate([subsets(holes, pegs) for pegs in range(most + 1)])


@dataclass(frozen=True, eq=False)
class Pairs:
    """All feasible pairs whose start has this many pegs, by the numbers of their positions, sorted."""

    board: Board
    pegs: int
    keys: npt.NDArray[np.uint64]  # the start's number, and in the lower half the end's

    def __len__(self) -> int:
        return len(self.keys)

    def words(self, low: int, high: int) -> tuple[Words, Words]:
        """Starts and ends of some of them."""
        table = everything(self.board.n, self.pegs)
        keys = self.keys[low:high]
        return table[(keys >> LOW).astype(np.intp)], table[keys.astype(np.uint32).astype(np.intp)]

    def batches(self) -> Iterator[tuple[Words, Words]]:
        """Starts and ends of all of them."""
        return (self.words(at, min(at + CHUNK, len(self))) for at in range(0, len(self), CHUNK))

    def some(self, count: int, seed: int) -> Pairs:
        """Some of the pairs at random, or all, in random order."""
        random, keys = np.random.default_rng([seed, self.pegs]), self.keys
        if len(keys) >= MIXED and count < len(keys):
            keys = keys[np.unique(random.integers(len(keys), size=count))]
        return Pairs(self.board, self.pegs, random.permutation(keys)[:count])


def levels(board: Board, most_first: int = MOST_FIRST) -> Iterator[Pairs]:
    """All feasible pairs with at least one jump, by the pegs of the start from two on, while they are few."""
    for pegs in range(2, board.n + 1):
        if first_jumps(board, pegs) > most_first or (level := with_pegs(board, pegs)) is None:
            return
        yield level


def first_jumps(board: Board, pegs: int) -> int:
    """How many jumps the starts with so many pegs can begin with, all together."""
    return len(board.jumps) * comb(max(0, board.n - 3), pegs - 2)


@lru_cache(maxsize=32)
def with_pegs(board: Board, pegs: int) -> Pairs | None:
    """All feasible pairs whose start has this many pegs; None where there are too many to list."""
    if first_jumps(board, pegs) > MOST_FIRST:
        return None
    middle = subsets(board.n, pegs - 1)
    places = np.arange(len(middle)) + first_of(board.n, pegs - 1)
    starts, ends = _taken_back(board, middle, places, pegs)
    if pegs == 2:
        return _distinct(board, pegs, starts, ends)
    before = with_pegs(board, pegs - 1)
    if before is None:
        return None
    first, size = _runs(before, ends)
    if len(starts) + int(size.sum()) > MOST_PAIRS:
        return None
    within = np.arange(int(size.sum())) - np.repeat(np.cumsum(size) - size, size)
    further = before.keys[np.repeat(first, size) + within].astype(np.uint32).astype(np.int64)
    return _distinct(board, pegs, np.append(starts, np.repeat(starts, size)), np.append(ends, further))


def _runs(pairs: Pairs, ends: Numbers) -> tuple[Numbers, Numbers]:
    """For each position the first of the pairs that begin there, and how many they are."""
    base, beyond = (first_of(pairs.board.n, pegs) for pegs in (pairs.pegs, pairs.pegs + 1))
    sizes = np.bincount((pairs.keys >> LOW).astype(np.intp) - base, minlength=beyond - base)
    firsts = np.cumsum(sizes) - sizes
    return firsts[ends - base], sizes[ends - base]


def _distinct(board: Board, pegs: int, starts: Numbers, ends: Numbers) -> Pairs:
    keys = starts.astype(np.uint64) << LOW | ends.astype(np.uint64)
    return Pairs(board, pegs, unique_of_own(keys[:, None])[:, 0])


def _taken_back(board: Board, middle: Words, ends: Numbers, pegs: int) -> tuple[Numbers, Numbers]:
    """Every start of so many pegs from which one jump leads to one of the positions, with that one's end."""
    several = [(ends[:0], ends[:0])]
    several += [(numbers(befores, board.n, pegs), ends[rows]) for rows, befores in befores(board, middle)]
    starts, ends = (np.concatenate(parts) for parts in zip(*several, strict=True))
    return starts, ends


def befores(board: Board, level: Words) -> Iterator[tuple[npt.NDArray[np.intp], Words]]:
    """For each jump the positions that it can have led to, by their rows, and those before it."""
    for want, care in board.jump_masks:
        cares, after = pack([care, care ^ want], board.n)
        rows = np.flatnonzero(((level & cares) == after).all(axis=1))
        yield rows, level[rows] ^ cares


def play(board: Board, start: int, end: int) -> tuple[Jump, ...]:
    """A play of one jump or more of a pair that is feasible, found depth first."""

    def onward(mask: int) -> Iterator[tuple[Jump, int]]:
        if mask.bit_count() > end.bit_count():
            for jump, (want, care) in zip(board.jumps, board.jump_masks, strict=True):
                if mask & care == want:
                    yield jump, mask ^ care

    for jumps, _ in ways(start, onward, end.__eq__, patient):
        return jumps
    raise ValueError(f"{Position(board, start)!r} does not reach {end:#x}")


def pairs_of(pairs: Pairs, seed: int, most: int | None) -> Source:
    """Pairs of one number of pegs in random order, all or so many."""
    batches = pairs.some(len(pairs) if most is None else most, seed).batches()

    def shown(start: int, end: int | None) -> Played:
        return Played(start, end or 0, play(pairs.board, start, end or 0))

    return Source("pairs whose start has {}", batches, shown, len(pairs), pegs=pairs.pegs, least=True)


def duals_of(pairs: Pairs, seed: int, most: int | None) -> Source:
    """Pegs and holes exchanged, start and end too; a jump played there is the same jump taken back."""
    board = pairs.board
    full = pack([board.full], board.n)
    chosen = pairs.some(len(pairs) if most is None else most, seed)
    batches = ((ends ^ full, starts ^ full) for starts, ends in chosen.batches())

    def shown(start: int, end: int | None) -> Played:
        jumps = play(board, board.full ^ (end or 0), board.full ^ start)
        return Played(start, end or 0, tuple(reversed(jumps)))

    return Source("duals of pairs whose start has {}", batches, shown, len(pairs), pegs=pairs.pegs)
