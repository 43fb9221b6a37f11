"""Plans put in order: of the whole board, and on large ones also strip by strip. It finds plays only."""

from __future__ import annotations

from collections.abc import Callable

from feasibility.base.limits import Clock
from feasibility.game.position import Pair
from feasibility.search.plans.strips import Strips
from feasibility.search.plans.whole import Planner
from feasibility.search.results import Found, Result, Stopped

LARGE = 100  # holes; on more, a single position is also planned strip by strip, in turns
TURN = 1.0  # seconds of the first turn; each is twice as long as the one before


def plans(pair: Pair, *, clock: Clock, report: Callable[[str], None] | None = None, seed: int = 0) -> Result:
    """A play by plans, or what ended the search for one."""
    if pair.target.contains(pair.start.mask):
        return Found(())
    planner = Planner(pair, clock, seed, report)
    if pair.exact is None or pair.board.n <= LARGE:
        return planner.run()
    return in_turns(planner, Strips(pair, seed))


def in_turns(planner: Planner, strips: Strips) -> Result:
    """Strip by strip and as a whole, in turns that become longer."""
    clock, turn = planner.clock, TURN
    while (limit := clock.reached()) is None:
        brief = clock.within(turn)
        while not brief.expired():
            planner.tell(str(strips))
            jumps = strips.attempt(brief)
            if jumps is not None:
                return Found(jumps, cost=str(strips))
        planner.clock = clock.within(turn)
        result = planner.run()
        if isinstance(result, Found) or (isinstance(result, Stopped) and result.limit == "plans"):
            return result
        turn *= 2
    return Stopped(limit, so_far=f"{planner.so_far()}; {strips}")
