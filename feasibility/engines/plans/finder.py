"""Who finds plays of a pair: to a position they are mended, to a pattern both mended and planned."""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.plans.mending import Mending
from feasibility.engines.plans.planner import Planner
from feasibility.engines.results import Found
from feasibility.game.position import Pair

FIRST = 0.1  # seconds of the first turn: armies have plans at once
LONGER = 1.5  # times as long is the next one


class InTurns:
    """Plans and mending: armies have few jumps and far to go, other patterns many and near."""

    def __init__(self, pair: Pair, report: Report) -> None:
        self.finders: list[Planner | Mending] = [Planner(pair, report), Mending(pair, report)]
        self.part = FIRST

    def run(self, clock: Clock) -> Found | Stopped:
        """A play, or the limit; `plans` where there is no plan, and so no play."""
        while (limit := clock.reached()) is None:
            result = self.finders[0].run(clock.within(self.part))
            if isinstance(result, Found) or result.limit == "plans":
                return result
            self.finders.reverse()
            self.part *= LONGER
        return Stopped(limit, so_far="; ".join(map(str, self.finders)))


def finder(pair: Pair, report: Report = silent) -> Mending | Planner | InTurns:
    """What finds plays of a pair, in turns: each goes on where the one before came to its limit."""
    if pair.exact is not None:
        return Mending(pair, report)
    return InTurns(pair, report) if pair.target.pegs is None else Planner(pair, report)
