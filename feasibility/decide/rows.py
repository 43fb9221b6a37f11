"""The rows of a report: one for each criterion and one for the search, of those that ended and the others."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.base.values import replace
from feasibility.decide.procedures import KNOWN_WEIGHTS, AtWork
from feasibility.engines import SEARCH
from feasibility.proofs.kind import Proof
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.preference import worth
from feasibility.proofs.verdict import Finding, Outcome, Stage, not_run, undecided

_FIRST = {"frontier": 0, "dense": 1}  # exact engines, in what a report says of the search


def row(name: str, everything: Iterable[AtWork], known: Proof | None, clock: Clock) -> Finding:
    """What those that report under this name found; `known`: the proof that ended the question."""
    parts = [work for work in everything if work.procedure.report == name]
    stages = [(work, work.finding) for work in parts if work.finding is not None]
    proofs = [(worth(finding.proof), finding) for _, finding in stages if finding.proof is not None]
    if proofs:
        return min(proofs, key=itemgetter(0))[1]
    # that no known function refutes says nothing of the others
    stages = [one for one in stages if one[0].procedure.name != KNOWN_WEIGHTS]
    stages.sort(key=lambda one: _FIRST.get(one[0].procedure.name, len(_FIRST)))
    findings = [_in_the_end(work, finding, known, clock) for work, finding in stages]
    if not findings:
        if not parts and name != SEARCH:
            return not_run(name, "it has no place in this schedule")
        return not_run(name, _why_not(known, clock), _limit(known, clock))
    finding = _joined(findings) if name == SEARCH else findings[-1]
    is_open = name == SEARCH or not stages[-1][0].ended
    if finding.outcome is Outcome.UNDECIDED and is_open and known is not None:
        return replace(finding, summary=f"{finding.summary}; {_why_not(known, clock)}")
    return finding


def stage(work: AtWork) -> Stage:
    """Its turns, and how they ended."""
    outcome = "open" if work.rounds else "not asked"
    if work.ended and work.finding is not None:
        outcome = "played" if isinstance(work.finding.proof, Play) else str(work.finding.outcome)
    return Stage(work.procedure.name, work.rounds, work.seconds, outcome)


def _in_the_end(work: AtWork, finding: Finding, known: Proof | None, clock: Clock) -> Finding:
    """A procedure that is open ended with the whole question."""
    if work.ended:
        return finding
    if known is None:
        return replace(finding, stopped=_limit(known, clock))
    turns, name = plural(work.rounds, "round"), work.procedure.name
    who = f"{name}: " if work.procedure.is_engine else ""
    return undecided(finding.criterion, f"{who}open after {turns}").timed(work.seconds)


def _limit(known: Proof | None, clock: Clock) -> Stopped | None:
    """The limit that ended the question, if no proof did."""
    over = None if known is not None else clock.over()
    return None if over is None else Stopped(over)


def _why_not(known: Proof | None, clock: Clock) -> str:
    if known is None:
        return clock.ended() if clock.expired() else "it was not asked for"
    return "a play is known" if isinstance(known, Play) else "the pair is refuted already"


def _joined(findings: list[Finding]) -> Finding:
    """What the engines said where none decided."""
    seconds = sum(f.seconds for f in findings)
    ends = [f.stopped for f in findings if f.stopped is not None]
    stopped = next((end for end in ends if end.limit in ("time", "work")), ends[0] if ends else None)
    text = "; ".join(f.summary for f in findings)
    return replace(findings[0], summary=text, stopped=stopped).timed(seconds)
