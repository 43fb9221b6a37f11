"""A play as HTML: a board that a script moves, its controls, and the sweeps as pictures without a script."""

from __future__ import annotations

import json
from collections.abc import Sequence

from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.render import pictures
from feasibility.render.palette import template
from feasibility.render.svg import escape, svg
from feasibility.text.moves import format_jump, format_sweep, join_sweeps

MOST_FRAMES = 80


def player_html(pair: Pair, jumps: Sequence[Jump]) -> str:
    """The player and, for print and for readers without scripts, a picture for each sweep."""
    if not jumps:
        return ""
    sweeps = join_sweeps(jumps)
    scene = pictures.named(pictures.position(pair.start), pair.board)
    board = svg(scene, style=False, holes=True, scale=1.3)
    marks, done = [], 0
    for number, sweep in enumerate(sweeps, 1):
        name = escape(format_sweep(pair.board, sweep))
        marks.append(
            f'<li><button type="button" data-go="{done + len(sweep)}" data-from="{done}">'
            f"<span>{number}</span> {name}</button></li>"
        )
        done += len(sweep)
    player = template("player.html").format(
        play=escape(_data(pair, jumps)), board=board, jumps=len(jumps), sweeps="".join(marks)
    )
    return player + film_html(pair, jumps)


def _data(pair: Pair, jumps: Sequence[Jump]) -> str:
    data = {
        "start": list(pair.start.pegs),
        "jumps": [list(j) for j in jumps],
        "names": [format_jump(pair.board, j) for j in jumps],
        "holes": list(map(pair.board.called, range(pair.board.n))),
    }
    return json.dumps(data, separators=(",", ":"))


def film_html(pair: Pair, jumps: Sequence[Jump]) -> str:
    """Every sweep as a picture, folded away."""
    figures = "".join(
        f"<figure>{svg(frame, style=False, scale=0.5, title=name)}"
        f"<figcaption>{escape(name)}</figcaption></figure>"
        for name, frame in pictures.film(pair.start, jumps, MOST_FRAMES)
    )
    return (
        '<details class="film"><summary>All sweeps as pictures</summary>'
        f'<div class="row">{figures}</div></details>'
    )
