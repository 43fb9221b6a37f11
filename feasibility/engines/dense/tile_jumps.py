"""From one level of pegs to the next: every jump on whole tiles, compiled or with numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.engines.dense.address_order import Triple
from feasibility.engines.dense.tiles import LevelSet, Parts, Tiling
from feasibility.engines.threads import in_order, in_threads
from feasibility.native import binding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.engines.dense.tiles import Ints

ROWS = 1 << 10  # of a tile that numpy treats at once, and between two looks at the clock


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


def tile_jumps(tiling: Tiling, jumps: Sequence[Triple]) -> tuple[TileJump, ...]:
    """The jumps of a board as they act on tiles."""
    return tuple(_tile_jump(tiling, jump) for jump in jumps)


def _tile_jump(tiling: Tiling, jump: Triple) -> TileJump:
    residue, holes, landing = tiling.residue, sum(1 << hole for hole in jump), jump[2]
    cares, values = tiling.cut(residue.address(holes)), tiling.cut(residue.address(1 << landing))
    low = Half(cares[0], values[0], tiling.low.parities_of(cares[0]))
    high = Half(cares[1], values[1], tiling.high.parities_of(cares[1]))
    care = sum(1 << i for i, hole in enumerate(residue.pivots) if hole in jump)
    value = sum(1 << i for i, hole in enumerate(residue.pivots) if hole == landing)
    return TileJump(low, high, care, value)


@dataclass(frozen=True, eq=False)
class Masks:
    """For each way in which jumps change the low part: the columns they can leave, and those they end in."""

    words: NDArray[np.uint64]
    first: Ints  # by kind of the low part, in the mask of all columns
    length: int  # words of such a mask

    @classmethod
    def of(cls, tiling: Tiling, sides: Sequence[Half]) -> Masks:
        """Two masks for each side, that of its beginning first."""
        low = tiling.low
        ends = np.cumsum(tiling.width)
        length, first = int(ends[-1]), ends - tiling.width
        places = np.repeat(64 * first, low.sizes) + low.place[low.order]
        words = np.zeros(2 * len(sides) * length, np.uint64)
        for number, side in enumerate(sides):
            for at, value in enumerate((side.care ^ side.value, side.value)):
                bits = np.zeros(64 * length, np.bool_)
                bits[places] = low.order & np.uint32(side.care) == np.uint32(value)
                packed = np.packbits(bits, bitorder="little").view("<u8")
                words[(2 * number + at) * length : (2 * number + at + 1) * length] = packed
        return cls(words, first, length)


def table_bytes(tiling: Tiling, jumps: Sequence[Triple]) -> int:
    """What the masks and the tables of parts take."""
    sides = {jump.low for jump in tile_jumps(tiling, jumps) if jump.low.care}
    return 16 * len(sides) * int(tiling.width.sum()) + 8 * (len(tiling.low.order) + len(tiling.high.order))


@dataclass(frozen=True, eq=False)
class Work:
    """The tiles of a level, and all that jumps carry into them; a line of each array is a record in C."""

    level: LevelSet
    above: LevelSet
    tiles: Ints
    pulls: Ints
    masks: Masks


class Stepper:
    """Makes each level from the one above it."""

    def __init__(self, tiling: Tiling, jumps: Sequence[Triple]) -> None:
        self.tiling = tiling
        self.sides: dict[Half, int] = {}  # the ways in which columns move, numbered
        for jump in tile_jumps(tiling, jumps):
            if jump.low.care:
                self.sides.setdefault(jump.low, len(self.sides))
        # those that move columns in the same way after each other: the kernel gathers them
        self.jumps = sorted(tile_jumps(tiling, jumps), key=lambda jump: self.sides.get(jump.low, -1))
        self.low = {side: side.before(tiling.low) for side in {jump.low for jump in self.jumps}}
        self.high = {side: side.before(tiling.high) for side in {jump.high for jump in self.jumps}}

    @cached_property
    def masks(self) -> Masks:
        return Masks.of(self.tiling, list(self.sides))

    def below(
        self, above: LevelSet, clock: Clock, threads: int, report: Callable[[float], None]
    ) -> LevelSet | None:
        """All positions one jump after those of a level; None where time ran out before."""
        level = LevelSet(self.tiling, above.pegs - 1)
        if not self.jumps:
            return level
        work = self.work(level, above)
        run = _with_numpy if binding.library() is None else _compiled
        return level if run(work, clock, threads, report) else None

    def work(self, level: LevelSet, above: LevelSet) -> Work:
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
        tiles = np.ascontiguousarray(np.stack(columns, axis=1))
        return Work(level, above, tiles, np.ascontiguousarray(records), self.masks)

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
            begin = 2 * self.sides[jump.low] * self.masks.length
            lines[:, 2] = begin + self.masks.first[low]
            lines[:, 3] = begin + self.masks.length + self.masks.first[lows[fits]]
        else:
            lines[:, 2:4] = -1
        return number, lines


def _compiled(work: Work, clock: Clock, threads: int, report: Callable[[float], None]) -> bool:
    """By native/tiles.h; whether the level is complete."""
    tiling, level = work.level.tiling, work.level
    stop = np.zeros(1, np.int32)
    arrays: dict[str, NDArray[Any]] = {  # they live as long as the pointers to them
        "words": level.words,
        "above": work.above.words,
        "tiles": work.tiles,
        "pulls": work.pulls,
        "parts": tiling.high.order,
        "place": tiling.high.place,
        "masks": work.masks.words,
        "members": level.sizes,
        "stop": stop,
    }
    if int(tiling.width.max()) > binding.MOST_WIDE:
        raise ValueError(f"the kernel has room for rows of {binding.MOST_WIDE} words")
    task = binding.Stepping(
        count=len(work.tiles), **{name: binding.address(array) for name, array in arrays.items()}
    )
    step = binding.compiled().tiles_step
    whole = len(work.tiles) or 1
    in_threads(threads, lambda: step(task), clock, stop, lambda: report(min(task.cursor, whole) / whole))
    return not stop[0]


def _with_numpy(work: Work, clock: Clock, threads: int, report: Callable[[float], None]) -> bool:
    """The reference for native/tiles.h."""
    stopped, done, whole = Event(), 0, len(work.tiles)

    def fill(number: int) -> int:
        for first in range(0, int(work.tiles[number, 1]), ROWS):
            if clock.expired() or stopped.is_set():
                return 0
            _pull(work, work.tiles[number], first)
        return 1

    for filled in in_order(fill, range(whole), threads, stopped.set):
        done += filled
        report(done / whole)
    work.level.look()
    return done == whole


def _pull(work: Work, tile: Ints, first: int) -> None:
    """Every jump into some rows of a tile."""
    begin, rows, width, part, first_pull, last_pull = tile.tolist()
    table = work.level.words[begin : begin + rows * width].reshape(rows, width)[first : first + ROWS]
    high = work.level.tiling.high
    numbers = high.order[part : part + rows][first : first + ROWS]
    for source, wide, leave, end, care, value in work.pulls[first_pull:last_pull].tolist():
        chosen = np.flatnonzero(numbers & np.uint32(care) == np.uint32(value))
        before = high.place[numbers[chosen] ^ np.uint32(care)].astype(np.int64)
        moved = work.above.words[(source + before * wide)[:, None] + np.arange(wide)]
        if leave >= 0:
            masks = work.masks.words
            moved = _moved(moved, masks[leave : leave + wide], masks[end : end + width])
        table[chosen] |= moved


def _moved(rows: NDArray[Any], leave: NDArray[Any], end: NDArray[Any]) -> NDArray[Any]:
    """The columns of some rows, from those that are marked in `leave` to those marked in `end`, in order."""
    out = np.zeros((len(rows), 64 * len(end)), np.uint8)
    out[:, _bits(end[None])[0] == 1] = _bits(rows)[:, _bits(leave[None])[0] == 1]
    return np.packbits(out, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _bits(rows: NDArray[Any]) -> NDArray[Any]:
    return np.unpackbits(rows.astype("<u8").view(np.uint8), axis=1, bitorder="little")
