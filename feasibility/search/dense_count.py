"""Exact numbers of plays over dense sets, level by level, with integers of any size.

The number of plays into a position is the sum over its predecessors in the set. Only two levels
are held at a time. A number has as many 64-bit limbs as the level above could make necessary.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.errors import InputError
from feasibility.limits import Clock, Limits
from feasibility.search import kernels
from feasibility.search.dense import DenseSet
from feasibility.search.dense_levels import PIECE, Ends, LevelTables, addresses, level_counts, pieces
from feasibility.search.dense_plan import UNIT, WORD, Plan, plan
from feasibility.search.dense_run import Refused, allocate, in_threads, memory_refusal, pointer

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK_BITS = 17  # a block's part of a level and its numbers stay in the second-level cache


@dataclass(frozen=True, eq=False)
class Level:
    """The members with one number of pegs and the number of plays into each, in address order."""

    pegs: int
    words: NDArray[Any]
    ranks: NDArray[Any]  # members before each word
    numbers: NDArray[Any]  # one row of 64-bit limbs per member, least limb first

    def number_at(self, address: int) -> int:
        """The number of plays into a member."""
        word, bit = address >> WORD, address & 63
        below = int(self.words[word]) & (1 << bit) - 1
        return whole(self.numbers[int(self.ranks[word]) + below.bit_count()])


def whole(limbs: NDArray[Any]) -> int:
    """The integer of a row of limbs."""
    return sum(int(limb) << 64 * i for i, limb in enumerate(limbs))


class Counter:
    """Counts plays from the start of a set through its members."""

    def __init__(self, found: DenseSet, clock: Clock | None = None, threads: int = 2) -> None:
        if found.backward:
            raise InputError("plays are counted over a forward set or over winning positions")
        self.found, self.clock, self.threads = found, clock or Limits().start(), threads
        self.tables = LevelTables.of(found.residue)
        self.plan: Plan = plan(found.residue, found.jumps, BLOCK_BITS)
        self.sizes = level_counts(found)
        self.refusal: Refused | None = None

    def levels(self, last: int = 0) -> Iterator[Level]:
        """The levels from the start down to `last` pegs; ends early with `refusal` set, if it must."""
        start = self.found.roots[0]
        level = self._level(start.bit_count(), 1) if start in self.found else None
        if level is None:
            return
        level.numbers[self._rank(level, start), 0] = 1
        yield level
        for pegs in range(start.bit_count() - 1, last - 1, -1):
            if not self.sizes[pegs]:
                return
            bound = _largest(level.numbers) * max(1, len(self.found.jumps))
            limbs = max(1, -(-bound.bit_length() // 64))
            before = _widened(level, limbs)
            following = self._level(pegs, before.numbers.shape[1])
            if following is None or not self._count(before, following):
                return
            level = following
            yield level

    def _rank(self, level: Level, position: int) -> int:
        address = self.found.residue.address(position)
        below = int(level.words[address >> WORD]) & (1 << (address & 63)) - 1
        return int(level.ranks[address >> WORD]) + below.bit_count()

    def _level(self, pegs: int, limbs: int) -> Level | None:
        count = len(self.found.words)
        self.refusal = memory_refusal(count * 12 + self.sizes[pegs] * 8 * limbs, self.clock)
        if self.refusal is None and self.clock.expired():
            self.refusal = Refused("time", f"the time was over before the level of {pegs} pegs")
        if self.refusal:
            return None
        words = allocate(count)
        for first, part in pieces(self.found.words):
            self.tables.level(part, first, pegs, words[first : first + len(part)])
        return Level(pegs, words, _ranks(words), np.zeros((self.sizes[pegs], limbs), np.uint64))

    def _count(self, before: Level, level: Level) -> bool:
        if kernels.library():
            stop = np.zeros(1, np.int32)
            _count_compiled(self.plan, before, level, self.clock, self.threads, stop)
            if stop[0]:
                self.refusal = Refused("time", f"the time was over in the level of {level.pegs} pegs")
            return not stop[0]
        for first, part in pieces(before.words):
            if self.clock.expired():
                self.refusal = Refused("time", f"the time was over in the level of {level.pegs} pegs")
                return False
            if part.any():
                _count_reference(self.found, before, level, first, part)
        return True


def _ranks(words: NDArray[Any]) -> NDArray[Any]:
    ranks = np.empty(len(words), np.uint32)
    library = kernels.library()
    if library:
        library.pegfeas_dense_rank(pointer(words), ctypes.c_int64(len(words)), pointer(ranks))
        return ranks
    total = 0
    for first, part in pieces(words):
        counts = np.bitwise_count(part).astype(np.int64)
        ranks[first : first + len(part)] = np.cumsum(counts) - counts + total
        total += int(counts.sum())
    return ranks


def _largest(numbers: NDArray[Any]) -> int:
    """An upper bound of all numbers: the top limb at its largest, all below it full."""
    for limb in reversed(range(numbers.shape[1])):
        top = int(numbers[:, limb].max(initial=0))
        if top:
            return (top + 1 << 64 * limb) - 1 if limb else top
    return 0


def _widened(level: Level, limbs: int) -> Level:
    have = level.numbers.shape[1]
    if have >= limbs:
        return level
    numbers = np.zeros((len(level.numbers), limbs), np.uint64)
    numbers[:, :have] = level.numbers
    return Level(level.pegs, level.words, level.ranks, numbers)


def _count_compiled(
    operations: Plan, before: Level, level: Level, clock: Clock, threads: int, stop: NDArray[Any]
) -> None:
    library = kernels.library()
    numbers, table = operations.arrays()
    masks = allocate(table.size)
    masks[:] = table.ravel()
    cursor = np.zeros(1, np.int64)
    arguments = [pointer(a) for a in (level.words, level.ranks, level.numbers)]
    arguments += [pointer(a) for a in (before.words, before.ranks, before.numbers)]
    sizes = (level.numbers.shape[1], operations.blocks, 1 << operations.block_bits - UNIT)
    rest = [ctypes.c_int64(size) for size in sizes]
    tail = [pointer(numbers), ctypes.c_int64(len(operations.moves)), pointer(masks)]
    tail += [pointer(cursor), pointer(stop)]
    in_threads(
        min(threads, operations.blocks),
        lambda: library.pegfeas_dense_count(*arguments, *rest, *tail),  # type: ignore[union-attr]
        clock,
        stop,
    )


def _count_reference(found: DenseSet, before: Level, level: Level, first: int, part: NDArray[Any]) -> None:
    """Push the numbers of some members of the level above; a jump is injective, so no index repeats."""
    places = addresses(part, first)
    positions = found.residue.positions(places)
    low = int(before.ranks[first])
    for jump in found.jumps:
        start, over, landing = (1 << hole for hole in jump)
        care, want = np.uint64(start | over | landing), np.uint64(start | over)
        legal = np.flatnonzero(positions & care == want)
        ends = found.residue.addresses(positions[legal] ^ care)
        word, bit = (ends >> np.uint64(WORD)).astype(np.intp), ends & np.uint64(63)
        there = (level.words[word] >> bit & np.uint64(1)) == 1
        word, bit, legal = word[there], bit[there], legal[there]
        below = level.words[word] & (np.uint64(1) << bit) - np.uint64(1)
        rank = level.ranks[word].astype(np.intp) + np.bitwise_count(below)
        _add(level.numbers, rank, before.numbers[low + legal])


def _add(numbers: NDArray[Any], rank: NDArray[Any], terms: NDArray[Any]) -> None:
    """Add with carry from limb to limb."""
    carry = np.zeros(len(rank), np.uint64)
    for limb in range(numbers.shape[1]):
        partial = numbers[rank, limb] + terms[:, limb]
        total = partial + carry
        carry = (partial < terms[:, limb]).astype(np.uint64) | (total < partial).astype(np.uint64)
        numbers[rank, limb] = total


def total_of(numbers: NDArray[Any]) -> int:
    """The exact sum of all numbers."""
    total = 0
    for limb in range(numbers.shape[1]):
        column = numbers[:, limb]
        low = int((column & np.uint64(0xFFFFFFFF)).sum(dtype=np.uint64))
        total += (low + (int((column >> np.uint64(32)).sum(dtype=np.uint64)) << 32)) << 64 * limb
    return total


def count_plays(
    found: DenseSet, target: int, *, clock: Clock | None = None, threads: int = 2
) -> int | Refused:
    """The number of plays from the start of `found` to `target`.

    `found` is a forward set or the winning positions; over winning positions between complements
    half the levels are enough, since a play read backwards with pegs and holes exchanged is a play.
    """
    counter = Counter(found, clock, threads)
    if target not in found or found.roots[0] not in found:
        return 0
    n = found.residue.n
    halves = len(found.roots) == 2 and not found.free and found.roots[0] ^ target == (1 << n) - 1
    above: Level | None = None
    for level in counter.levels(n // 2 if halves else target.bit_count()):
        if halves and level.pegs == n // 2:
            return mirrored_product(level if n % 2 == 0 else above, level)
        if level.pegs == target.bit_count():
            return level.number_at(found.residue.address(target))
        above = level
    return counter.refusal or 0


def mirrored_product(above: Level | None, level: Level) -> int:
    """Sum over the middle level of plays into a member times plays into its complement."""
    if above is None:
        return 0
    ahead, back = level.numbers, above.numbers[::-1]
    return sum(
        int((a * b).sum(dtype=np.uint64)) << 20 * (i + j)
        for low in range(0, len(ahead), PIECE)
        for i, a in _digits(ahead[low : low + PIECE])
        for j, b in _digits(back[low : low + PIECE])
    )


def _digits(numbers: NDArray[Any]) -> list[tuple[int, NDArray[Any]]]:
    """Base 2^20 digits of all numbers that are not all zero: products and sums of 2^24 fit 64 bits."""
    digits = []
    for index in range(-(-numbers.shape[1] * 64 // 20)):
        limb, shift = divmod(20 * index, 64)
        digit = numbers[:, limb] >> np.uint64(shift)
        if shift > 44 and limb + 1 < numbers.shape[1]:
            digit = digit | numbers[:, limb + 1] << np.uint64(64 - shift)
        digit = digit & np.uint64((1 << 20) - 1)
        if digit.any():
            digits.append((index, digit))
    return digits


def count_games(
    found: DenseSet, *, clock: Clock | None = None, threads: int = 2
) -> tuple[int, ...] | Refused:
    """The number of games, plays to a position without a legal jump, by the pegs that remain."""
    if len(found.roots) != 1:
        raise InputError("games are counted over everything that is reachable from a start")
    counter, ends = Counter(found, clock, threads), Ends(found)
    games = [0] * (found.residue.n + 1)
    for level in counter.levels():
        games[level.pegs] = sum(
            _chosen(level, first, part & ~ends.movable(first, len(part)))
            for first, part in pieces(level.words)
        )
    return counter.refusal or tuple(games)


def _chosen(level: Level, first: int, chosen: NDArray[Any]) -> int:
    """The sum of the numbers of some members, given as words from `first` on."""
    if not chosen.any():
        return 0
    places = addresses(chosen, first)
    word, bit = (places >> np.uint64(WORD)).astype(np.intp), places & np.uint64(63)
    below = level.words[word] & (np.uint64(1) << bit) - np.uint64(1)
    rank = level.ranks[word].astype(np.intp) + np.bitwise_count(below)
    return total_of(level.numbers[rank])
