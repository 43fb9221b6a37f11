"""The report of a verdict as text, never wider than asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

from feasibility.geometry import Board
from feasibility.position import Pair, PegCount
from feasibility.render.parts import Case, Marks, More, Moves, Part, Tables
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
        parts += proof_lines(verdict.pair.board, explain(verdict.pair, decisive.proof), width, colour)
    return "\n\n".join(part for part in parts if part)


def proof_lines(board: Board, parts: Sequence[Part], width: int = 100, colour: bool = False) -> list[str]:
    """The paragraphs of a proof; tables are drawn on the board."""
    found: list[str] = []
    for part in parts:
        match part:
            case Tables(tables):
                found.append(beside([weights_on_board(board, w, colour) for w in tables], width))
            case Marks(mask):
                found.append(board.draw(["#" if mask >> i & 1 else "." for i in range(board.n)]))
            case Moves(text):
                found.append(_fold(text, width))
            case Case(title, inner):
                found += [_fold(f"{title}:", width), *proof_lines(board, inner, width, colour)]
            case More(_, instead):
                found += [_fold(instead, width)] if instead else []
            case _:
                found.append(_fold(part, width))
    return found


def weights_on_board(board: Board, weights: Sequence[int], colour: bool = False) -> str:
    """Weights in their holes; zeros as dots, so that the others stand out."""
    words = [str(w) if w else "." for w in weights]
    if not colour:
        return board.draw(words, " ")
    width = max(map(len, words))
    lines = board.draw([word.rjust(width) for word in words], " ").split("\n")
    return "\n".join(_painted(line) for line in lines)


def _painted(line: str) -> str:
    """Numbers above 0 in yellow, below in magenta; dots dim."""
    return re.sub(
        r"-?[0-9]+|\.", lambda m: paint(m[0], _WEIGHT_STYLES[(m[0] != ".") + (m[0][0] == "-")], True), line
    )


_WEIGHT_STYLES = ("2", "33", "35")


def beside(pictures: Sequence[str], width: int, gap: int = 6) -> str:
    """Pictures side by side as far as the width allows, the others below."""
    rows: list[list[list[str]]] = []
    room = 0
    for picture in pictures:
        lines = picture.split("\n")
        size = max(map(visible, lines))
        if rows and room + gap + size <= width:
            rows[-1].append(lines)
            room += gap + size
        else:
            rows.append([lines])
            room = size
    return "\n\n".join(_joined(row, gap) for row in rows)


def _joined(pictures: list[list[str]], gap: int) -> str:
    lines = [""] * max(map(len, pictures))
    left = 0
    for picture in pictures:
        for i, line in enumerate(picture):
            lines[i] += " " * (left - visible(lines[i])) + line
        left += max(map(visible, picture)) + gap
    return "\n".join(line.rstrip() for line in lines)


def visible(line: str) -> int:
    """Columns that a line takes, colours left out."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))


def positions(pair: Pair, width: int = 100) -> str:
    """Start and target side by side, or one above the other where the width does not suffice."""
    board = pair.board
    counts = f": {pair.start.count} pegs to {_goal(pair)}"
    title = shortened(board.label, max(20, width - len(counts))) + counts
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


def shortened(name: str, most: int = 80) -> str:
    """A name on one line, printable, and not longer than that."""
    clean = "".join(c if c.isprintable() else "\ufffd" for c in name)
    return clean if len(clean) <= most else f"{clean[: most - 1]}…"


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
