"""What a notebook shows of values and answers: parts of a page."""

from __future__ import annotations

from feasibility.decide.plays import Solution
from feasibility.game.drawn import Shown, Tabled
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Finding, Verdict
from feasibility.render import pictures
from feasibility.render.columns import shortened
from feasibility.render.html import conclusion_html, document, finding_row, findings_table, proof_section
from feasibility.render.palette import asset, css
from feasibility.render.player_html import player_html
from feasibility.render.svg import escape, svg

MOST_ROWS, WIDEST = 20, 40  # characters of a cell
_FRAME = 'width="100%" height="640" style="border:0"'


def html_of(value: object) -> str | None:
    """The value; None where it has no such form."""
    match value:
        case Board():
            scene = pictures.board(value)
        case Position():
            scene = pictures.position(value)
        case Target():
            scene = pictures.target(value)
        case Pair():
            scene = pictures.pair(value)
        case Verdict():
            rows = "".join(map(finding_row, value.findings))
            return _framed(
                f"<p>{conclusion_html(value)}</p>{svg(pictures.pair(value.pair), style=False)}"
                f"{proof_section(value, script=False)}{findings_table(rows)}"
            )
        case Solution() if value.play is not None:  # a frame of its own: its script runs nowhere else
            page = document(str(value.answer), player_html(value.pair, value.play))
            return f'<iframe srcdoc="{escape(page)}" {_FRAME}></iframe>'
        case Finding():
            return _framed(findings_table(finding_row(value)))
        case Shown():
            drawn = "".join(f"<figure>{svg(scene, style=False)}</figure>" for scene in value.scenes())
            table = _table(value) if isinstance(value, Tabled) else ""
            return _framed(f"<p>{escape(repr(value))}</p>{drawn}{table}") if drawn or table else None
        case _:
            return None
    return f"<div>{svg(scene, 'light')}</div>"


def _table(answer: Tabled) -> str:
    """The first rows, and how many more there are."""
    rows = list(answer.records())
    heads = "".join(f"<th>{escape(head)}</th>" for head in next(iter(rows), {}))
    lines = ["".join(f"<td>{escape(_cell(v))}</td>" for v in row.values()) for row in rows[:MOST_ROWS]]
    more = f"<p>and {len(rows) - MOST_ROWS} more rows: to_frame()</p>" if len(rows) > MOST_ROWS else ""
    return f"<table><tr>{heads}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>{more}"


def _cell(value: object) -> str:
    return "" if value is None else shortened(str(value), WIDEST)


def _framed(body: str) -> str:
    return f'<div class="pegfeas"><style>{css("light")}{asset("notebook.css")}</style>{body}</div>'
