"""A play in rows, sweep by sweep."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.plurals import plural
from feasibility.game.geometry import Jump
from feasibility.game.position import Position
from feasibility.render import pictures
from feasibility.render.columns import shortened
from feasibility.render.scene import Scene, captioned, grid, headed, scaled
from feasibility.text.moves import format_jumps, join_sweeps

SCALE = 0.62  # of the boards of a play


def play(start: Position, jumps: Sequence[Jump]) -> Scene:
    """The position before each sweep, with the path of the peg that moves, and the last position."""
    board, sweeps = start.board, join_sweeps(jumps)
    names = format_jumps(board, tuple(jumps), sweeps=True).split()
    told = [f"{number}. {name}" for number, name in enumerate(names, 1)]
    scenes = [
        captioned(scaled(frame, SCALE), caption, 12.0)
        for frame, caption in zip(pictures.film(start, sweeps), [*told, "the end"], strict=True)
    ]
    count = f"{plural(len(jumps), 'jump')} in {plural(len(sweeps), 'sweep')}"
    title = f"a play of {count} on {shortened(board.label)}: {' '.join(names)}"
    return headed(grid(scenes, title), f"{shortened(board.label)}: {count}")
