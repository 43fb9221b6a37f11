"""Positions as rows of 64-bit words: one word up to 64 holes, more beyond.

An array of N positions has shape (N, k); word 0 holds holes 0 to 63. Sorted means sorted as integers.
Everything that is looked up bit by bit (permutations, weights) goes through tables of 11-bit pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.base.cached import cached_property
from feasibility.game.symmetry import apply
from feasibility.native import binding

Words: TypeAlias = npt.NDArray[np.uint64]
Flags: TypeAlias = npt.NDArray[np.bool_]

PIECE = 11  # bits per table: 2048 entries of 8 bytes stay in the first-level cache
BLOCK = 1 << 16  # positions handled at once, so that temporaries stay in the second-level cache


def word_count(holes: int) -> int:
    """How many words a position of that many holes needs."""
    return max(1, -(-holes // 64))


def pack(masks: Iterable[int], holes: int) -> Words:
    """Bit masks as an array of positions, in the given order."""
    width = 8 * word_count(holes)
    raw = b"".join(mask.to_bytes(width, "little") for mask in masks)
    return np.frombuffer(raw, dtype="<u8").astype(np.uint64).reshape(-1, width // 8)


def unpack(words: Words) -> list[int]:
    """The bit masks of an array of positions."""
    width = 8 * words.shape[1]
    raw = np.ascontiguousarray(words, dtype="<u8").tobytes()
    return [int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width)]


def indicators(words: Words, holes: int) -> npt.NDArray[np.uint8]:
    """A row for each position, with a 1 for each peg."""
    raw = np.ascontiguousarray(words, dtype="<u8").view(np.uint8)
    return np.unpackbits(raw, axis=1, count=holes, bitorder="little")


def as_words(rows: Flags | npt.NDArray[np.uint8]) -> Words:
    """Positions from a row for each, with a 1 for each peg."""
    raw = np.zeros((len(rows), 8 * word_count(rows.shape[1])), np.uint8)
    octets = np.packbits(rows, axis=1, bitorder="little")
    raw[:, : octets.shape[1]] = octets
    return raw.view("<u8").astype(np.uint64)


def popcount(words: Words) -> npt.NDArray[np.int64]:
    return np.asarray(np.bitwise_count(words).sum(axis=1, dtype=np.int64))


def without_repeats(words: Words) -> Words:
    """Sorted positions with repetitions left out."""
    if len(words) < 2:
        return words
    keep = np.empty(len(words), dtype=np.bool_)
    keep[0] = True
    if words.shape[1] == 1:  # flat operations are several times faster
        flat = words[:, 0]
        np.not_equal(flat[1:], flat[:-1], out=keep[1:])
        return words if keep.all() else flat[keep][:, None]
    np.any(words[1:] != words[:-1], axis=1, out=keep[1:])
    return words if keep.all() else words[keep]


def unique(words: Words) -> Words:
    """The distinct positions, sorted as integers."""
    single = words.shape[1] == 1
    return without_repeats(np.sort(words[:, 0])[:, None] if single else words[np.lexsort(words.T)])


def unique_of_own(words: Words) -> Words:
    """The distinct positions of an array that nobody else needs: sorted in its place, without a copy."""
    if words.shape[1] == 1:
        words[:, 0].sort()
        return without_repeats(words)
    return unique(words)


def less(left: Words, right: Words) -> Flags:
    """Row by row: left < right as integers."""
    result = left[:, 0] < right[:, 0]
    for word in range(1, left.shape[1]):
        a, b = left[:, word], right[:, word]
        result = (a < b) | ((a == b) & result)
    return result


def locate(haystack: Words, needles: Words) -> npt.NDArray[np.int64]:
    """For each needle the first index of the sorted haystack that is not below it."""
    if haystack.shape[1] == 1:
        return np.searchsorted(haystack[:, 0], needles[:, 0]).astype(np.int64)
    low = np.zeros(len(needles), dtype=np.int64)
    high = np.full(len(needles), len(haystack), dtype=np.int64)
    while bool((low < high).any()):
        middle = (low + high) // 2
        inside = np.minimum(middle, len(haystack) - 1)
        below = less(haystack[inside], needles) & (low < high)
        low = np.where(below, middle + 1, low)
        high = np.where(below, high, np.minimum(high, middle))
    return low


def placed(haystack: Words, needles: Words) -> tuple[npt.NDArray[np.int64], Flags]:
    """For each needle where it stands in the sorted haystack, and whether it does."""
    if len(haystack) == 0:
        return np.zeros(len(needles), dtype=np.int64), np.zeros(len(needles), dtype=np.bool_)
    index = np.minimum(locate(haystack, needles), len(haystack) - 1)
    return index, (haystack[index] == needles).all(axis=1)


def contains(haystack: Words, needles: Words) -> Flags:
    """For each needle whether the sorted haystack holds it."""
    return placed(haystack, needles)[1]


def pieces(holes: int, bits: int = PIECE) -> list[tuple[int, int, int]]:
    """The table pieces of a position: (word, shift, first hole), so many bits each."""
    return [
        (word, shift, 64 * word + shift)
        for word in range(word_count(holes))
        for shift in range(0, min(64, max(1, holes - 64 * word)), bits)
    ]


def piece_of(mask: int, first: int, bits: int) -> int:
    """What a piece that begins with a hole has of a mask: so many bits, but none of the next word."""
    return mask >> first & (1 << min(bits, 64 - first % 64)) - 1


def sum_tables(values: Words, holes: int) -> list[Words]:
    """For each piece the table of sums (modulo 2^64) of the rows of `values` over the set bits."""
    tables = []
    for _, shift, first in pieces(holes):
        size = min(PIECE, 64 - shift)
        table = np.zeros((1 << size, values.shape[1]), dtype=np.uint64)
        for bit in range(min(size, holes - first)):
            table[1 << bit : 2 << bit] = table[: 1 << bit] + values[first + bit]
        tables.append(table)
    return tables


def look_up(words: Words, tables: Sequence[Words], holes: int) -> Words:
    """Sum of the table entries of every piece of every position."""
    low = np.uint64((1 << PIECE) - 1)
    total: Words | None = None
    for (word, shift, _), table in zip(pieces(holes), tables, strict=True):
        index = ((words[:, word] >> np.uint64(shift)) & low).astype(np.intp)
        flat = table.shape[1] == 1  # taking from one column is several times faster
        part = table[:, 0].take(index)[:, None] if flat else table.take(index, axis=0)
        if total is None:
            total = part
        else:
            total += part
    return words if total is None else total


def legal_tables(moves: Sequence[tuple[int, int]], holes: int, bits: int) -> Words:
    """For every 64 moves (care, want) and every piece of so many bits the moves that a value of it allows."""
    parts = pieces(holes, bits)
    tables = np.zeros((-(-len(moves) // 64), len(parts), 1 << bits), dtype=np.uint64)
    values = np.arange(1 << bits, dtype=np.uint64)
    for number, move in enumerate(moves):
        bit = np.uint64(1 << number % 64)
        for (_, _, first), table in zip(parts, tables[number // 64], strict=True):
            care, want = (np.uint64(piece_of(mask, first, bits)) for mask in move)
            table[values & care == want] |= bit
    return tables


class Symmetries:
    """A group of permutations of the holes, ready to act on arrays of positions.

    The identity may be left out; the given permutations must otherwise be a whole group.
    """

    def __init__(self, permutations: Iterable[Sequence[int]], holes: int) -> None:
        identity = tuple(range(holes))
        self.holes = holes
        self.permutations = tuple(sorted({tuple(p) for p in permutations} - {identity}))
        self.order = 1 + len(self.permutations)
        self.tables = [
            sum_tables(pack((1 << target for target in p), holes), holes) for p in self.permutations
        ]

    def moved(self, words: Words, which: int) -> Words:
        """The image of every position under permutation number `which` (the identity is not counted)."""
        return look_up(words, self.tables[which], self.holes)

    def canonical(self, words: Words) -> Words:
        """For every position the least one of its orbit."""
        if not self.tables or len(words) == 0:
            return words
        return self._orbits(words)[0]

    def least_images(self, words: Words) -> tuple[Words, npt.NDArray[np.intp]]:
        """The same, and the number of a symmetry that leads there: 0 the identity, then the permutations."""
        least, by = words, np.zeros(len(words), np.intp)
        for which in range(len(self.permutations)):
            image = self.moved(words, which)
            lower = less(image, least)
            least, by = np.where(lower[:, None], image, least), np.where(lower, which + 1, by)
        return least, by

    def sizes(self, words: Words) -> npt.NDArray[np.int64]:
        """For every position the size of its orbit."""
        return self.order // self._orbits(words)[1]

    @cached_property
    def byte_tables(self) -> Words:
        """By permutation, byte of a position and value of that byte: the image, as words."""
        shape = (len(self.permutations), -(-self.holes // 8), 256, word_count(self.holes))
        result = np.zeros(shape, dtype=np.uint64)
        for own, permutation in zip(result, self.permutations, strict=True):
            images = pack((1 << target for target in permutation), self.holes)
            for hole, image in enumerate(images):
                own[hole >> 3, np.arange(256) >> (hole & 7) & 1 == 1] |= image
        return result

    def _orbits(self, words: Words) -> tuple[Words, npt.NDArray[np.int64]]:
        """For every position the least one of its orbit, and how many symmetries fix it."""
        words, library = np.ascontiguousarray(words), binding.library()
        least, fixed = words.copy(), np.ones(len(words), dtype=np.int64)
        if library is not None and words.shape[1] <= binding.MOST_SET_WORDS:
            tables = self.byte_tables
            library.least_images(
                *(words, len(words), words.shape[1], tables.shape[1], tables, len(tables), least, fixed)
            )
            return least, fixed
        for at in range(0, len(words), BLOCK):
            block, best = words[at : at + BLOCK], least[at : at + BLOCK]
            for table in self.tables:
                other = look_up(block, table, self.holes)
                fixed[at : at + BLOCK] += (other == block).all(axis=1)
                if words.shape[1] == 1:
                    np.minimum(best, other, out=best)
                else:
                    np.copyto(best, other, where=less(other, best)[:, None])
        return least, fixed

    def positions(self, words: Words) -> int:
        """How many positions the orbits of these have together (one position per orbit given)."""
        return int(self.sizes(words).sum())

    def least(self, mask: int) -> int:
        """The least mask of the orbit of one position."""
        return min([mask, *(apply(p, mask) for p in self.permutations)])
