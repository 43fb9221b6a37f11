"""The pagoda functions of a board as a cone, made pointed: {w : w.A <= 0} modulo what no jump changes.

The facets of the solitaire cone CS = {A x : x >= 0} are the extreme rays of this dual cone (Avis, Deza 2001).
Where the jumps do not span, the dual has a lineality space, the left kernel of A; every ray is then written
with 0 on as many holes as that space has dimensions, which fixes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from feasibility.base.errors import InputError
from feasibility.exact.farkas import primitive
from feasibility.game.geometry import Board
from feasibility.systems.residues import generators

Ints = NDArray[np.int64]
RowMasks = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class DualCone:
    """The pagoda functions: `lineality` is a basis of the invariant ones, `pinned` the holes set to 0.

    `inequalities` is a row per jump over the other holes, `kept`: row.w >= 0. `projection`, where there is a
    lineality space, is D times the map that sets the pinned holes to 0.
    """

    board: Board
    lineality: tuple[tuple[int, ...], ...]
    pinned: tuple[int, ...]
    kept: tuple[int, ...]
    inequalities: Ints
    projection: Ints | None

    @property
    def rank(self) -> int:
        """The rank of the incidence matrix: the dimension of CS, and of the dual modulo its lineality."""
        return len(self.kept)

    def lift(self, rays: Ints) -> Ints:
        """Rays over the kept holes as weights over all holes."""
        weights = np.zeros((len(rays), self.board.n), dtype=np.int64)
        weights[:, list(self.kept)] = rays
        return weights

    def reduce(self, weights: Ints) -> Ints:
        """The primitive representatives, 0 on the pinned holes, of weights over all holes."""
        if self.projection is not None:
            weights = weights @ self.projection
        divisors = np.gcd.reduce(weights, axis=1)
        divisors[divisors == 0] = 1
        return np.asarray(weights // divisors[:, None])


@lru_cache(maxsize=16)
def dual_cone(board: Board) -> DualCone:
    """The cone of a board's pagoda functions."""
    if not board.jumps:
        raise InputError(
            f"{board.label} has no jumps, so any weights are a pagoda function",
            expected="a board with jumps",
        )
    basis = _left_kernel(board)
    pinned = tuple(next(i for i, v in enumerate(row) if v) for row in basis)
    kept = tuple(i for i in range(board.n) if i not in pinned)
    rows = np.ascontiguousarray(-board.incidence.T.astype(np.int64)[:, list(kept)])
    lineality = tuple(_integral(row) for row in basis)
    return DualCone(board, lineality, pinned, kept, rows, _projection(basis, pinned, board.n))


def _left_kernel(board: Board) -> list[list[Fraction]]:
    """A reduced basis of {w : w.A = 0}: the first entry of a row is 1 and alone in its column."""
    left = [[Fraction(v) for v in weights] for weights, modulus in generators(board) if not modulus]
    basis: list[list[Fraction]] = []
    for hole in range(board.n):
        row = next((row for row in left if row[hole]), None)
        if row is not None:
            left.remove(row)
            first = [v / row[hole] for v in row]
            for other in (*left, *basis):
                if factor := other[hole]:
                    other[:] = [v - factor * w for v, w in zip(other, first, strict=True)]
            basis.append(first)
    return basis


def _integral(row: list[Fraction]) -> tuple[int, ...]:
    common = lcm(*(v.denominator for v in row))
    return primitive([int(v * common) for v in row])


def _projection(basis: list[list[Fraction]], pinned: tuple[int, ...], n: int) -> Ints | None:
    if not basis:
        return None
    common = lcm(*(v.denominator for row in basis for v in row))
    matrix = common * np.eye(n, dtype=np.int64)
    for hole, row in zip(pinned, basis, strict=True):
        matrix[hole] -= np.array([int(v * common) for v in row], dtype=np.int64)
    return matrix
