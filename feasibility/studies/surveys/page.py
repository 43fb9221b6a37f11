"""A survey as a page: the board coloured for the vacancies and for every start, and the table.

Alone it is one HTML file; on the local page the pairs are decided one after the other, in a share of the
time each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.decide.procedures import dense_seconds
from feasibility.game.position import Pair
from feasibility.render.html import document
from feasibility.render.svg import escape, svg
from feasibility.render.tables import Table
from feasibility.studies.surveys.decide import Settled, settle
from feasibility.studies.surveys.families import Family, Start, family, from_start, same_residues
from feasibility.studies.surveys.pictures import drawn_ends, drawn_vacancies, scene
from feasibility.studies.surveys.report import statement, table, vacancy_table
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
        rows += settle(task, replace(limits, seconds=share))
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


def page(survey: Survey) -> str:
    """The whole document."""
    return document(f"Survey of {survey.family.board.label}: {survey.family.name}", body(survey))


def body(survey: Survey) -> str:
    """What people ask first: pictures of vacancies and of last pegs; then the tables."""
    first, *others = (escape(line) for line in statement(survey).split("\n"))
    told = "".join(f"<p>{line}</p>" for line in others)
    look = "decided" if survey.decided else "unknown"
    marked = [*(drawn_vacancies(survey) if len(survey.family.starts) > 1 else ()), *drawn_ends(survey)]
    drawn = "".join(f"<figure>{svg(scene(one), style=False)}</figure>" for one in marked)
    tables = _table_html(vacancy_table(survey)) + _table_html(table(survey))
    return f'<p class="verdict {look}">{first}</p>{told}<div class="row">{drawn}</div>{tables}'


def _table_html(listed: Table) -> str:
    """A table that scrolls within the page where it is too wide; nothing where it has no rows."""
    if not listed.rows:
        return ""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in listed.heads)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in listed.rows)
    frame = '<div class="wide" tabindex="0" role="region" aria-label="table"><table class="survey">'
    return f"{frame}<thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>"
