"""Exact search one level of pegs at a time: all that the start can reach, in memory far below a closure's.

Only a level and the one above it are needed to go on, and a level is finished when it is made. The others
are kept to read a play from them: in memory while there is room, or in a work directory. From there the level
above is read in its place, so that memory holds only the level that is being made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.address_order import Triple
from feasibility.engines.dense.closure import too_many_holes
from feasibility.engines.dense.run import memory_refusal
from feasibility.engines.dense.store import SetFile, in_folder, question_digest
from feasibility.engines.dense.tile_jumps import Stepper
from feasibility.engines.dense.tiles import LevelSet, Tiling, tiled_layout
from feasibility.engines.results import Exhausted, Found, Result

if TYPE_CHECKING:
    from feasibility.game.position import Pair

LEVEL_STEPS = 1000  # of work for a level, besides one for each thousand bits of it
PART, MOST_HIGH = 20, 24  # bytes for each number of a part, while they are sorted by kind; bits of a part
# Holes that follow from the others, as usual; on odd boards there may be more, if a class has few bits, since
# each combination of their values makes a kind of positions, with tables over every two kinds.
PIVOTS, FEW_BITS, MOST_PIVOTS = 10, 20, 56


def search_by_levels(
    pair: Pair, clock: Clock, threads: int = 2, workdir: Path | None = None, report: Report | None = None
) -> Result:
    """A play, the number of all positions that can be reached, or the limit that came first."""
    board, start = pair.board, pair.start
    if refusal := too_many_holes(board.n):
        return refusal
    tiling = Tiling(tiled_layout(board.n, board.jumps).through(start.mask))
    if refusal := _too_large(tiling) or memory_refusal(PART << tiling.residue.bits - tiling.split, clock):
        return refusal
    stepper = Stepper(tiling, board.jumps)
    if refusal := memory_refusal(needed(stepper, start.count, 2 if workdir is None else 1), clock):
        return refusal
    digest = question_digest("levels", board.n, board.jumps, start.mask, tiling.residue.order, tiling.split)
    return in_folder(workdir, _Search(pair, stepper, clock, threads, workdir, digest, report).run)


def _too_large(tiling: Tiling) -> Stopped | None:
    bits, pivots = tiling.residue.bits, len(tiling.residue.pivots)
    if pivots > MOST_PIVOTS or (pivots > PIVOTS and bits > FEW_BITS):
        return Stopped("board", f"{pivots} holes follow from the others: too many kinds of positions")
    if bits - tiling.split > MOST_HIGH:
        return Stopped("board", f"a residue class has 2^{bits} positions")
    return None


def needed(stepper: Stepper, pegs: int, held: int = 2) -> int:
    """Bytes for the tables, and at the peak for a level and the one above it, or for the one that is made."""
    words = [stepper.tiling.words(k) for k in range(pegs + 1)]
    levels = max(map(sum, zip(words, [0, *words], strict=False))) if held == 2 else max(words)
    return 8 * levels + stepper.table_bytes


@dataclass(frozen=True, eq=False)
class _Search:
    """A search under way. `kept`: the finished levels, as far as memory has them."""

    pair: Pair
    stepper: Stepper
    clock: Clock
    threads: int
    folder: Path | None
    digest: str
    report: Report | None
    kept: dict[int, LevelSet] = field(default_factory=dict)

    def run(self) -> Result:
        sizes: list[int] = []
        for level in self._levels():
            if isinstance(level, Stopped):
                return replace(level, forward=tuple(sizes), so_far=_told(sizes))
            sizes.append(len(level))
            goal = self._match(level)
            if goal is not None:
                return self._play(goal)
        return Exhausted(closure=sum(sizes), cost=_told(sizes))

    def _levels(self) -> Iterator[LevelSet | Stopped]:
        """The levels that hold positions, from the start down; those on disk are not made again."""
        pegs = self.pair.start.count
        level = self._read(pegs)
        if level is None:
            level = LevelSet(self.stepper.tiling, pegs)
            level.add(self.pair.start.mask)
        while len(level):
            yield level
            following: LevelSet | Stopped | None = self._keep(level)
            if level.pegs == 0:
                return
            if following is None:
                following = self._read(level.pegs - 1)
            if following is None:
                following = self._made(level)
            if isinstance(following, Stopped):
                yield following
                return
            level = following

    def _made(self, above: LevelSet) -> LevelSet | Stopped:
        self.clock.spend(LEVEL_STEPS + 64 * len(above.words) // 1000)
        pegs, began = above.pegs - 1, monotonic()
        bits = 64 * self.stepper.tiling.words(pegs)

        def report(share: float) -> None:
            if self.report is not None:
                rate = share * bits / max(monotonic() - began, 1e-9)
                self.report(f"levels, {pegs} pegs: {share:.0%} of {bits:,} bits made, {rate:,.0f}/s")

        report(0.0)
        made = self.stepper.below(above, self.clock, self.threads, report)
        if made is None:
            return Stopped(self.clock.over() or "time", f"the level of {pegs} pegs was not finished")
        return made

    def _file(self, pegs: int) -> SetFile | None:
        if self.folder is None:
            return None
        return SetFile(self.folder / f"level-{pegs:02d}.bits", f"{self.digest} {pegs}")

    def _read(self, pegs: int) -> LevelSet | None:
        """A finished level, if it was kept."""
        file = self._file(pegs)
        if file is not None and file.path.exists():
            return LevelSet(self.stepper.tiling, pegs, file)
        return self.kept.get(pegs)

    def _keep(self, level: LevelSet) -> Stopped | None:
        """A level is finished; a refusal if the disk does not take it."""
        file = self._file(level.pegs)
        if file is not None:
            return level.keep_in(file)
        following = 8 * self.stepper.tiling.words(level.pegs - 1) if level.pegs else 0
        if memory_refusal(following, self.clock):
            self.kept.clear()
        self.kept[level.pegs] = level
        return None

    def _match(self, level: LevelSet) -> int | None:
        target = self.pair.target
        if not target.fewest <= level.pegs <= target.most:
            return None
        return level.first_match(target.must, target.free)

    def _play(self, goal: int) -> Result:
        """Back from the goal, from level to level."""
        jumps, position = self.pair.board.jumps, goal
        steps: list[Triple] = []
        for pegs in range(goal.bit_count() + 1, self.pair.start.count + 1):
            above = self._read(pegs)
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


def _told(sizes: Sequence[int]) -> str:
    return f"positions by level: {', '.join(f'{size:,}' for size in sizes)}"
