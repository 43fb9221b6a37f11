"""Peg numbers, members and dead ends of a dense set, in pieces of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.report import Look, patient
from feasibility.engines.dense.address_order import UNIT, WORD
from feasibility.engines.dense.images import BlockImages, images
from feasibility.engines.dense.kernel import aligned, allocate
from feasibility.engines.dense.plan import add_ends, parities, pattern, plan
from feasibility.engines.dense.residue_class import ResidueClass
from feasibility.native import binding

if TYPE_CHECKING:
    from feasibility.engines.dense.closure import DenseSet

PIECE_BITS = 24
PIECE = 1 << PIECE_BITS - WORD  # words looked at together
DEPTH = 16  # levels that the bits of one word can span: 6 bits and at most 8 pivots


def addresses(words: NDArray[Any], first: int) -> NDArray[Any]:
    """The addresses of the set bits, in order."""
    library = binding.library()
    if library:
        out = np.empty(int(np.bitwise_count(words).sum(dtype=np.int64)), np.uint64)
        library.dense_extract(words, first, len(words), out)
        return out
    filled = np.flatnonzero(words)
    bits = np.unpackbits(words[filled].astype("<u8").view(np.uint8), bitorder="little")
    place = np.flatnonzero(bits).astype(np.uint64)
    return (filled.astype(np.uint64)[(place >> WORD).astype(np.intp)] + np.uint64(first)) << np.uint64(
        WORD
    ) | place & np.uint64(63)


def pieces(words: NDArray[Any]) -> Iterator[tuple[int, NDArray[Any]]]:
    """The index of the first word and the words, piece by piece."""
    for first in range(0, len(words), PIECE):
        yield first, words[first : first + PIECE]


def blocks_of(dense: DenseSet) -> tuple[BlockImages, int]:
    """Which blocks of a set stand for all, and log2 of their bits; where nothing is equivalent, long ones."""
    residue = dense.residue
    parts = images(residue, residue.block_bits, dense.symmetries)
    return (parts, residue.block_bits) if parts.steps else (images(residue, PIECE_BITS, ()), PIECE_BITS)


def representatives(dense: DenseSet, look: Look) -> Iterator[tuple[int, NDArray[Any], int]]:
    """Parts of the array that hold one of each orbit of blocks, and how many blocks the orbit has.

    `look` is called before each of them, and may raise to end the work.
    """
    parts, block_bits = blocks_of(dense)
    size = min(len(dense.words), 1 << block_bits - WORD)
    for block, length in zip(parts.order.tolist(), parts.lengths().tolist(), strict=True):
        look()
        yield block * size, dense.words[block * size : (block + 1) * size], length


@dataclass(frozen=True, eq=False)
class LevelTables:
    """How many pegs the bits of a word stand for."""

    parities: NDArray[Any]  # per 12 bits of the word's index: the pivots' parities
    low: NDArray[Any]  # the pivots' parities over the 64 bits of a word
    masks: NDArray[Any]  # by parities and further pegs: the bits of the word
    base: int  # pivots that always hold a peg

    @classmethod
    def of(cls, residue: ResidueClass) -> LevelTables:
        rows = [row for row in residue.rows if row]
        offsets = [residue.offset >> i & 1 for i, row in enumerate(residue.rows) if row]
        index = np.arange(4096, dtype=np.uint64)
        of_words = [parities(index, [row >> WORD + piece & 4095 for row in rows]) for piece in (0, 12, 24)]
        of_words[0] ^= sum(offset << i for i, offset in enumerate(offsets))
        bits, high = index[:64], np.arange(1 << len(rows))[:, None]
        low = parities(bits, rows)
        masks = np.zeros((1 << len(rows), DEPTH), np.uint64)
        pegs = np.bitwise_count(bits).astype(np.intp) + np.bitwise_count(high ^ low)
        np.bitwise_or.at(masks, (high, pegs), np.uint64(1) << bits)
        base = residue.offset.bit_count() - sum(offsets)
        return cls(np.array(of_words, np.uint8), low.astype(np.uint8), masks, base)

    def _words(self, first: int, count: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Per word its own pegs and the row of the masks."""
        index = np.arange(first, first + count, dtype=np.uint64)
        row = self.parities[0][index & 4095] ^ self.parities[1][index >> 12 & 4095]
        row ^= self.parities[2][index >> 24]
        return np.bitwise_count(index).astype(np.int64) + self.base, row

    def _arguments(self) -> list[Any]:
        return [self.parities, self.masks, DEPTH, self.base]

    def histogram(self, words: NDArray[Any], first: int, into: NDArray[Any]) -> None:
        """Add the members of some words, by pegs."""
        library = binding.library()
        if library:
            library.dense_histogram(words, first, len(words), *self._arguments(), into)
            return
        pegs, row = self._words(first, len(words))
        for further in range(DEPTH):
            populations = np.bitwise_count(words & self.masks[row, further])
            counts = np.bincount(pegs + further, weights=populations, minlength=len(into))
            into += counts[: len(into)].astype(np.int64)

    def sort(self, words: NDArray[Any], first: int, places: NDArray[Any], out: NDArray[Any]) -> None:
        """Append the members' addresses to the lists of their levels; `places[p]` < 0 leaves p pegs out."""
        head = (words, first, len(words), self.parities, self.low, self.base)
        binding.compiled().dense_sort(*head, places, out)

    def level(self, words: NDArray[Any], first: int, pegs: int, out: NDArray[Any]) -> int:
        """The members with `pegs` pegs; returns their number."""
        library = binding.library()
        if library:
            return int(library.dense_level(words, first, len(words), *self._arguments(), pegs, out))
        own, row = self._words(first, len(words))
        further = pegs - own
        inside = (further >= 0) & (further < DEPTH)
        np.copyto(out, np.where(inside, words & self.masks[row, np.where(inside, further, 0)], 0))
        return int(np.bitwise_count(out).sum(dtype=np.int64))


