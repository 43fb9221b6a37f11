"""Pictures of graphs: every vertex has its place, every edge its line."""

from __future__ import annotations

from math import hypot

import networkx as nx
import pytest

import feasibility
from feasibility.game.position import Position
from feasibility.render import pictures
from feasibility.render.scene import layout
from feasibility.render.svg import svg


@pytest.mark.parametrize(
    "name", ["petersen", "star:6", "path:1", "path:2", "hypercube:4", "complete:6", "grid:3x4"]
)
def test_vertices_keep_apart_and_edges_are_drawn(name: str) -> None:
    board = feasibility.board(f"graph:{name}")
    plan = layout(board)
    apart = [hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(plan.places) for b in plan.places[:i]]
    assert all(distance > 2 * plan.radius for distance in apart)
    picture = pictures.position(Position(board, board.full - 1), "coordinate")
    lines = [shape for shape in picture.shapes if shape.kind == "line"]
    assert len(lines) == (0 if board.n < 3 else nx.Graph(plan.edges).number_of_edges())
    assert svg(picture).count("<line") == len(lines) and svg(picture).count("<circle") == board.n
    assert all(name in svg(picture) for name in board.names or ())


def test_a_board_without_names_keeps_its_drawing_though_it_is_equal() -> None:
    named = feasibility.board("graph:path:5")
    plain = feasibility.Board(named.holes, "explicit", named.jumps)
    assert plain == named and layout(named) != layout(plain)
    assert not layout(plain).edges and len(layout(named).edges) == 4
