"""How positions are dealt to the partitions of a level: by address where it is short enough, else as rows.

An address (see bits.py) is cut in three. The bits in the middle, mixed with those above so that partitions
are even, number the partition; the others are the place in it, four bytes at most. Positions that follow each
other are mostly in one partition, and reach the same positions oftener than others do, which is then noticed
before they are dealt. Within a partition places are in the order of the positions, and what was dealt to it
is made distinct by marks in an array of bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from feasibility.base.cached import cached_property
from feasibility.engines.frontier.bits import Field, MarkArrays, address_arrays, place_tables, spanned, told
from feasibility.engines.frontier.expand import Expander, NativeExpander
from feasibility.engines.frontier.level_files import Dealt
from feasibility.engines.frontier.levels import CountOrbits
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import Symmetries, Words, look_up, pack, sum_tables, word_count
from feasibility.native import binding

MIX = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio (Knuth, TAOCP 6.4)
PLACE = 31  # bits of a place; its marks take 256 MiB
LIST = 1 << 13  # words of marks that are listed together
RECENT = MOST_PARTS = 1 << 14  # places dealt not long ago, as in native/partitions.h; as many partitions
NARROW = 31  # bits of an address that is held in 32, one of which tells that there is none
PIECES = 7  # of a partition, 2^7 on average, so that partitions are even
LEAST = 6  # bits below the number of a partition: a word of marks has one number

PartNumbers: TypeAlias = NDArray[np.int64]
Out = Callable[[int, Dealt], None]  # takes what was dealt to the partition with a number


class Deal:
    """How the positions that a question can meet are dealt to a number of partitions."""

    def __init__(self, question: PositionQuestion, parts: int) -> None:
        self.question, self.parts = question, parts
        self.field = Field(question)
        self.bits = parts.bit_length() - 1
        place = len(self.field.leads) - self.bits
        self.low = max(LEAST, place - PIECES)
        fits = parts == 1 << self.bits <= MOST_PARTS and question.holes <= 64
        self.short = fits and self.low <= place <= PLACE
        self.width = 1 if self.short else word_count(question.holes)
        self.kind = np.dtype("<u4" if self.short else "<u8")
        self.words = 1 << max(0, place - 6) if self.short else 0  # of the marks of a partition

    def partitions(self, words: Words) -> PartNumbers:
        return self.split(words)[0]

    def split(self, words: Words) -> tuple[PartNumbers, Dealt]:
        """Of every position the partition, and what is dealt to it."""
        if not self.short:
            return hashed(words, self.parts), words
        addresses = look_up(words, self._addresses, self.question.holes)[:, 0]
        low, bits = np.uint64(self.low), np.uint64(self.bits)
        number, above = addresses >> low & np.uint64(self.parts - 1), addresses >> low >> bits
        places = above << low | addresses & np.uint64((1 << self.low) - 1)
        return (number ^ mixed(above, self.bits)).astype(np.int64), places.astype(np.uint32)

    def rows(self, parts: int | NDArray[np.uint64], dealt: Dealt) -> Words:
        """The positions of what was dealt to a partition, or each to its own."""
        if not self.short:
            return dealt.astype(np.uint64).reshape(-1, self.width)
        places = dealt.astype(np.uint64)
        high, bit, last = self.tables
        word, above = places >> np.uint64(6), places >> np.uint64(self.low)
        rows: Words = (
            bit[places & np.uint64(63)] ^ last[np.asarray(parts, np.uint64) ^ mixed(above, self.bits)]
        )
        for byte in range(4):
            rows ^= high[byte, word >> np.uint64(8 * byte) & np.uint64(255)]
        return rows[:, None]

    @cached_property
    def _addresses(self) -> list[Words]:
        """Tables of what the holes of a position add to its address."""
        return sum_tables(
            pack((self.field.address(1 << hole) for hole in range(self.question.holes)), 64),
            self.question.holes,
        )

    @cached_property
    def tables(self) -> tuple[Words, Words, Words]:
        """What a position has of the bytes of a word's number, of a bit of it, of a partition's number."""
        rows = [np.uint64(row) for row in self.field.rows]
        middle = slice(self.low, self.low + self.bits)
        last, rows[middle] = spanned(rows[middle]), []
        bit, high = place_tables(rows)
        return high, bit ^ np.uint64(self.field.span.reduce(self.question.start)), last


def hashed(words: Words, parts: int) -> PartNumbers:
    """The partition of every position by a hash of its words."""
    mixture = words[:, 0] * np.uint64(MIX)
    for word in range(1, words.shape[1]):
        mixture = (mixture ^ words[:, word] ^ mixture >> np.uint64(29)) * np.uint64(MIX)
    return ((mixture >> np.uint64(32)) % np.uint64(parts)).astype(np.int64)


def mixed(above: Words, bits: int) -> Words:
    """What is exchanged in the number of a partition, by the bits of the address above it."""
    return above * np.uint64(MIX) >> np.uint64(63 - bits) >> np.uint64(1)


def parts_for(question: PositionQuestion) -> int:
    """So many that the marks of one fit in the memory of a task, 64 at least; 64 also without marks."""
    parts = 1 << max(6, len(Field(question).leads) - PLACE)
    return parts if parts <= MOST_PARTS and question.holes <= 64 else 64


class Dealer:
    """Deals what one move reaches from the positions of a level, block by block."""

    def __init__(self, cut: Deal, expand: Expander) -> None:
        self.cut, self.expand = cut, expand

    def deal(self, block: Words, out: Out) -> None:
        """From one block; `out` takes it."""
        where, dealt = self.cut.split(self.expand(block))
        few_bytes = np.min_scalar_type(self.cut.parts)  # are sorted faster
        order = np.argsort(where.astype(few_bytes), kind="stable")
        counts = np.bincount(where, minlength=self.cut.parts)
        for part, rows in enumerate(np.split(dealt[order], np.cumsum(counts)[:-1])):
            if len(rows):
                out(part, rows)

    def rest(self, out: Out) -> None:
        """At the end: what waits."""


def kernel_arrays(cut: Deal, expand: Expander, symmetries: Symmetries) -> MarkArrays | None:
    """What the compiled loop reads, where there is one that can do this."""
    if not isinstance(expand, NativeExpander) or not cut.short or symmetries.order > binding.MOST_NARROW:
        return None
    wide = len(cut.field.leads) > NARROW
    places = dict(zip(("high", "bit", "last"), cut.tables, strict=True))
    return address_arrays(cut.field, expand, cut.question, symmetries, wide) | places


def task_of(cut: Deal, arrays: MarkArrays, **more: int) -> binding.Dealing:
    """What the kernels are told. The arrays must live as long as it."""
    wide = arrays["none"].itemsize == 8
    return binding.Dealing(wide=wide, low=cut.low, bits=cut.bits, **told(arrays), **more)


class Kernel:
    """A dealer whose loop is compiled; `budget` bytes wait at most."""

    def __init__(self, cut: Deal, arrays: MarkArrays, budget: int) -> None:
        most = budget // (cut.parts * cut.kind.itemsize)
        room = max(1 << 8, min(1 << 16, most)) + len(cut.question.moves)
        self.cut = cut
        self.places = np.empty((cut.parts, room), np.uint32)
        self.filled = np.zeros(cut.parts, np.int64)
        dealt = np.zeros(RECENT, np.uint32)
        self.arrays = arrays | {"dealt": dealt, "places": self.places, "filled": self.filled}
        self.task = task_of(cut, self.arrays, room=room, most=room - len(cut.question.moves))

    def deal(self, block: Words, out: Out) -> None:
        block, task = np.ascontiguousarray(block), self.task
        task.level, task.count, task.cursor = binding.address(block), len(block), 0
        while task.cursor < task.count:
            binding.compiled().partition_deal(task)
            if task.cursor < task.count or self.filled.max() > task.most:
                self._give(task.most // 2, out)

    def rest(self, out: Out) -> None:
        self._give(0, out)

    def _give(self, least: int, out: Out) -> None:
        """Partitions for which more than `least` places wait."""
        for part in np.flatnonzero(self.filled > least):
            out(int(part), self.places[part, : self.filled[part]])
            self.filled[part] = 0


class DealtMarks:
    """What was dealt to one partition, as bits."""

    def __init__(self, cut: Deal, part: int, arrays: MarkArrays | None, count: CountOrbits) -> None:
        self.cut, self.part, self.arrays, self.count = cut, part, arrays, count
        self.task = None if arrays is None else task_of(cut, arrays)
        self.words: Words = np.zeros(cut.words, np.uint64)

    def add(self, places: Dealt) -> None:
        if self.task is None:
            bit = np.uint64(1) << (places.astype(np.uint64) & np.uint64(63))
            np.bitwise_or.at(self.words, places >> np.uint32(6), bit)
        else:
            binding.compiled().partition_mark(self.words, places, len(places))

    def listed(self) -> Iterator[tuple[Words, int]]:
        """The positions, sorted, in pieces; with each how many positions its orbits have together."""
        for first in range(0, len(self.words), LIST):
            words = self.words[first : first + LIST]
            size = int(np.bitwise_count(words).sum())
            if not size:
                continue
            if self.task is None:
                bits = np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")
                rows = self.cut.rows(self.part, np.flatnonzero(bits) + 64 * first)
                yield rows, self.count(rows)
            else:
                out = np.empty((size, 1), np.uint64)
                binding.compiled().partition_list(self.task, words, first, len(words), self.part, out)
                yield out, self.task.positions
