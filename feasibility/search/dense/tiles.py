"""The members of a residue class with one number of pegs, one bit each and none for the others.

An address is cut into a low and a high part. What both hold, and the parities that they give to the pivots,
tell how many pegs the position has; so the members with so many pegs are whole tiles: every low part of one
kind with every high part of another. A tile is a table of bits, a row for each low part and a column for each
high one. A jump carries a tile into one other tile: rows to rows in order, and the columns by tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feasibility.search.dense.kernel import allocate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.search.dense.residue_class import ResidueClass

COLUMNS, MOST_LOW = 12, 25  # high bits at least, where there are enough; low bits at most


class Kind(NamedTuple):
    """What decides the pegs of a position beside the other part."""

    pegs: int
    parities: int


class Tile(NamedTuple):
    """Low parts of one kind with high parts of another."""

    low: Kind
    high: Kind


class Parts:
    """All numbers of some bits by kind, in order, and the place of each among those of its kind."""

    def __init__(self, width: int, rows: tuple[int, ...]) -> None:
        numbers = np.arange(1 << width, dtype=np.uint32)
        parities = np.zeros(len(numbers), np.uint16)
        for i, row in enumerate(rows):
            parities |= (np.bitwise_count(numbers & np.uint32(row)) & 1).astype(np.uint16) << i
        keys = np.bitwise_count(numbers).astype(np.uint16) << len(rows) | parities
        order = np.argsort(keys, kind="stable")
        kinds, first, sizes = np.unique(keys[order], return_index=True, return_counts=True)
        self.place = np.empty(len(numbers), np.uint32)
        self.place[order] = np.arange(len(numbers), dtype=np.uint32) - np.repeat(first, sizes).astype(
            np.uint32
        )
        self._order = order.astype(np.uint32)
        low = (1 << len(rows)) - 1
        self._where = {
            Kind(key >> len(rows), key & low): slice(at, at + size)
            for key, at, size in zip(kinds.tolist(), first.tolist(), sizes.tolist(), strict=True)
        }
        self.kinds = tuple(self._where)

    def __getitem__(self, kind: Kind) -> NDArray[np.uint32]:
        """The numbers of a kind, in order."""
        return self._order[self._where[kind]]

    def size(self, kind: Kind) -> int:
        """How many numbers are of a kind."""
        return len(self[kind])


@dataclass(frozen=True, eq=False)
class Tiling:
    """How the members of a residue class are cut into tiles."""

    residue: ResidueClass

    @cached_property
    def split(self) -> int:
        """The bits of the low part."""
        return self.residue.bits - max(min(COLUMNS, self.residue.bits // 2), self.residue.bits - MOST_LOW)

    @cached_property
    def low(self) -> Parts:
        mask = (1 << self.split) - 1
        return Parts(self.split, tuple(row & mask for row in self.residue.rows))

    @cached_property
    def high(self) -> Parts:
        return Parts(self.residue.bits - self.split, tuple(row >> self.split for row in self.residue.rows))

    def pivots(self, tile: Tile) -> int:
        """The values of the pivots, the same for all positions of a tile."""
        return tile.low.parities ^ tile.high.parities ^ self.residue.offset

    @cached_property
    def tiles(self) -> dict[int, list[Tile]]:
        """By pegs."""
        found: dict[int, list[Tile]] = {pegs: [] for pegs in range(self.residue.n + 1)}
        for low in self.low.kinds:
            for high in self.high.kinds:
                tile = Tile(low, high)
                found[low.pegs + high.pegs + self.pivots(tile).bit_count()].append(tile)
        return found

    def cells(self, kind: Kind) -> tuple[str, int]:
        """What holds a row of a tile with high parts of this kind: a type of numbers, and how many."""
        columns = self.high.size(kind)
        size = next((size for size in (1, 2, 4) if columns <= 8 * size), 8)
        return f"<u{size}", -(-columns // (8 * size))

    def length(self, tile: Tile) -> int:
        """The words that a tile takes."""
        kind, width = self.cells(tile.high)
        return -(-self.low.size(tile.low) * width * int(kind[2:]) // 8)

    def words(self, pegs: int) -> int:
        """The words of all members with so many pegs."""
        return sum(map(self.length, self.tiles[pegs]))

    def members(self, pegs: int) -> int:
        """How many members have so many pegs."""
        return sum(self.low.size(tile.low) * self.high.size(tile.high) for tile in self.tiles[pegs])

    def place(self, position: int) -> tuple[Tile, int, int]:
        """The tile, row and column of a member."""
        address = self.residue.address(position)
        parts = (address & (1 << self.split) - 1, address >> self.split)
        rows = [(row & (1 << self.split) - 1, row >> self.split) for row in self.residue.rows]
        kinds = [
            Kind(
                part.bit_count(), sum(((part & row[side]).bit_count() & 1) << i for i, row in enumerate(rows))
            )
            for side, part in enumerate(parts)
        ]
        return Tile(*kinds), int(self.low.place[parts[0]]), int(self.high.place[parts[1]])


class Level:
    """A set of members with one number of pegs."""

    def __init__(self, tiling: Tiling, pegs: int) -> None:
        self.tiling, self.pegs = tiling, pegs
        self.words = allocate(max(1, tiling.words(pegs)))
        self.tables: dict[Tile, NDArray[Any]] = {}
        at = 0
        for tile in tiling.tiles[pegs]:
            rows, (kind, width) = tiling.low.size(tile.low), tiling.cells(tile.high)
            words = self.words[at : at + tiling.length(tile)].view(kind)
            self.tables[tile] = words[: rows * width].reshape(rows, width)
            at += tiling.length(tile)
        self.filled: set[Tile] = set()

    def look(self) -> None:
        """See which tiles hold any position."""
        self.filled = {tile for tile, table in self.tables.items() if table.any()}

    def add(self, position: int) -> None:
        """One more position."""
        tile, row, column = self.tiling.place(position)
        table = self.tables[tile]
        cell, bit = divmod(column, 8 * table.itemsize)
        table[row, cell] |= table.dtype.type(1 << bit)
        self.filled.add(tile)

    def __contains__(self, position: int) -> bool:
        if position.bit_count() != self.pegs or not self.tiling.residue.contains(position):
            return False
        tile, row, column = self.tiling.place(position)
        table = self.tables[tile]
        cell, bit = divmod(column, 8 * table.itemsize)
        return bool(int(table[row, cell]) >> bit & 1)

    def __len__(self) -> int:
        return sum(int(np.bitwise_count(self.tables[tile]).sum(dtype=np.int64)) for tile in self.filled)

    def positions(self, tile: Tile, rows: NDArray[Any] | slice, columns: NDArray[Any]) -> Iterator[int]:
        """The positions of some rows and columns (a mask) of a tile."""
        table = self.tables[tile][rows]
        bits = np.unpackbits(np.ascontiguousarray(table).view(np.uint8), axis=1, bitorder="little")
        lows, highs = self.tiling.low[tile.low][rows], self.tiling.high[tile.high]
        for row, column in np.argwhere(bits[:, : len(highs)] & columns):
            address = int(lows[row]) | int(highs[column]) << self.tiling.split
            yield self.tiling.residue.position(address)

    def first_match(self, must: int, free: int) -> int | None:
        """A position that holds `must` and nothing outside `must` and `free`, or None."""
        residue, split = self.tiling.residue, self.tiling.split
        fixed = (1 << residue.n) - 1 & ~free
        care, value = residue.address(fixed), residue.address(must)
        pivots = [(i, must >> hole & 1) for i, hole in enumerate(residue.pivots) if fixed >> hole & 1]
        low = (1 << split) - 1
        for tile in self.filled:
            if any(self.tiling.pivots(tile) >> i & 1 != wanted for i, wanted in pivots):
                continue
            rows = np.flatnonzero(self.tiling.low[tile.low] & np.uint32(care & low) == np.uint32(value & low))
            highs = self.tiling.high[tile.high] & np.uint32(care >> split)
            found = next(self.positions(tile, rows, highs == np.uint32(value >> split)), None)
            if found is not None:
                return found
        return None
