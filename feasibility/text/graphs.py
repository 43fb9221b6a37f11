"""What a user may write for a graph: its name, graph6 or sparse6, or a file in one of the usual forms.

`graph:petersen`, `graph:path:6`, `graph6:Dhc`, `sparse6::Fa@x^`; files by their endings: `.g6` and `.s6`
(one line), `.graphml`, `.dot` and `.gv`, `.edges` and `.edgelist` (two vertices a line).
`oneway:` before any of them allows directed graphs, with jumps along the arrows only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from os.path import splitext
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError
from feasibility.game.geometry import HOLE_NAME, Board
from feasibility.game.graph_board import graph_board
from feasibility.text import graph6
from feasibility.text.files import decode, placed, read_bytes
from feasibility.text.graph_families import named_graph

if TYPE_CHECKING:
    import networkx as nx

PREFIXES = ("graph:", "graph6:", "sparse6:", "oneway:")


def is_name(reference: str) -> bool:
    """Whether a reference says by itself which graph it means, without a file."""
    return reference.removeprefix("oneway:").startswith(PREFIXES[:3])


def is_graph(reference: str) -> bool:
    """Whether a reference means a graph, by its prefix or the ending of its file's name."""
    return reference.startswith(PREFIXES) or splitext(reference)[1].lower() in _READERS


def board_of(reference: str) -> Board:
    """The board of a graph that a reference names."""
    one_way = reference.startswith("oneway:")
    return board_of_graph(read_graph(reference.removeprefix("oneway:")), reference, one_way)


def read_graph(reference: str) -> nx.Graph:
    kind, _, text = reference.partition(":")
    ending = splitext(reference)[1].lower()
    if kind == "graph" and text:
        return named_graph(text)
    if kind in ("graph6", "sparse6"):
        line = text.encode("ascii", "replace")
        return graph6.read_line(line if kind == "graph6" or line.startswith(b":") else b":" + line)
    if ending not in _READERS:
        seen, expected = repr(reference[:40]), "graph:NAME, graph6:TEXT or a file"
        raise InputError("no such graph", seen=seen, expected=expected)
    data, name = read_bytes(reference)
    with placed(name):
        try:
            return _READERS[ending](data)
        except InputError:
            raise
        except Exception as error:  # readers of libraries raise what they like on bad input
            raise InputError(f"not a {ending} file: {str(error)[:120]}") from None


def board_of_graph(graph: nx.Graph, name: str = "", one_way: bool = False) -> Board:
    """The board of a networkx graph; its vertices are numbered in the graph's order."""
    if graph.is_directed() and not one_way:
        raise InputError("the graph is directed", expected="an undirected one, or oneway: for one-way jumps")
    graph6.refuse_no_simple(graph)
    if not len(graph):
        raise InputError("the graph has no vertex", expected="at least one")
    place = {node: i for i, node in enumerate(graph)}
    edges = ((place[a], place[b]) for a, b in graph.edges())
    return graph_board(vertex_names(list(graph)), edges, name, one_way and graph.is_directed())


def vertex_names(nodes: list[Hashable]) -> list[str]:
    """What the vertices are called; where that is no name for a hole, or not distinct, their numbers."""
    names = ["_".join(map(str, node)) if isinstance(node, tuple) else str(node) for node in nodes]
    if len(set(names)) == len(names) and all(re.fullmatch(HOLE_NAME, name) for name in names):
        return names
    return [str(i) for i in range(len(nodes))]


def _lines(data: bytes) -> nx.Graph:
    """The one graph of a file of graph6 or sparse6 lines."""
    lines = [(number, graph6.without_header(line)) for number, line in enumerate(data.split(b"\n"), 1)]
    filled = [(number, line) for number, line in lines if line]
    if len(filled) != 1:
        expected = "one line; a census of many is made by `pegfeas survey --graphs`"
        raise InputError("not one graph", seen=f"{len(filled)} lines", expected=expected)
    with placed(line=filled[0][0]):
        return graph6.read_line(filled[0][1])


def _edge_list(data: bytes) -> nx.Graph:
    """Two vertices a line; a line with one is a vertex by itself; `#` begins a comment."""
    import networkx as nx

    graph = nx.Graph()
    for number, line in enumerate(decode(data).splitlines(), 1):
        words = line.partition("#")[0].replace(",", " ").split()
        if len(words) > 2:
            raise InputError(
                "not an edge", line=number, seen=repr(line[:40]), expected="two vertices, as 0 1"
            )
        graph.add_nodes_from(words)
        if len(words) == 2:
            what = "a loop" if words[0] == words[1] else "the edge is listed twice"
            if words[0] == words[1] or graph.has_edge(*words):
                raise InputError(what, line=number, seen=" ".join(words)[:40], expected="a simple graph")
            graph.add_edge(*words)
    return graph


def _graphml(data: bytes) -> nx.Graph:
    import networkx as nx

    return nx.parse_graphml(decode(data))


def _dot(data: bytes) -> nx.Graph:
    """By pydot, which knows the whole language."""
    import networkx as nx

    try:
        import pydot
    except ImportError:
        needed = "pip install 'pegfeas[graphs]'"
        raise InputError("a DOT file is read by pydot, which is not installed", expected=needed) from None
    graphs = pydot.graph_from_dot_data(decode(data))
    if graphs is None or len(graphs) != 1:
        raise ValueError(f"it holds {0 if graphs is None else len(graphs)} graphs, not one")
    return nx.nx_pydot.from_pydot(graphs[0])


def _matrix(data: bytes) -> nx.Graph:
    """Refused by its name: rows of 0 and 1 would be a drawing."""
    raise InputError("graphs as matrices are not read", expected="an edge list, GraphML, DOT or graph6")


_READERS: dict[str, Callable[[bytes], Any]] = {
    **dict.fromkeys((".g6", ".s6"), _lines),
    **dict.fromkeys((".edges", ".edgelist"), _edge_list),
    **dict.fromkeys((".dot", ".gv"), _dot),
    ".graphml": _graphml,
    ".adj": _matrix,
}
