"""Closures of thousands of small graphs at once: a bit for each graph.

`reach[p]` has the bit of a graph set if position p can be played to the wanted number of pegs on that graph.
A jump takes a peg away, so positions in the order of their pegs are finished in one go: each is the OR, over
the jumps that it allows, of the position after the jump, on the graphs that have the two edges. By duality
(Leibniz) p can be reached from a single vacancy iff its complement can be played to one peg, so this one
closure tells the fool's numbers, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feasibility.text.graphs import LOW

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALL = np.uint64(2**64 - 1)
AT_ONCE = 1 << 17  # positions times jumps times words, an eighth of which is looked at: what caches hold


class Slices(NamedTuple):
    """Graphs with n vertices: a row of bits for each pair of vertices, 64 graphs a word."""

    n: int
    graphs: int
    edges: NDArray[Any]


def edge_bits(lines: list[bytes], n: int) -> NDArray[Any]:
    """A row of 0 and 1 for each graph6 line, all with n < 63 vertices; its columns are `pairs(n)`."""
    width, count = len(lines[0]), n * (n - 1) // 2
    body = np.frombuffer(b"".join(lines), np.uint8).reshape(len(lines), width)[:, 1:] - np.uint8(LOW)
    spread = body[:, :, None] >> np.arange(5, -1, -1, dtype=np.uint8) & 1
    return np.ascontiguousarray(spread.reshape(len(lines), 6 * (width - 1))[:, :count])


def pairs(n: int) -> list[tuple[int, int]]:
    """The pairs of vertices in the order of graph6."""
    return [(low, high) for high in range(1, n) for low in range(high)]


def peg_counts(n: int) -> NDArray[Any]:
    """The number of pegs of each of the 2^n positions."""
    return np.bitwise_count(np.arange(1 << n, dtype=np.uint32))


def slices(bits: NDArray[Any], n: int) -> Slices:
    """From a row for each graph (`edge_bits`) to a row for each pair."""
    count = len(bits)
    columns = np.zeros((bits.shape[1], -(-count // 64) * 64), np.uint8)
    columns[:, :count] = bits.T
    return Slices(n, count, np.packbits(columns, axis=1, bitorder="little").view(np.uint64))


def unsliced(row: NDArray[Any], count: int) -> NDArray[Any]:
    """The bits of a row, or of several, as one byte for each graph."""
    return np.unpackbits(row.view(np.uint8), axis=-1, bitorder="little")[..., :count]


def reach(graphs: Slices, pegs: int = 1, end: int | None = None) -> NDArray[Any]:
    """The positions that can be played to `end`, or to some position with that many pegs: (2^n, words)."""
    triples, jumps = _jumps(graphs)
    start, over, landing = triples.T
    must, flip = 1 << start | 1 << over, 1 << start | 1 << over | 1 << landing
    reached, counts = np.zeros((1 << graphs.n, graphs.edges.shape[1]), np.uint64), peg_counts(graphs.n)
    reached[counts == pegs if end is None else end] = ALL
    together = max(1, AT_ONCE // max(1, jumps.size))
    for number in range(pegs + 1, graphs.n):
        level = np.flatnonzero(counts == number)
        for some in (level[at : at + together] for at in range(0, len(level), together)):
            place, jump = np.nonzero(some[:, None] & flip == must)
            first = np.flatnonzero(np.diff(place, prepend=-1))
            if len(first):
                here = np.take(reached, some[place] ^ flip[jump], axis=0)
                here &= np.take(jumps, jump, axis=0)
                reached[some[place[first]]] = np.bitwise_or.reduceat(here, first, axis=0)
    return reached


def _jumps(graphs: Slices) -> tuple[NDArray[Any], NDArray[Any]]:
    """The triples of vertices that are a jump on some of the graphs, and on which of them."""
    place = {pair: i for i, pair in enumerate(pairs(graphs.n))}
    triples = np.array(list(permutations(range(graphs.n), 3)), np.int64).reshape(-1, 3)
    first = [place[min(a, b), max(a, b)] for a, b, _ in triples]
    second = [place[min(b, c), max(b, c)] for _, b, c in triples]
    jumps = graphs.edges[first] & graphs.edges[second]
    present = jumps.any(axis=1)
    return triples[present], jumps[present]


def vacancies(graphs: Slices, reached: NDArray[Any]) -> NDArray[Any]:
    """For each graph the mask of the vertices whose vacancy, all others filled, is in the set."""
    full = (1 << graphs.n) - 1
    solvable = np.zeros(graphs.graphs, np.uint64)
    for vertex in range(graphs.n):
        row = unsliced(reached[full ^ 1 << vertex], graphs.graphs)
        solvable |= row.astype(np.uint64) << np.uint64(vertex)
    return solvable


def fool_numbers(graphs: Slices, reached: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The most pegs of a position without a jump that some single vacancy leads to, and of any such position.

    On a connected graph such a position has no two neighbouring pegs, unless every vertex has one: the second
    number is the independence number.
    """
    stuck = _independent(graphs)
    most = _most_pegs(graphs, stuck)
    stuck &= reached[::-1]  # the complement of p stands at 2^n - 1 - p
    return _most_pegs(graphs, stuck), most


def by_vacancy(graphs: Slices) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """For each single vacancy the fewest pegs that can be left, and the most, on each of the graphs."""
    stuck = _independent(graphs)
    for vertex in range(graphs.n):
        reached = reach(graphs, end=1 << vertex)  # the complements of what can be reached from the vacancy
        yield graphs.n - _most_pegs(graphs, reached), _most_pegs(graphs, stuck & reached[::-1])


def _most_pegs(graphs: Slices, positions: NDArray[Any]) -> NDArray[Any]:
    counts = peg_counts(graphs.n)
    most = np.zeros(graphs.graphs, np.uint8)
    for pegs in range(1, graphs.n + 1):
        here = np.bitwise_or.reduce(positions[counts == pegs], axis=0)
        most[unsliced(here, graphs.graphs) != 0] = pegs
    return most


def _independent(graphs: Slices) -> NDArray[Any]:
    """The sets of vertices without an edge between them: (2^n, words)."""
    place = {pair: i for i, pair in enumerate(pairs(graphs.n))}
    independent = np.full((1 << graphs.n, graphs.edges.shape[1]), ALL)
    for high in range(graphs.n):
        beside = np.zeros((1 << high, independent.shape[1]), np.uint64)
        for low in range(high):
            beside[1 << low : 2 << low] = beside[: 1 << low] | graphs.edges[place[low, high]]
        independent[1 << high : 2 << high] = independent[: 1 << high] & ~beside
    return independent


def by_graph(reached: NDArray[Any], count: int) -> NDArray[Any]:
    """For each graph its 2^n bits in bytes, the lowest bit first."""
    rows = np.zeros((max(8, len(reached)), reached.shape[1]), np.uint64)
    rows[: len(reached)] = reached
    octets = np.ascontiguousarray(rows.view(np.uint8).reshape(len(rows) // 8, 8, -1).transpose(0, 2, 1))
    turned = _transposed(octets.view(np.uint64)[..., 0]).view(np.uint8)
    return np.ascontiguousarray(turned.reshape(len(rows) // 8, -1)[:, :count].T)


def _transposed(squares: NDArray[Any]) -> NDArray[Any]:
    """Words as 8 x 8 bits, rows and columns exchanged (Warren, Hacker's Delight, section 7-3)."""
    for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        swapped = (squares ^ squares >> np.uint64(shift)) & np.uint64(mask)
        squares = squares ^ swapped ^ swapped << np.uint64(shift)
    return squares
