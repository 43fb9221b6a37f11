"""Pagoda functions that people want to read.

Theorem: weights that no jump raises give the target no more than the start. Here: a library of small known
functions per board (periodic patterns along rows, columns and diagonals, playable classes less their
corners), then a search for the simplest one that refutes: fewest distinct values, smallest largest weight,
least sum. Whether any exists is the cone's question. Source: Boardman and Conway (1961); Berlekamp, Conway
and Guy, Winning Ways, ch. 23. Cost: a matrix product; the search is a small integer program. Certificate:
`pagoda`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.criteria.base import Criterion
from feasibility.exact.box import IntMatrix
from feasibility.game.geometry import Board, Geometry, Hole
from feasibility.game.position import Pair, bits
from feasibility.proofs.certificate import Pagoda
from feasibility.proofs.functional import Functional
from feasibility.proofs.verdict import Finding, passed, refuted, undecided
from feasibility.systems import facet_library
from feasibility.systems.linear import prove_cone

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
_RANGES = (
    (0, 1), (-1, 1), (0, 2), (-1, 2), (0, 3), (-2, 2), (-1, 3), (-2, 3), (-3, 3), (-4, 4), (-6, 6), (-9, 9),
    (-15, 15), (-30, 30),
)  # fmt: skip
_FEWER = 4  # the largest weight with which fewer values are tried
_FEWER_SECONDS = 0.15
_NODES = 5  # of the programs over ranges: enough for the optimum nearly always, and the same on every machine
_SEARCH_SECONDS = 0.5  # above this the proof of the cone is good enough; small boards need a tenth of it


def check(pair: Pair, clock: Clock) -> Finding:
    """Known functions, sampled ones if the board has a library, then the simplest that the time allows."""
    from feasibility.solvers.prove import Empty, Undecided

    known = from_library(pair)
    if known is not None:
        count = len(library(pair.board))
        return _refute(
            pair, known, f"one of {count} known functions" if count > 1 else "the one known function"
        )
    stored = facet_library.refuting(pair)
    if stored is not None:
        return _refute(pair, stored, "of the board's own library of facets")
    result = prove_cone(pair, clock)
    if isinstance(result, Undecided):
        return undecided(NAME, "no known function refutes, and the search for others ran out of time")
    if not isinstance(result, Empty):
        return passed(NAME, "no pagoda function refutes the pair")
    found = simplest(pair, clock.within(_SEARCH_SECONDS), _FEWER_SECONDS)
    if found is not None:
        return _refute(pair, found, "found by a search for few and small weights")
    fallback = Functional(result.weights[: pair.board.n])
    if fallback.is_valid(pair.board) and fallback.separates(pair.start, pair.target):
        return _refute(pair, fallback, "the search for small weights found none")
    return undecided(NAME, "a candidate failed the check in integers")


def _refute(pair: Pair, functional: Functional, origin: str) -> Finding:
    have, need = functional.value(pair.start.mask), functional.least(pair.target)
    return refuted(NAME, f"the start weighs {have}, the target {need} ({origin})", Pagoda(functional.weights))


def from_library(pair: Pair) -> Functional | None:
    """The known function with the largest margin over the pair, if one refutes."""
    import numpy as np

    target = pair.target
    if target.pegs is not None:
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
                    (members >> i & 1) * f(axis(h)) - (edge >> i & 1 & ~(members >> i) & 1)
                    for i, h in enumerate(board.holes)
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


def simplest(pair: Pair, clock: Clock, fewer_seconds: float | None = None) -> Functional | None:
    """The refuting function with the fewest distinct values, then the smallest weights, by integer programs.

    Ranges of weights from narrow to wide; where the narrowest range needs more than three values, a program
    over single values tries to do with fewer.
    """
    for low, high in _RANGES:
        if clock.expired():
            return None
        found = within(pair, low, high, clock)
        if found is not None:
            values = len(set(found.weights))
            if values <= 3:
                return found
            patience = clock if fewer_seconds is None else clock.within(fewer_seconds)
            return _propose(pair, range(-_FEWER, _FEWER + 1), patience, most_values=values - 1) or found
    return None


def within(pair: Pair, low: int, high: int, clock: Clock) -> Functional | None:
    """A refuting function with weights from low to high, least in absolute sum; checked in integers."""
    return _propose(pair, range(low, high + 1), clock)


def _propose(pair: Pair, values: range, clock: Clock, most_values: int | None = None) -> Functional | None:
    from feasibility.solvers.milp import solve_milp

    if pair.target.pegs is not None:
        return None
    program = _Program(pair, values, most_values)
    proposal = solve_milp(
        program.costs,
        IntMatrix.from_columns(len(program.upper), program.columns),
        (program.lower, program.upper),
        ([low for low, _ in program.bounds], [high for _, high in program.bounds]),
        seconds=clock.remaining(),
        nodes=_NODES if most_values is None else None,
    )
    if proposal is None:
        return None
    functional = Functional(proposal.integers[: pair.board.n])
    good = functional.is_valid(pair.board) and functional.separates(pair.start, pair.target)
    return functional if good else None


class _Program:
    """The integer program for the weights of a refuting function.

    Unknowns: the weights; for each free hole of a pattern the least total m <= 0, m <= w; the absolute
    values; and, where the number of distinct values counts, for each hole and value whether it has it, and
    which values are in use.
    """

    def __init__(self, pair: Pair, values: range, most_values: int | None) -> None:
        self.columns: list[list[tuple[int, int]]] = []
        self.bounds: list[tuple[int, int]] = []
        self.costs: list[int] = []
        self.lower: list[int | None] = []
        self.upper: list[int | None] = []
        board, low, high = pair.board, values[0], values[-1]
        weights = [self._unknown(low, high) for _ in range(board.n)]
        for jump in board.jumps:
            self._row({weights[jump.landing]: 1, weights[jump.start]: -1, weights[jump.over]: -1}, None, 0)
        gain = {weights[i]: v for i, v in enumerate(pair.difference) if v}
        for i in bits(pair.target.free):
            least = self._unknown(min(low, 0), 0)
            gain[least] = 1
            self._row({least: 1, weights[i]: -1}, None, 0)
        self._row(gain, 1, None)
        for w in weights:
            size = self._unknown(0, max(high, -low), cost=1)
            for sign in (1, -1):
                self._row({w: sign, size: -1}, None, 0)
        if most_values is not None:
            self._count_values(weights, values, most_values)

    def _unknown(self, low: int, high: int, cost: int = 0) -> int:
        self.columns.append([])
        self.bounds.append((low, high))
        self.costs.append(cost)
        return len(self.columns) - 1

    def _row(self, entries: dict[int, int], low: int | None, high: int | None) -> None:
        for column, value in entries.items():
            self.columns[column].append((len(self.upper), value))
        self.lower.append(low)
        self.upper.append(high)

    def _count_values(self, weights: list[int], values: range, most: int) -> None:
        used = {v: self._unknown(0, 1, cost=1000) for v in values}
        self._row(dict.fromkeys(used.values(), 1), None, most)
        for w in weights:
            has = {v: self._unknown(0, 1) for v in values}
            self._row(dict.fromkeys(has.values(), 1), 1, 1)
            self._row({w: -1, **{has[v]: v for v in values if v}}, 0, 0)
            for v in values:
                self._row({has[v]: 1, used[v]: -1}, None, 0)


CRITERION = Criterion(
    name=NAME,
    title="pagoda functions",
    check=check,
    theorem=(
        "If every jump keeps or lowers the total of some weights over the pegs, the target cannot weigh "
        "more than the start."
    ),
    because="The total never rises on the way: w[landing] <= w[start] + w[over] for every jump.",
    source=(
        "J. M. Boardman and J. H. Conway 1961; E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways "
        "(1982), chapter 23"
    ),
    example=("english33:+f4+e5+c6+e6", "english33:+d2+e3"),
)
