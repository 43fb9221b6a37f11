"""A play from one position to another, or the proof that there is none."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from feasibility import decide
from feasibility.api.asking import PairLike, TargetLike, as_hole, as_pair
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report
from feasibility.base.values import replace
from feasibility.decide import solving
from feasibility.decide.engines import ENGINES, Effort
from feasibility.decide.plays import Plays, Solution, solution_of
from feasibility.game.position import Pair
from feasibility.proofs.accept import accepted
from feasibility.proofs.verdict import Finding
from feasibility.registry import Hook

if TYPE_CHECKING:
    from collections.abc import Callable

    from feasibility.decide.plays import Listing
    from feasibility.decide.returning import Returned
    from feasibility.engines.frontier.partitions import RunTasks

METHODS = ("auto", *ENGINES)


class SweepFinder(Protocol):
    """A module that finds plays with the fewest sweeps."""

    def fewest(self, pair: Pair, effort: Effort, find: Callable[[Pair, Effort], Finding] = ...) -> Solution:
        """One of them, or what is known; `find` finds some play."""

    def shortest(self, pair: Pair, effort: Effort, known: Solution) -> Listing:
        """All of them, where one is known."""


SWEEPS = Hook[SweepFinder]("api.solve:SWEEPS", "finds the fewest sweeps")


def solve(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    sweeps: bool = False,
    method: str = "auto",
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    workdir: Path | str | None = None,
    levels: RunTasks | None = None,
    report: Report | None = None,
) -> Solution:
    """A play, as `pegfeas solve` finds it; with `sweeps` a play with the fewest sweeps.

    `method` is auto or one engine of the arbiter: beam, plans, dense, frontier. Plans prove nothing: alone,
    and with no limit, they look for a play for ever where there is none.

    >>> solution = solve("line:5:-b1", pegs=2)
    >>> solution.text
    'd1b1 a1c1'
    >>> solve("line:5:+a1+b1", "line:5:+e1").answer
    <Answer.INFEASIBLE: 'infeasible'>
    """
    if method not in METHODS:
        raise InputError("no such method", seen=repr(method), expected=", ".join(METHODS))
    if sweeps and method != "auto":
        raise InputError("the fewest sweeps, and a method", seen=repr(method), expected="one of them")
    pair = as_pair(start, target, pegs, board)
    folder = None if workdir is None else Path(workdir)
    plan = solving(None if method == "auto" else method, folder, levels)

    def find(pair: Pair, effort: Effort) -> Finding:
        verdict = decide.within(effort, pair, plan)
        return verdict.decisive or verdict.findings[-1]

    asked = as_limits(limits, time_limit, work_limit, memory_limit)
    if not sweeps:
        effort = Effort(asked.start(), report=report)
        return measured(solution_of(pair, find(pair, effort)), effort)
    effort = replace(effort_for(pair, asked, report), workdir=folder)
    began = perf_counter()
    solution = SWEEPS.only().fewest(pair, effort, find)
    if solution.certificate is not None:
        said = accepted(solution.certificate, seconds=perf_counter() - began, clock=effort.clock)
        solution = replace(solution, acceptance=said)
    return measured(solution, effort)


def measured(solution: Solution, effort: Effort) -> Solution:
    """With what the whole question has cost."""
    return replace(solution, stats=effort.clock.meter.stats())


def plays(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    sweeps: bool = False,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> Listing:
    """All different plays, one after the other, as `pegfeas solve --all` lists them.

    With `sweeps` those with the fewest sweeps. Where a limit ends them early, `stopped` names it afterwards.

    >>> len(list(plays("triangle:4:-b2", pegs=1)))
    14
    """
    pair = as_pair(start, target, pegs, board)
    effort = effort_for(pair, as_limits(limits, time_limit, work_limit, memory_limit), report)
    if not sweeps:
        return Plays(pair, effort)
    sweeping = SWEEPS.only()
    return sweeping.shortest(pair, effort, sweeping.fewest(pair, effort))


def solve_with_return(
    start: PairLike,
    target: TargetLike | None,
    hole: int | str,
    *,
    pegs: int | None = None,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> Returned:
    """A play by the old French rule, or two proofs that there is none, as `solve --return-peg` finds them.

    The peg removed from `hole` may go back into it once, before the jump `returned_before`.

    >>> play = solve_with_return("french37:-d4", "french37:+d4", "d4")
    >>> len(play.jumps), play.certificates[0].proof.kind
    (36, 'play')
    >>> [one.proof.kind for one in solve_with_return("english33:-d4", "english33:+c4", "d4").certificates]
    ['residue', 'residue']
    """
    from feasibility.decide.returning import with_return

    pair = as_pair(start, target, pegs, board)
    return with_return(
        pair, as_hole(pair.board, hole), as_limits(limits, time_limit, work_limit, memory_limit), report
    )


def effort_for(pair: Pair, limits: Limits, report: Report | None) -> Effort:
    """What a search for plays of a pair may use."""
    from feasibility.systems.pruning_pool import pruning_pool, pruning_residues

    clock = limits.start()
    return Effort(clock, pruning_pool(pair), pruning_residues(pair, clock), report=report)
