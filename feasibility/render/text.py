"""The report of a verdict as text, never wider than asked."""

from __future__ import annotations

from textwrap import wrap

from feasibility.position import Pair, PegCount
from feasibility.render.words import explain
from feasibility.verdict import Answer, Finding, Outcome, Verdict

STYLES = {
    Outcome.REFUTED: "31;1",
    Outcome.PASSED: "32",
    Outcome.NOT_APPLICABLE: "2",
    Outcome.UNDECIDED: "33",
    Answer.FEASIBLE: "32;1",
    Answer.INFEASIBLE: "31;1",
    Answer.UNKNOWN: "33;1",
}


def report(verdict: Verdict, width: int = 100, colour: bool = False) -> str:
    """Positions, a row per criterion, the verdict, the proof in words."""
    width = max(40, width)
    parts = [
        positions(verdict.pair, width),
        "\n".join(row(finding, width, colour) for finding in verdict.findings),
        conclusion(verdict, width, colour),
    ]
    decisive = verdict.decisive
    if decisive is not None and decisive.proof is not None:
        parts += [_fold(p, width) for p in explain(verdict.pair, decisive.proof)]
    return "\n\n".join(part for part in parts if part)


def positions(pair: Pair, width: int = 100) -> str:
    """Start and target side by side, or one above the other where the width does not suffice."""
    board = pair.board
    title = f"{board.label}: {pair.start.count} pegs to {_goal(pair)}"
    start = str(pair.start).split("\n")
    target = ["any"] if isinstance(pair.target, PegCount) else str(pair.target).split("\n")
    inner = max(map(len, start))
    if inner + 8 + max(map(len, target)) > width:
        return "\n".join([title, "", "start:", *start, "", "target:", *target])
    rows = max(len(start), len(target))
    start += [""] * (rows - len(start))
    target += [""] * (rows - len(target))
    middle = rows // 2
    lines = [
        f"{a.ljust(inner)}  {'-->' if i == middle else '   '}  {b}".rstrip()
        for i, (a, b) in enumerate(zip(start, target, strict=True))
    ]
    return "\n".join([title, "", *lines])


def _goal(pair: Pair) -> str:
    if isinstance(pair.target, PegCount):
        return str(pair.target)
    free = pair.target.free.bit_count()
    pegs = pair.target.must.bit_count()
    return f"{pegs}, {free} holes free" if free else str(pegs)


def row(finding: Finding, width: int = 100, colour: bool = False) -> str:
    """One line (or a few) for a finding: criterion, outcome, reason, time."""
    outcome = (
        "not run"
        if not finding.ran
        else "played"
        if finding.proof is not None and finding.outcome is Outcome.PASSED
        else str(finding.outcome)
    )
    summary = finding.summary.removeprefix("not run: ") if not finding.ran else finding.summary
    took = f"{finding.seconds * 1000:.1f} ms" if finding.seconds < 1 else f"{finding.seconds:.2f} s"
    head = f"{finding.criterion:14} {outcome:15} "
    lines = wrap(summary, max(20, width - len(head) - 12)) or [""]
    painted = f"{finding.criterion:14} {paint(f'{outcome:15}', STYLES[finding.outcome], colour)} "
    first = painted + lines[0].ljust(width - len(head) - 11) + (took if finding.ran else "").rjust(11)
    return "\n".join([first.rstrip(), *(" " * len(head) + line for line in lines[1:])])


def conclusion(verdict: Verdict, width: int = 100, colour: bool = False) -> str:
    """The verdict in one sentence or two."""
    answer = verdict.answer
    name = paint(str(answer).upper(), STYLES[answer], colour)
    if answer is Answer.UNKNOWN:
        tried = [f.criterion for f in verdict.findings if f.ran and f.outcome is Outcome.PASSED]
        text = (
            "no criterion refutes the pair, and no exhaustive search has decided it. Passing every "
            "criterion does not make a pair feasible."
            if tried
            else "nothing that was run decides the pair."
        )
        return _fold(f"{name}: {text}", width)
    return f"{name}, decided by {verdict.decided_by}."


def paint(text: str, style: str, colour: bool) -> str:
    """The text in a colour of the terminal, or as it is."""
    return f"\x1b[{style}m{text}\x1b[0m" if colour else text


def _fold(paragraph: str, width: int) -> str:
    if "\n" in paragraph or len(paragraph) <= width:
        return paragraph
    return "\n".join(wrap(paragraph, width, break_long_words=False, break_on_hyphens=False))
