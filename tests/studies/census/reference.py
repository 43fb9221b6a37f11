"""Peg solitaire on a graph by brute force: sets of pegs, and every legal jump of every position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import networkx as nx
from networkx.generators.atlas import graph_atlas_g

from feasibility.studies.census.block import Block, CountBlock
from feasibility.studies.census.facts import FREELY, SOLVABLE, UNSOLVABLE

Pegs = frozenset[int]


class Facts(NamedTuple):
    """What a census tells of a graph, by the names of its columns."""

    n: int
    kind: str
    solvable: list[int]
    left: int
    best: list[int]
    fool: int
    independent: int
    fewest: list[int]
    most: list[int]
    digest: str = ""


def reachable(graph: nx.Graph, start: Pegs) -> set[Pegs]:
    """All positions that some play leads to."""
    paths = [(a, b, c) for a, b, c in permutations(graph, 3) if graph.has_edge(a, b) and graph.has_edge(b, c)]
    found, fresh = {start}, [start]
    while fresh:
        here = fresh.pop()
        for a, b, c in paths:
            if a in here and b in here and c not in here:
                after = here - {a, b} | {c}
                if after not in found:
                    found.add(after)
                    fresh.append(after)
    return found


def has_jump(graph: nx.Graph, pegs: Pegs) -> bool:
    """Whether some peg can jump."""
    return any(
        a in pegs and b in pegs and c not in pegs for b in graph for a in graph[b] for c in graph[b] if a != c
    )


def facts(graph: nx.Graph) -> Facts:
    """What a census must find; without the digest."""
    everything = frozenset(graph)
    ends = {v: reachable(graph, everything - {v}) for v in graph}
    fewest = {v: min(map(len, positions)) for v, positions in ends.items()}
    left = min(fewest.values())
    most = {v: max(len(p) for p in positions if not has_jump(graph, p)) for v, positions in ends.items()}
    solvable = [v for v in graph if fewest[v] <= 1]
    return Facts(
        len(graph),
        UNSOLVABLE if not solvable else FREELY if len(solvable) == len(graph) else SOLVABLE,
        solvable,
        left,
        [v for v in graph if fewest[v] == left],
        max(most.values()),
        max(len(s) for s in map(frozenset, independent_sets(graph))),
        [fewest[v] for v in sorted(graph)],
        [most[v] for v in sorted(graph)],
    )


def independent_sets(graph: nx.Graph) -> list[list[int]]:
    """All of them, by networkx: the cliques of the complement."""
    return list(nx.find_cliques(nx.complement(graph)))


@cache
def connected(most: int) -> tuple[nx.Graph, ...]:
    """All connected graphs with up to `most` (7) vertices."""
    return tuple(g for g in graph_atlas_g() if 1 <= len(g) <= most and nx.is_connected(g))


def line(graph: nx.Graph) -> bytes:
    """The graph as graph6."""
    return bytes(nx.to_graph6_bytes(graph, header=False)).strip()


def facts_of(lines: Sequence[bytes], n: int) -> list[Facts]:
    """What a census finds of each of some connected graphs with n vertices."""
    keys = ("kind", "solvable", "left", "from", "fool", "independent", "fewest", "most", "sha256")
    listed = CountBlock("all")(Block(1, n, tuple(lines)))["listed"]
    return [Facts(n, *map(graph.__getitem__, keys)) for graph in listed]
