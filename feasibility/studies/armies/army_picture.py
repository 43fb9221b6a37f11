"""An army below the line, and the hole that it wants to reach."""

from __future__ import annotations

from feasibility.api.picture import nothing
from feasibility.base.plurals import plural
from feasibility.game.geometry import Geometry
from feasibility.render.columns import shortened
from feasibility.render.scene import Scene, Shape, circle, explained, layout
from feasibility.studies.armies.army_api import ArmyLevel


def of_army(army: ArmyLevel) -> Scene:
    """The army, the line and the goal."""
    if army.start is None or army.play is None:
        raise nothing("no army is known", "a level within reach")
    start, goal, board = army.start, army.play[-1].landing, army.start.board
    plan = layout(board)
    shapes = [
        circle(p, plan.radius, "peg" if start.mask >> i & 1 else "hole", i) for i, p in enumerate(plan.places)
    ]
    above = max(y for (row, _), (_, y) in zip(board.holes, plan.places, strict=True) if row < army.level)
    y = round(above + plan.pitch / 2 * (0.866 if board.geometry is Geometry.TRIANGULAR else 1), 2)
    shapes += [
        circle(plan.places[goal], plan.radius + 1, "ring", goal),
        Shape("line", "wrap", (0.0, y, plan.width, y)),
    ]
    reached = f"{army.pegs} pegs reach the ringed hole, {plural(army.level, 'row')} beyond the line."
    fewer = "Fewer do not do on this board." if army.fewest else "Whether fewer do was not decided."
    title = f"an army of {start.count} pegs for level {army.level} on {shortened(board.label)}"
    return explained(Scene(plan.width, plan.height, tuple(shapes), title), (reached, fewer))
