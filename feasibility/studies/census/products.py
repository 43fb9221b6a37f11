"""Cartesian products of connected graphs: can one peg be left, if the first vertex is empty at the start?

Kreh and de Wiljes (2022) conjecture that all of them can be solved but where a factor is a single vertex.
"""

from __future__ import annotations

from collections.abc import Iterator

from feasibility.base.errors import InputError
from feasibility.many.entries import PairText
from feasibility.studies.census.sources import graph6_line, graph_lines
from feasibility.text.graphs import read_line, without_header

MOST_FACTOR = 9  # vertices; the factors with ten are millions


def products(most: int) -> Iterator[PairText]:
    """An entry for each two connected graphs of 2 to so many vertices, numbered by their larger one."""
    import networkx as nx

    if not 2 <= most <= MOST_FACTOR:
        expected = f"2 to {MOST_FACTOR} vertices of a factor"
        raise InputError("not a size of factors", seen=str(most), expected=expected)
    factors = [without_header(line) for n in range(2, most + 1) for line in graph_lines(str(n))[1]]
    pairs = ((first, second) for i, second in enumerate(factors) for first in factors[: i + 1])
    for number, (first, second) in enumerate(pairs, 1):
        product = nx.cartesian_product(read_line(first), read_line(second))
        graph = graph6_line(nx.convert_node_labels_to_integers(product, ordering="sorted"))
        name = f"{first.decode()} x {second.decode()}"
        yield PairText(number, name, f"graph6:{graph.decode().strip()}:-0", pegs=1)
