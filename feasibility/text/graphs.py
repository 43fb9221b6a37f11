"""What a user may write for a graph: its name, graph6 or sparse6, or a file in one of the usual forms.

`graph:petersen`, `graph:path:6*cycle:4` (the Cartesian product), `graph6:Dhc`, `sparse6::Fa@x^`; files by
their endings: `.g6` and `.s6` (one line), `.graphml`, `.dot` and `.gv`, `.edges` and `.edgelist` (an edge a
line). `oneway:` before GraphML or DOT allows directed graphs, with jumps along the arrows only.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from os.path import splitext
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError, near
from feasibility.game.families import GRAPHS, Family
from feasibility.game.geometry import HOLE_NAME, MOST_HOLES, Board
from feasibility.game.graph_board import graph_board
from feasibility.text.files import decode, placed, read_bytes

if TYPE_CHECKING:
    import networkx as nx

_FILES = (".g6", ".s6", ".edges", ".edgelist", ".dot", ".gv", ".graphml", ".adj")
LOW, HIGH = 63, 126  # the characters of graph6 that carry six bits
PREFIXES = ("graph:", "graph6:", "sparse6:", "oneway:")


def is_name(reference: str) -> bool:
    """Whether a reference says by itself which graph it means, without a file."""
    return reference.removeprefix("oneway:").startswith(PREFIXES[:3])


def is_graph(reference: str) -> bool:
    """Whether a reference means a graph, by its prefix or the ending of its file's name."""
    return reference.startswith(PREFIXES) or splitext(reference)[1].lower() in _FILES


def board_of(reference: str) -> Board:
    """The board of a graph that a reference names."""
    name = reference.removeprefix("oneway:")
    with placed(None if is_name(name) else name):
        return board_of_graph(read_graph(name), reference, name != reference)


def read_graph(reference: str) -> nx.Graph:
    kind, _, text = reference.partition(":")
    ending = splitext(reference)[1].lower()
    if kind == "graph" and text:
        return named_graph(text)
    if kind in ("graph6", "sparse6"):
        line = text.encode("ascii", "replace")
        return read_line(line if kind == "graph6" or line.startswith(b":") else b":" + line)
    if ending not in _FILES:
        seen, expected = repr(reference[:40]), "graph:NAME, graph6:TEXT or a file"
        raise InputError("no such graph", seen=seen, expected=expected)
    data, name = read_bytes(reference)
    with placed(name):
        try:
            return _of_file(data, ending)
        except InputError:
            raise
        except Exception as error:  # readers of libraries raise what they like on bad input
            raise InputError(f"not a {ending} file: {str(error)[:120]}") from None


def without_header(line: bytes) -> bytes:
    """The line without its end and without the optional header of a file."""
    return line.strip(b"\r\n ").removeprefix(b">>graph6<<").removeprefix(b">>sparse6<<")


