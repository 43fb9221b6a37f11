"""What a verdict UNKNOWN tells: the limit, where the time went, which option to raise."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.plurals import plural
from feasibility.proofs.verdict import Stage, Verdict
from feasibility.render.sentences import amount

OPTIONS = {
    "time": "--time-limit",
    "work": "--work-limit",
    "memory": "--memory-limit, or keep the levels on disk by --workdir of check or solve",
    "disk": "--workdir in a place with more room",
}
LEAST = 0.05  # of the time: what took less is not named


def advice(verdict: Verdict) -> list[str]:
    """One sentence for each; no sentence where there is nothing to say."""
    said = [limit(verdict), time(verdict.stages), first(verdict)]
    return [sentence for sentence in said if sentence]


def limit(verdict: Verdict) -> str:
    """The limit that was reached, and how much it allowed."""
    stopped = verdict.stopped
    if stopped is None:
        ran = any(f.ran for f in verdict.findings)
        return "No limit was reached; everything that was run finished." if ran else ""
    allowed, _ = amount(verdict.limits, stopped.limit) or (None, "")
    unit = " steps" if stopped.limit == "work" else ""
    return f"The {stopped.limit} limit was reached" + (f": {allowed}{unit}." if allowed is not None else ".")


def time(stages: Sequence[Stage]) -> str:
    """The procedures that took the most, how often they were asked, and which of them are still open."""
    whole = sum(stage.seconds for stage in stages)
    most = sorted((s for s in stages if s.seconds > LEAST * whole), key=lambda s: -s.seconds)
    shares = ", ".join(f"{s.name} took {s.seconds:.2f} s in {plural(s.rounds, 'round')}" for s in most)
    open_ = [s.name for s in stages if s.outcome == "open"]
    still = f" Still open: {', '.join(open_)}." if open_ else ""
    return f"Of {whole:.2f} s in all, {shares}.{still}" if shares else ""


def first(verdict: Verdict) -> str:
    """The option to raise."""
    stopped = verdict.stopped
    if stopped is None and not any(f.criterion == "search" for f in verdict.findings):
        return "The search has not been asked; it may decide the pair."
    return f"Raise first: {OPTIONS.get(stopped.limit if stopped else 'time', OPTIONS['time'])}."
