"""Armies: who stands below the line, and how far each hole is away from the goal."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.api.picture import nothing
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Position
from feasibility.render.columns import shortened
from feasibility.render.scene import Layout, Scene, Shape, circle, explained, fitting, layout, text
from feasibility.studies.armies.army import distance
from feasibility.studies.armies.army_api import Army


def of_army(army: Army, board: Board | None = None) -> Scene:
    """The army and its goal; of a level out of reach, what each hole weighs."""
    del board  # the army has its own
    if army.out_of_reach:
        told = (
            "A peg weighs s to the power in its hole, s = 0.618..., 1 = s + s². No jump raises the total.",
            "All holes below the line weigh no more than the goal, so no finite army reaches it.",
        )
        return distances(army.geometry, army.level, told)
    if army.start is None or army.play is None:
        raise nothing("no army was found", "a level within reach")
    reached = f"{army.pegs} pegs reach the ringed hole, {plural(army.level, 'row')} beyond the line."
    fewer = "Fewer do not do on this board." if army.fewest else "Whether fewer do was not decided."
    return marched(army.start, army.level, army.play[-1].landing, (reached, fewer))


def marched(start: Position, level: int, goal: int, sentences: Sequence[str]) -> Scene:
    """An army below the line, and the hole that it wants to reach."""
    plan = layout(start.board)
    shapes = [
        circle(p, plan.radius, "peg" if start.mask >> i & 1 else "hole", i) for i, p in enumerate(plan.places)
    ]
    shapes += [circle(plan.places[goal], plan.radius + 1, "ring", goal), _line(start.board, plan, level)]
    title = f"an army of {start.count} pegs for level {level} on {shortened(start.board.label)}"
    return explained(Scene(plan.width, plan.height, tuple(shapes), title), sentences)


def distances(geometry: Geometry, level: int, sentences: Sequence[str]) -> Scene:
    """How many steps each hole is away from the goal, some rows above and below the line."""
    rows = range(min(level, 12) + 3)
    lean = [row // 2 if geometry is Geometry.TRIANGULAR else 0 for row in rows]
    board = Board([(row, column + lean[row]) for row in rows for column in range(11)], geometry)
    plan, shapes = layout(board), []
    for hole, place in enumerate(plan.places):
        row, column = board.holes[hole]
        away = distance(geometry, (row, column - 5))
        style = f"p{max(1, 4 - away // 2)}" if away < 8 else "w0"
        shapes.append(circle(place, plan.radius, style, hole))
        shapes.append(text(place, str(away), fitting(str(away), 26, 13), f"{style}-text"))
    if level < len(rows):
        shapes.append(_line(board, plan, level))
    title = f"steps from each hole to the goal, {level} rows beyond the line"
    return explained(Scene(plan.width, plan.height, tuple(shapes), title), sentences)


def _line(board: Board, plan: Layout, level: int) -> Shape:
    """Between the rows on both sides of it."""
    above = max(y for (row, _), (_, y) in zip(board.holes, plan.places, strict=True) if row < level)
    y = round(above + plan.pitch / 2 * (0.866 if board.geometry is Geometry.TRIANGULAR else 1), 2)
    return Shape("line", "wrap", (0.0, y, plan.width, y))
