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
from feasibility.game.geometry import Board
from feasibility.solvers.rounding import integral_rays
from feasibility.solvers.walk import Walkers
from feasibility.studies.polyhedra.adjacency import optima
from feasibility.studies.polyhedra.cone import DualCone, Ints, dual_cone
from feasibility.studies.polyhedra.facets import Facet, proved
from feasibility.studies.polyhedra.rays import extreme_among, least_images, orbit, representatives

WALKERS = 256
_ROUNDS = 16  # steps whose rays are proved together


@dataclass(frozen=True, eq=False)
class Sample:
    """`weights`: one extreme ray of each orbit met; `drawn` rays in all."""

    weights: Ints
    drawn: int


def proved_rays(cone: DualCone, rays: NDArray[np.float64]) -> Ints:
    """The extreme rays among the vectors over the kept holes, as least members of their orbits, each once."""
    extreme = extreme_among(cone.inequalities, np.unique(integral_rays(rays), axis=0))
    return np.unique(representatives(cone, cone.reduce(cone.lift(extreme))), axis=0)


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
