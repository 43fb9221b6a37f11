"""Where the vertices of a graph are drawn: a layout of networkx, the same on every machine."""

from __future__ import annotations

from math import hypot

from feasibility.game.geometry import Board
from feasibility.game.graph_board import edges_of

Point = tuple[float, float]

NEAREST = 1.4  # what two neighbours, or two vertices that happen to be close, are apart at least
SPREAD = 400  # vertices; beyond, the layout by springs would take minutes


def places(board: Board) -> list[Point]:
    """A place for each hole, in units of the distance between neighbours."""
    import networkx as nx

    graph = nx.empty_graph(board.n)
    graph.add_edges_from(edges_of(board))
    circle = nx.circular_layout(graph)
    if 2 < board.n <= SPREAD and nx.is_connected(graph):
        planar = nx.check_planarity(graph)[0]
        begin = nx.planar_layout(graph) if planar else circle
        found = nx.kamada_kawai_layout(graph, pos=begin)
    else:
        found = circle
    points = [(float(found[i][0]), float(found[i][1])) for i in range(board.n)]
    closest = min(
        (hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(points) for b in points[:i]), default=1.0
    )
    scale = NEAREST / max(closest, 1e-3)
    return [(round(x * scale, 2), round(y * scale, 2)) for x, y in points]
