"""A survey as one HTML file: the board coloured for the vacancies and for every start, and the table."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.render.palette import css
from feasibility.render.svg import escape, svg
from feasibility.studies.surveys.decide import Settled
from feasibility.studies.surveys.families import Family
from feasibility.studies.surveys.pictures import ends, vacancies
from feasibility.studies.surveys.report import WORDS, decided, position_name, statement
from feasibility.studies.surveys.vacancies import table as of_vacancies
from feasibility.studies.surveys.vacancies import vacancies as known_vacancies

HEADS = ("start", "target", "verdict", "decided by", "summary", "SHA-256 of the certificate")

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}"
    "figure{display:inline-block;margin:.5rem 1rem .5rem 0;text-align:center}"
    "table{border-collapse:collapse}td,th{padding:.15rem .7rem;text-align:left;border-bottom:1px solid #9996}"
    ".wide{overflow-x:auto}svg{max-width:100%;height:auto}"
)


def page(family: Family, rows: Sequence[Settled]) -> str:
    title = escape(f"Survey of {family.board.label}: {family.name}")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{STYLE}{css('auto')}</style></head><body>"
        f"<h1>{title}</h1>{body(family, rows)}</body></html>\n"
    )


def body(family: Family, rows: Sequence[Settled]) -> str:
    """What the survey says, for a page that has its own frame."""
    first, *others = (escape(line) for line in statement(family, rows).split("\n"))
    told = "".join(f"<p>{line}</p>" for line in others)
    look = "decided" if decided(family, rows) else "unknown"
    return f'<p class="verdict {look}">{first}</p>{told}{_drawn(family, rows)}{_table(family, rows)}'


def _drawn(family: Family, rows: Sequence[Settled]) -> str:
    """What people ask first: pictures of vacancies and of last pegs, and a table."""
    known = known_vacancies(family, rows)
    listed = of_vacancies(family.board, known) if known else None
    scenes = [*(vacancies(family, rows) if len(family.starts) > 1 else ()), *ends(family, rows)]
    drawn = "".join(f"<figure>{svg(scene, style=False)}</figure>" for scene in scenes)
    return drawn + ("" if listed is None else table_html(listed.heads, listed.rows))


def _table(family: Family, rows: Sequence[Settled]) -> str:
    board = family.board
    cells = [
        (
            position_name(board, row.start),
            position_name(board, row.target),
            WORDS[row.verdict],
            row.decided_by or "",
            row.summary,
            row.digest or "",
        )
        for row in rows
        if row.same_residues
    ]
    return table_html(HEADS, cells)


def table_html(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that scrolls within the page where it is too wide."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    frame = '<div class="wide" tabindex="0" role="region" aria-label="table"><table class="survey">'
    return f"{frame}<thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>"
