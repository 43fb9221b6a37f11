"""Exact search one level of pegs at a time: all that the start can reach, in memory far below a closure's.

Only a level and the one above it are needed to go on, and a level is finished when it is made. The others
are kept to read a play from them: in memory while there is room, or in a work directory. From there the level
above is read in its place, so that memory holds only the level that is being made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.base.workdir import owned
from feasibility.engines.dense.address_order import Triple
from feasibility.engines.dense.closure import DENSE_HOLES
from feasibility.engines.dense.run import memory_refusal
from feasibility.engines.dense.store import SetFile, question_digest
from feasibility.engines.dense.tile_jumps import Stepper, table_bytes
from feasibility.engines.dense.tiles import LevelSet, Tiling, tiled_layout
from feasibility.engines.results import Exhausted, Found, Result

if TYPE_CHECKING:
    from feasibility.game.position import Pair

LEVEL_STEPS = 1000  # of work for a level, besides one for each thousand bits of it
PART, MOST_HIGH = 20, 32  # bytes for each number of a part, while they are sorted by kind; bits of a part
# Holes that follow from the others, as usual; on odd boards there may be more, if a class has few bits, since
# each combination of their values makes a kind of positions, with tables over every two kinds.
PIVOTS, FEW_BITS, MOST_PIVOTS = 10, 20, 56


class _Kept:
    """The finished levels: on disk, in memory while there is room, or only the last one."""

    def __init__(self, tiling: Tiling, folder: Path | None, digest: str, clock: Clock) -> None:
        self.tiling, self.folder, self.digest, self.clock = tiling, folder, digest, clock
        self.levels: dict[int, LevelSet] = {}

    def _file(self, pegs: int) -> SetFile | None:
        if self.folder is None:
            return None
        return SetFile(self.folder / f"level-{pegs:02d}.bits", f"{self.digest} {pegs}")

    def keep(self, level: LevelSet) -> Stopped | None:
        """A level is finished; a refusal if the disk does not take it."""
        file = self._file(level.pegs)
        if file is not None:
            failure = None if file.path.exists() else file.save(level.words, len(level), done=True)
            if failure is None:  # its memory is free for the next one
                level.words = file.mapped(len(level.words))[0]
            self.levels = {level.pegs: level}
            return failure
        following = 8 * self.tiling.words(level.pegs - 1) if level.pegs else 0
        if memory_refusal(following, self.clock):
            self.levels.clear()
        self.levels[level.pegs] = level
        return None

    def size(self, pegs: int) -> int | None:
        """Of a level on disk, which is not read for it."""
        file = self._file(pegs)
        return None if file is None else file.told(max(1, self.tiling.words(pegs)))

    def read(self, pegs: int) -> LevelSet | None:
        """A finished level, if it was kept."""
        if pegs in self.levels:
            return self.levels[pegs]
        file = self._file(pegs)
        if file is None or not file.path.exists():
            return None
        words, size, done = file.mapped(max(1, self.tiling.words(pegs)))
        level = LevelSet(self.tiling, pegs, words)
        level.look()
        if not done or len(level) != size:
            raise InputError(
                "not a finished level", source=str(file.path), expected="an intact file; remove it"
            )
        return level


@dataclass(frozen=True, eq=False)
class LevelSearch:
    """A search by levels: what it asks, and what it may cost."""

    pair: Pair
    clock: Clock
    threads: int
    workdir: Path | None
    report: Report | None

    def run(self) -> Result:
        """A play, the number of all positions that can be reached, or the limit that came first."""
        board, start = self.pair.board, self.pair.start
        if board.n > DENSE_HOLES:
            return Stopped(
                "board", f"a level holds boards of at most {DENSE_HOLES} holes; this one has {board.n}"
            )
        residue = tiled_layout(board.n, board.jumps).through(start.mask)
        tiling, pivots = Tiling(residue), len(residue.pivots)
        if pivots > MOST_PIVOTS or (pivots > PIVOTS and residue.bits > FEW_BITS):
            return Stopped("board", f"{pivots} holes follow from the others: too many kinds of positions")
        if residue.bits - tiling.split > MOST_HIGH:
            return Stopped("board", f"a residue class has 2^{residue.bits} positions")
        refusal = memory_refusal(PART << residue.bits - tiling.split, self.clock)
        held = 2 if self.workdir is None else 1
        refusal = refusal or memory_refusal(needed(tiling, board.jumps, start.count, held), self.clock)
        if refusal is not None:
            return refusal
        digest = question_digest("levels", board.n, board.jumps, start.mask, residue.order, tiling.split)
        with nullcontext() if self.workdir is None else owned(self.workdir):
            return self._search(tiling, _Kept(tiling, self.workdir, digest, self.clock))

    def _search(self, tiling: Tiling, kept: _Kept) -> Result:
        sizes, first = self._finished(kept)
        for level in self._levels(tiling, kept, first):
            if isinstance(level, Stopped):
                return replace(level, forward=tuple(sizes), so_far=_told(sizes))
            sizes.append(len(level))
            failure = kept.keep(level)
            if failure is not None:
                return replace(failure, forward=tuple(sizes), so_far=_told(sizes))
            goal = self._match(level)
            if goal is not None:
                return self._play(kept, goal)
        return Exhausted(closure=sum(sizes), cost=_told(sizes))

    def _finished(self, kept: _Kept) -> tuple[list[int], int]:
        """The sizes of levels on disk that are not needed again, and the pegs of the level to go on from."""
        sizes, pegs = list[int](), self.pair.start.count
        while pegs and not self._matches(pegs):
            size, next_one = kept.size(pegs), kept.size(pegs - 1)
            if size is None or next_one is None:
                break
            sizes.append(size)
            pegs -= 1
        return sizes, pegs

    def _levels(self, tiling: Tiling, kept: _Kept, first: int) -> Iterator[LevelSet | Stopped]:
        """The levels that hold positions, from so many pegs down; those on disk are not made again."""
        stepper, start = Stepper(tiling, self.pair.board.jumps), self.pair.start
        level = kept.read(first)
        if level is None:
            level = LevelSet(tiling, start.count)
            level.add(start.mask)
        while len(level):
            yield level
            if level.pegs == 0:
                return
            following = kept.read(level.pegs - 1) or self._made(stepper, level)
            if isinstance(following, Stopped):
                yield following
                return
            level = following

    def _made(self, stepper: Stepper, above: LevelSet) -> LevelSet | Stopped:
        self.clock.spend(LEVEL_STEPS + 64 * len(above.words) // 1000)

        pegs, began = above.pegs - 1, monotonic()
        bits = stepper.tiling.members(pegs)

        def report(share: float) -> None:
            if self.report is not None:
                rate = share * bits / max(monotonic() - began, 1e-9)
                self.report(f"levels, {pegs} pegs: {share:.0%} of {bits:,} bits made, {rate:,.0f}/s")

        report(0.0)
        made = stepper.below(above, self.clock, self.threads, report)
        if made is None:
            return Stopped(self.clock.over() or "time", f"the level of {pegs} pegs was not finished")
        return made

    def _matches(self, pegs: int) -> bool:
        """Whether the target may have so many pegs."""
        return self.pair.target.fewest <= pegs <= self.pair.target.most

    def _match(self, level: LevelSet) -> int | None:
        target = self.pair.target
        return level.first_match(target.must, target.free) if self._matches(level.pegs) else None

    def _play(self, kept: _Kept, goal: int) -> Result:
        """Back from the goal, from level to level."""
        jumps, position = self.pair.board.jumps, goal
        steps: list[Triple] = []
        for pegs in range(goal.bit_count() + 1, self.pair.start.count + 1):
            above = kept.read(pegs)
            if above is None:
                return Stopped(
                    "memory",
                    "it can be reached, but the levels that show how did not fit; --workdir keeps them",
                )
            jump = next((jump for jump in jumps if _before(jump, position) in above), None)
            if jump is None:
                raise SoundnessError(f"a member of a level has no play; the pair:\n{self.pair!r}")
            position = _before(jump, position)
            steps.append(jump)
        return Found(tuple(reversed(steps)))


def _before(jump: Sequence[int], position: int) -> int:
    """The position before a jump; -1 where it cannot have been the last one."""
    start, over, landing = (1 << hole for hole in jump)
    return position ^ (start | over | landing) if position & (start | over | landing) == landing else -1


def needed(tiling: Tiling, jumps: Sequence[Triple], pegs: int, held: int = 2) -> int:
    """Bytes for the tables, and at the peak for a level and the one above it, or for the one that is made."""
    words = [tiling.words(k) for k in range(pegs + 1)]
    levels = max(map(sum, zip(words, [0, *words], strict=False))) if held == 2 else max(words)
    return 8 * levels + table_bytes(tiling, jumps)


def _told(sizes: Sequence[int]) -> str:
    return f"positions by level: {', '.join(f'{size:,}' for size in sizes)}"
