"""What a schedule would ask of a pair, in which order, and in which round: nothing is asked."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, log

from feasibility.base.limits import Limits
from feasibility.decide.plan import Plan
from feasibility.decide.runner import Asked, Run
from feasibility.decide.schedule import FIRST_ROUND, GROWTH
from feasibility.game.position import Pair


@dataclass(frozen=True)
class Expected:
    """One procedure: its best kind of proof, its cost where that is known, and the round of its first turn.

    Round 0 is what is asked once, before the rounds. No round: it cannot be asked of this pair here.
    """

    name: str
    gives: str
    cost: float | None
    round: int | None
    share: float = 1.0  # of a round

    @property
    def before(self) -> float | None:
        """Seconds of its turn in that round."""
        return self.share * FIRST_ROUND * GROWTH ** (self.round - 1) if self.round else None


def forecast(pair: Pair, limits: Limits, plan: Plan) -> tuple[Expected, ...]:
    """In the order in which they are asked."""
    run = Run(pair, limits, plan)
    once = [Expected(asked.named.name, asked.named.gives, None, 0) for asked in run.once]
    rounds = [_expected(run, asked) for asked in run.rounds if asked not in run.once]
    return (*once, *sorted(rounds, key=lambda one: inf if one.round is None else one.round))


def _expected(run: Run, asked: Asked) -> Expected:
    named = asked.named
    cost = None if named.cost is None else named.cost(run.pair, run.clock, asked.kept)
    first = 1 if cost is None or cost <= FIRST_ROUND else _round_of(cost)
    share = run.shares.get(named.name, 1.0)
    return Expected(named.name, named.gives, None if cost == inf else cost, first, share)


def _round_of(cost: float) -> int | None:
    return None if cost == inf else 1 + ceil(log(cost / FIRST_ROUND, GROWTH))
