"""How the positions that can be reached grow and shrink, level by level, as bars."""

from __future__ import annotations

from math import log10

from feasibility.api.picture import nothing
from feasibility.game.geometry import Board
from feasibility.render.scene import EM, Scene, Shape, keyed, text, text_from
from feasibility.studies.counting.counting import Counts

ROW, LENGTH, LEFT = 17.0, 420.0, 46.0
KEY = (("n1", "positions"), ("n3", "orbits: positions up to symmetry"), ("p3", "dead ends"))


def of_counts(counts: Counts, board: Board | None = None) -> Scene:
    """A bar for each level, as long as the number has digits; the number of positions stands at its end."""
    if not counts.rows:
        raise nothing("nothing was counted", "more time or memory")
    name, note = "" if board is None else board.label, " (the levels below are not counted)"
    largest = max(level.positions for level in counts.rows)
    heading = f"What can be reached from the start: {name}{'' if counts.all_levels else note}"
    width = max(LEFT + LENGTH + 14 + EM * 11 * len(f"{largest:,}"), EM * 14 * len(heading))
    shapes = [text((width / 2, 12), heading, 14, "label"), text_from((6, 36), "pegs", 11)]
    for number, level in enumerate(counts.rows):
        y = 48 + ROW * number
        shapes.append(text((LEFT - 20, y + 6), str(level.pegs), 11, "label"))
        long = _long(level.positions, largest)
        shapes.append(_bar(y, 13.0, long, "n1"))
        if level.orbits:
            shapes.append(_bar(y + 3, 7.0, _long(level.orbits, largest), "n3"))
        if level.dead_ends:
            shapes.append(_bar(y + 10, 3.0, _long(level.dead_ends, largest), "p3"))
        shapes.append(text_from((LEFT + long + 7, y + 6), f"{level.positions:,}", 11))
    told = "; ".join(f"{level.pegs} pegs: {level.positions:,} positions" for level in counts.rows)
    scene = Scene(width, 54 + ROW * len(counts.rows), tuple(shapes), f"{heading}: {told}")
    keys = [(style, "", meaning) for style, meaning in KEY]
    return keyed(scene, [*keys, ("hole", "", "a bar grows by equal steps from 1 to 10, 100, 1,000 ...")])


def _long(number: int, largest: int) -> float:
    """Of the length of the longest bar; one position has a short bar, none has none."""
    return round(LENGTH * (0.02 + 0.98 * log10(number) / max(log10(largest), 1e-9)), 2) if number else 0.0


def _bar(y: float, height: float, long: float, style: str) -> Shape:
    points = (LEFT, y, LEFT + long, y, LEFT + long, y + height, LEFT, y + height)
    return Shape("polygon", style, points)
