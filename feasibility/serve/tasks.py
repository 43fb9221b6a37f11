"""What the page can ask for, as it is worked on in a process of its own; the answers are parts of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from feasibility.base.limits import Limits
    from feasibility.game.geometry import Jump
    from feasibility.game.position import Pair
    from feasibility.surveys import Family
    from feasibility.surveys.families import Start

PATIENCE = 0.3  # seconds for a reason that people can redo, for each jump that loses
STEPS = 3  # that a pair of a survey may take, each as long as its limit
LEAST = 0.2  # seconds for a step: less decides nothing
SOON = 10.0  # seconds for all that a start reaches

Message = dict[str, Any]


class Asked(NamedTuple):
    """A question, and how to speak to the page: `tell` sends a message, `report` says how far things are.

    `game`: the jumps that a player has made since the start.
    """

    pair: Pair
    limits: Limits
    family: str
    game: tuple[Jump, ...]
    tell: Callable[..., None]
    report: Callable[[str], None]


def check(asked: Asked) -> Message:
    """The verdict as a report; every finding is told as it comes."""
    from feasibility.analysis import Plan
    from feasibility.analysis import check as decide
    from feasibility.proofs.verdict import Finding
    from feasibility.render.html import body_html, finding_row, report_html

    def watch(finding: Finding) -> None:
        asked.tell(event="finding", criterion=finding.criterion, row=finding_row(finding))

    verdict = decide(asked.pair, asked.limits, Plan(threads=1), watch=watch, report=asked.report)
    certificate = verdict.certificate
    return {
        "verdict": str(verdict.answer),
        "body": body_html(verdict),
        "report": report_html(verdict),
        "certificate": None if certificate is None else certificate.text(),
    }


def advise(asked: Asked) -> Message:
    """What comes of each legal jump."""
    from feasibility.analysis.adviser import Adviser
    from feasibility.serve.exchange import advice_object

    adviser = Adviser(asked.pair.target, patience=PATIENCE, threads=1, report=asked.report)
    advice = adviser.advise(asked.pair.start, asked.game, asked.limits)
    return {"verdict": str(advice.verdict.answer), "advice": advice_object(advice)}


def solve(asked: Asked) -> Message:
    """A play with the fewest sweeps, or the proof that there is no play."""
    from feasibility.api.solve import solve as find
    from feasibility.proofs.verdict import Verdict
    from feasibility.render.html import body_html, report_html

    solution = find(asked.pair, sweeps=True, limits=asked.limits, report=asked.report)
    verdict = Verdict(asked.pair, (solution.solved.finding,), asked.limits)
    notes, certificate = solution.solved.notes, solution.certificate
    command = f"pegfeas solve pair.txt --sweeps --time-limit {asked.limits.seconds:g}"
    if asked.pair.target.pegs is not None:
        command += f" --pegs {asked.pair.target.pegs}"
    return {
        "verdict": str(verdict.answer),
        "body": body_html(verdict, command, notes),
        "report": report_html(verdict, command, notes),
        "certificate": None if certificate is None else certificate.text(),
    }


def survey(asked: Asked) -> Message:
    """Which vacancies can be solved, or where the last peg can be left from the start."""
    from dataclasses import replace

    from feasibility.surveys import Settled, family, from_start
    from feasibility.surveys.decide import Settle
    from feasibility.surveys.page import body, page

    chosen = family(asked.pair.board) if asked.family == "vacancies" else from_start(asked.pair.start)
    clock, tasks = asked.limits.start(), _in_parts(chosen)
    hard = sum(number for _, number in tasks)
    rows: list[Settled] = []
    for task, number in tasks:
        left = clock.remaining()
        if left == 0:
            break
        asked.report(f"{len(rows)} of {chosen.size} pairs")
        share = left if left is None or not number else max(LEAST, left / (STEPS * hard))
        rows += Settle(replace(asked.limits, seconds=share))(task)
        hard -= number
    places = {(s.start, target): k for k, s in enumerate(chosen.starts) for target in s.targets}
    rows.sort(key=lambda row: places[row.start, row.target])
    known = len(rows) == chosen.size and all(row.verdict != "unknown" for row in rows)
    return {
        "verdict": "every pair is decided" if known else "unknown pairs are left",
        "body": body(chosen, rows),
        "report": page(chosen, rows),
        "certificate": None,
    }


def _in_parts(chosen: Family) -> list[tuple[Start, int]]:
    """What is worked on between two looks at the clock, and how many of its pairs take time.

    First the pairs that residues refute. The others of one start share what it reaches, where that is soon
    known; else they are taken one by one.
    """
    from dataclasses import replace

    from feasibility.search.arbiter import dense_seconds
    from feasibility.surveys.families import same_residues

    easy, hard = [], []
    for start in chosen.starts:
        open_ = tuple(t for t in start.targets if same_residues(start.board, start.start, t))
        easy.append((replace(start, targets=tuple(t for t in start.targets if t not in open_)), 0))
        cost = dense_seconds(start.board)
        parts = [open_] if cost is not None and cost < SOON else [(target,) for target in open_]
        hard += [(replace(start, targets=part), len(part)) for part in parts if part]
    return [*easy, *hard]
