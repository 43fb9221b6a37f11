"""A survey as one HTML file: the board coloured for the vacancies and for every start, and the table."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.render.palette import css
from feasibility.render.svg import escape, svg
from feasibility.studies.surveys.pictures import scene
from feasibility.studies.surveys.report import (
    WORDS,
    drawn_ends,
    drawn_vacancies,
    position_name,
    statement,
    vacancy_table,
)
from feasibility.studies.surveys.survey import Survey

HEADS = ("start", "target", "verdict", "decided by", "summary", "SHA-256 of the certificate")

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}"
    "figure{display:inline-block;margin:.5rem 1rem .5rem 0;text-align:center}"
    "table{border-collapse:collapse}td,th{padding:.15rem .7rem;text-align:left;border-bottom:1px solid #9996}"
    ".wide{overflow-x:auto}svg{max-width:100%;height:auto}"
)


def page(survey: Survey) -> str:
    title = escape(f"Survey of {survey.family.board.label}: {survey.family.name}")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{STYLE}{css('auto')}</style></head><body>"
        f"<h1>{title}</h1>{body(survey)}</body></html>\n"
    )


def body(survey: Survey) -> str:
    """What the survey says, for a page that has its own frame."""
    first, *others = (escape(line) for line in statement(survey).split("\n"))
    told = "".join(f"<p>{line}</p>" for line in others)
    look = "decided" if survey.decided else "unknown"
    return f'<p class="verdict {look}">{first}</p>{told}{_drawn(survey)}{_table(survey)}'


def _drawn(survey: Survey) -> str:
    """What people ask first: pictures of vacancies and of last pegs, and a table."""
    listed = vacancy_table(survey)
    marked = [*(drawn_vacancies(survey) if len(survey.family.starts) > 1 else ()), *drawn_ends(survey)]
    drawn = "".join(f"<figure>{svg(scene(one), style=False)}</figure>" for one in marked)
    return drawn + (table_html(listed.heads, listed.rows) if listed.rows else "")


def _table(survey: Survey) -> str:
    board = survey.family.board
    cells = [
        (
            position_name(board, row.start),
            position_name(board, row.target),
            WORDS[row.verdict],
            row.decided_by or "",
            row.summary,
            row.digest or "",
        )
        for row in survey.rows
        if row.same_residues
    ]
    return table_html(HEADS, cells)


def table_html(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that scrolls within the page where it is too wide."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    frame = '<div class="wide" tabindex="0" role="region" aria-label="table"><table class="survey">'
    return f"{frame}<thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>"
