"""What the page shows of a family of pairs: decided one after the other, in a share of the time each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.decide.procedures import dense_seconds
from feasibility.game.position import Pair
from feasibility.studies.surveys.decide import Settle, Settled
from feasibility.studies.surveys.families import Family, Start, family, from_start, same_residues
from feasibility.studies.surveys.page import body, page
from feasibility.studies.surveys.survey import Survey

STAGES = 3  # that a pair of a survey may take, each as long as its limit
LEAST = 0.2  # seconds for a step: less decides nothing
SOON = 10.0  # seconds for all that a start reaches


def survey(pair: Pair, kind: str, limits: Limits, report: Report) -> dict[str, Any]:
    """Which vacancies can be solved, or where the last peg can be left from the start."""
    chosen = family(pair.board) if kind == "vacancies" else from_start(pair.start)
    clock, tasks = limits.start(), _in_parts(chosen)
    hard = sum(number for _, number in tasks)
    rows: list[Settled] = []
    for task, number in tasks:
        left = clock.remaining()
        if left == 0:
            break
        report(f"{len(rows)} of {chosen.size} pairs")
        share = left if left is None or not number else max(LEAST, left / (STAGES * hard))
        rows += Settle(replace(limits, seconds=share))(task)
        hard -= number
    found = Survey.of(chosen, rows)
    return {
        "verdict": "every pair is decided" if found.decided else "unknown pairs are left",
        "body": body(found),
        "report": page(found),
        "certificate": None,
    }


def _in_parts(chosen: Family) -> list[tuple[Start, int]]:
    """What is worked on between two looks at the clock, and how many of its pairs take time.

    First the pairs that residues refute. The others of one start share what it reaches, where that is soon
    known; else they are taken one by one.
    """
    easy, hard = [], []
    for start in chosen.starts:
        open_ = tuple(t for t in start.targets if same_residues(start.board, start.start, t))
        easy.append((replace(start, targets=tuple(t for t in start.targets if t not in open_)), 0))
        cost = dense_seconds(start.board)
        parts = [open_] if cost is not None and cost < SOON else [(target,) for target in open_]
        hard += [(replace(start, targets=part), len(part)) for part in parts if part]
    return [*easy, *hard]
