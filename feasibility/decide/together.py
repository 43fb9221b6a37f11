"""The pairs of one start: one schedule for each, and one reachable set for all that come to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import Stopped
from feasibility.base.values import replace
from feasibility.criteria.base import Resumable, TurnEnd
from feasibility.decide import findings
from feasibility.decide.engines import reached
from feasibility.decide.plan import Plan
from feasibility.decide.procedures import PROCEDURES, dense_cost
from feasibility.decide.runner import Run
from feasibility.decide.schedule import BATCH
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Verdict

if TYPE_CHECKING:
    from feasibility.engines.dense.closure import DenseSet
    from feasibility.engines.results import Result


def check_together(pairs: Iterable[Pair], limits: Limits, threads: int = 1) -> Iterator[Verdict]:
    """The verdicts on pairs with one start and single positions as targets, one after the other.

    The limits are for each pair; the common set may take what the pairs that are open may take together.
    """
    questions = list(pairs)
    common = CommonStart(len(questions), limits, threads)
    plan = Plan(first=True, threads=threads, schedule=BATCH)
    for pair in questions:
        yield Run(pair, limits, plan, own={"dense": common.procedure}).verdict()
        common.open -= 1


class CommonStart:
    """What the start can reach, made when a pair comes to it; the pairs that are left share its cost."""

    def __init__(self, pairs: int, limits: Limits, threads: int) -> None:
        self.open, self.limits, self.threads = pairs, limits, threads
        self.made: DenseSet | Stopped | None = None
        self.procedure = replace(
            PROCEDURES["dense"], start=lambda pair, means: AtCommonSet(self, pair), cost=self.cost
        )

    def cost(self, pair: Pair, clock: Clock) -> float:
        """Seconds, for one pair."""
        if self.made is not None:
            return inf if isinstance(self.made, Stopped) else 0.0
        return dense_cost(pair, clock) / self.open

    def result(self, pair: Pair) -> Result:
        if self.made is None:
            self.made = self._make(pair)
        return self.made if isinstance(self.made, Stopped) else reached(self.made, pair)

    def _make(self, pair: Pair) -> DenseSet | Stopped:
        from feasibility.engines.dense.closure import closure

        seconds, board = self.limits.seconds, pair.board
        clock = replace(self.limits, seconds=None if seconds is None else seconds * self.open).start()
        return closure(board.n, board.jumps, pair.start.mask, clock=clock, threads=self.threads)


class AtCommonSet(Resumable):
    """One pair at the common set."""

    def __init__(self, common: CommonStart, pair: Pair) -> None:
        self.common, self.pair = common, pair

    def run(self, clock: Clock) -> TurnEnd:
        finding = findings.finding_of(self.pair, self.common.result(self.pair), findings.TITLES["dense"])
        return TurnEnd(finding, ended=True)
