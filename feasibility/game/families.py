"""Families of boards and of graphs: how each is written, its least size, and how its members are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from feasibility.game.geometry import Board, Geometry

if TYPE_CHECKING:
    import networkx as nx


class Family(NamedTuple):
    """An example of a name, the least size, and from sizes to how many holes there are, and to a member."""

    example: str
    least: int
    holes: Callable[..., int]
    make: Callable[..., Any]

    @property
    def name(self) -> str:
        return self.example.partition(":")[0]


def _rectangle(rows: int, columns: int) -> Board:
    return Board((r, c) for r in range(rows) for c in range(columns))


def _triangle(side: int) -> Board:
    return Board([(r, c) for r in range(side) for c in range(r + 1)], Geometry.TRIANGULAR)


def _hexagon(side: int) -> Board:
    across = range(2 * side - 1)
    return Board([(r, c) for r in across for c in across if abs(r - c) < side], Geometry.TRIANGULAR)


def _cross(top: int, right: int, bottom: int, left: int) -> Board:
    """A 3x3 centre with arms three wide: lengths clockwise from the top."""
    tall = {(r, c) for r in range(-top, 3 + bottom) for c in range(3)}
    wide = {(r, c) for r in range(3) for c in range(-left, 3 + right)}
    return Board(tall | wide)


def _torus(rows: int, columns: int) -> Board:
    """A rectangle whose opposite sides are joined; all jumps of three different holes."""
    holes = _rectangle(rows, columns).holes
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    places = ([(r + k * down, c + k * right) for k in range(3)] for r, c in holes for down, right in ways)
    jumps = [[(r % rows) * columns + c % columns for r, c in triple] for triple in places]
    return Board(holes, Geometry.EXPLICIT, [jump for jump in jumps if len(set(jump)) == 3])


def _own(function: str, more: int = 0) -> Callable[..., nx.Graph]:
    """A graph of networkx, which takes longer to import than the table of names may take to be read."""

    def make(*numbers: int) -> nx.Graph:
        import networkx as nx

        return getattr(nx, function)(*(number + more for number in numbers))

    return make


def _hypercube(dimension: int) -> nx.Graph:
    """Vertices by their bits, as 010."""
    import networkx as nx

    cube = nx.hypercube_graph(dimension)
    return nx.relabel_nodes(cube, {bits: "".join(map(str, bits)) for bits in cube}) if dimension > 1 else cube


def _windmill(blades: int, pendants: int) -> nx.Graph:
    """Triangles and single edges that share the vertex 0."""
    graph = _own("star_graph")(2 * blades + pendants)
    graph.add_edges_from((2 * blade + 1, 2 * blade + 2) for blade in range(blades))
    return graph


def _caterpillar(*leaves: int) -> nx.Graph:
    """A path 0, 1, ...; its k-th vertex has the k-th number of leaves (a double star is the path 0, 1)."""
    graph = _own("path_graph")(len(leaves))
    spines = (spine for spine, count in enumerate(leaves) for _ in range(count))
    graph.add_edges_from((spine, leaf) for leaf, spine in enumerate(spines, len(leaves)))
    return graph


_BOARDS = (
    Family("line:7", 1, lambda n: n, lambda n: _rectangle(1, n)),
    Family("rectangle:4x5", 1, lambda a, b: a * b, _rectangle),
    Family("triangle:6", 1, lambda side: side * (side + 1) // 2, _triangle),
    Family("cross:2,2,2,2", 0, lambda *arms: 9 + 3 * sum(arms), _cross),
    Family("hexagon:3", 1, lambda side: 3 * side * (side - 1) + 1, _hexagon),
    Family("torus:3x4", 1, lambda a, b: a * b, _torus),
)
_GRAPHS = (
    Family("path:6", 1, lambda n: n, _own("path_graph")),
    Family("cycle:6", 3, lambda n: n, _own("cycle_graph")),
    Family("star:4", 1, lambda leaves: leaves + 1, _own("star_graph")),
    Family("complete:5", 1, lambda n: n, _own("complete_graph")),
    Family("bipartite:3,4", 1, lambda a, b: a + b, _own("complete_bipartite_graph")),
    Family("wheel:5", 3, lambda rim: rim + 1, _own("wheel_graph", 1)),  # 0 is joined to the rim
    Family("hypercube:3", 1, lambda d: 2 ** min(d, 40), _hypercube),
    Family("grid:3x4", 1, lambda a, b: a * b, _own("grid_2d_graph")),
    Family("windmill:3,1", 0, lambda blades, pendants: 1 + 2 * blades + pendants, _windmill),
    Family("doublestar:3,2", 1, lambda left, right: 2 + left + right, _caterpillar),
    Family("caterpillar:2,0,1", 0, lambda *leaves: len(leaves) + sum(leaves), _caterpillar),
    Family("petersen", 0, lambda: 10, _own("petersen_graph")),
    Family("tetrahedron", 0, lambda: 4, _own("tetrahedral_graph")),
    Family("cube", 0, lambda: 8, _own("cubical_graph")),
    Family("octahedron", 0, lambda: 6, _own("octahedral_graph")),
    Family("dodecahedron", 0, lambda: 20, _own("dodecahedral_graph")),
    Family("icosahedron", 0, lambda: 12, _own("icosahedral_graph")),
)  # fmt: skip
BOARDS = {family.name: family for family in _BOARDS}
GRAPHS = {family.name: family for family in _GRAPHS}


def examples() -> tuple[str, ...]:
    """Each family of graphs once, as people write it."""
    return tuple(family.example for family in GRAPHS.values())
