"""What an answer comes to, in a sentence that a player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.limits import Limits
from feasibility.engines import SEARCH
from feasibility.game.position import Pair
from feasibility.proofs.kind import Proof
from feasibility.proofs.verdict import Answer, Outcome, Verdict
from feasibility.render.phrases import ENGLISH, phrase, table
from feasibility.text.moves import join_sweeps

if TYPE_CHECKING:
    from fractions import Fraction

STYLES = {  # colours of a terminal
    Outcome.REFUTED: "31;1",
    Outcome.PASSED: "32",
    Outcome.NOT_APPLICABLE: "2",
    Outcome.UNDECIDED: "33",
    Answer.FEASIBLE: "32;1",
    Answer.INFEASIBLE: "31;1",
    Answer.UNKNOWN: "33;1",
}
MORE = 4  # times a limit that was reached: what to try next
DIGITS = 3  # of a large number that is only about right


def yes_or_no(verdict: Verdict, language: str = ENGLISH) -> str:
    """The answer on a pair, with its reason or, where there is none, with what to try."""
    if verdict.play is not None:
        jumps, sweeps = len(verdict.play), len(join_sweeps(verdict.play))
        key = "check.yes" if jumps else "check.nothing"
        return phrase(key, language, **({"jumps": jumps, "sweeps": sweeps} if jumps else {}))
    if verdict.answer is Answer.INFEASIBLE:
        return phrase("check.no", language, why=why(verdict, language))
    return " ".join(
        [phrase("check.unknown", language, why=why(verdict, language)), *to_try(verdict, language)]
    )


def why(verdict: Verdict, language: str) -> str:
    """The reason of a verdict, in words that go into a sentence."""
    finding = verdict.decisive
    if finding is None or finding.proof is None:
        return _unknown(verdict, language)
    return phrase(_reason(verdict.pair, finding.proof), language)


def _reason(pair: Pair, proof: Proof) -> str:
    """The key of what a player sees at once, or else of what the proof says."""
    start, target = pair.start, pair.target
    if target.fewest >= start.count:
        return "why.fewer" if target.fewest > start.count else "why.as many"
    if start.mask == pair.board.full:
        return "why.full"
    if proof.kind == "search":
        from feasibility.proofs.kinds.search import Search

        if isinstance(proof, Search) and proof.backward == (1, 0):
            return "why.no last jump"
    return said_by(proof)


def said_by(proof: Proof) -> str:
    """The key of the phrase for what a proof says; one without a phrase of its own has that of any proof."""
    stuck = proof.kind == "closure" and proof.visited() == 1
    key = f"why.{'stuck' if stuck else proof.kind}"
    return key if key in table(ENGLISH)["phrases"] else "why.other"


def to_try(verdict: Verdict, language: str = ENGLISH, on_disk: bool = True) -> list[str]:
    """More of the limit that was reached, as a sentence; none where no limit was.

    A work directory takes the levels of a frontier search, or of sweeps; other methods gain nothing by one.
    A dense closure knows what it needs; what the machine does not have, no option gives.
    """
    stopped = verdict.stopped
    allowed = None if stopped is None else amount(verdict.limits, stopped.limit)
    by_levels = any(f.stopped is not None and f.stopped.by_levels for f in verdict.findings)
    options = "" if allowed is None else allowed[1] if on_disk and by_levels else allowed[1].split(", ")[0]
    if stopped is not None and stopped.enough is not None:
        options = f"--memory-limit {stopped.enough // 10**9 + 2}" if stopped.enough else ""
    return [phrase("check.try", language, option=options)] if options else []


def _unknown(verdict: Verdict, language: str) -> str:
    """The limit that was reached, or what was not asked."""
    if verdict.stopped is None:
        searched = any(finding.criterion == SEARCH for finding in verdict.findings)
        return phrase("unknown.all" if searched else "unknown.search", language)
    limit = verdict.stopped.limit
    allowed = amount(verdict.limits, limit)
    if allowed is None:
        return phrase("unknown.limit", language, limit=limit)
    if verdict.stopped.enough == 0:
        return phrase("unknown.machine", language)
    return phrase(f"unknown.{limit}", language, **({} if allowed[0] is None else {"amount": allowed[0]}))


def amount(limits: Limits, limit: str) -> tuple[str | None, str] | None:
    """How much a limit allowed, and the option for more."""
    if limit == "time" and limits.seconds is not None:
        return f"{limits.seconds:g} s", f"--time-limit {MORE * max(1, limits.seconds):g}"
    if limit == "work" and limits.work is not None:
        return f"{limits.work:,}", f"--work-limit {MORE * max(1, limits.work)}"
    if limit == "memory" and limits.memory is not None:
        now, more = (float(f"{times * limits.memory / 1e9:.3g}") for times in (1, MORE))
        return f"{now:g} GB", f"--memory-limit {more:g}, --workdir DIR"
    return (None, "--workdir DIR") if limit == "disk" else None


def chance_words(chance: Fraction, language: str) -> str:
    if chance * 20 >= 1 or not chance:
        percent = 100 if chance == 1 else min(99, round(100 * chance))
        return phrase("chance.percent", language, percent=percent)
    return phrase("chance.one in", language, games=_rounded(round(1 / chance)))


def _rounded(number: int) -> int:
    """Of a number above 100,000 the first digits."""
    return number if number < 100_000 else round(number, DIGITS - len(str(number)))
