"""Graphs by name: `path:6`, `bipartite:3,4`, `petersen`; `*` between two names is their Cartesian product."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from feasibility.base.errors import InputError
from feasibility.game.geometry import MOST_HOLES

if TYPE_CHECKING:
    import networkx as nx


class Family(NamedTuple):
    """How a family is written, the least of its sizes, the number of vertices, and how its graph is made."""

    example: str
    least: int
    vertices: Callable[..., int]
    make: Callable[..., nx.Graph] | str  # one of ours, or the name of networkx's own


def named_graph(text: str) -> nx.Graph:
    """The graph of a name, or of several names joined by `*`."""
    import networkx as nx

    parts = text.split("*")
    graph = _one(parts[0])
    for part in parts[1:]:
        other = _one(part)
        _refuse_large(text, len(graph) * len(other))
        graph = nx.cartesian_product(graph, other)
    return graph


def examples() -> tuple[str, ...]:
    """Each family once, as people write it."""
    return tuple(family.example for family in _families().values())


def _one(text: str) -> nx.Graph:
    name, _, sizes = text.partition(":")
    families = _families()
    if name not in families:
        from difflib import get_close_matches

        near = [families[match].example for match in get_close_matches(name, families, n=3)]
        expected = " or ".join(near) or ", ".join(families)
        raise InputError("no such graph", seen=repr(text[:40]), expected=expected)
    family = families[name]
    numbers = _numbers(text, sizes, family)
    _refuse_large(text, family.vertices(*numbers))
    return family.make(*numbers) if callable(family.make) else _by_networkx(family.make, numbers)


def _by_networkx(function: str, numbers: list[int]) -> nx.Graph:
    """networkx takes longer to import than the table of names may take to be read."""
    import networkx as nx

    graph: nx.Graph = getattr(nx, function)(*numbers)
    return graph


def _numbers(text: str, sizes: str, family: Family) -> list[int]:
    wanted = family.example.partition(":")[2]
    form = r"[0-9]{1,5}(?:[,x][0-9]{1,5})*" if wanted else ""
    numbers = [int(number) for number in re.findall("[0-9]+", sizes)] if re.fullmatch(form, sizes) else None
    many = family.example.startswith("caterpillar")
    count = len(re.findall("[0-9]+", wanted))
    fits = (
        numbers is not None
        and (many or len(numbers) == count)
        and min(numbers, default=family.least) >= family.least
    )
    if numbers is None or not fits:
        expected = f"as {family.example}" + (f", each at least {family.least}" if wanted else "")
        raise InputError("not a size for this family of graphs", seen=repr(text[:40]), expected=expected)
    return numbers


def _refuse_large(text: str, n: int) -> None:
    if n > MOST_HOLES:
        raise InputError(
            "the graph is too large", seen=repr(text[:40]), expected=f"at most {MOST_HOLES:,} vertices"
        )


def _hypercube(dimension: int) -> nx.Graph:
    """Vertices by their bits, as 010."""
    import networkx as nx

    cube = nx.hypercube_graph(dimension)
    return nx.relabel_nodes(cube, {bits: "".join(map(str, bits)) for bits in cube}) if dimension > 1 else cube


def _wheel(rim: int) -> nx.Graph:
    """A cycle, and the vertex 0 that is joined to all of it."""
    import networkx as nx

    return nx.wheel_graph(rim + 1)


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


def _families() -> dict[str, Family]:
    listed = (
        Family("path:6", 1, lambda n: n, "path_graph"),
        Family("cycle:6", 3, lambda n: n, "cycle_graph"),
        Family("star:4", 1, lambda leaves: leaves + 1, "star_graph"),
        Family("complete:5", 1, lambda n: n, "complete_graph"),
        Family("bipartite:3,4", 1, lambda a, b: a + b, "complete_bipartite_graph"),
        Family("wheel:5", 3, lambda rim: rim + 1, _wheel),
        Family("hypercube:3", 1, lambda d: 2 ** min(d, 40), _hypercube),
        Family("grid:3x4", 1, lambda a, b: a * b, "grid_2d_graph"),
        Family("windmill:3,1", 0, lambda blades, pendants: 1 + 2 * blades + pendants, _windmill),
        Family("doublestar:3,2", 1, lambda left, right: 2 + left + right, _caterpillar),
        Family("caterpillar:2,0,1", 0, lambda *leaves: len(leaves) + sum(leaves), _caterpillar),
        Family("petersen", 0, lambda: 10, "petersen_graph"),
        Family("tetrahedron", 0, lambda: 4, "tetrahedral_graph"),
        Family("cube", 0, lambda: 8, "cubical_graph"),
        Family("octahedron", 0, lambda: 6, "octahedral_graph"),
        Family("dodecahedron", 0, lambda: 20, "dodecahedral_graph"),
        Family("icosahedron", 0, lambda: 12, "icosahedral_graph"),
    )  # fmt: skip
    return {family.example.partition(":")[0]: family for family in listed}