class Histogram:
    """Adds up members by number of pegs: in the parts that are looked at, and in all that they stand for."""

    def __init__(self, residue: ResidueClass) -> None:
        self.tables, self.size = LevelTables.of(residue), residue.n + DEPTH + 1
        self.by_length: dict[int, NDArray[Any]] = {}

    def add(self, words: NDArray[Any], first: int, length: int) -> None:
        """Some words of a part whose orbit has `length` blocks."""
        into = self.by_length.setdefault(length, np.zeros(self.size, np.int64))
        self.tables.histogram(words, first, into)

    def counts(self, whole: bool = True) -> tuple[int, ...]:
        """From 0 pegs to all holes."""
        total = np.zeros(self.size, np.int64)
        for length, row in self.by_length.items():
            total += row * (length if whole else 1)
        return tuple(total[:-DEPTH].tolist())


def level_counts(dense: DenseSet, look: Look = patient) -> tuple[int, ...]:
    """Members by number of pegs, from 0 to all holes."""
    histogram = Histogram(dense.residue)
    for first, words, length in representatives(dense, look):
        histogram.add(words, first, length)
    return histogram.counts()


def members(dense: DenseSet, pegs: int | None = None) -> Iterator[NDArray[Any]]:
    """The members (with `pegs` pegs) as arrays of position masks, in the order of addresses."""
    tables = LevelTables.of(dense.residue)
    level = allocate(PIECE)
    for first, words in pieces(dense.words):
        chosen = words
        if pegs is not None:
            chosen = level[: len(words)]
            tables.level(words, first, pegs, chosen)
        if chosen.any():
            yield dense.residue.positions(addresses(chosen, first))


def matching(dense: DenseSet, must: int, free: int, pegs: int) -> Iterator[NDArray[Any]]:
    """The addresses of the members with so many pegs that hold `must` and nothing outside it and `free`."""
    tables, add = LevelTables.of(dense.residue), pattern(dense.residue, must, free)
    for first, words in pieces(dense.words):
        bits = allocate(len(words))
        add(first, bits)
        bits &= words
        if bits.any() and tables.level(bits.copy(), first, pegs, bits):
            yield addresses(bits, first)


class JumpOrigins:
    """The positions that some jump can leave, computed where they are asked for."""

    def __init__(self, dense: DenseSet) -> None:
        # a jump taken back ends where the jump is legal
        taken_back = plan(dense.residue, dense.jumps, UNIT, backward=True)
        self.moves, (self.numbers, self.table) = taken_back.moves, taken_back.arrays()
        self.masks = aligned(self.table)

    def movable(self, first: int, count: int) -> NDArray[Any]:
        """Bits of the positions with a legal jump, for `count` words from a unit's start on."""
        out, library = allocate(count), binding.library()
        if library:
            library.dense_ends(first // 8, count // 8, self.numbers, len(self.moves), self.masks, out)
            return out
        for move, masks in zip(self.moves, self.table, strict=False):  # the table has a row in any case
            add_ends(move, masks, first, out)
        return out


def dead_ends(dense: DenseSet, look: Look = patient) -> tuple[int, ...]:
    """Members without a legal jump, by number of pegs."""
    histogram, ends = Histogram(dense.residue), JumpOrigins(dense)
    for first, words, length in representatives(dense, look):
        histogram.add(words & ~ends.movable(first, len(words)), first, length)
    return histogram.counts()
