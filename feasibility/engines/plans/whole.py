"""Plan, order, and where that fails repair the plan, learn what it lacks, plan anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.engines.plans.cuts import first_cuts, lacking
from feasibility.engines.plans.ordering import Ordering, Part
from feasibility.engines.plans.program import Counts, Program
from feasibility.engines.plans.window import grown, replanned
from feasibility.engines.results import Found
from feasibility.game.position import Pair

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


@dataclass
class Repair:
    """A plan that is changed until it has an order."""

    counts: Counts
    left: int = REPAIRS
    best: tuple[int, Counts, list[Part]] | None = None  # jumps without an order, plan, and those jumps


class Planner:
    """Plans of one pair, until one can be played."""

    def __init__(self, pair: Pair, clock: Clock, report: Callable[[str], None] | None = None) -> None:
        self.pair, self.clock, self.report = pair, clock, report
        self.program = Program(pair)
        self.ordering = Ordering(pair.board)
        self.planned = self.repaired = 0
        self.repair: Repair | None = None  # under way
        self.nodes = BRIEF if pair.exact is None else max(NODES, DEPTH * self.program.jumps)
        self.began = monotonic()
        for cut in first_cuts(self.program, self.ordering):
            self.program.add(cut)

    def run(self) -> Found | Stopped:
        """Plan after plan, each repaired some times."""
        while (limit := self.clock.reached()) is None:
            self.tell(self.so_far())
            if self.repair is None:
                counts = self.program.plan(self.clock, int(self.nodes))
                if counts == "empty":
                    return self._stopped("plans")
                self.nodes *= 1.0 if counts is None else GROWTH
                if isinstance(counts, tuple):
                    self.planned += 1
                    self.repair = Repair(counts)
                continue
            order = self._repaired(self.repair)
            if order is not None:
                jumps = self.pair.board.jumps
                return Found(tuple(tuple(jumps[j]) for j in order), cost=self.so_far())
        return self._stopped(limit)

    def _repaired(self, repair: Repair) -> list[int] | None:
        """An order of the plan, or of one that differs from it near the places where it had none."""
        random, board = self.program.random, self.pair.board
        while repair.left:
            order = self._ordered(repair.counts)
            if order is not None or self.clock.expired():
                return order
            stuck = self.ordering.stuck
            size = sum(map(len, stuck))
            if repair.best is None or size <= repair.best[0] + random.integers(WORSE + 1):
                repair.best = size, repair.counts, stuck
            _, kept, stuck = repair.best
            part = stuck[int(random.integers(len(stuck)))]
            window = grown(self.pair, part, 1 + int(random.integers(STEPS)), min(MOST_HOLES, board.n))
            repair.counts = replanned(self.program, kept, part, window, self.clock)
            repair.left -= 1
            self.repaired += 1
        self.repair = None
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
        if self.report is not None:
            rate = (self.planned + self.repaired) / max(monotonic() - self.began, 1e-9)
            self.report(f"plans in order: {so_far}, {rate:,.0f}/s")

    def so_far(self) -> str:
        cuts = len(self.program.cuts)
        return f"{plural(self.planned, 'plan')}, {plural(self.repaired, 'repair')}, {plural(cuts, 'cut')}"

    def _stopped(self, limit: str) -> Stopped:
        return Stopped(limit, so_far=self.so_far())
