"""The report of a verdict as text, never wider than asked."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.game.geometry import Board
from feasibility.game.position import Target
from feasibility.proofs.verdict import Answer, Finding, Outcome, Verdict
from feasibility.render.columns import beside, drawn, fitting, fold, hole_names, paint, side_by_side
from feasibility.render.parts import Arrows, Case, Marks, More, Moves, Part, Remains, Tables, lacks
from feasibility.render.phrases import ENGLISH, phrase
from feasibility.render.sentences import STYLES, yes_or_no
from feasibility.render.unknown import advice
from feasibility.render.verified import unverified
from feasibility.render.words import explain

ROW = 72  # columns from which the summary of a finding stands beside it, not below


def report(
    verdict: Verdict,
    width: int = 100,
    colour: bool = False,
    full: bool = False,
    language: str = ENGLISH,
    path: str | None = None,
) -> str:
    """The answer and its proof in words; if `full` with all of its cases, and a row per criterion.

    `path`: where the certificate is written, if it is.
    """
    width = max(40, width)
    parts = [conclusion(verdict, width, colour, language, path)]
    decisive, more = verdict.decisive, "check.rows"
    if decisive is not None and decisive.proof is not None:
        told = explain(verdict.pair, decisive.proof, full=full)
        parts += proof_lines(verdict.pair.board, told, width, full)
        more = "check.cases" if lacks(told) else more
    if not full:
        return "\n\n".join([*parts, fold(phrase(more, language), width)])
    parts += [fold(" ".join(advice(verdict)), width)] if verdict.answer is Answer.UNKNOWN else []
    return "\n\n".join([*parts, "\n".join(row(finding, width, colour) for finding in verdict.findings)])


def proof_lines(board: Board, parts: Sequence[Part], width: int = 100, full: bool = False) -> list[str]:
    """The paragraphs of a proof; tables are drawn on the board. If `full`, no case is left out."""
    lines: list[str] = []
    for part in parts:
        match part:
            case Tables(tables):
                lines.append(beside([_table(board, w, width) for w in tables], width))
            case Marks(mask):
                marks = board.draw(["#" if mask >> i & 1 else "." for i in range(board.n)])
                lines.append(fitting(marks, width, hole_names(board, mask)))
            case Arrows():
                continue
            case Moves(text):
                lines.append(fold(text, width))
            case Remains(pair):
                start, target = drawn(Target.exactly(pair.start), width), drawn(pair.target, width)
                lines.append(side_by_side(start.split("\n"), target.split("\n"), width))
            case Case(title, inner):
                lines += [fold(f"{title}:", width), *proof_lines(board, inner, width, full)]
            case More(more, instead) if full and more:
                lines += proof_lines(board, more, width, full)
            case More(_, instead):
                lines += [fold(instead, width)] if instead else []
            case _:
                lines.append(fold(part, width))
    return lines


def _table(board: Board, weights: Sequence[int], width: int) -> str:
    named = (f"{board.called(i)}: {w}" for i, w in enumerate(weights) if w)
    return fitting(weights_on_board(board, weights), width, ", ".join(named) or "all 0")


def weights_on_board(board: Board, weights: Sequence[int]) -> str:
    """Weights in their holes; zeros as dots, so that the others stand out."""
    return board.draw([str(w) if w else "." for w in weights], " ")


def said(finding: Finding) -> tuple[str, str, str]:
    """Of a finding, for a table: the outcome, the reason, the time."""
    if not finding.ran:
        return "not run", finding.summary, ""
    played = finding.proof is not None and finding.outcome is Outcome.PASSED
    took = f"{finding.seconds * 1000:.1f} ms" if finding.seconds < 1 else f"{finding.seconds:.2f} s"
    return "played" if played else str(finding.outcome), finding.summary, took


def row(finding: Finding, width: int = 100, colour: bool = False) -> str:
    """A finding: criterion, outcome, reason, time; below them what it noted."""
    from textwrap import wrap

    outcome, summary, took = said(finding)
    notes = finding.details
    style = STYLES[finding.outcome]
    if width < ROW:
        first = f"{finding.criterion:14} {paint(f'{outcome:14}', style, colour)} {took:>9}"
        return "\n".join([first.rstrip(), *(f"  {line}" for line in (*wrap(summary, width - 2), *notes))])
    head = f"{finding.criterion:14} {outcome:15} "
    lines = wrap(summary, width - len(head) - 12) or [""]
    painted = f"{finding.criterion:14} {paint(f'{outcome:15}', style, colour)} "
    first = painted + lines[0].ljust(width - len(head) - 11) + took.rjust(11)
    return "\n".join([first.rstrip(), *(" " * len(head) + line for line in (*lines[1:], *notes))])


def conclusion(verdict: Verdict, width: int, colour: bool, language: str, path: str | None) -> str:
    """Yes, no or not known in a sentence, then the word for it, and by what it was decided."""
    answer = verdict.answer
    first = paint(fold(yes_or_no(verdict, language), width), STYLES[answer], colour)
    name = str(answer).upper()
    if answer is Answer.UNKNOWN:
        tried = [f.criterion for f in verdict.findings if f.ran and f.outcome is Outcome.PASSED]
        text = (
            "no criterion that was run refutes the pair, and no exhaustive search has decided it. "
            "Passing every criterion does not make a pair feasible."
            if tried
            else "nothing that was run decides the pair."
        )
        return f"{first}\n{fold(f'{name}: {text}', width)}"
    note = unverified(verdict.acceptance, path)
    more = "" if note is None else f"\n\n{fold(note, width)}"
    return f"{first}\n{name}, decided by {verdict.decided_by}.{more}"
