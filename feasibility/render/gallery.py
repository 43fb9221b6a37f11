"""A play in rows, sweep by sweep."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.plurals import plural
from feasibility.game.geometry import Jump
from feasibility.game.position import Position
from feasibility.render import pictures
from feasibility.render.columns import shortened
from feasibility.render.scene import Scene, captioned, grid, headed, scaled
from feasibility.text.moves import format_jumps

SCALE = 0.62  # of the boards of a play


def play(start: Position, jumps: Sequence[Jump]) -> Scene:
    """The position before each sweep, with the path of the peg that moves, and the last position."""
    name, film = shortened(start.board.label), pictures.film(start, jumps)
    scenes = [captioned(scaled(frame, SCALE), caption, 12.0) for caption, frame in film]
    count = f"{plural(len(jumps), 'jump')} in {plural(len(film) - 1, 'sweep')}"
    title = f"a play of {count} on {name}: {format_jumps(start.board, tuple(jumps), sweeps=True)}"
    return headed(grid(scenes, title), f"{name}: {count}")
