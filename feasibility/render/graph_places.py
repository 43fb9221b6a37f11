"""Where the vertices of a graph are drawn: a layout of networkx, made the same on every machine."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from feasibility.game.geometry import Board
from feasibility.game.graph_board import edges_of

if TYPE_CHECKING:
    import networkx as nx

Point = tuple[float, float]
Lengths = dict[int, dict[int, int]]

NEAREST = 1.4  # of the distance between neighbouring holes of other boards: the least between two vertices
SPREAD = 400  # vertices; beyond, the layout would take minutes
POLISHED, SWEEPS = 40, 200


def places(board: Board) -> list[Point]:
    """A place for each hole, in units of the distance between neighbours."""
    import networkx as nx

    graph = nx.empty_graph(board.n)
    graph.add_edges_from(edges_of(board))
    if 2 < board.n <= SPREAD and nx.is_connected(graph):
        points = _by_lengths(graph)
    else:
        points = _points(nx.circular_layout(graph))
    pairs = ((a, b) for i, a in enumerate(points) for b in points[:i])
    closest = min((hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairs), default=1.0)
    scale = NEAREST / max(closest, 1e-3)
    return [(round(x * scale, 2) + 0.0, round(y * scale, 2) + 0.0) for x, y in points]


def _by_lengths(graph: nx.Graph) -> list[Point]:
    """Vertices as far apart as their shortest paths are long, or nearly (Kamada and Kawai 1989)."""
    import networkx as nx

    begin = nx.planar_layout(graph) if nx.check_planarity(graph)[0] else nx.circular_layout(graph)
    points = _points(nx.kamada_kawai_layout(graph, pos=begin))
    lengths: Lengths = {a: dict(to) for a, to in nx.all_pairs_shortest_path_length(graph)}
    if len(points) <= POLISHED:  # the optimiser stops early, at digits that depend on the machine
        for _ in range(SWEEPS):
            for i in range(len(points)):
                points[i] = _pulled(i, points, lengths[i])
    return _turned(points, lengths)


def _points(layout: dict[int, Any]) -> list[Point]:
    return [(float(layout[i][0]), float(layout[i][1])) for i in range(len(layout))]


def _pulled(i: int, points: list[Point], lengths: dict[int, int]) -> Point:
    """Where a vertex wants to be if the others stay (stress majorisation, Gansner, Koren and North 2004)."""
    x, y = points[i]
    right = down = weight = 0.0
    for k, length in lengths.items():
        if k != i:
            other = points[k]
            stretch = length / max(hypot(x - other[0], y - other[1]), 1e-9)
            right += (other[0] + stretch * (x - other[0])) / length**2
            down += (other[1] + stretch * (y - other[1])) / length**2
            weight += 1 / length**2
    return right / weight, down / weight


def _turned(points: list[Point], lengths: Lengths) -> list[Point]:
    """The first longest path lies level."""
    first, last = max(
        ((a, b) for a in lengths for b in lengths[a] if a < b),
        key=lambda pair: (lengths[pair[0]][pair[1]], -pair[0], -pair[1]),
    )
    dx, dy = points[last][0] - points[first][0], points[last][1] - points[first][1]
    size = hypot(dx, dy) or 1.0
    return [((x * dx + y * dy) / size, (y * dx - x * dy) / size) for x, y in points]
