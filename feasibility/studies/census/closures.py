"""What can be played on each of some connected graphs with few vertices: sets of positions as bits.

A set of positions is one whole number: bit p stands for the position with mask p. What a jump leads to
differs from where it started by a constant, so all positions at once are shifted, and one AND leaves those
that have the jump. By duality (Leibniz) a position can be reached from a single vacancy iff its complement
can be played to one peg, so one closure tells the fool's numbers, too. native/graphs.h does it in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import and_

from feasibility.game.graph_board import Edge
from feasibility.native import binding
from feasibility.text.graphs import LOW

FACTS = 5  # numbers of a graph, before those of each vacancy
AT_ONCE = 1 << 24  # positions of the graphs that are counted by hundreds in one call
MOST_SLICED = 14  # vertices of graphs that are counted by hundreds, in native/graphs_sliced.h
UNITS = 128  # bytes for each position there
JUMP = 40  # bytes, `taken_back` in native/graphs.h

Rows = Sequence[int]


def edges_of(line: bytes, n: int) -> list[Edge]:
    """Of a graph6 line with n < 63 vertices."""
    bits = "".join(f"{byte - LOW:06b}" for byte in line[1:])
    pairs = ((low, high) for high in range(1, n) for low in range(high))
    return [pair for pair, bit in zip(pairs, bits, strict=False) if bit == "1"]


def first_apart(lines: Sequence[bytes], n: int) -> int | None:
    """The place of the first graph that is not connected."""
    kernels = binding.library()
    if kernels is not None:
        place = kernels.graphs_apart(b"".join(lines), len(lines[0]), len(lines), n)
        return None if place == len(lines) else int(place)
    import networkx as nx

    return next((i for i, line in enumerate(lines) if not nx.is_connected(nx.from_graph6_bytes(line))), None)


def rows(lines: Sequence[bytes], n: int, each: bool = False) -> Iterator[tuple[Rows, bytes]]:
    """Of some graphs after the others, and their closures: 2^n bits each, the lowest first, in whole bytes.

    Of each graph: the mask of the vacancies from which one peg can be left; the fewest pegs that can be left
    from any, and the mask of the vacancies from which that is so; the most pegs of a position without a jump
    that some single vacancy leads to, and of any such position. Where `each` vacancy is asked for, from each
    the fewest pegs that can be left, then from each the most. The closure is the positions that can reach one
    peg.
    """
    kernels = binding.library()
    if kernels is None:
        yield from (_row(edges_of(line, n), n, each) for line in lines)
        return
    size, wide = max(1, 1 << n >> 3), 8 * (FACTS + 2 * n * each)
    sliced = n <= MOST_SLICED
    work = bytearray(UNITS << n if sliced else max(16, 2 * size))  # at least a word for each of two sets
    back = bytearray(0 if sliced else JUMP * n**3)
    at_once = max(1, AT_ONCE >> n) if sliced else 1  # nothing is heard of Ctrl-C meanwhile
    for some in (lines[at : at + at_once] for at in range(0, len(lines), at_once)):
        reached, found = bytearray(size * len(some)), bytearray(wide * len(some))
        given = b"".join(some), len(some[0]), len(some), n, each, reached, work
        if sliced:
            kernels.graphs_sliced(*given, found)
        else:
            kernels.graphs_count(*given, back, found)
        yield memoryview(found).cast("q"), bytes(reached)


def _row(edges: list[Edge], n: int, each: bool) -> tuple[Rows, bytes]:
    jumps, pegs = _jumps(edges, n), _with_peg(n)
    covers = reduce(and_, (pegs[a] | pegs[b] for a, b in edges), (1 << (1 << n)) - 1)
    reached = _reach(jumps, _with_pegs(n)[1])
    solvable = _vacancies(reached, n) if n > 1 else 1  # no peg at all is as good as one
    left, best = int(n > 1), solvable
    while not best and left < n - 1:
        left += 1
        best = _vacancies(_reach(jumps, _with_pegs(n)[left]), n)
    row = [solvable, left, best, n - _fewest(reached & covers, n), n - _fewest(covers, n)]
    if each:
        ends = [_reach(jumps, 1 << (1 << v)) for v in range(n)]  # complements of what a vacancy leads to
        row += [n - _most(end, n) for end in ends] + [n - _fewest(end & covers, n) for end in ends]
    return row, reached.to_bytes(max(1, 1 << n >> 3), "little")


def _jumps(edges: list[Edge], n: int) -> list[tuple[int, int]]:
    """Of each jump the positions that have it, and how far below them those stand that it leads to."""
    pegs, steps = _with_peg(n), {*edges, *((high, low) for low, high in edges)}
    return [
        (pegs[start] & pegs[over] & ~pegs[landing], (1 << start) + (1 << over) - (1 << landing))
        for start, over in steps
        for landing in range(n)
        if (over, landing) in steps and landing != start
    ]


def _reach(jumps: list[tuple[int, int]], reached: int) -> int:
    """The set, and all positions that can be played into it."""
    before = 0
    while reached != before:
        before = reached
        for having, down in jumps:
            reached |= (reached << down if down > 0 else reached >> -down) & having
    return reached


@lru_cache(maxsize=4)
def _with_peg(n: int) -> list[int]:
    """By vertex the positions with a peg on it."""
    everything = (1 << (1 << n)) - 1
    return [everything // ((1 << (1 << v)) + 1) << (1 << v) for v in range(n)]


@lru_cache(maxsize=4)
def _with_pegs(n: int) -> list[int]:
    """By number of pegs the positions with so many."""
    levels = [1]
    for v in range(n):
        levels = [low | high << (1 << v) for low, high in zip([*levels, 0], [0, *levels], strict=True)]
    return levels


def _fewest(positions: int, n: int) -> int:
    return next((pegs for pegs, level in enumerate(_with_pegs(n)) if positions & level), n)


def _most(positions: int, n: int) -> int:
    return next((n - i for i, level in enumerate(reversed(_with_pegs(n))) if positions & level), 0)


def _vacancies(positions: int, n: int) -> int:
    """The vertices whose vacancy, all others filled, is in the set."""
    full = (1 << n) - 1
    return sum(1 << v for v in range(n) if positions >> (full ^ 1 << v) & 1)
