"""Boards from graphs: a hole for each vertex, a jump along each path of three (Beeler and Hoilman 2011)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from feasibility.base.errors import InputError
from feasibility.game.geometry import MOST_HOLES, Board, Geometry

MOST_JUMPS = 1 << 20  # a star on 1,025 vertices has nearly as many

Edge = tuple[int, int]


def graph_board(names: Sequence[str], edges: Iterable[Edge], name: str = "", one_way: bool = False) -> Board:
    """The board of a graph; vertices are numbered as their names are, and hole i is vertex i.

    `one_way`: the edges are arrows, and a peg jumps only along two of them, one after the other.
    """
    n = len(names)
    if n > MOST_HOLES:
        raise InputError("the graph is too large", seen=f"{n:,} vertices", expected=f"at most {MOST_HOLES:,}")
    after: list[set[int]] = [set() for _ in range(n)]
    before: list[set[int]] = [set() for _ in range(n)]
    for a, b in edges:
        after[a].add(b)
        before[b].add(a)
        if not one_way:
            after[b].add(a)
            before[a].add(b)
    count = sum(len(into) * len(out) for into, out in zip(before, after, strict=True))
    if count > MOST_JUMPS:
        raise InputError(
            "the graph has too many jumps", seen=f"about {count:,}", expected=f"at most {MOST_JUMPS:,}"
        )
    jumps = [(a, b, c) for b in range(n) for a in before[b] for c in after[b] if a != c]
    return Board([(0, i) for i in range(n)], Geometry.EXPLICIT, jumps, name, names)


def edges_of(board: Board) -> tuple[Edge, ...]:
    """The edges that jumps run along: of a connected graph with three or more vertices all of them."""
    return tuple(sorted({(min(two), max(two)) for jump in board.jumps for two in pairwise(jump)}))
