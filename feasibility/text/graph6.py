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
    seen = repr(line[:40].decode("ascii", "replace"))

    def refuse(message: str, expected: str) -> InputError:
        return InputError(message, seen=seen, expected=expected)

    if line.startswith(b"&"):
        raise refuse("digraph6 holds directed graphs", "graph6 or sparse6")
    body = line.removeprefix(b":")
    sparse = body != line
    if not body:
        raise refuse("an empty graph6 line", "a graph, as Dhc for a cycle of five")
    place = next((i for i, byte in enumerate(body) if not LOW <= byte <= HIGH), None)
    if place is not None:
        raise InputError(
            "not a character of graph6",
            column=place + 1 + sparse,
            seen=repr(chr(body[place])), expected="characters from ? to ~",
        )  # fmt: skip
    head = 1 if body[0] < HIGH else 4 if body[1:2] != b"~" else 8
    if len(body) < head:
        raise refuse("the line is cut off in its number of vertices", f"{head} characters at least")
    n = 0
    for byte in body[head // 4 : head]:  # the longer heads begin with one ~ or with two
        n = n << 6 | byte - LOW
    if n > MOST_HOLES:
        raise refuse(f"the graph is too large: {n:,} vertices", f"at most {MOST_HOLES:,}")
    wanted = head + -(-(n * (n - 1) // 2) // 6)
    if not sparse and len(body) != wanted:
        what = "cut off" if len(body) < wanted else "too long"
        raise refuse(f"the line is {what}: {len(body)} characters", f"{wanted} for {n} vertices")
    return n


def read_line(line: bytes) -> nx.Graph:
    import networkx as nx

    check_line(line)
    if not line.startswith(b":"):
        return nx.from_graph6_bytes(line)
    try:
        graph = nx.from_sparse6_bytes(line)
    except (nx.NetworkXError, ValueError, IndexError) as error:
        raise InputError(f"not a sparse6 line: {error}") from None
    if graph.is_multigraph() or nx.number_of_selfloops(graph):
        what = "a loop" if nx.number_of_selfloops(graph) else "two edges between the same vertices"
        raise InputError(f"the graph has {what}", expected="a simple graph")
    return graph


def as_graph6(line: bytes) -> bytes:
    if not line.startswith(b":"):
        return line
    import networkx as nx

    return bytes(nx.to_graph6_bytes(read_line(line), header=False)).strip()


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
