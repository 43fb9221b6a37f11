"""Graphs by name: `path:6`, `bipartite:3,4`, `petersen`; `*` between two names is their Cartesian product."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from feasibility.base.errors import InputError, near
from feasibility.game.geometry import MOST_HOLES

if TYPE_CHECKING:
    import networkx as nx


class BoardFamily(NamedTuple):
    """How a family of graphs or boards is written, its least size, how many holes, and how it is made."""

    example: str
    least: int
    holes: Callable[..., int]
    make: Callable[..., Any]

    def member(self, text: str, what: str) -> Any:
        """The graph or the board of a name; its sizes are judged before it is made."""
        family, _, form = self.example.partition(":")
        number, sizes = "[0-9]{1,6}", text.partition(":")[2]
        pattern = re.sub("[0-9]+", number, form) if family != "caterpillar" else f"{number}(,{number})*"
        numbers = [int(size) for size in re.findall("[0-9]+", sizes)]
        if not re.fullmatch(pattern, sizes) or min(numbers, default=self.least) < self.least:
            expected = f"as in {self.example}" + (f", each at least {self.least}" if form else "")
            message = f"not a size for this family of {what}s"
            raise InputError(message, seen=repr(text[:40]), expected=expected)
        refuse_large(text, self.holes(*numbers), what)
        return self.make(*numbers)


def refuse_large(text: str, holes: int, what: str) -> None:
    if holes > MOST_HOLES:
        expected = f"at most {MOST_HOLES} {'vertices' if what == 'graph' else 'holes'}"
        raise InputError(f"the {what} is too large", seen=repr(text[:40]), expected=expected)


def named_graph(text: str) -> nx.Graph:
    """The graph of a name, or of several names joined by `*`."""
    import networkx as nx

    parts = text.split("*")
    graph = _one(parts[0])
    for part in parts[1:]:
        other = _one(part)
        refuse_large(text, len(graph) * len(other), "graph")
        graph = nx.cartesian_product(graph, other)
    return graph


def examples() -> tuple[str, ...]:
    """Each family once, as people write it."""
    return tuple(family.example for family in _FAMILIES.values())


def _one(text: str) -> nx.Graph:
    name = text.partition(":")[0]
    if name not in _FAMILIES:
        similar = [_FAMILIES[one].example for one in near(name, _FAMILIES)]
        expected = " or ".join(similar) or ", ".join(_FAMILIES)
        raise InputError("no such graph", seen=repr(text[:40]), expected=expected)
    return _FAMILIES[name].member(text, "graph")


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
    import networkx as nx

    graph = nx.star_graph(2 * blades + pendants)
    graph.add_edges_from((2 * blade + 1, 2 * blade + 2) for blade in range(blades))
    return graph


def _caterpillar(*leaves: int) -> nx.Graph:
    """A path 0, 1, ...; its k-th vertex has the k-th number of leaves (a double star is the path 0, 1)."""
    import networkx as nx

    graph = nx.path_graph(len(leaves))
    for spine, count in enumerate(leaves):
        first = len(graph)
        graph.add_edges_from((spine, first + leaf) for leaf in range(count))
    return graph


_LISTED = (
    BoardFamily("path:6", 1, lambda n: n, _own("path_graph")),
    BoardFamily("cycle:6", 3, lambda n: n, _own("cycle_graph")),
    BoardFamily("star:4", 1, lambda leaves: leaves + 1, _own("star_graph")),
    BoardFamily("complete:5", 1, lambda n: n, _own("complete_graph")),
    BoardFamily("bipartite:3,4", 1, lambda a, b: a + b, _own("complete_bipartite_graph")),
    BoardFamily("wheel:5", 3, lambda rim: rim + 1, _own("wheel_graph", 1)),  # 0 is joined to the rim
    BoardFamily("hypercube:3", 1, lambda d: 2 ** min(d, 40), _hypercube),
    BoardFamily("grid:3x4", 1, lambda a, b: a * b, _own("grid_2d_graph")),
    BoardFamily("windmill:3,1", 0, lambda blades, pendants: 1 + 2 * blades + pendants, _windmill),
    BoardFamily("doublestar:3,2", 1, lambda left, right: 2 + left + right, _caterpillar),
    BoardFamily("caterpillar:2,0,1", 0, lambda *leaves: len(leaves) + sum(leaves), _caterpillar),
    BoardFamily("petersen", 0, lambda: 10, _own("petersen_graph")),
    BoardFamily("tetrahedron", 0, lambda: 4, _own("tetrahedral_graph")),
    BoardFamily("cube", 0, lambda: 8, _own("cubical_graph")),
    BoardFamily("octahedron", 0, lambda: 6, _own("octahedral_graph")),
    BoardFamily("dodecahedron", 0, lambda: 20, _own("dodecahedral_graph")),
    BoardFamily("icosahedron", 0, lambda: 12, _own("icosahedral_graph")),
)  # fmt: skip
_FAMILIES = {family.example.partition(":")[0]: family for family in _LISTED}
