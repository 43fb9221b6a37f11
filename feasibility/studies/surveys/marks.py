"""A mark in each hole and what it means: vacancies that can be solved, armies before their march."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feasibility.game.geometry import Board
from feasibility.render.scene import (
    Scene,
    Shape,
    circle,
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
