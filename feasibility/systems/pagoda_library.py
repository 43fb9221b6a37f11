"""Known pagoda functions of a board: patterns along its lines, and playable classes less their corners.

Source: Berlekamp, Conway and Guy, Winning Ways (1982), chapter 23. Each is checked on all jumps of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from feasibility.game.geometry import Board, Geometry, Hole
from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Patterns along a line that no jump raises: -t1 + t3 <= t2 >= t1 - t3 for every three in a row.
_PATTERNS: tuple[Callable[[int], int], ...] = (
    lambda i: 1,
    lambda i: i % 2,
    lambda i: (i + 1) % 2,
    lambda i: int(i % 3 != 0),
    lambda i: int(i % 3 != 1),
    lambda i: int(i % 3 != 2),
)


def from_library(pair: Pair) -> Functional | None:
    """The known function with the largest margin over the pair, if one refutes."""
    import numpy as np

    target = pair.target
    if target.pegs is not None:
        refuting = [f for f in library(pair.board) if f.separates(pair.start, target)]
        return refuting[0] if refuting else None
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
    valid = {weights for weights in _known(board) if any(weights) and Functional(weights).is_valid(board)}
    ordered = sorted(valid, key=lambda w: (len(set(w)), sum(map(abs, w)), w))
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
