"""Plans put in order, and on all but small boards also a play that is mended. It finds plays only."""

from __future__ import annotations

from collections.abc import Callable

from feasibility.base.limits import Clock
from feasibility.game.position import Pair
from feasibility.search.plans.mending import Mending
from feasibility.search.plans.whole import Planner
from feasibility.search.results import Found, Result, Stopped

SMALL = 40  # holes; on more, a play to a single position is also mended, in turns
TURN = 1.0  # seconds of the first turn of plans; each is twice as long as the one before
LONGER = 3  # times as long are the turns of mending


def plans(pair: Pair, *, clock: Clock, report: Callable[[str], None] | None = None, seed: int = 0) -> Result:
    """A play by plans, or what ended the search for one."""
    if pair.target.contains(pair.start.mask):
        return Found(())
    planner = Planner(pair, clock, seed, report)
    if pair.exact is None or pair.board.n <= SMALL:
        return planner.run()
    return in_turns(planner, Mending(pair, seed))


def in_turns(planner: Planner, mending: Mending) -> Result:
    """A play mended and plans put in order, in turns that become longer."""
    clock, turn = planner.clock, TURN
    while (limit := clock.reached()) is None:
        brief = clock.within(LONGER * turn)
        while not brief.expired():
            planner.tell(str(mending))
            jumps = mending.run(brief.within(TURN))
            if jumps is not None:
                return Found(jumps, cost=str(mending))
        planner.clock = clock.within(turn)
        result = planner.run()
        if isinstance(result, Found) or (isinstance(result, Stopped) and result.limit == "plans"):
            return result
        turn *= 2
    return Stopped(limit, so_far=f"{planner.so_far()}; {mending}")
