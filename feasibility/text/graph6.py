"""graph6 and sparse6 lines (B. D. McKay): a graph a line, six edges a character."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError
from feasibility.game.geometry import MOST_HOLES

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray

HEADERS = (b">>graph6<<", b">>sparse6<<")
LOW, HIGH = 63, 126  # the characters that carry bits


def without_header(line: bytes) -> bytes:
    """The line without its end and without the optional header of a file."""
    line = line.strip(b"\r\n ")
    for header in HEADERS:
        line = line.removeprefix(header)
    return line


def check_line(line: bytes) -> int:
    """The number of vertices; an error if the line is not a whole graph6 or sparse6 line."""
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


def as_graph6(line: bytes) -> bytes:
    if not line.startswith(b":"):
        return line
    import networkx as nx

    graph = read_line(line)
    refuse_no_simple(graph)
    return bytes(nx.to_graph6_bytes(graph, header=False)).strip()


def edge_bits(lines: list[bytes], n: int) -> NDArray[Any]:
    """A row of 0 and 1 for each graph6 line, all with n < 63 vertices; its columns are `pairs(n)`."""
    import numpy as np

    width, count = len(lines[0]), n * (n - 1) // 2
    body = np.frombuffer(b"".join(lines), np.uint8).reshape(len(lines), width)[:, 1:] - np.uint8(LOW)
    spread = body[:, :, None] >> np.arange(5, -1, -1, dtype=np.uint8) & 1
    return np.ascontiguousarray(spread.reshape(len(lines), 6 * (width - 1))[:, :count])


def pairs(n: int) -> list[tuple[int, int]]:
    """The pairs of vertices in the order of graph6."""
    return [(low, high) for high in range(1, n) for low in range(high)]
