"""A survey as one HTML file: the board coloured for every start, and the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from feasibility.game.geometry import Board
from feasibility.game.position import Position, bits
from feasibility.game.symmetry import apply, stabiliser
from feasibility.render import pictures
from feasibility.render.marks import coloured
from feasibility.render.palette import css
from feasibility.render.svg import escape, svg
from feasibility.surveys.decide import Settled
from feasibility.surveys.families import Family
from feasibility.surveys.pictures import NO, OTHER, UNKNOWN, YES, vacancies
from feasibility.surveys.report import WORDS, complete, position_name, statement

LOOKS = {"feasible": YES, "infeasible": NO, "unknown": UNKNOWN}

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}"
    "figure{display:inline-block;margin:.5rem 1rem .5rem 0;text-align:center}"
    "table{border-collapse:collapse}td,th{padding:.15rem .7rem;text-align:left;border-bottom:1px solid #9996}"
    "code{font-size:.85em;overflow-wrap:anywhere}.wide{overflow-x:auto}"
)


def page(family: Family, rows: Sequence[Settled]) -> str:
    """The whole document."""
    title = escape(f"Survey of {family.board.label}: {family.name}")
    told = "".join(f"<p>{escape(line)}</p>" for line in statement(family, rows).split("\n"))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{STYLE}{css('auto')}</style></head><body>"
        f"<h1>{title}</h1>{told}{_vacancies(family, rows)}<p>{_legend(complete(family, rows))}</p>"
        f"{_maps(family.board, rows)}"
        f"{_table(family, rows)}</body></html>\n"
    )


def _legend(whole: bool) -> str:
    other = "refuted by the rule of three" + ("" if whole else ", or not looked at")
    marks = ", ".join(f"{mark} {WORDS[verdict]}" for verdict, (_, mark) in LOOKS.items())
    return (
        "Each board stands for one start, which is drawn beside it; the mark in a hole says what is known of "
        f"the target with its only peg there: {marks}; plain: {other}."
    )


def _vacancies(family: Family, rows: Sequence[Settled]) -> str:
    """What people ask first."""
    scene = vacancies(family, rows)
    return "" if scene is None else f"<figure>{svg(scene, style=False)}</figure>"


def _maps(board: Board, rows: Sequence[Settled]) -> str:
    """One coloured board for every start that has single-peg targets."""
    parts = []
    for start, group in groupby(rows, key=lambda row: row.start):
        known = _known(board, start, [row for row in group if row.target.bit_count() == 1])
        if known:
            position = svg(pictures.position(Position(board, start)), style=False, scale=0.5)
            told = position_name(board, start)
            drawn = svg(coloured(board, known, f"last pegs from {told}"), style=False, scale=0.8)
            name = escape(told)
            parts.append(f"<figure>{position} {drawn}<figcaption>{name}</figcaption></figure>")
    return "".join(parts)


def _known(board: Board, start: int, rows: Sequence[Settled]) -> dict[int, tuple[str, str]]:
    """The look of each hole; a pair speaks for its images under the symmetries that fix the start."""
    looks = {}
    for row in rows:
        look = LOOKS[row.verdict] if row.same_residues or row.verdict != "infeasible" else OTHER
        for g in stabiliser(Position(board, start)):
            looks[bits(apply(g, row.target))[0]] = look
    return looks


def _table(family: Family, rows: Sequence[Settled]) -> str:
    board = family.board
    body = "".join(
        f"<tr><td>{escape(position_name(board, row.start))}</td>"
        f"<td>{escape(position_name(board, row.target))}</td><td>{WORDS[row.verdict]}</td>"
        f"<td>{escape(row.decided_by or '')}</td><td>{escape(row.summary)}</td>"
        f"<td><code>{row.digest or ''}</code></td></tr>"
        for row in rows
        if row.same_residues
    )
    heads = "".join(
        f'<th scope="col">{name}</th>'
        for name in ("start", "target", "verdict", "decided by", "summary", "SHA-256 of the certificate")
    )
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
