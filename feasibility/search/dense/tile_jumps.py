"""From one level of pegs to the next: every jump on whole tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.limits import Clock
from feasibility.search.dense.address_order import Triple
from feasibility.search.dense.tiles import Kind, Level, Tile, Tiling
from feasibility.search.positions.words import PIECE, look_up, pack, pieces, sum_tables, word_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROWS = 1 << 13  # of a tile treated between two looks at the clock; they stay in the cache


@dataclass(frozen=True)
class Side:
    """A jump as one part of the address sees it: bits that it flips, their values at its end."""

    care: int
    value: int
    parities: int  # of the pivots that change with these bits

    def before(self, kind: Kind) -> Kind:
        """The kind of a part before the jump that is of `kind` after it."""
        return Kind(kind.pegs + self._lost, kind.parities ^ self.parities)

    def after(self, kind: Kind) -> Kind:
        """The kind of a part after the jump that is of `kind` before it."""
        return Kind(kind.pegs - self._lost, kind.parities ^ self.parities)

    @property
    def _lost(self) -> int:
        return (self.care ^ self.value).bit_count() - self.value.bit_count()


@dataclass(frozen=True)
class TileJump:
    """A jump on both parts, and the values of the pivots among its holes at its end."""

    low: Side
    high: Side
    pivots: tuple[tuple[int, int], ...]

    def ends_in(self, pivots: int) -> bool:
        """Whether the jump can end in a tile with these values of the pivots."""
        return all(pivots >> i & 1 == value for i, value in self.pivots)


def tile_jumps(tiling: Tiling, jumps: Sequence[Triple]) -> tuple[TileJump, ...]:
    """The jumps of a board as they act on tiles."""
    return tuple(_tile_jump(tiling, jump) for jump in jumps)


def _tile_jump(tiling: Tiling, jump: Triple) -> TileJump:
    residue, split = tiling.residue, tiling.split
    end = dict(zip(jump, (0, 0, 1), strict=True))
    bits = {residue.order.index(hole): value for hole, value in end.items() if hole in residue.order}
    care, value = sum(1 << bit for bit in bits), sum(v << bit for bit, v in bits.items())
    low = (1 << split) - 1
    sides = (
        _side(care & low, value & low, [row & low for row in residue.rows]),
        _side(care >> split, value >> split, [row >> split for row in residue.rows]),
    )
    pivots = tuple((i, end[hole]) for i, hole in enumerate(residue.pivots) if hole in end)
    return TileJump(*sides, pivots)


def _side(care: int, value: int, rows: Sequence[int]) -> Side:
    return Side(care, value, sum(((row & care).bit_count() & 1) << i for i, row in enumerate(rows)))


def table_bytes(tiling: Tiling, jumps: Sequence[Triple]) -> int:
    """The most that the tables of columns can take."""
    high, total = tiling.high, 0
    for side in {jump.high for jump in tile_jumps(tiling, jumps) if jump.high.care}:
        for kind in set(high.kinds) & {side.after(kind) for kind in high.kinds}:
            total += len(pieces(high.size(side.before(kind)))) * word_count(high.size(kind))
    return total * (8 << PIECE)


class Stepper:
    """Makes each level from the one above it."""

    def __init__(self, tiling: Tiling, jumps: Sequence[Triple]) -> None:
        self.tiling = tiling
        self.by_low: dict[Side, list[TileJump]] = defaultdict(list)
        for jump in tile_jumps(tiling, jumps):
            self.by_low[jump.low].append(jump)
        self._columns: dict[tuple[Side, Kind], list[NDArray[Any]] | None] = {}

    def below(
        self, above: Level, clock: Clock, threads: int, report: Callable[[float], None]
    ) -> Level | None:
        """All positions one jump after those of a level; None where the time was over before."""
        level = Level(self.tiling, above.pegs - 1)
        kinds: dict[Kind, list[Tile]] = defaultdict(list)
        for tile in self.tiling.tiles[level.pegs]:
            kinds[tile.low].append(tile)
        whole, done = sum(map(self.tiling.low.size, kinds)) or 1, 0

        def make(kind: Kind) -> int:
            for rows in self._pieces(kind):
                if clock.expired() or stopped:
                    return 0
                self._pull(level, above, kind, kinds[kind], rows)
            return self.tiling.low.size(kind)

        stopped: list[bool] = []
        with ThreadPoolExecutor(threads) as pool:
            try:
                for size in pool.map(make, kinds):
                    done += size
                    report(done / whole)
            finally:
                stopped.append(True)  # an interrupt waits for the pieces under way, and no longer
        if done < whole and kinds:
            return None
        level.look()
        return level

    def _pieces(self, kind: Kind) -> Iterator[slice]:
        for first in range(0, self.tiling.low.size(kind), ROWS):
            yield slice(first, first + ROWS)

    def _pull(self, level: Level, above: Level, kind: Kind, tiles: list[Tile], piece: slice) -> None:
        """Fill some rows of all tiles with low parts of one kind."""
        low = self.tiling.low
        numbers = low[kind][piece]
        for side, jumps in self.by_low.items():
            sources = [
                (tile, jump, source)
                for tile in tiles
                for jump in jumps
                if jump.ends_in(self.tiling.pivots(tile))
                and (source := Tile(side.before(kind), jump.high.before(tile.high))) in above.filled
            ]
            if not sources:
                continue
            rows = np.flatnonzero(numbers & np.uint32(side.care) == np.uint32(side.value))
            before = low.place[numbers[rows] ^ np.uint32(side.care)]
            for tile, jump, source in sources:
                moved = above.tables[source][before]
                if jump.high.care:
                    tables = self._moved_columns(jump.high, tile.high)
                    if tables is None:
                        continue
                    moved = look_up(moved.astype(np.uint64), tables, self.tiling.high.size(source.high))
                table = level.tables[tile][piece]
                table[rows] |= moved.astype(table.dtype)

    def _moved_columns(self, side: Side, kind: Kind) -> list[NDArray[Any]] | None:
        """Tables that carry the columns before a jump to those after it; None where it moves none."""
        if (side, kind) not in self._columns:
            self._columns[side, kind] = self._column_tables(side, kind)
        return self._columns[side, kind]

    def _column_tables(self, side: Side, kind: Kind) -> list[NDArray[Any]] | None:
        high = self.tiling.high
        numbers = high[side.before(kind)]
        start = np.uint32(side.care & ~side.value)
        legal = numbers & np.uint32(side.care) == start
        if not legal.any():
            return None
        after = high.place[numbers ^ np.uint32(side.care)]
        images = [1 << int(place) if fits else 0 for place, fits in zip(after, legal, strict=True)]
        return sum_tables(pack(images, high.size(kind)), len(numbers))
