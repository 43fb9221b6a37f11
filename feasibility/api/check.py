"""Can one position become another? With a proof."""

from __future__ import annotations

from collections.abc import Callable

from feasibility import decide
from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report
from feasibility.decide import Plan
from feasibility.proofs.verdict import Finding, Verdict


def check(
    start: PairLike,
    target: TargetLike | None = None,
    plan: Plan | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    watch: Callable[[Finding], None] | None = None,
    report: Report | None = None,
) -> Verdict:
    """The verdict on a pair, as `pegfeas check` gives it.

    Without a target: the target part of START, or else its complement; `pegs`: any position with so many.
    `limits` may be seconds. `watch` hears each finding as it comes, `report` the progress of a search.

    >>> verdict = check("english33:-d4", "english33:+d1")
    >>> print(verdict)
    feasible, decided by search
    >>> len(verdict.play)
    31
    >>> print(check("english33:-d4", "english33:+a3").answer)
    infeasible
    """
    return decide.check(
        as_pair(start, target, pegs, board),
        as_limits(limits, time_limit, work_limit, memory_limit),
        plan,
        watch=watch,
        report=report,
    )
