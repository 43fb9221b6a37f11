"""Pagoda functions that people want to read.

Theorem: weights that no jump raises give the target no more than the start. Here: a library of small known
functions per board (periodic patterns along rows, columns and diagonals, playable classes less their
corners), then a search for the simplest one that refutes: fewest distinct values, smallest largest weight,
least sum. Whether any exists is the cone's question. Source: Boardman and Conway (1961); Berlekamp, Conway
and Guy, Winning Ways, ch. 23. Cost: a matrix product; the search is a small integer program. Certificate: `pagoda`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from feasibility.board import Board, Geometry, Hole
from feasibility.certificate import Pagoda
from feasibility.criteria.base import Criterion
from feasibility.exact.box import IntMatrix
from feasibility.functional import Functional
from feasibility.limits import Clock
from feasibility.linear import prove_cone
from feasibility.position import Pair, PegCount, bits
from feasibility.verdict import Finding, passed, refuted, undecided

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAME = "pagoda"

# Patterns along a line that no jump raises: -t1 + t3 <= t2 >= t1 - t3 for every three in a row.
_PATTERNS: tuple[Callable[[int], int], ...] = (
    lambda i: 1,
    lambda i: i % 2,
    lambda i: (i + 1) % 2,
    lambda i: int(i % 3 != 0),
    lambda i: int(i % 3 != 1),
    lambda i: int(i % 3 != 2),
)
_BOXES = ((0, 1), (-1, 1), (0, 2), (-1, 2), (-2, 2), (0, 3), (-1, 3), (-2, 3), (-3, 3), (-4, 4), (-6, 6), (-9, 9))
_SEARCH_SECONDS = 2.0


def check(pair: Pair, clock: Clock) -> Finding:
    """The library, then, if the cone refutes at all, the simplest function."""
    from feasibility.solvers.prove import Empty, Undecided

    known = from_library(pair)
    if known is not None:
        return _refute(pair, known, f"one of {len(library(pair.board))} known functions")
    result = prove_cone(pair, clock)
    if isinstance(result, Undecided):
        return undecided(NAME, "no known function refutes, and the search for others ran out of time")
    if not isinstance(result, Empty):
        return passed(NAME, "no pagoda function refutes the pair")
    found = simplest(pair, clock.within(_SEARCH_SECONDS))
    if found is None:
        return undecided(NAME, "some pagoda function refutes the pair, but none with small weights was found in time")
    return _refute(pair, found, "the simplest there is")


def _refute(pair: Pair, functional: Functional, origin: str) -> Finding:
    have, need = functional.value(pair.start.mask), functional.least(pair.target)
    return refuted(NAME, f"the start weighs {have}, the target {need} ({origin})", Pagoda(functional.weights))


def from_library(pair: Pair) -> Functional | None:
    """The known function with the largest margin over the pair, if one refutes."""
    import numpy as np

    target = pair.target
    if isinstance(target, PegCount):
        found = [f for f in library(pair.board) if f.separates(pair.start, target)]
        return found[0] if found else None
    table, least = _tables(pair.board)
    margins = table @ np.array(pair.difference, dtype=np.int64)
    if target.free:
        margins += least @ np.array([target.free >> i & 1 for i in range(pair.board.n)], dtype=np.int64)
    best = int(np.argmax(margins))
    functional = library(pair.board)[best]
    return functional if margins[best] > 0 and functional.separates(pair.start, target) else None


@lru_cache(maxsize=64)
def _tables(board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The library as a matrix, and the same with positive weights set to 0."""
    import numpy as np

    table = np.array([f.weights for f in library(board)], dtype=np.int64)
    return table, np.minimum(table, 0)


@lru_cache(maxsize=64)
def library(board: Board) -> tuple[Functional, ...]:
    """Small known pagoda functions of a board, each checked on all its jumps, the simplest first."""
    found = {weights for weights in _known(board) if any(weights) and Functional(weights).is_valid(board)}
    ordered = sorted(found, key=lambda w: (len(set(w)), sum(map(abs, w)), w))
    return tuple(Functional(w) for w in ordered)


def _known(board: Board) -> Iterator[tuple[int, ...]]:
    yield (1,) * board.n
    axes = _axes(board.geometry)
    for first, second in axes:
        for f, g in product(_PATTERNS, repeat=2):
            yield tuple(f(first(h)) * g(second(h)) for h in board.holes)
    edge = board.never_over
    for f in _PATTERNS:
        for members in board.playable_classes:
            for axis, _ in axes:
                yield tuple(
                    (members >> i & 1) * f(axis(h)) - (edge >> i & 1 & ~(members >> i) & 1) for i, h in enumerate(board.holes)
                )


def _axes(geometry: Geometry) -> list[tuple[Callable[[Hole], int], Callable[[Hole], int]]]:
    """Pairs of coordinates along which the patterns run."""

    def row(hole: Hole) -> int:
        return hole[0]

    def column(hole: Hole) -> int:
        return hole[1]

    def falling(hole: Hole) -> int:
        return hole[0] - hole[1]

    def rising(hole: Hole) -> int:
        return hole[0] + hole[1]

    if geometry is Geometry.TRIANGULAR:
        return [(row, column), (row, falling), (column, falling)]
    return [(row, column), (rising, falling)]


def simplest(pair: Pair, clock: Clock) -> Functional | None:
    """The refuting function with the fewest distinct values, then the smallest weights, by integer programs."""
    for low, high in _BOXES:
        if clock.expired():
            return None
        found = within(pair, low, high, clock)
        if found is not None:
            return found
    return None


def within(pair: Pair, low: int, high: int, clock: Clock) -> Functional | None:
    """A refuting function with weights from low to high and least sum of absolute values; checked in integers.

    Unknowns: the weights, then for a pattern the least total m_i <= 0, m_i <= w_i of each free hole, then the
    absolute values.
    """
    from feasibility.solvers.milp import solve_milp

    board, target = pair.board, pair.target
    if isinstance(target, PegCount):
        return None
    free = bits(target.free)
    n, k = board.n, len(free)
    rows: list[dict[int, int]] = [{j.landing: 1, j.start: -1, j.over: -1} for j in board.jumps]
    rows += [{n + p: 1, i: -1} for p, i in enumerate(free)]
    rows += [{i: sign, n + k + i: -1} for i in range(n) for sign in (1, -1)]
    gain = {i: -v for i, v in enumerate(pair.difference) if v}
    rows.append({**gain, **{n + p: -1 for p in range(k)}})
    columns: list[list[tuple[int, int]]] = [[] for _ in range(2 * n + k)]
    for r, row in enumerate(rows):
        for column, value in row.items():
            columns[column].append((r, value))
    proposal = solve_milp(
        [0] * (n + k) + [1] * n,
        IntMatrix.from_columns(len(rows), columns),
        ([None] * len(rows), [0] * (len(rows) - 1) + [-1]),
        ([low] * n + [min(low, 0)] * k + [0] * n, [high] * n + [0] * k + [max(high, -low)] * n),
        seconds=clock.remaining(),
    )
    if proposal is None:
        return None
    functional = Functional(proposal.integers[:n])
    return functional if functional.is_valid(board) and functional.separates(pair.start, target) else None


CRITERION = Criterion(
    name=NAME,
    title="pagoda functions",
    check=check,
    theorem="If every jump keeps or lowers the total of some weights over the pegs, the target cannot weigh more than the start.",
    because="The total never rises on the way: w[landing] <= w[start] + w[over] for every jump.",
    source="J. M. Boardman and J. H. Conway 1961; E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 23",
    example=("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3"),
)
