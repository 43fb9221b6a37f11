"""Known pagoda functions of a board: patterns along its lines, and playable classes less their corners.

Source: Berlekamp, Conway and Guy, Winning Ways (1982), chapter 23. Each is checked on all jumps of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import mul, sub
from struct import unpack

from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, bits
from feasibility.proofs.functional import Functional

LANE = 64  # bits of one function where all are added up at once
HALF = 1 << LANE - 2

# Patterns along a line that no jump raises: -t1 + t3 <= t2 >= t1 - t3 for every three in a row.
_PATTERNS: tuple[Callable[[int], int], ...] = (
    lambda i: 1,
    lambda i: i % 2,
    lambda i: (i + 1) % 2,
    lambda i: int(i % 3 != 0),
    lambda i: int(i % 3 != 1),
    lambda i: int(i % 3 != 2),
)

# Coordinates along which they run, as coefficients of row and column, and which pairs of them.
_AXES = _ROW, _COLUMN, _FALLING, _RISING = (1, 0), (0, 1), (1, -1), (1, 1)
_TRIANGULAR = (_ROW, _COLUMN), (_ROW, _FALLING), (_COLUMN, _FALLING)
_OTHERS = (_ROW, _COLUMN), (_RISING, _FALLING)


def from_library(pair: Pair) -> Functional | None:
    """The known function with the largest margin over the pair, if one refutes."""
    target = pair.target
    if target.pegs is not None:
        refuting = [f for f in library(pair.board) if f.separates(pair.start, target)]
        return refuting[0] if refuting else None
    weights, least, half = _columns(pair.board)
    total = half
    for hole in bits(target.must & ~pair.start.mask):
        total += weights[hole]
    for hole in bits(pair.start.mask & ~target.must):
        total -= weights[hole]
    for hole in bits(target.free):
        total += least[hole]
    margins = apart(total, len(library(pair.board)))
    best = margins.index(max(margins))
    functional = library(pair.board)[best]
    return functional if margins[best] > HALF and functional.separates(pair.start, target) else None


@lru_cache(maxsize=64)
def _columns(board: Board) -> tuple[list[int], list[int], int]:
    """By hole the weights of all functions; the same with positive weights set to 0; HALF for each."""
    known = [f.weights for f in library(board)]
    least = [tuple(min(w, 0) for w in weights) for weights in known]
    return beside(known), beside(least), in_lanes([HALF] * len(known))


def in_lanes(numbers: Sequence[int]) -> int:
    """Numbers below HALF as lanes of one: all functions are added up at once."""
    return sum([number << LANE * lane for lane, number in enumerate(numbers)])


def beside(known: Sequence[Sequence[int]]) -> list[int]:
    """By hole the weights of all functions, in lanes."""
    return [in_lanes(column) for column in zip(*known, strict=True)]


def apart(total: int, count: int) -> tuple[int, ...]:
    """The lanes of a number, where none is below 0."""
    return unpack(f"<{count}Q", total.to_bytes(LANE // 8 * count, "little"))


@lru_cache(maxsize=64)
def library(board: Board) -> tuple[Functional, ...]:
    """Small known pagoda functions of a board, each checked on all its jumps, the simplest first."""
    known = list(dict.fromkeys(weights for weights in _known(board) if any(weights)))
    columns, half = beside(known), in_lanes([HALF] * len(known))
    kept = half  # the bit of every function that no jump raises
    for start, over, landing in board.jumps:
        kept &= half + columns[start] + columns[over] - columns[landing]
    valid = [weights for weights, bit in zip(known, apart(kept, len(known)), strict=True) if bit]
    ordered = sorted(valid, key=lambda w: (len(set(w)), sum(map(abs, w)), w))
    return tuple(Functional(w) for w in ordered)


def _known(board: Board) -> Iterator[tuple[int, ...]]:
    yield (1,) * board.n
    along = {axis: [axis[0] * row + axis[1] * column for row, column in board.holes] for axis in _AXES}
    values = {(axis, f): [*map(f, places)] for axis, places in along.items() for f in _PATTERNS}
    axes = _TRIANGULAR if board.geometry is Geometry.TRIANGULAR else _OTHERS
    for first, second in axes:
        for f, g in product(_PATTERNS, repeat=2):
            yield tuple(map(mul, values[first, f], values[second, g]))
    inside = [[members >> i & 1 for i in range(board.n)] for members in board.playable_classes]
    corners = [[board.never_over >> i & 1 & ~one for i, one in enumerate(members)] for members in inside]
    for f in _PATTERNS:
        for members, outside in zip(inside, corners, strict=True):
            for axis, _ in axes:
                yield tuple(map(sub, map(mul, members, values[axis, f]), outside))
