"""The one composer: runs criteria and arbiter on a pair by a plan, and builds the verdict."""

from __future__ import annotations

from collections.abc import Callable

from feasibility.analysis.plan import Plan, choose
from feasibility.analysis.steps import Steps
from feasibility.base.limits import Clock, Limits
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, Verdict

__all__ = ["Plan", "check", "choose", "only"]


def check(
    pair: Pair,
    limits: Limits | None = None,
    plan: Plan | None = None,
    *,
    watch: Callable[[Finding], None] | None = None,
    report: Callable[[str], None] | None = None,
) -> Verdict:
    """The verdict on a pair. `watch` hears each finding as it comes, `report` the progress of a search."""
    steps = Steps(pair, limits or Limits(), plan or Plan(), watch, report)
    steps.all()
    return steps.verdict


def only(name: str, pair: Pair, clock: Clock) -> Finding:
    """What one criterion says of a pair, its proof accepted by the verifier."""
    criteria, search = choose([name])
    return check(pair, clock.rest(), Plan(criteria, search, all_criteria=True)).findings[0]
