"""The one place that decides: the schedule, its runner, a verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from feasibility.base.limits import Limits
from feasibility.decide.plan import Plan, choose
from feasibility.decide.procedures import AtWork, by_engine
from feasibility.decide.runner import Run
from feasibility.decide.schedule import CRITERIA, SEARCH, SOLVE
from feasibility.game.position import Pair
from feasibility.proofs.accept import vouched
from feasibility.proofs.verdict import Finding, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from feasibility.decide.engines import Effort
    from feasibility.engines.frontier.partitions import RunTasks

__all__ = ["Plan", "check", "choose", "search", "solving", "within"]


def check(
    pair: Pair,
    limits: Limits | None = None,
    plan: Plan | None = None,
    *,
    watch: Callable[[Finding], None] | None = None,
    report: Callable[[str], None] | None = None,
) -> Verdict:
    """The verdict on a pair. `watch` hears each finding as it comes, `report` the progress of a search."""
    return Run(pair, limits or Limits(), plan or Plan(), watch, report).verdict()


def search(pair: Pair, effort: Effort, engine: str | None = None) -> Finding:
    """What the engines say, one of them alone or as the schedule has them; no criterion is asked."""
    if engine is not None:
        at_work = AtWork(by_engine(engine), pair, effort)
        try:
            return vouched(pair, at_work.turn(effort.clock), effort.clock)
        finally:
            at_work.close()
    plan = Plan((), workdir=effort.workdir, threads=effort.threads, levels=effort.levels, schedule=SEARCH)
    return within(effort, pair, plan).findings[-1]


def within(effort: Effort, pair: Pair, plan: Plan) -> Verdict:
    """The verdict of a plan in what is left of an effort, whose meter counts what it cost."""
    verdict = check(pair, effort.clock.rest(), plan, report=effort.report)
    if verdict.stats is not None:
        effort.clock.meter.saw(verdict.stats.explored, verdict.stats.width or 0)
    return verdict


def solving(engine: str | None = None, workdir: Path | None = None, levels: RunTasks | None = None) -> Plan:
    """To find a play: no costly criteria. An engine that is named is asked alone."""
    criteria = () if engine is not None else tuple(c for c in CRITERIA if not c.costly)
    return Plan(criteria, first=True, engine=engine, workdir=workdir, levels=levels, schedule=SOLVE)
