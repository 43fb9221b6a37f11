"""One peg, anywhere: whoever has more to try is asked again, and a hole is looked at while there is time."""

from __future__ import annotations

import pytest

from feasibility import read_pair
from feasibility.base.limits import STEPS_PER_SECOND, Clock, Limits
from feasibility.base.stopped import Stopped
from feasibility.base.values import replace
from feasibility.criteria.base import AtOnce
from feasibility.decide import Plan, check, solving
from feasibility.decide.by_hole import LastPeg
from feasibility.decide.procedures import PROCEDURES
from feasibility.decide.runner import Run
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Answer, Finding, Outcome, not_applicable, out_of_time, passed
from tests.clocks import Held

PLAYED = (
    "diamond41:-e3",
    "diamond41:-d2",
    "diamond41:-f8",
    "wiegleb45:-e5",
    "french37:-a3",
    "rectangle:6x6:-c3",
)


@pytest.mark.parametrize("start", [*PLAYED, "rectangle:12x12:-b2"])
@pytest.mark.parametrize("plan", [solving(), Plan(patience=0)], ids=["solve", "check"])
def test_a_beam_that_has_more_is_asked_again(start: str, plan: Plan) -> None:
    """A probe that found nothing is not the end of a search."""
    verdict = check(read_pair(start, pegs=1), Limits(work=3_000_000), plan)
    assert verdict.answer is Answer.FEASIBLE


def test_the_share_of_a_hole_is_not_the_end_of_a_procedure() -> None:
    """While there is time, whoever is open at some hole is asked again."""
    holes: list[Pair] = []

    def ask(pair: Pair, clock: Clock) -> Finding:
        if pair.exact is None:
            return not_applicable("turning-point", "one target")
        holes.append(pair)
        clock.spend(1 + int(STEPS_PER_SECOND * (clock.remaining() or 0)))
        return out_of_time("turning-point", clock)

    started = AtOnce(ask)
    own = {"turning-point": replace(PROCEDURES["turning-point"], start=lambda pair, means: started(pair))}
    plan = Plan(["turning-point"], search=False)
    verdict = Run(read_pair("rectangle:3x4:-a1", pegs=1), Limits(work=10_000), plan, own=own).verdict()
    assert verdict.stopped == Stopped("work") and len(holes) > len(set(holes)) > 1


def test_a_hole_costs_work_however_quickly_it_answers() -> None:
    holes: list[Pair] = []

    def ask(pair: Pair, clock: Clock) -> Finding:
        if pair.exact is None:
            return not_applicable("rule-of-three", "one target")
        holes.append(pair)
        return passed("rule-of-three", "at once")

    started = AtOnce(ask)
    own = {"rule-of-three": replace(PROCEDURES["rule-of-three"], start=lambda pair, means: started(pair))}
    plan = Plan(["rule-of-three"], search=False)
    Run(read_pair("line:300:-b1", pegs=1), Limits(work=20_000), plan, own=own).verdict()
    assert 1 < len(holes) < 40


def test_no_hole_is_asked_after_the_time(held: Held) -> None:
    def ask(pair: Pair) -> Finding:
        raise AssertionError(pair)

    clock = Limits(seconds=1).start()
    held.now += 2
    finding = LastPeg(read_pair("line:40:-a1", pegs=1)).narrow("trivial", clock, ask)
    assert finding.outcome is Outcome.UNDECIDED
