"""Who finds plays of a pair: to a position they are mended, to what is free both mended and planned."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from feasibility.base.limits import Clock
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.plans.mending import Mending
from feasibility.engines.plans.planner import Planner
from feasibility.engines.results import Found, Searcher
from feasibility.game.position import Pair, Position, bits
from feasibility.systems.residues import separate

FIRST = 0.1  # seconds of the first turn: armies have plans at once
LONGER = 1.5  # times as long is the next one
ENDS = 2  # single holes to which plays are mended, where any would do


class InTurns(Searcher):
    """Plans and mending: armies have few jumps and far to go, other patterns many and near."""

    def __init__(self, finders: Iterable[Planner | Mending]) -> None:
        self.finders = deque(finders)
        self.part = FIRST

    def run(self, clock: Clock) -> Found | Stopped:
        """A play, or the limit; `plans` where there is no plan, and so no play."""
        while (limit := clock.reached()) is None:
            result = self.finders[0].run(clock.within(self.part))
            if isinstance(result, Found) or result.limit == "plans":
                return result
            self.finders.rotate(-1)
            self.part *= LONGER
        return Stopped(limit, so_far="; ".join(map(str, self.finders)))


def finder(pair: Pair, report: Report = silent) -> Mending | Planner | InTurns:
    """What finds plays of a pair, in turns: each goes on where the one before came to its limit."""
    if pair.exact is not None:
        return Mending(pair, report)
    if pair.target.pegs is None:
        return InTurns([Planner(pair, report), Mending(pair, report)])
    return InTurns([*(Mending(end, report) for end in islice(_ends(pair), ENDS)), Planner(pair, report)])


def _ends(pair: Pair) -> Iterator[Pair]:
    """For one peg the holes where it may stand as far as residues know, those first that are empty."""
    if pair.target.pegs == 1:
        empty = bits(pair.board.full & ~pair.start.mask)
        for hole in (*empty, *bits(pair.start.mask)):
            end = Pair(pair.start, Position(pair.board, 1 << hole))
            if separate(end) is None:
                yield end