def check_line(line: bytes) -> int:
    """The number of vertices; an error if the line is not a whole graph6 or sparse6 line (B. D. McKay)."""
    body = line.removeprefix(b":")
    foreign = next((place for place, byte in enumerate(body) if not LOW <= byte <= HIGH), None)
    head = 8 if body.startswith(b"~~") else 4 if body.startswith(b"~") else 1
    n = 0
    for byte in body[head // 4 : head]:  # the longer heads begin with one ~ or with two
        n = n << 6 | byte - LOW
    wanted = head + -(-(n * (n - 1) // 2) // 6)
    if line.startswith(b"&"):
        what, expected = "digraph6 holds directed graphs", "graph6 or sparse6"
    elif not body:
        what, expected = "an empty graph6 line", "a graph, as Dhc for a cycle of five"
    elif foreign is not None:
        column, seen = foreign + 1 + len(line) - len(body), repr(chr(body[foreign]))
        what, expected = "not a character of graph6", "characters from ? to ~"
        raise InputError(what, column=column, seen=seen, expected=expected)
    elif len(body) < head:
        what, expected = "the line is cut off in its number of vertices", f"{head} characters at least"
    elif n > MOST_HOLES:
        what, expected = f"the graph is too large: {n:,} vertices", f"at most {MOST_HOLES:,}"
    elif line == body and len(body) != wanted:
        what = f"the line is {'cut off' if len(body) < wanted else 'too long'}: {len(body)} characters"
        expected = f"{wanted} for {n} vertices"
    else:
        return n
    raise InputError(what, seen=repr(line[:40].decode("ascii", "replace")), expected=expected)


def read_line(line: bytes) -> nx.Graph:
    import networkx as nx

    check_line(line)
    try:
        return nx.from_sparse6_bytes(line) if line.startswith(b":") else nx.from_graph6_bytes(line)
    except (nx.NetworkXError, ValueError, IndexError) as error:
        raise InputError(f"not a sparse6 line: {error}") from None


def refuse_no_simple(graph: nx.Graph) -> None:
    import networkx as nx

    if graph.is_multigraph() and any(graph.number_of_edges(a, b) > 1 for a, b in graph.edges()):
        raise InputError("two edges between the same vertices", expected="a simple graph")
    if nx.number_of_selfloops(graph):
        seen = f"at vertex {next(nx.nodes_with_selfloops(graph))!s:.40}"
        raise InputError("a loop", seen=seen, expected="a simple graph")


def board_of_graph(graph: nx.Graph, name: str = "", one_way: bool = False) -> Board:
    """The board of a networkx graph; its vertices are numbered in the graph's order."""
    if not hasattr(graph, "is_directed"):
        seen = type(graph).__name__
        raise InputError("not a board", seen=seen, expected="its name, or a graph of networkx")
    if graph.is_directed() and not one_way:
        raise InputError("the graph is directed", expected="an undirected one, or oneway: for one-way jumps")
    if one_way and not graph.is_directed():  # an edge list would be taken for arrows
        raise InputError("the graph has no arrows", expected="GraphML or DOT with arrows, or no oneway:")
    refuse_no_simple(graph)
    if not len(graph):
        raise InputError("the graph has no vertex", expected="at least one")
    place = {node: i for i, node in enumerate(graph)}
    edges = ((place[a], place[b]) for a, b in graph.edges())
    names = ["_".join(map(str, node)) if isinstance(node, tuple) else str(node) for node in graph]
    if len(set(names)) < len(names) or not all(re.fullmatch(HOLE_NAME, name) for name in names):
        numbers = {str(i): i for i in range(len(names))}  # they are no names for holes, or not distinct
        other = next((name for i, name in enumerate(names) if numbers.get(name, i) != i), None)
        if other is not None:
            what = "vertices have to be numbered, and this one is called by the number of another"
            expected = "different names of letters, digits, _ and . for all"
            raise InputError(what, seen=repr(other), expected=expected)
        names = list(numbers)
    return graph_board(names, edges, name, one_way)


def _of_file(data: bytes, ending: str) -> nx.Graph:
    import networkx as nx

    if ending == ".adj":  # refused by its name: rows of 0 and 1 would be a drawing
        raise InputError("graphs as matrices are not read", expected="an edge list, GraphML, DOT or graph6")
    if ending in (".g6", ".s6"):
        lines = [(number, without_header(line)) for number, line in enumerate(data.split(b"\n"), 1)]
        filled = [(number, line) for number, line in lines if line]
        if len(filled) != 1:
            expected = "one line; a census of many is made by `pegfeas survey --graphs`"
            raise InputError("not one graph", seen=f"{len(filled)} lines", expected=expected)
        with placed(line=filled[0][0]):
            return read_line(filled[0][1])
    text = decode(data)
    if ending in (".edges", ".edgelist"):
        return _edge_list(text)
    if ending == ".graphml":
        return _graphml(text)
    try:
        import pydot  # knows the whole language
    except ImportError:
        needed = "pip install 'pegfeas[graphs]'"
        raise InputError("a DOT file is read by pydot, which is not installed", expected=needed) from None
    with redirect_stdout(sys.stderr):  # to which it prints what is wrong
        graphs = pydot.graph_from_dot_data(text)
    if graphs is None or len(graphs) != 1:
        raise ValueError(f"it holds {0 if graphs is None else len(graphs)} graphs, not one")
    graph = nx.nx_pydot.from_pydot(graphs[0])  # which passes over subgraphs, and takes ports for vertices
    inside = [*_subgraphs(graphs[0])]
    vertices = {node.get_name().strip('"') for part in inside for node in part.get_node_list()}
    if any(part.get_edge_list() for part in inside) or not vertices <= {*graph, "node", "edge", "graph"}:
        raise InputError("edges or vertices in a subgraph", expected="all of them outside of it")
    port = next((node for node in graph if re.fullmatch(r"[^\"]+:\w+", node)), None)
    if port is not None:
        raise InputError("a port of a vertex", seen=repr(port[:40]), expected="vertices alone")
    return graph


def _graphml(text: str) -> nx.Graph:
    from xml.etree import ElementTree

    import networkx as nx

    number = len(re.findall(r"<(?:\w+:)?graph[\s/>]", text))
    if number > 1:  # of which networkx reads the first, without those in its vertices
        raise InputError("not one graph", seen=f"{number} graphs", expected="one")
    graph = nx.parse_graphml(text)
    named = {element.get("id") for element in ElementTree.fromstring(text).iter()}
    for vertex in graph:  # networkx takes whatever an edge names for one
        if vertex not in named:
            raise InputError("an edge to a vertex that is not there", seen=repr(vertex[:40]))
    return graph


def _subgraphs(graph: Any) -> Iterator[Any]:
    for part in graph.get_subgraph_list():
        yield part
        yield from _subgraphs(part)


def _refuse_head(listed: list[tuple[int, list[str]]]) -> None:
    """The names of two columns, or how many vertices and edges follow, would be one edge more."""
    (line, head), *rest = listed or [(0, [""])]
    named = {word for _, words in rest for word in words}
    columns = named and all(word.isdecimal() for word in named) and not any(word.isdecimal() for word in head)
    edges = all(len(words) == 2 for _, words in rest)
    numbers = [int(word) for word in head if re.fullmatch("[0-9]{1,7}", word)]
    if len(head) == 1:
        counts = edges and numbers == [len(named)]
    else:
        counts = edges and numbers[1:] == [len(rest)] and numbers[0] >= len(named)
    if columns or counts or {word.lower() for word in head} in ({"source", "target"}, {"from", "to"}):
        seen, expected = repr(" ".join(head)[:40]), "edges alone; in another order, if it is one"
        raise InputError("a first line that may be no edge", line=line, seen=seen, expected=expected)


def _edge_list(text: str) -> nx.Graph:
    """Two vertices a line; a line with one is a vertex by itself; `#` begins a comment."""
    import networkx as nx

    graph = nx.Graph()
    lines = (line.partition("#")[0].replace(",", " ").split() for line in text.splitlines())
    listed = [(number, words) for number, words in enumerate(lines, 1) if words]
    _refuse_head(listed)
    for number, words in listed:
        if len(words) > 2 or re.search(r"[][(){}<>;:%/|=]|^\S*-\S*$", " ".join(words)):
            seen, expected = repr(" ".join(words)[:40]), "two vertices, as 0 1"
            raise InputError("not an edge", line=number, seen=seen, expected=expected)
        graph.add_nodes_from(words)
        if len(words) == 2:
            what = "a loop" if words[0] == words[1] else "the edge is listed twice"
            if words[0] == words[1] or graph.has_edge(*words):
                raise InputError(what, line=number, seen=" ".join(words)[:40], expected="a simple graph")
            graph.add_edge(*words)
    return graph


def member(family: Family, text: str, what: str) -> Any:
    """The graph or the board of a name; its sizes are judged before it is made."""
    form, sizes = family.example.partition(":")[2], text.partition(":")[2]
    number = "[0-9]{1,6}"
    pattern = re.sub("[0-9]+", number, form) if family.name != "caterpillar" else f"{number}(,{number})*"
    numbers = [int(size) for size in re.findall("[0-9]+", sizes)]
    if not re.fullmatch(pattern, sizes) or min(numbers, default=family.least) < family.least:
        expected = f"as in {family.example}" + (f", each at least {family.least}" if form else "")
        raise InputError(f"not a size for this family of {what}s", seen=repr(text[:40]), expected=expected)
    _refuse_large(text, family.holes(*numbers), what)
    return family.make(*numbers)


def _refuse_large(text: str, holes: int, what: str) -> None:
    if holes > MOST_HOLES:
        expected = f"at most {MOST_HOLES} {'vertices' if what == 'graph' else 'holes'}"
        raise InputError(f"the {what} is too large", seen=repr(text[:40]), expected=expected)


def named_graph(text: str) -> nx.Graph:
    """The graph of a name, or of several names joined by `*`."""
    import networkx as nx

    graph = None
    for part in text.split("*"):
        name = part.partition(":")[0]
        if name not in GRAPHS:
            similar = [GRAPHS[one].example for one in near(name, GRAPHS)]
            expected = " or ".join(similar) or ", ".join(GRAPHS)
            raise InputError("no such graph", seen=repr(part[:40]), expected=expected)
        other = member(GRAPHS[name], part, "graph")
        if graph is not None:
            _refuse_large(text, len(graph) * len(other), "graph")
        graph = other if graph is None else nx.cartesian_product(graph, other)
    return graph
