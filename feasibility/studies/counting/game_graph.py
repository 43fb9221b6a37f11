"""A game graph of networkx that draws itself: a row of positions for each number of pegs."""

from __future__ import annotations

from networkx import DiGraph

from feasibility.api.picture import nothing
from feasibility.game.drawn import Shown
from feasibility.game.geometry import Board
from feasibility.game.position import Position
from feasibility.render import pictures
from feasibility.render.scene import Scene, Shape, moved, scaled, text

MOST_DRAWN, SCALE, GAP = 80, 0.4, 40.0


class GameGraph(DiGraph, Shown):  # type: ignore[misc]  # networkx ships no types
    """Positions by their masks, and the jumps between them; a copy of a part of it has no picture."""

    drawn_on: Board | None = None

    def __repr__(self) -> str:
        return f"<{self}>"

    def scene(self) -> Scene:
        """The start above; jumps to positions that lead to the target are heavy."""
        if self.drawn_on is None or len(self) > MOST_DRAWN:
            raise nothing("not a whole game graph of few positions", f"at most {MOST_DRAWN} positions")
        small = {mask: scaled(pictures.position(Position(self.drawn_on, mask)), SCALE) for mask in self}
        levels: dict[int, list[int]] = {}
        for mask in self:
            levels.setdefault(mask.bit_count(), []).append(mask)
        one = next(iter(small.values()))
        width, down = max(map(len, levels.values())) * (one.width + GAP / 2), one.height + GAP
        places = dict[int, tuple[float, float]]()
        for row, level in enumerate(levels.values()):
            level.sort(key=lambda mask: min((places[before][0] for before in self.pred[mask]), default=0))
            for number, mask in enumerate(level):
                places[mask] = (width * (number + 0.5) / len(level), down * row)
        heavy = {True: "arrow", False: "hole"}
        shapes = [
            Shape("line", heavy[self.nodes[b]["winning"]], (x, y + one.height, *places[b]))
            for a, (x, y) in places.items() for b in self.succ[a]
        ]  # fmt: skip
        for mask, (x, y) in places.items():
            shapes += moved(small[mask].shapes, x - one.width / 2, y)
            if self.nodes[mask]["target"]:
                shapes.append(text((x, y + one.height + 5), "target", 10, "label"))
        return Scene(width, down * len(levels), tuple(shapes), f"game graph: {len(self)} positions")
