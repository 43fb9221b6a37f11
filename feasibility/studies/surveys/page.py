"""A survey as a page: the board coloured for the vacancies and for every start, and the table.

Alone it is one HTML file; on the local page the pairs are decided one after the other, in a share of the
time each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.decide.together import check_together
from feasibility.game.position import Pair
from feasibility.render.html import document
from feasibility.render.svg import escape, svg
from feasibility.render.tables import Table
from feasibility.studies.surveys.families import PairFamily, family, from_start, same_residues
from feasibility.studies.surveys.pictures import drawn_ends, drawn_vacancies, scene
from feasibility.studies.surveys.report import statement, table, vacancy_table
from feasibility.studies.surveys.survey import Settled, Survey, settled

LEAST = 0.2  # seconds for a pair: less decides nothing


def survey(pair: Pair, kind: str, limits: Limits, report: Report) -> dict[str, Any]:
    """Which vacancies can be solved, or where the last peg can be left from the start."""
    chosen = family(pair.board) if kind == "vacancies" else from_start(pair.start)
    found = Survey.of(chosen, _decided(chosen, limits, report))
    return {
        "verdict": "every pair is decided" if found.decided else "unknown pairs are left",
        "body": body(found),
        "report": page(found),
        "certificate": None,
    }


def _decided(chosen: PairFamily, limits: Limits, report: Report) -> Iterator[Settled]:
    """The pairs one after the other, as far as the time goes; those that take some share it."""
    clock, done = limits.start(), 0
    hard = sum(same_residues(one.board, one.start, to) for one in chosen.starts for to in one.targets)
    for start in chosen.starts:
        left = clock.remaining()
        share = None if left is None else max(LEAST, left / max(1, hard))
        for verdict in check_together(map(start.pair, start.targets), replace(limits, seconds=share)):
            row = settled(verdict)
            yield row
            hard, done = hard - row.same_residues, done + 1
            report(f"{done} of {chosen.size} pairs")
            if clock.remaining() == 0:
                return


def page(survey: Survey) -> str:
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
