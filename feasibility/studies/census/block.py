"""A block of graphs with one number of vertices: what is counted in all, and the facts of those to list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feasibility.base.errors import InputError
from feasibility.game.graph_board import Edge
from feasibility.game.position import bits as bits_of
from feasibility.studies.census import sliced
from feasibility.studies.census.facts import KINDS, LISTINGS
from feasibility.studies.census.sliced import edge_bits, pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_SLICED = 14  # vertices; beyond, the graphs of a block have too few jumps in common
MOST_VERTICES = 26  # 2^26 positions are 8 MiB, and a closure takes about a second


BlockCounts = dict[str, Any]  # a line of the output


class Block(NamedTuple):
    """graph6 lines with n vertices each, and the number of the first in the input."""

    first: int
    n: int
    lines: tuple[bytes, ...]

    @property
    def digest(self) -> str:
        """The SHA-256 of the lines."""
        return sha256(b"\n".join(self.lines)).hexdigest()


class Columns(NamedTuple):
    """What is known of each graph of a block: masks of vertices, and counts of pegs.

    `solvable`: the vacancies from which one peg can be left. `left`: the fewest pegs that can be left from
    any vacancy, and `best` the vacancies from which that is so. `fool`: the most pegs of a position without
    a jump that can be reached from a single vacancy; `independent`: the most pegs of any such position.
    `raw`: the positions that can reach one peg, as 2^n bits: bit p for the position with mask p, the first
    eight in the first byte from its lowest bit on; its SHA-256 is the digest of the graph.
    """

    solvable: NDArray[Any]
    left: NDArray[Any]
    best: NDArray[Any]
    fool: NDArray[Any]
    independent: NDArray[Any]
    raw: NDArray[Any]


def block_size(n: int) -> int:
    """Graphs in a block; always the same, since the digest of a block depends on it."""
    return 8192 if n <= 11 else 2048 if n <= MOST_SLICED else 64


@dataclass(frozen=True)
class CountBlock:
    """From a block of connected graphs to what it comes to; travels to the workers.

    That is how many graphs there are of each kind and with each number, `deficit` being the independence
    number minus the fool's number, and the graphs to list; in the form in which it is written.
    """

    listing: str = "not-free"

    def __call__(self, block: Block) -> BlockCounts:
        n, bits = block.n, edge_bits(list(block.lines), block.n)
        table = columns(bits, n)
        kinds = np.where(table.solvable == 0, 0, np.where(table.solvable == (1 << n) - 1, 2, 1))
        which = np.flatnonzero(np.isin(kinds, [KINDS.index(kind) for kind in LISTINGS[self.listing]]))
        return {
            "first": block.first,
            "vertices": n,
            "graphs": len(bits),
            "kinds": {KINDS[int(kind)]: number for kind, number in _counts(kinds).items()},
            "fool": _counts(table.fool),
            "deficit": _counts(table.independent - table.fool),
            "left": _counts(table.left),
            "input": block.digest,
            "closures": sha256(table.raw.tobytes()).hexdigest(),
            "listed": [
                {"graph": block.lines[i].decode(), "kind": KINDS[kinds[i]], **_listed(table, i), **ends}
                for i, ends in zip(which.tolist(), by_vacancy(bits[which], n), strict=True)
            ],
        }


def columns(bits: NDArray[Any], n: int) -> Columns:
    """What is known of each graph, a row of bits (`sliced.edge_bits`)."""
    table = _sliced(bits, n) if n <= MOST_SLICED else _one_by_one(bits, n)
    if n == 1:  # its vacancy leaves no peg at all, which is as good as one
        return table._replace(solvable=table.solvable | 1, left=table.left * 0, best=table.best | 1)
    return table


def by_vacancy(bits: NDArray[Any], n: int) -> list[dict[str, list[int]]]:
    """For each graph, a row of bits, and each vacancy: the fewest pegs that can be left, and the most."""
    if not len(bits):
        return []
    if n <= MOST_SLICED:
        found = np.array([*sliced.by_vacancy(sliced.slices(bits, n))]).transpose(2, 1, 0)
    else:
        from feasibility.studies.census import alone

        found = np.array([[*alone.by_vacancy(n, edges)] for edges in _edges(bits, n)]).transpose(0, 2, 1)
    return [dict(zip(("fewest", "most"), one, strict=True)) for one in found.tolist()]


def _edges(bits: NDArray[Any], n: int) -> list[list[Edge]]:
    every = pairs(n)
    return [[every[i] for i in np.flatnonzero(row)] for row in bits]


def _listed(table: Columns, i: int) -> dict[str, Any]:
    """What is told of one graph."""
    return {
        "solvable": list(bits_of(int(table.solvable[i]))),
        "left": int(table.left[i]),
        "from": list(bits_of(int(table.best[i]))),
        "fool": int(table.fool[i]),
        "independent": int(table.independent[i]),
        "sha256": sha256(table.raw[i].tobytes()).hexdigest(),
    }


def _counts(column: NDArray[Any]) -> dict[str, int]:
    """How many graphs have which number; the keys of JSON are texts."""
    values, numbers = np.unique(column, return_counts=True)
    return dict(zip(map(str, values.tolist()), numbers.tolist(), strict=True))


def _sliced(bits: NDArray[Any], n: int) -> Columns:
    graphs = sliced.slices(bits, n)
    reached = sliced.reach(graphs)
    solvable = sliced.vacancies(graphs, reached)
    fool, independent = sliced.fool_numbers(graphs, reached)

    def again(which: NDArray[Any], pegs: int) -> NDArray[Any]:
        few = sliced.slices(bits[which], n)
        return sliced.vacancies(few, sliced.reach(few, pegs))

    left, best = _fewest(solvable, n, again)
    return Columns(solvable, left, best, fool, independent, sliced.by_graph(reached, len(bits)))


def _one_by_one(bits: NDArray[Any], n: int) -> Columns:
    from feasibility.studies.census import alone  # dense closures, which smaller graphs have no use for

    graphs = _edges(bits, n)
    rows, numbers, raw = [], [], []
    for edges in graphs:
        reached = alone.reach(n, edges)
        rows.append(alone.vacancies(n, reached))
        numbers.append(alone.fool_number(n, edges, reached))
        raw.append(alone.as_bytes(reached, n))
    solvable = np.array(rows, np.uint64)

    def again(which: NDArray[Any], pegs: int) -> NDArray[Any]:
        few = [alone.vacancies(n, alone.reach(n, graphs[i], pegs)) for i in which]
        return np.array(few, np.uint64)

    left, best = _fewest(solvable, n, again)
    fool, independent = np.array(numbers, np.uint8).T
    return Columns(
        solvable, left, best, fool, independent, np.frombuffer(b"".join(raw), np.uint8).reshape(len(raw), -1)
    )


def _fewest(
    solvable: NDArray[Any], n: int, again: Callable[[NDArray[Any], int], NDArray[Any]]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The fewest pegs left and from where: graphs that cannot reach one peg are asked again with two, ..."""
    left, best = np.ones(len(solvable), np.uint8), solvable.copy()
    for pegs in range(2, n):
        which = np.flatnonzero(best == 0)
        if not len(which):
            break
        best[which] = again(which, pegs)
        left[which] = pegs
    return left, best


def refuse_disconnected(bits: NDArray[Any], block: Block) -> None:
    """An error that names the first graph of the block that is not connected."""
    n = block.n
    beside = np.zeros((len(bits), n), np.uint64)
    for column, (low, high) in enumerate(pairs(n)):
        beside[:, low] |= bits[:, column].astype(np.uint64) << np.uint64(high)
        beside[:, high] |= bits[:, column].astype(np.uint64) << np.uint64(low)
    seen, before = np.ones(len(bits), np.uint64), None
    while before is None or (seen != before).any():
        before = seen.copy()
        for vertex in range(n):
            seen |= np.where(seen >> np.uint64(vertex) & np.uint64(1), beside[:, vertex], np.uint64(0))
    apart = np.flatnonzero(seen != (1 << n) - 1)
    if len(apart):
        line = block.lines[apart[0]].decode()
        raise InputError(
            "the graph is not connected", line=block.first + int(apart[0]), seen=repr(line[:40]),
            expected="connected graphs, as geng -c lists them",
        )  # fmt: skip
