"""The pagoda functions of a board as a cone, made pointed: {w : w.A <= 0} modulo what no jump changes.

The facets of the solitaire cone CS = {A x : x >= 0} are the extreme rays of this dual cone (Avis, Deza 2001).
Where the jumps do not span, the dual has a lineality space, the left kernel of A; every ray is then written
with 0 on as many holes as that space has dimensions, which fixes it. Many rays are proved at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from feasibility.base.arrays import Ints
from feasibility.base.cached import cached_property
from feasibility.base.errors import InputError
from feasibility.engines.positions.words import Symmetries
from feasibility.exact.box import IntMatrix
from feasibility.exact.hermite import Matrix, reduced
from feasibility.exact.modular import ranks
from feasibility.exact.normal_form import smith
from feasibility.game.geometry import Board
from feasibility.game.symmetry import apply_to_jump
from feasibility.solvers.rounding import primitive_rows
from feasibility.systems.residues import generators

RowMasks = NDArray[np.bool_]
_SAFE = 1 << 60


@dataclass(frozen=True, eq=False)
class DualCone:
    """The pagoda functions: `lineality` is a basis of the invariant ones; all holes but `kept` are set to 0.

    `inequalities` is a row per jump over the holes kept: row.w >= 0. `projection`, where there is a
    lineality space, is D times the map that sets the others to 0.
    """

    board: Board
    lineality: Matrix
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
        """The primitive representatives, 0 on the holes not kept, of weights over all holes."""
        if self.projection is not None:
            weights = weights @ self.projection
        return primitive_rows(weights)


@lru_cache(maxsize=16)
def dual_cone(board: Board) -> DualCone:
    """The cone of a board's pagoda functions."""
    if not board.jumps:
        why = f"{board.label} has no jumps, so any weights are a pagoda function"
        raise InputError(why, expected="a board with jumps")
    lineality = reduced([weights for weights, modulus in generators(board) if not modulus])
    pinned = tuple(next(hole for hole, weight in enumerate(row) if weight) for row in lineality)
    kept = tuple(hole for hole in range(board.n) if hole not in pinned)
    rows = np.ascontiguousarray(-board.incidence.T.astype(np.int64)[:, list(kept)])
    return DualCone(board, lineality, kept, rows, _projection(lineality, pinned))


def _projection(lineality: Matrix, pinned: tuple[int, ...]) -> Ints | None:
    """A multiple of the map that takes from weights what makes them 0 on the pinned holes."""
    if not lineality:
        return None
    multiple = lcm(*(row[hole] for hole, row in zip(pinned, lineality, strict=True)))
    matrix = multiple * np.eye(len(lineality[0]), dtype=np.int64)
    for hole, row in zip(pinned, lineality, strict=True):
        matrix[hole] -= multiple // row[hole] * np.array(row, dtype=np.int64)
    return matrix


def changes(board: Board, weights: Ints) -> Ints:
    """What each jump adds to the total of each weight vector."""
    starts, overs, landings = np.array(board.jumps, dtype=np.intp).reshape(-1, 3).T
    return np.asarray(weights[:, landings] - weights[:, starts] - weights[:, overs])


def tight_jumps(cone: DualCone, weights: Ints) -> RowMasks:
    """Which jumps leave each weight vector's total as it is; ValueError where one raises it."""
    if len(weights) and int(np.abs(weights).max()) > _SAFE:
        raise OverflowError("weights beyond 2^60")
    slack = -changes(cone.board, weights)
    if (slack < 0).any():
        raise ValueError("a jump raises the total")
    return np.asarray(slack == 0)


def are_extreme(cone: DualCone, tight: RowMasks) -> RowMasks:
    """Whether the tight jumps have rank one less than A, exactly; so with a valid ray they prove it extreme.

    Modulo a prime the rank can only be lower, so True is a proof; a False is asked again over the integers.
    """
    proved = ranks(cone.inequalities, tight, cone.rank - 1) == cone.rank - 1
    for i in np.flatnonzero(~proved):
        rows = cone.inequalities[tight[i]].tolist()
        proved[i] = len(smith(IntMatrix.from_rows(rows, cone.rank)).diagonal) == cone.rank - 1
    return np.asarray(proved)


def extreme_among(rows: Ints, rays: Ints) -> Ints:
    """The extreme rays of {w : rows.w >= 0} among the vectors, by ranks modulo a prime: it may miss one."""
    slacks = rays @ rows.T
    valid = (slacks >= 0).all(axis=1)
    rays, slacks = rays[valid], slacks[valid]
    return np.asarray(rays[ranks(rows, slacks == 0) == rows.shape[1] - 1])


def jump_symmetries(board: Board) -> Ints:
    """The symmetries of a board as permutations of its jumps, one per line, each once."""
    place = board.jump_index
    return np.unique([[place[apply_to_jump(g, j)] for j in board.jumps] for g in board.symmetries], axis=0)


def least_images(cone: DualCone, weights: Ints) -> tuple[Ints, Ints]:
    """The lexicographically least image of each vector under the symmetries, and the size of its orbit."""
    least, fixers = weights.copy(), np.zeros(len(weights), dtype=np.int64)
    for permutation in cone.board.symmetries:
        image = _image(cone, weights, permutation)
        fixers += (image == weights).all(axis=1)
        difference = image - least
        first = (difference != 0).argmax(axis=1)
        smaller = difference[np.arange(len(difference)), first] < 0
        least[smaller] = image[smaller]
    return least, len(cone.board.symmetries) // fixers


def orbit(cone: DualCone, weights: Ints) -> Ints:
    """All images of one vector, each once, in lexicographic order."""
    images = np.vstack([_image(cone, weights[None, :], g) for g in cone.board.symmetries])
    return np.unique(images, axis=0)


def _image(cone: DualCone, weights: Ints, permutation: tuple[int, ...]) -> Ints:
    """The weights moved by a symmetry; with a lineality space, the representative of the image."""
    moved = weights[:, list(permutation)]  # the image under the inverse; the group holds it too
    return moved if cone.projection is None else cone.reduce(moved)


@dataclass(frozen=True, eq=False)
class RowCone:
    """A pointed, full-dimensional cone {w : rows.w >= 0}; a line of `group` is a permutation of the rows.

    A symmetry is a permutation of the rows that some linear map makes. So nothing depends on coordinates, and
    a cone that is cut out of this one has symmetries of the same form: those that keep its rows.
    """

    rows: Ints
    group: Ints

    @property
    def dimension(self) -> int:
        return int(self.rows.shape[1])

    @cached_property
    def symmetries(self) -> Symmetries:
        """The group, ready to act on sets of rows: tight rows with one least image are of one orbit."""
        return Symmetries(map(tuple, self.group.tolist()), len(self.rows))

    def tight(self, rays: Ints) -> RowMasks:
        """For each ray the rows that are 0 on it."""
        return np.asarray(rays @ self.rows.T == 0)

    def without(self, hole: int, kept: RowMasks) -> RowCone:
        """Only the `kept` rows, one coordinate set to 0, and the symmetries that keep those rows."""
        inside = kept[self.group[:, kept]].all(axis=1)
        place = np.cumsum(kept) - 1
        group = np.unique(place[self.group[inside][:, kept]], axis=0)
        return RowCone(np.delete(self.rows[kept], hole, axis=1), group)
