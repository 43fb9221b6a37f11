"""The closure of one larger graph: a bit for each of its 2^n positions, by the engine of dense closures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.limits import Limits
from feasibility.engines.dense.address_order import UNIT, WORD
from feasibility.engines.dense.kernel import allocate
from feasibility.engines.dense.levels import DEPTH, LevelTables
from feasibility.engines.dense.plan import Operation, Operations, operation_for, total_bits
from feasibility.engines.dense.residue_class import ResidueClass
from feasibility.engines.dense.run import ClosureRun, seed
from feasibility.game.graph_board import Edge

BLOCK = 16  # log2 of the positions that are closed in themselves before the others are looked at


def reach(n: int, edges: Sequence[Edge], pegs: int = 1, end: int | None = None) -> NDArray[Any]:
    """The positions that can be played to `end`, or to some with that many pegs, as words of 64 bits."""
    everything = _everything(n)
    plan = Operations(everything, _block_bits(n), total_bits(everything), _moves(n, edges))
    words = allocate(1 << plan.total_bits - WORD)
    if end is None:
        seed(words, everything, 0, (1 << n) - 1, pegs)
    else:
        seed(words, everything, end, 0)
    ClosureRun(plan, words, Limits().start(), threads=1).close()
    return words


def vacancies(n: int, reached: NDArray[Any]) -> int:
    """The mask of the vertices whose vacancy, all others filled, is in the set."""
    full = (1 << n) - 1
    return sum(1 << vertex for vertex in range(n) if _holds(reached, full ^ 1 << vertex))


def fool_number(n: int, edges: Sequence[Edge], reached: NDArray[Any]) -> tuple[int, int]:
    """The most pegs of a stuck position that a single vacancy leads to, and of any; see sliced.py."""
    covers = _covers(edges, reached)
    return _most_holes(n, covers & reached), _most_holes(n, covers)


def by_vacancy(n: int, edges: Sequence[Edge]) -> Iterator[tuple[int, int]]:
    """For each single vacancy the fewest pegs that can be left, and the most; see sliced.py."""
    for vertex in range(n):
        reached = reach(n, edges, end=1 << vertex)
        yield (
            n - int(np.flatnonzero(_by_pegs(n, reached))[-1]),
            _most_holes(n, _covers(edges, reached) & reached),
        )


def _covers(edges: Sequence[Edge], like: NDArray[Any]) -> NDArray[Any]:
    """The positions with a peg on each edge: the complements of the stuck ones."""
    covers = np.full_like(like, 2**64 - 1)
    for low, high in edges:
        _leave_out(covers, low, high)
    return covers


def _most_holes(n: int, positions: NDArray[Any]) -> int:
    pegs = np.flatnonzero(_by_pegs(n, positions))
    return n - int(pegs[0]) if len(pegs) else 0


def _by_pegs(n: int, positions: NDArray[Any]) -> NDArray[Any]:
    """How many they are by number of pegs; those beyond 2^n have more than the one whose bits they repeat."""
    counted = np.zeros(n + DEPTH + UNIT + 1, np.int64)
    LevelTables.of(_everything(n)).histogram(positions, 0, counted)
    return counted


def _holds(words: NDArray[Any], position: int) -> bool:
    """Whether the position is in the set."""
    return bool(int(words[position >> WORD]) >> (position & 63) & 1)


def as_bytes(words: NDArray[Any], n: int) -> bytes:
    """The 2^n bits, the lowest first."""
    return words.astype("<u8").tobytes()[: max(1, 1 << n >> 3)]


def _moves(n: int, edges: Sequence[Edge]) -> tuple[Operation, ...]:
    beside: list[list[int]] = [[] for _ in range(n)]
    for low, high in edges:
        beside[low].append(high)
        beside[high].append(low)
    moves = [
        _taken_back(n, start, over, landing)
        for over, around in enumerate(beside)
        for start in around
        for landing in around
        if start != landing
    ]
    return tuple(sorted(moves, key=lambda move: (move.block_mask != 0, -move.unit_mask.bit_count())))


@lru_cache(maxsize=1 << 15)
def _taken_back(n: int, start: int, over: int, landing: int) -> Operation:
    everything = _everything(n)
    return operation_for(everything, {start: 1, over: 1, landing: 0}, _block_bits(n))


def _block_bits(n: int) -> int:
    return min(max(UNIT, n), BLOCK)


@lru_cache(maxsize=4)
def _everything(n: int) -> ResidueClass:
    """All positions, as if they were one residue class; a position is its own address."""
    return ResidueClass(n, tuple(range(n)), (), ())


def _leave_out(words: NDArray[Any], low: int, high: int) -> None:
    """Drop the positions in which both vertices are empty."""
    if high < WORD:
        words &= np.uint64(sum(1 << bit for bit in range(64) if bit >> low & 1 or bit >> high & 1))
    elif low < WORD:
        keep = np.uint64(sum(1 << bit for bit in range(64) if bit >> low & 1))
        words.reshape(-1, 2, 1 << high - WORD)[:, 0] &= keep
    else:
        words.reshape(-1, 2, 1 << high - low - 1, 2, 1 << low - WORD)[:, 0, :, 0] = 0
