"""From one level of pegs to the next: every jump on whole tiles, by native/tiles.h.

There is no second way to do it: what numpy would take hours for, a closure by numpy has in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.engines.dense.address_order import Triple
from feasibility.engines.dense.tiles import LevelSet, Parts, Tiling
from feasibility.engines.threads import in_threads
from feasibility.native import binding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.engines.dense.tiles import Ints


@dataclass(frozen=True)
class Half:
    """A jump as one part of the address sees it: bits that it flips, their values at its end."""

    care: int
    value: int
    parities: int  # of the pivots that change with these bits

    def before(self, parts: Parts) -> Ints:
        """By the kind of a part after the jump its kind before it; -1 where the jump cannot end."""
        gained = (self.care ^ self.value).bit_count() - self.value.bit_count()
        kinds = [
            parts.kind(pegs + gained, parities ^ self.parities)
            for pegs, parities in zip(parts.pegs.tolist(), parts.parities.tolist(), strict=True)
        ]
        ends = parts.order & np.uint32(self.care) == np.uint32(self.value)
        some = np.add.reduceat(ends.astype(np.int64), parts.first) > 0
        return np.where(some, np.array(kinds, np.int64), -1)


@dataclass(frozen=True)
class TileJump:
    """A jump on both parts, and the values of the pivots among its holes at its end."""

    low: Half
    high: Half
    care: int  # pivots
    value: int

    @classmethod
    def of(cls, tiling: Tiling, jump: Triple) -> TileJump:
        residue, holes, landing = tiling.residue, sum(1 << hole for hole in jump), jump[2]
        cares, values = tiling.cut(residue.address(holes)), tiling.cut(residue.address(1 << landing))
        low = Half(cares[0], values[0], tiling.low.parities_of(cares[0]))
        high = Half(cares[1], values[1], tiling.high.parities_of(cares[1]))
        care = sum(1 << i for i, hole in enumerate(residue.pivots) if hole in jump)
        value = sum(1 << i for i, hole in enumerate(residue.pivots) if hole == landing)
        return cls(low, high, care, value)


class Stepper:
    """Makes each level from the one above it."""

    def __init__(self, tiling: Tiling, jumps: Sequence[Triple]) -> None:
        self.tiling = tiling
        made = [TileJump.of(tiling, jump) for jump in jumps]
        moving = dict.fromkeys(jump.low for jump in made if jump.low.care)
        self.sides = {side: number for number, side in enumerate(moving)}  # the ways in which columns move
        # those that move columns in the same way after each other: the kernel gathers them
        self.jumps = sorted(made, key=lambda jump: self.sides.get(jump.low, -1))
        self.low = {side: side.before(tiling.low) for side in {jump.low for jump in made}}
        self.high = {side: side.before(tiling.high) for side in {jump.high for jump in made}}
        ends = np.cumsum(tiling.width)
        self.length, self.first = int(ends[-1]), ends - tiling.width  # of a mask, and by kind of the low part

    @property
    def table_bytes(self) -> int:
        """What the masks and the tables of parts take."""
        numbers = len(self.tiling.low.order) + len(self.tiling.high.order)
        return 16 * len(self.sides) * self.length + 8 * numbers

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """For each way in which columns move those that it can leave, and those where it ends."""
        low = self.tiling.low
        places = np.repeat(64 * self.first, low.sizes) + low.place[low.order]
        words = np.zeros((len(self.sides), 2, self.length), np.uint64)
        for number, side in enumerate(self.sides):
            for at, value in enumerate((side.care ^ side.value, side.value)):
                bits = np.zeros(64 * self.length, np.bool_)
                bits[places] = low.order & np.uint32(side.care) == np.uint32(value)
                words[number, at] = np.packbits(bits, bitorder="little").view("<u8")
        return words

    def below(
        self, above: LevelSet, clock: Clock, threads: int, report: Callable[[float], None]
    ) -> LevelSet | None:
        """All positions one jump after those of a level; None where time ran out before."""
        level, tiling, stop = LevelSet(self.tiling, above.pegs - 1), self.tiling, np.zeros(1, np.int32)
        if not self.jumps:
            return level
        if int(tiling.width.max()) > binding.MOST_WIDE:
            raise ValueError(f"the kernel has room for rows of {binding.MOST_WIDE} words")
        tiles, pulls = self._records(level, above)
        arrays: dict[str, NDArray[Any]] = {  # they live as long as the pointers to them
            "words": level.words,
            "above": above.words,
            "tiles": tiles,
            "pulls": pulls,
            "parts": tiling.high.order,
            "place": tiling.high.place,
            "masks": self.masks,
            "members": np.zeros(len(tiles), np.int64),
            "stop": stop,
        }
        pointers = {name: binding.address(array) for name, array in arrays.items()}
        task, step = binding.Stepping(count=len(tiles), **pointers), binding.compiled().tiles_step
        whole = len(tiles) or 1
        in_threads(threads, lambda: step(task), clock, stop, lambda: report(min(task.cursor, whole) / whole))
        level.sizes = arrays["members"]
        return None if stop[0] else level

    def _records(self, level: LevelSet, above: LevelSet) -> tuple[Ints, Ints]:
        """The tiles of a level, and all that jumps carry into them; a line of each is a record in C."""
        tiling = self.tiling
        lows, highs = tiling.tiles[level.pegs]
        filled = np.zeros(tiling.pegs.shape, np.bool_)
        filled[tiling.tiles[above.pegs]] = above.sizes > 0
        pulls = [self._pulls(jump, lows, highs, filled) for jump in self.jumps]
        into = np.concatenate([numbers for numbers, _ in pulls])
        order = np.argsort(into, kind="stable")
        count = np.bincount(into, minlength=len(lows))
        last = np.cumsum(count)
        columns = [tiling.first[lows, highs], tiling.high.sizes[highs], tiling.width[lows]]
        columns += [tiling.high.first[highs], last - count, last]
        records = np.concatenate([lines for _, lines in pulls])[order]
        return np.ascontiguousarray(np.stack(columns, axis=1)), np.ascontiguousarray(records)

    def _pulls(self, jump: TileJump, lows: Ints, highs: Ints, filled: NDArray[np.bool_]) -> tuple[Ints, Ints]:
        """The tiles that a jump can end in, and the records that say how."""
        tiling = self.tiling
        low, high = self.low[jump.low][lows], self.high[jump.high][highs]
        fits = (low >= 0) & (high >= 0) & (tiling.pivots[lows, highs] & jump.care == jump.value)
        fits[fits] = filled[low[fits], high[fits]]
        low, high, number = low[fits], high[fits], np.flatnonzero(fits)
        lines = np.empty((len(number), binding.PULL), np.int64)
        lines[:, 0], lines[:, 1] = tiling.first[low, high], tiling.width[low]
        lines[:, 4], lines[:, 5] = jump.high.care, jump.high.value
        if jump.low.care:
            begin = 2 * self.sides[jump.low] * self.length
            lines[:, 2] = begin + self.first[low]
            lines[:, 3] = begin + self.length + self.first[lows[fits]]
        else:
            lines[:, 2:4] = -1
        return number, lines
