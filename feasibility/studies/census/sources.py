"""Where the graphs of a census come from: a number of vertices, all trees, a file of graph6, or a pipe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from os.path import exists, isdir
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.studies.census.block import MOST_VERTICES, Block, block_size, refuse_disconnected
from feasibility.text.files import placed, standard_input
from feasibility.text.graphs import HIGH, LOW, check_line, read_line, refuse_no_simple, without_header

if TYPE_CHECKING:
    import networkx as nx

ATLAS = 7  # networkx lists all graphs with so many vertices by itself
LETTERS = bytes(range(LOW, HIGH + 1))  # of graph6
GENG = ("geng", "nauty-geng")  # nauty's program, and what Debian calls it


def blocks(source: str) -> Iterator[Block]:
    """The graphs of a source in blocks of one number of vertices; errors name the line."""
    name, lines = graph_lines(source)
    for block in _gathered(_checked_first(lines, name), name):
        yield _checked(block, name)


def graph_lines(source: str) -> tuple[str, Iterator[bytes]]:
    """What a source is called, and its lines; one that has none is refused before any is read."""
    if not isinstance(source, str):
        raise InputError(
            "not a source of graphs", seen=repr(source)[:40], expected='text, as "6" or "trees:6"'
        )
    if re.fullmatch("[0-9]{1,3}", source):
        return f"the graphs with {source} vertices", _all_connected(int(source))
    if match := re.fullmatch("trees:([0-9]{1,3})", source):
        _refuse_size(int(match[1]))
        return f"the trees with {match[1]} vertices", _trees(int(match[1]))
    if source == "-":
        return "standard input", iter(standard_input("graph6 lines"))
    if isdir(source) or not exists(source):
        what, expected = "no such file", "a file of graph6 lines, a number of vertices, trees:N or -"
        raise InputError("a folder" if isdir(source) else what, source=source, expected=expected)
    return source, _from_file(source)


def _from_file(path: str) -> Iterator[bytes]:
    try:
        with open(path, "rb") as file:
            yield from file
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {reason}", source=path) from None


def _all_connected(n: int) -> Iterator[bytes]:
    """By nauty's geng; the smallest ones are in networkx."""
    _refuse_size(n)
    program = locate()
    if program is not None:
        return _by_program([program, "-cq", str(n)])
    if n <= ATLAS:
        return _from_atlas(n)
    raise InputError(
        f"graphs with {n} vertices are listed by geng, which is not installed",
        expected="nauty (as Debian calls it), or a file of graph6 lines",
    )


def locate() -> str | None:
    """The program geng, under one of its names."""
    import shutil

    return next((path for path in map(shutil.which, GENG) if path is not None), None)


def _refuse_size(n: int) -> None:
    if not 1 <= n <= MOST_VERTICES:
        expected = f"1 to {MOST_VERTICES}; larger graphs are boards for the other commands"
        raise InputError("not a graph for a census", seen=f"{n} vertices", expected=expected)


def _by_program(command: list[str]) -> Iterator[bytes]:
    from feasibility.processes.child import LAST_WORDS, Child

    with Child(command, reads=False) as child:
        yield from child.inbound
        code = child.end(LAST_WORDS)
        if code:
            raise InputError(f"{command[0]} ended with code {code}: {child.errors[:200]}")


def _from_atlas(n: int) -> Iterator[bytes]:
    import networkx as nx
    from networkx.generators.atlas import graph_atlas_g

    return (graph6_line(graph) for graph in graph_atlas_g() if len(graph) == n and nx.is_connected(graph))


def _trees(n: int) -> Iterator[bytes]:
    """All trees, by networkx."""
    import networkx as nx

    trees = nx.nonisomorphic_trees(n) if n > 1 else iter([nx.empty_graph(1)])
    for tree in trees:
        ordered = nx.empty_graph(n)  # the edges of a tree may name its vertices in another order
        ordered.add_edges_from(tree.edges())
        yield graph6_line(ordered)


def graph6_line(graph: nx.Graph) -> bytes:
    import networkx as nx

    return bytes(nx.to_graph6_bytes(graph, header=False))


def as_graph6(line: bytes) -> bytes:
    """The line itself, but for sparse6, and where more characters than needed tell the number of vertices."""
    if not line.startswith((b":", b"~")):
        return line
    graph = read_line(line)
    refuse_no_simple(graph)
    return graph6_line(graph).strip()


def _checked_first(lines: Iterable[bytes], name: str) -> Iterator[tuple[int, int, bytes]]:
    """Numbered lines with their numbers of vertices; one that looks like the last is not looked at again."""
    n, head, width = 0, b"", -1
    for number, raw in enumerate(lines, 1):
        line = without_header(raw)
        if not line:
            continue
        if len(line) != width or line[:1] != head:
            with placed(name, number):
                n = check_line(line)
                _refuse_size(n)
            head, width = (line[:1], len(line)) if line[:1] not in (b":", b"~") else (b"", -1)
            line = as_graph6(line)
        yield number, n, line


def _gathered(lines: Iterator[tuple[int, int, bytes]], name: str) -> Iterator[Block]:
    """Blocks of neighbouring lines with one number of vertices."""
    first = next(lines, None)
    if first is None:
        raise InputError("no graph", source=name, expected="graph6 lines")
    begin, n, line = first
    gathered = [line]
    for number, size, line in chain(lines, [(0, 0, b"")]):
        if size != n or len(gathered) == block_size(n) or number != begin + len(gathered):
            yield Block(begin, n, tuple(gathered))
            begin, n, gathered = number, size, []
        gathered.append(line)


def _checked(block: Block, name: str) -> Block:
    """Every character and every graph of a block; the place of the first that is wrong."""
    with placed(name):
        if b"".join(block.lines).translate(None, LETTERS):
            for number, line in enumerate(block.lines, block.first):
                with placed(line=number):
                    check_line(line)
        refuse_disconnected(block)
    return block
