"""A mark in each hole and what it means: vacancies that can be solved, armies before their march."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Position
from feasibility.polyhedra.army import distance
from feasibility.render.columns import shortened
from feasibility.render.scene import (
    Layout,
    Scene,
    Shape,
    circle,
    explained,
    fitting,
    headed,
    keyed,
    layout,
    text,
)

Look = tuple[str, str]  # a style, and the mark within


def coloured(board: Board, looks: Mapping[int, Look], title: str, plain: Look = ("w0", "")) -> Scene:
    """The board with the look of each hole."""
    plan = layout(board)
    edges = [Shape("line", "hole", (*plan.places[a], *plan.places[b])) for a, b in plan.edges]
    shapes = [circle(p, plan.radius, looks.get(i, plain)[0], i) for i, p in enumerate(plan.places)]
    marks = [text(plan.places[i], mark, 17, f"{style}-text") for i, (style, mark) in looks.items() if mark]
    return Scene(plan.width, plan.height, (*edges, *shapes, *marks), title)


def with_key(scene: Scene, key: Sequence[tuple[Look, str]], heading: str) -> Scene:
    """The board below its heading, with what the marks mean; marks that do not occur are left out."""
    used = {shape.style for shape in scene.shapes if shape.kind == "circle"}
    listed = [(style, mark, meaning) for (style, mark), meaning in key if style in used]
    return headed(keyed(scene, listed), heading)


def army(start: Position, level: int, goal: int, sentences: Sequence[str]) -> Scene:
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
