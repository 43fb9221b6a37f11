"""Many rays at once: their proof in integers, and their orbits under the symmetries of the board."""

from __future__ import annotations

import numpy as np

from feasibility.exact.box import IntMatrix
from feasibility.exact.modular import ranks
from feasibility.exact.normal_form import smith
from feasibility.game.geometry import Board
from feasibility.game.symmetry import apply_to_jump
from feasibility.studies.polyhedra.cone import DualCone, Ints, RowMasks

_SAFE = 1 << 60


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
        proved[i] = _exact_rank(cone, tight[i]) == cone.rank - 1
    return np.asarray(proved)


def _exact_rank(cone: DualCone, tight: RowMasks) -> int:
    rows = cone.inequalities[tight].tolist()
    return len(smith(IntMatrix.from_rows(rows, cone.rank)).diagonal)


def extreme_among(rows: Ints, rays: Ints) -> Ints:
    """The extreme rays of {w : rows.w >= 0} among the vectors, by ranks modulo a prime: it may miss one."""
    slacks = rays @ rows.T
    valid = (slacks >= 0).all(axis=1)
    rays, slacks = rays[valid], slacks[valid]
    return np.asarray(rays[ranks(rows, slacks == 0) == rows.shape[1] - 1])


def jump_symmetries(board: Board) -> Ints:
    """The symmetries of a board as permutations of its jumps, one per line, each once."""
    place = {jump: i for i, jump in enumerate(board.jumps)}
    return np.unique([[place[apply_to_jump(g, j)] for j in board.jumps] for g in board.symmetries], axis=0)


def least_images(cone: DualCone, weights: Ints) -> tuple[RowMasks, Ints]:
    """Whether each vector is the least of its orbit in lexicographic order, and the size of its orbit."""
    group = cone.board.symmetries
    least = np.ones(len(weights), dtype=np.bool_)
    fixers = np.zeros(len(weights), dtype=np.int64)
    for permutation in group:
        order = _comparison(_image(cone, weights, permutation), weights)
        least &= order >= 0
        fixers += order == 0
    return least, len(group) // fixers


def representatives(cone: DualCone, weights: Ints) -> Ints:
    """The least image of each vector under the symmetries."""
    best = weights.copy()
    for permutation in cone.board.symmetries:
        image = _image(cone, weights, permutation)
        smaller = _comparison(image, best) < 0
        best[smaller] = image[smaller]
    return np.asarray(best)


def orbit(cone: DualCone, weights: Ints) -> Ints:
    """All images of one vector, each once, in lexicographic order."""
    images = np.vstack([_image(cone, weights[None, :], g) for g in cone.board.symmetries])
    return np.unique(images, axis=0)


def _image(cone: DualCone, weights: Ints, permutation: tuple[int, ...]) -> Ints:
    """The weights moved by a symmetry; with a lineality space, the representative of the image."""
    moved = weights[:, list(permutation)]  # the image under the inverse; the group holds it too
    return moved if cone.projection is None else cone.reduce(moved)


def _comparison(left: Ints, right: Ints) -> Ints:
    """Line by line in lexicographic order: negative, 0 or positive."""
    difference = left - right
    first = (difference != 0).argmax(axis=1)
    return np.asarray(difference[np.arange(len(difference)), first])
