"""Which two jumps exclude each other, as a square with a cross for each pair."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.api.picture import nothing
from feasibility.game.geometry import Board, Jump
from feasibility.render.columns import shortened
from feasibility.render.scene import MARGIN, Scene, Shape, explained, fitting, text
from feasibility.studies.polyhedra.exclusions import Exclusions
from feasibility.text.moves import format_jump

CELL, NAME = 18.0, 46.0


def of_exclusions(found: Exclusions) -> Scene:
    """A row and a column for every jump that excludes another one, and a cross for every pair that does."""
    board, pairs = found.pair.board, found.pairs
    if not pairs:
        raise nothing("no two jumps exclude each other", "a pair with exclusions")
    jumps = [jump for jump in board.jumps if any(jump in two for two in pairs)]
    place = {jump: MARGIN + NAME + k * CELL for k, jump in enumerate(jumps)}
    both = {*pairs, *((b, a) for a, b in pairs)}
    cells = [_cell(place[a], place[b], "n3" if (a, b) in both else "w0") for a in jumps for b in jumps]
    half = CELL / 2
    crosses = [text((place[a] + half, place[b] + half), "×", 15, "n3-text") for a, b in sorted(both)]
    side = MARGIN * 2 + NAME + len(jumps) * CELL
    listed = ", ".join(f"{format_jump(board, a)} and {format_jump(board, b)}" for a, b in sorted(pairs))
    title = f"pairs of jumps that exclude each other on {shortened(board.label)}: {listed}"
    scene = Scene(side, side, (*cells, *crosses, *_names(board, jumps, place)), title)
    return explained(scene, ["A cross where a row and a column meet: no play has both jumps."])


def _cell(x: float, y: float, style: str) -> Shape:
    return Shape("polygon", style, (x, y, x + CELL, y, x + CELL, y + CELL, x, y + CELL))


def _names(board: Board, jumps: Sequence[Jump], place: dict[Jump, float]) -> list[Shape]:
    """On the left in full; above by two lines, since the cells are narrow."""
    shapes = []
    for jump in jumps:
        name, middle = format_jump(board, jump), place[jump] + CELL / 2
        shapes.append(text((MARGIN + NAME / 2, middle), name, fitting(name, NAME - 4, 12), "label"))
        for line, hole in enumerate((jump.start, jump.landing)):
            word = board.called(hole)
            at = middle, MARGIN + NAME - 24 + 14 * line
            shapes.append(text(at, word, fitting(word, CELL, 11), "label"))
    return shapes
