"""Plans put in order: whole numbers of jumps that add up to what is asked, and an order to play them in."""

from __future__ import annotations

from time import monotonic

import numpy as np

from feasibility.base.arrays import Ints
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.plans.ordering import Ordering
from feasibility.engines.results import Found, Searcher
from feasibility.game.position import Pair
from feasibility.solvers.diving import Dive, Dived
from feasibility.solvers.highs import HotModel
from feasibility.systems.linear import cone_system

NODES = 50  # of the first dive: plans have few jumps, and a dive that ends is short
GROWTH = 1.03  # of their number from one dive to the next: unlucky dives have a long tail
ORDERS = 400  # nodes for each part of a plan
SPREAD = 0.1  # of the costs of jumps where the fewest are wanted
MIDDLE = (0.3, 0.4)  # where on a side of the board the middle part begins, and its share


class Dives:
    """Plans of a pair by diving, one for each objective that is drawn; equal seeds give equal plans."""

    def __init__(self, pair: Pair, seed: int = 0) -> None:
        self.pair, self.jumps = pair, len(pair.board.jumps)
        self.system = cone_system(pair)
        self.model = HotModel(self.system.matrix)
        self.random = np.random.default_rng(seed)
        places = np.array(pair.board.holes, dtype=float).reshape(-1, 2)
        self.places = places[np.array(pair.board.jumps, dtype=np.int64).reshape(-1, 3)].mean(axis=1)
        self._dive: Dive | None = None  # under way

    def plan(self, clock: Clock, nodes: int) -> Dived | None:
        """How often each jump is played, by a random objective; for patterns, in nearly the fewest jumps.

        None: the clock ended, and the next call goes on.
        """
        if self._dive is None:
            width = self.system.matrix.width
            costs, drawn = np.zeros(width), self.random.random(self.jumps)
            costs[: self.jumps] = 1 + SPREAD * drawn if self.pair.target.kind == "pattern" else drawn
            order = np.concatenate([self.inward(), np.arange(self.jumps, width)])
            self._dive = Dive(self.system, self.model, costs, order, nodes)
        numbers = self._dive.run(clock)
        if numbers is not None:
            self._dive = None
        return numbers[: self.jumps] if isinstance(numbers, tuple) else numbers

    def inward(self) -> Ints:
        """The jumps as squares meet them that shrink to some place in the middle part of the board."""
        low, size = self.places.min(axis=0, initial=0), np.ptp(self.places, axis=0) if self.jumps else 0
        middle = low + size * (MIDDLE[0] + MIDDLE[1] * self.random.random(2))
        return np.argsort(-np.abs(self.places - middle).max(axis=1, initial=0), kind="stable")


class Planner(Searcher):
    """Plans of one pair, until one can be played."""

    def __init__(self, pair: Pair, report: Report = silent) -> None:
        self.pair, self.report = pair, report
        self.program, self.ordering = Dives(pair), Ordering(pair.board)
        self.planned, self.nodes = 0, float(NODES)
        self.plan: list[int] | None = None  # that is put in order
        self.began = monotonic()

    def run(self, clock: Clock) -> Found | Stopped:
        if self.pair.target.contains(self.pair.start.mask):
            return Found(())
        while (limit := clock.reached()) is None:
            rate = self.planned / max(monotonic() - self.began, 1e-9)
            self.report(f"plans in order: {self}, {rate:,.0f}/s")
            if self.plan is None:
                counts = self.program.plan(clock, int(self.nodes))
                if counts == "empty":
                    return Stopped("plans", so_far=str(self))
                self.nodes *= 1.0 if counts is None else GROWTH
                if not isinstance(counts, tuple):
                    continue
                self.plan = [j for j, times in enumerate(counts) for _ in range(times)]
                self.planned += 1
            order = self.ordering.order(self.pair.start.mask, self.plan, clock, ORDERS)
            if order is not None:
                return Found(tuple(tuple(self.pair.board.jumps[j]) for j in order), cost=str(self))
            if not clock.expired():
                self.plan = None
        return Stopped(limit, so_far=str(self))

    def __str__(self) -> str:
        return plural(self.planned, "plan")
