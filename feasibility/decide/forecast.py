"""What a schedule would ask of a pair, in which order, and in which round: nothing is asked."""

from __future__ import annotations

from math import ceil, inf, log
from typing import NamedTuple

from feasibility.base.limits import Limits
from feasibility.decide.plan import Plan
from feasibility.decide.procedures import AtWork
from feasibility.decide.runner import Run
from feasibility.decide.schedule import FIRST_ROUND, GROWTH
from feasibility.game.position import Pair


class Expected(NamedTuple):
    """One procedure: its best kind of proof, the round of its first turn, and its cost where that is known.

    Round 0 is what is asked once, before the rounds. No round: it cannot be asked of this pair here.
    """

    name: str
    gives: str
    round: int | None
    cost: float | None
    share: float = 1.0  # of a round

    @property
    def before(self) -> float | None:
        return self.share * FIRST_ROUND * GROWTH ** (self.round - 1) if self.round not in (None, 0) else None

    @property
    def when(self) -> tuple[str, str]:
        """The round, and what it has there, in words."""
        if self.round is None:
            return "never", "does not fit this board or this memory"
        if not self.round:
            return "once", ""
        cost = "" if self.cost is None else f", about {self.cost:.2g} s needed"
        return f"round {self.round}", f"{self.before:.2g} s{cost}"


def forecast(pair: Pair, limits: Limits, plan: Plan) -> tuple[Expected, ...]:
    """In the order in which they are asked."""
    run = Run(pair, limits, plan)
    once = [Expected(work.procedure.name, work.procedure.gives, 0, None) for work in run.once]
    rounds = [_expected(run, work) for work in run.rounds if work not in run.once]
    return (*once, *sorted(rounds, key=lambda one: inf if one.round is None else one.round))


def leading(pair: Pair, limits: Limits, plan: Plan) -> list[tuple[str, float]]:
    """Who has a turn before the rounds in a process that has loaded nothing yet, and its seconds."""
    return [(work.procedure.name, seconds) for work, seconds in Run(pair, limits, plan).lead()]


def _expected(run: Run, work: AtWork) -> Expected:
    procedure, cost = work.procedure, work.cost(run.clock)
    known = None if procedure.cost is None or cost == inf else cost
    first = None if cost == inf else 1 + ceil(log(max(cost, FIRST_ROUND) / FIRST_ROUND, GROWTH))
    return Expected(procedure.name, procedure.gives, first, known, run.tier.shares.get(procedure.name, 1.0))
