"""What a notebook shows of boards, positions, pairs, findings and verdicts."""

from __future__ import annotations

from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Pagoda, Play, Residue
from feasibility.proofs.verdict import Finding, Verdict
from feasibility.render import pictures
from feasibility.render.html import conclusion_html, finding_row, findings_table, proof_section
from feasibility.render.palette import asset, css
from feasibility.render.scene import Scene, beside
from feasibility.render.svg import svg


def svg_of(value: object) -> str | None:
    """The picture of a value; None where it has none."""
    scene = _scene(value)
    return None if scene is None else svg(scene, "light")


def html_of(value: object) -> str | None:
    """A value as a part of a page."""
    if isinstance(value, Verdict):
        rows = "".join(finding_row(f) for f in value.findings)
        return _framed(
            f"<p>{conclusion_html(value)}</p>{svg(pictures.pair(value.pair), style=False)}"
            f"{proof_section(value, script=False)}{findings_table(rows)}"
        )
    if isinstance(value, Finding):
        return _framed(findings_table(finding_row(value)))
    picture = svg_of(value)
    return None if picture is None else f"<div>{picture}</div>"


def _framed(body: str) -> str:
    return f'<div class="pegfeas"><style>{css("light")}{asset("notebook.css")}</style>{body}</div>'


def _scene(value: object) -> Scene | None:
    match value:
        case Board():
            return pictures.board(value)
        case Position():
            return pictures.position(value)
        case Target():
            return pictures.target(value)
        case Pair():
            return pictures.pair(value)
        case Verdict():
            return _proof_scene(value)
        case Finding():
            words = f"{value.criterion}: {value.outcome}. {value.summary}"
            return pictures.words(words)
    return None


def _proof_scene(verdict: Verdict) -> Scene:
    """The pair; beside it the weights, where they are the whole proof."""
    scenes = [pictures.pair(verdict.pair)]
    match None if verdict.decisive is None else verdict.decisive.proof:
        case Pagoda(weights) | Residue(_, weights):
            scenes.append(pictures.weights(verdict.pair.board, weights, verdict.pair.start))
        case Play(jumps) if len(jumps) == 1:
            scenes.append(pictures.jumps(verdict.pair.start, jumps))
    return beside(scenes, f"{verdict.answer}: {scenes[0].title}")
