"""The members of a residue class with one number of pegs, one bit each and none for the others.

An address is cut into a low and a high part. What both hold, and the parities that they give to the pivots,
tell how many pegs the position has; so the members with so many pegs are whole tiles: every low part of one
kind with every high part of another. A tile is a table of bits, a row for each high part and a column for
each low one. A jump carries a tile into one other tile, rows and columns in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.kernel import allocate
from feasibility.engines.dense.residue_class import residue_layout
from feasibility.engines.dense.store import SetFile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.engines.dense.address_order import Triple
    from feasibility.engines.dense.residue_class import ResidueClass

    Ints = NDArray[np.int64]

# Low bits, where that many leave some high ones. Rows of 48 words are best: with longer ones more jumps would
# move columns, which costs more than whole rows; with shorter ones the work for each row would count.
COLUMNS, ROWS = 18, 8


def tiled_layout(n: int, jumps: Sequence[Triple]) -> ResidueClass:
    """The residue classes of a board; few jumps touch the lowest address bits, to move few columns."""
    plain = residue_layout(n, jumps)
    left, low = list(plain.order), list[int]()

    def cost(holes: Sequence[int]) -> float:
        touched = [len(set(jump) & set(holes)) for jump in jumps]
        return sum(2.0**inside for inside in touched if inside)  # the others are bits to choose rows by

    while len(low) < columns_of(plain.bits):
        best = min(left, key=lambda hole: (cost([*low, hole]), hole))
        left.remove(best)
        low.append(best)
    order = (*low, *left)
    place = [order.index(hole) for hole in plain.order]
    rows = [sum(1 << place[bit] for bit in range(plain.bits) if row >> bit & 1) for row in plain.rows]
    return replace(plain, order=order, rows=tuple(rows))


def columns_of(bits: int) -> int:
    """How many of the address bits are the low part."""
    return min(COLUMNS, max(bits // 2, bits - ROWS))


class Parts:
    """All numbers of some bits by kind, in order, and the place of each among those of its kind.

    A kind is what decides the pegs of a position beside the other part: pegs, and parities of the pivots.
    """

    def __init__(self, width: int, rows: Sequence[int]) -> None:
        numbers = np.arange(1 << width, dtype=np.uint32)
        kind: Any = np.uint16 if width.bit_length() + len(rows) <= 16 else np.uint64
        keys = np.bitwise_count(numbers).astype(kind) << kind(len(rows))
        for i, row in enumerate(rows):
            keys |= (np.bitwise_count(numbers & np.uint32(row)) & 1).astype(kind) << kind(i)
        order = np.argsort(keys, kind="stable")
        kinds, first, sizes = np.unique(keys[order], return_index=True, return_counts=True)
        self.place = np.empty(len(numbers), np.uint32)
        self.place[order] = numbers - np.repeat(first, sizes).astype(np.uint32)
        self.order = order.astype(np.uint32)
        self.first: Ints = first.astype(np.int64)
        self.sizes: Ints = sizes.astype(np.int64)
        self.pegs: Ints = kinds.astype(np.int64) >> len(rows)
        self.parities: Ints = kinds.astype(np.int64) & (1 << len(rows)) - 1
        self._kinds = {key: kind for kind, key in enumerate(kinds.tolist())}
        self.rows = rows

    def __len__(self) -> int:
        return len(self.sizes)

    def __getitem__(self, kind: int) -> NDArray[np.uint32]:
        """The numbers of a kind, in order."""
        return self.order[self.first[kind] : self.first[kind] + self.sizes[kind]]

    def parities_of(self, part: int) -> int:
        return sum(((part & row).bit_count() & 1) << i for i, row in enumerate(self.rows))

    def kind_of(self, part: int) -> int:
        """The number of the kind of a part."""
        return self.kind(part.bit_count(), self.parities_of(part))

    def kind(self, pegs: int, parities: int) -> int:
        """The number of a kind; -1 where no part is of it."""
        return self._kinds.get(pegs << len(self.rows) | parities, -1) if pegs >= 0 else -1


@dataclass(frozen=True, eq=False)
class Tiling:
    """How the members of a residue class are cut into tiles, and where these stand in their levels.

    A tile has the kind of its low parts and the kind of its high ones; tables over both say all of it.
    """

    residue: ResidueClass

    @cached_property
    def split(self) -> int:  # bits of the low part
        return columns_of(self.residue.bits)

    def cut(self, address: int) -> tuple[int, int]:
        """The low and the high part."""
        return address & (1 << self.split) - 1, address >> self.split

    @cached_property
    def low(self) -> Parts:
        return Parts(self.split, [self.cut(row)[0] for row in self.residue.rows])

    @cached_property
    def high(self) -> Parts:
        return Parts(self.residue.bits - self.split, [self.cut(row)[1] for row in self.residue.rows])

    @cached_property
    def width(self) -> Ints:
        """The words of a row, by the kind of its low parts."""
        return -(-self.low.sizes // 64)

    @cached_property
    def pivots(self) -> Ints:
        """The values of the pivots, by the kinds of both parts."""
        both: Ints = self.low.parities[:, None] ^ self.high.parities ^ self.residue.offset
        return both

    @cached_property
    def pegs(self) -> Ints:
        """By the kinds of both parts."""
        both: Ints = self.low.pegs[:, None] + self.high.pegs + np.bitwise_count(self.pivots)
        return both

    @cached_property
    def tiles(self) -> list[tuple[Ints, Ints]]:
        """For each number of pegs the kinds of its tiles, low ones and high ones."""
        order = np.argsort(self.pegs, axis=None, kind="stable")
        lows, highs = np.divmod(order, len(self.high))
        ends = np.cumsum(np.bincount(self.pegs.ravel(), minlength=self.residue.n + 1))[:-1]
        return list(zip(np.split(lows, ends), np.split(highs, ends), strict=True))

    @cached_property
    def _lengths(self) -> Ints:
        lengths: Ints = self.width[:, None] * self.high.sizes
        return lengths

    @cached_property
    def first(self) -> Ints:
        """By the kinds of both parts: the first word of the tile in its level."""
        first = np.zeros_like(self.pegs)
        for lows, highs in self.tiles:
            lengths = self._lengths[lows, highs]
            first[lows, highs] = np.cumsum(lengths) - lengths
        return first

    def words(self, pegs: int) -> int:
        """The words of all members with so many pegs, at least one."""
        return max(1, int(self._lengths[self.tiles[pegs]].sum()))

    def place(self, position: int) -> tuple[int, int, int, int]:
        """The kinds of the low and the high part of a member, its row and its column."""
        low, high = self.cut(self.residue.address(position))
        kinds = self.low.kind_of(low), self.high.kind_of(high)
        return *kinds, int(self.high.place[high]), int(self.low.place[low])

    def position(self, low: np.uint32, high: np.uint32) -> int:
        """The member with these parts."""
        return self.residue.position(int(low) | int(high) << self.split)


class LevelSet:
    """A set of members with one number of pegs; those of a file are read when they are looked at."""

    def __init__(self, tiling: Tiling, pegs: int, file: SetFile | None = None) -> None:
        self.tiling, self.pegs, self.file = tiling, pegs, file

    @cached_property
    def words(self) -> NDArray[Any]:
        count = self.tiling.words(self.pegs)
        return allocate(count) if self.file is None else self.file.mapped(count)[0]

    @cached_property
    def sizes(self) -> Ints:
        """Members by tile."""
        kinds = zip(*(kinds.tolist() for kinds in self.tiling.tiles[self.pegs]), strict=True)
        return np.array([np.bitwise_count(self.table(*both)).sum(dtype=np.int64) for both in kinds], np.int64)

    def __len__(self) -> int:
        told = None if self.file is None else self.file.told(self.tiling.words(self.pegs))
        return int(self.sizes.sum()) if told is None else told

    def keep_in(self, file: SetFile) -> Stopped | None:
        """Write it, and read it there from now on; a refusal if the disk does not take it."""
        if self.file is not None:
            return None
        failure = file.save(self.words, len(self), done=True)
        if failure is None:
            self.file = file
            del vars(self)["words"]  # their memory is free
        return failure

    def table(self, low: int, high: int) -> NDArray[Any]:
        """The rows and columns of a tile."""
        first, width = int(self.tiling.first[low, high]), int(self.tiling.width[low])
        rows = int(self.tiling.high.sizes[high])
        return self.words[first : first + rows * width].reshape(rows, width)

    def add(self, position: int) -> None:
        """Before anything is asked."""
        low, high, row, column = self.tiling.place(position)
        self.table(low, high)[row, column >> 6] |= np.uint64(1 << (column & 63))

    def __contains__(self, position: int) -> bool:
        if position.bit_count() != self.pegs or not self.tiling.residue.contains(position):
            return False
        low, high, row, column = self.tiling.place(position)
        return bool(int(self.table(low, high)[row, column >> 6]) >> (column & 63) & 1)

    def first_match(self, must: int, free: int) -> int | None:
        """A position that holds `must` and nothing outside `must` and `free`, or None."""
        tiling, residue = self.tiling, self.tiling.residue
        fixed = (1 << residue.n) - 1 & ~free
        (low_care, high_care), (low_value, high_value) = (
            tiling.cut(residue.address(holes)) for holes in (fixed, must)
        )
        pivots = fixed & sum(1 << pivot for pivot in residue.pivots)
        lows, highs = (kinds[self.sizes > 0].tolist() for kinds in tiling.tiles[self.pegs])
        for low, high in zip(lows, highs, strict=True):
            columns, rows, table = tiling.low[low], tiling.high[high], self.table(low, high)
            if (tiling.position(columns[0], rows[0]) ^ must) & pivots:  # it is the same in the whole tile
                continue
            wanted = as_words(columns & np.uint32(low_care) == np.uint32(low_value))
            for row in np.flatnonzero(rows & np.uint32(high_care) == np.uint32(high_value)).tolist():
                held = table[row] & wanted
                if held.any():
                    bits = np.unpackbits(held.astype("<u8").view(np.uint8), bitorder="little")
                    return tiling.position(columns[int(bits.argmax())], rows[row])
        return None


def as_words(bits: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Truth values as words, filled up with zeros."""
    padded = np.zeros(-(-len(bits) // 64) * 64, np.bool_)
    padded[: len(bits)] = bits
    return np.packbits(padded, bitorder="little").view("<u8").astype(np.uint64)
