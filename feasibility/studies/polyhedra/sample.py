"""Distinct extreme rays of boards beyond enumeration: random linear programs, then walks from their optima.

Floats propose: each vector is scaled to integers, and kept only if it is a pagoda function whose tight jumps
have rank one less than A, in integers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.exact.box import IntMatrix
from feasibility.game.geometry import Board
from feasibility.solvers.rounding import integral_rays
from feasibility.solvers.walk import Walkers
from feasibility.studies.polyhedra.cone import DualCone, Ints, dual_cone
from feasibility.studies.polyhedra.facets import Facet, proved
from feasibility.studies.polyhedra.rays import (
    are_extreme,
    changes,
    extreme_among,
    least_images,
    orbit,
    representatives,
    tight_jumps,
)

Floats = NDArray[np.float64]

WALKERS = 256
_ROUNDS = 16  # steps whose rays are proved together
_TRIES = 20  # to find a first ray; one is enough if the solver is sound


@dataclass(frozen=True, eq=False)
class Sample:
    """`weights`: one extreme ray of each orbit met; `drawn` rays in all."""

    weights: Ints
    drawn: int


def proved_rays(cone: DualCone, rays: Floats) -> Ints:
    """The extreme rays among the vectors over the kept holes, as least members of their orbits, each once."""
    weights = cone.reduce(cone.lift(integral_rays(rays)))
    valid = (changes(cone.board, weights) <= 0).all(axis=1)
    weights = np.unique(weights[valid], axis=0)
    weights = weights[are_extreme(cone, tight_jumps(cone, weights))]
    return np.unique(representatives(cone, weights), axis=0)


class RandomPrograms:
    """max c.w over the w with rows.w >= 0 whose slacks add up to at most 1, for random c; by its dual."""

    def __init__(self, rows: Ints, seed: int) -> None:
        from feasibility.solvers.highs import HotModel

        columns = [[(i, -int(v)) for i, v in enumerate(row) if v] for row in rows]
        columns.append([(i, int(v)) for i, v in enumerate(rows.sum(axis=0)) if v])
        matrix = IntMatrix.from_columns(rows.shape[1], columns)
        self.model = HotModel(matrix)
        costs = np.zeros(matrix.width)
        costs[-1] = 1.0
        self.model.set_costs(costs)
        self.random = np.random.default_rng(seed)
        self.size: int = rows.shape[1]

    def draw(self, count: int) -> Floats:
        """The optima of so many programs."""
        duals = np.zeros((count, self.size))
        for i in range(count):
            self.model.set_rhs(self.random.standard_normal((self.size,)))
            self.model.solve()
            duals[i] = self.model.duals()[0]
        return duals


def optima(rows: Ints, count: int, seed: int) -> Ints:
    """The extreme rays in which so many random linear programs end, proved in integers; perhaps none."""
    programs = RandomPrograms(rows, seed)
    for _ in range(_TRIES):
        rays = extreme_among(rows, integral_rays(programs.draw(count)))
        if len(rays):
            break
    return rays


def sample(board: Board, count: int, seed: int, clock: Clock, report: Report = silent) -> Sample:
    """Extreme rays met on `count` steps of random walks, one of each orbit; fewer at the time limit."""
    if seed < 0:
        raise InputError("not a seed", seen=str(seed), expected="0 or more")

    cone = dual_cone(board)
    starts = optima(cone.inequalities, max(1, min(WALKERS, count // 20)), seed)
    if not len(starts):
        return Sample(np.zeros((0, board.n), dtype=np.int64), 0)
    walkers = Walkers(cone.inequalities, starts, seed)
    met = {w.tobytes(): w for w in proved_rays(cone, starts.astype(np.float64))}
    drawn = len(starts)
    while drawn < count and not clock.expired():
        rounds = []
        for _ in range(min(_ROUNDS, -(-(count - drawn) // len(starts)))):
            walkers.step()
            rounds.append(walkers.rays().copy())
        rays = proved_rays(cone, np.vstack(rounds))
        met.update((w.tobytes(), w) for w in rays)
        drawn += len(rounds) * len(starts)
        report(f"{drawn} of {count} drawn, {plural(len(met), 'orbit')} of facets")
    return Sample(np.array(sorted(met.values(), key=lambda w: (np.abs(w).sum(), w.tolist()))), drawn)


def facets_of(board: Board, drawn: Sample, every: bool) -> list[Facet]:
    """The sample as facets, with all members of their orbits if wanted."""

    cone, weights = dual_cone(board), drawn.weights
    if every:
        weights = np.vstack([orbit(cone, w) for w in weights])
    return proved(cone, weights, least_images(cone, weights)[1])
