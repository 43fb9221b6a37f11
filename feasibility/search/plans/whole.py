"""Plan, order, and where that fails repair the plan, learn what it lacks, plan anew."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.game.position import Pair
from feasibility.search.plans.cuts import first_cuts, lacking
from feasibility.search.plans.ordering import Ordering, Part
from feasibility.search.plans.program import Counts, Program
from feasibility.search.plans.window import grown, replanned
from feasibility.search.results import Found, Result, Stopped

NODES = 100  # of the first dive, at least
DEPTH = 0.6  # nodes for each jump of the board: a dive that ends is about a third of the jumps deep
BRIEF = 50  # nodes of the first dive for a pattern: its plans have few jumps, and a dive that ends is short
GROWTH = 1.03  # of their number from one dive to the next: unlucky dives have a long tail
ORDERS = 400  # nodes for each part of a plan
REPAIRS = 40  # of one plan
STEPS = 2  # by which a window grows, at most
MOST_HOLES = 70  # of a window
MOST_DEAD = 100_000  # parts without an order that are remembered
WORSE = 2  # jumps more without an order that a repaired plan may have


class Planner:
    """Plans of one pair, until one can be played."""

    def __init__(
        self, pair: Pair, clock: Clock, seed: int, report: Callable[[str], None] | None = None
    ) -> None:
        self.pair, self.clock, self.report = pair, clock, report
        self.program = Program(pair, seed)
        self.ordering = Ordering(pair.board)
        self.planned = self.repaired = 0
        self.nodes = BRIEF if pair.exact is None else max(NODES, DEPTH * self.program.jumps)
        self.began = monotonic()
        for cut in first_cuts(self.program, self.ordering):
            self.program.add(cut)

    def run(self) -> Result:
        """Plan after plan, each repaired some times."""
        while (limit := self.clock.reached()) is None:
            self.tell(self.so_far())
            counts = self.program.plan(self.clock, int(self.nodes))
            self.nodes *= GROWTH
            if counts == "empty":
                return self._stopped("plans")
            order = self._repaired(counts) if isinstance(counts, tuple) else None
            if order is not None:
                jumps = self.pair.board.jumps
                return Found(tuple(tuple(jumps[j]) for j in order), cost=self.so_far())
        return self._stopped(limit)

    def _repaired(self, counts: Counts) -> list[int] | None:
        """An order of the plan, or of one that differs from it near the places where it had none."""
        self.planned += 1
        random, board = self.program.random, self.pair.board
        best: tuple[int, Counts, list[Part]] | None = None
        for _ in range(REPAIRS):
            order = self._ordered(counts)
            if order is not None or self.clock.expired():
                return order
            stuck = self.ordering.stuck
            size = sum(map(len, stuck))
            if best is None or size <= best[0] + random.integers(WORSE + 1):
                best = size, counts, stuck
            _, kept, stuck = best
            part = stuck[int(random.integers(len(stuck)))]
            window = grown(self.pair, part, 1 + int(random.integers(STEPS)), min(MOST_HOLES, board.n))
            counts = replanned(self.program, kept, part, window, self.clock)
            self.repaired += 1
        return None

    def _ordered(self, counts: Counts) -> list[int] | None:
        ordering, start = self.ordering, self.pair.start.mask
        if self.pair.target.free or len(ordering.dead) > MOST_DEAD:
            ordering.dead.clear()  # where holes are free, another plan leads to another end
        plan = [j for j, times in enumerate(counts) for _ in range(times)]
        order = ordering.order(start, plan, self.clock, ORDERS)
        if order is None:
            for cut in lacking(self.program, ordering, plan, self.clock):
                self.program.add(cut)
        return order

    def tell(self, so_far: str) -> None:
        """Progress, for those who want to hear it."""
        if self.report is not None:
            rate = (self.planned + self.repaired) / max(monotonic() - self.began, 1e-9)
            self.report(f"plans in order: {so_far}, {rate:,.0f}/s")

    def so_far(self) -> str:
        """What was done."""
        cuts = len(self.program.cuts)
        return f"{plural(self.planned, 'plan')}, {plural(self.repaired, 'repair')}, {plural(cuts, 'cut')}"

    def _stopped(self, limit: str) -> Stopped:
        return Stopped(limit, so_far=self.so_far())
