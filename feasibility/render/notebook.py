"""What a notebook shows of boards, positions, pairs, findings and verdicts: parts of a page."""

from __future__ import annotations

from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Finding, Verdict
from feasibility.render import pictures
from feasibility.render.html import conclusion_html, finding_row, findings_table, proof_section
from feasibility.render.palette import asset, css
from feasibility.render.svg import svg


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
        case Finding():
            return _framed(findings_table(finding_row(value)))
        case _:
            return None
    return f"<div>{svg(scene, 'light')}</div>"


def _framed(body: str) -> str:
    return f'<div class="pegfeas"><style>{css("light")}{asset("notebook.css")}</style>{body}</div>'
