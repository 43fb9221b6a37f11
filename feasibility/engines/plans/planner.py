"""Plans put in order, and on all but small boards also a play that is mended. It finds plays only."""

from __future__ import annotations

from collections.abc import Callable

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.engines.plans.mending import Mending
from feasibility.engines.plans.whole import Planner
from feasibility.engines.results import Found, Result
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair

SMALL = 40  # holes; on more, a play to a single position is also mended, in turns
PIECE = 1.0  # seconds of mending at first, and of planning at least, before the other has its turn
LONGER = 3  # times as long as planning is mended


class Plans:
    """A play by plans, in turns: each goes on where the one before came to its limit."""

    def __init__(self, pair: Pair, report: Callable[[str], None] | None = None) -> None:
        self.pair, self.report = pair, report
        self.planner: Planner | None = None
        self.mending = Mending(pair) if pair.exact is not None and pair.board.n > SMALL else None
        self.planned = self.mended = 0.0  # seconds so far
        self.planned_until, self.mended_until = 0.0, PIECE

    def run(self, clock: Clock) -> Result:
        if self.pair.target.contains(self.pair.start.mask):
            return Found(())
        while (limit := clock.reached()) is None:
            began = clock.now()
            if self.mending is not None and self.mended < self.mended_until:
                jumps = self._mend(self.mending, clock)
                self.mended += clock.now() - began
                if jumps is not None:
                    return Found(jumps, cost=str(self.mending))
                self.planned_until = self.planned + max(PIECE, self.mended / LONGER)
                continue
            result = self._plan(clock)
            self.planned += clock.now() - began
            if isinstance(result, Found) or result.limit == "plans":
                return result
            if self.planned >= self.planned_until:
                self.mended_until = LONGER * self.planned
        return Stopped(limit, so_far="; ".join(self.so_far()))

    def so_far(self) -> list[str]:
        planned = [] if self.planner is None else [self.planner.so_far()]
        return planned + ([] if self.mending is None else [str(self.mending)])

    def _mend(self, mending: Mending, clock: Clock) -> tuple[Jump, ...] | None:
        if self.report is not None:
            self.report(str(mending))
        return mending.run(clock.within(min(PIECE, self.mended_until - self.mended)))

    def _plan(self, clock: Clock) -> Found | Stopped:
        """All the time where nothing is mended."""
        piece = clock if self.mending is None else clock.within(self.planned_until - self.planned)
        if self.planner is None:
            self.planner = Planner(self.pair, piece, self.report)
        self.planner.clock = piece
        return self.planner.run()
