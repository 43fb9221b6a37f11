"""Plans put in order, for patterns and numbers of pegs: plan, order, learn what a plan lacks, plan anew.

A cut is a set of jumps of which every play has one. The first are the jumps that can begin. Let F be the
jumps of a plan that may be playable, one after the other, from the start (`Ordering.reach`). If they alone
cannot lead to the target, a play has a first jump that is not in F. It comes after jumps of F alone, so it is
one of those that are then legal; and the plan has none of these. This is the turning point with F as the
jumps before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.plans.ordering import Ordering
from feasibility.engines.plans.program import Counts, Cut, Program
from feasibility.engines.results import Found
from feasibility.game.position import Pair

NODES = 50  # of the first dive: plans have few jumps, and a dive that ends is short
GROWTH = 1.03  # of their number from one dive to the next: unlucky dives have a long tail
ORDERS = 400  # nodes for each part of a plan


class Planner:
    """Plans of one pair, until one can be played."""

    def __init__(self, pair: Pair, report: Report = silent) -> None:
        self.pair, self.report = pair, report
        self.program, self.ordering = Program(pair), Ordering(pair.board)
        self.planned, self.nodes = 0, float(NODES)
        self.counts: Counts | None = None  # of the plan that is put in order
        self.began = monotonic()
        self.program.add(self._legal(pair.start.mask, ~pair.start.mask))

    def run(self, clock: Clock) -> Found | Stopped:
        """Plan after plan."""
        if self.pair.target.contains(self.pair.start.mask):
            return Found(())
        while (limit := clock.reached()) is None:
            self._tell()
            if self.counts is None:
                counts = self.program.plan(clock, int(self.nodes))
                if counts == "empty":
                    return Stopped("plans", so_far=str(self))
                self.nodes *= 1.0 if counts is None else GROWTH
                if not isinstance(counts, tuple):
                    continue
                self.counts = counts
                self.planned += 1
            plan = [j for j, times in enumerate(self.counts) for _ in range(times)]
            order = self.ordering.order(self.pair.start.mask, plan, clock, ORDERS)
            if order is not None:
                return Found(tuple(tuple(self.pair.board.jumps[j]) for j in order), cost=str(self))
            if not clock.expired():
                self.program.add(self.lacking(plan, clock))
                self.counts = None
        return Stopped(limit, so_far=str(self))

    def lacking(self, plan: Iterable[int], clock: Clock) -> Cut | None:
        """Jumps of which every play has one, and the plan none; None: it could be begun."""
        kinds = frozenset(plan)
        full, empty, never = self.ordering.reach(self.pair.start.mask, kinds)
        begun = kinds.difference(never)
        if not never or self.program.suffice(begun, clock):
            return None
        return self._legal(full, empty) - begun

    def _legal(self, full: int, empty: int) -> Cut:
        """Jumps that may be legal where these holes can be full, and those empty."""
        masks = enumerate(self.pair.board.jump_masks)
        return frozenset(j for j, (pegs, holes) in masks if full & pegs == pegs and empty & (holes ^ pegs))

    def _tell(self) -> None:
        rate = self.planned / max(monotonic() - self.began, 1e-9)
        self.report(f"plans in order: {self}, {rate:,.0f}/s")

    def __str__(self) -> str:
        return f"{plural(self.planned, 'plan')}, {plural(len(self.program.cuts), 'cut')}"
