"""Proofs of emptiness: floats propose, integers decide, the exact simplex has the last word."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import Stopped
from feasibility.exact.box import BoxSystem, certifies
from feasibility.exact.simplex import Feasible, Simplex
from feasibility.solvers.highs import NAME, HotModel, Status
from feasibility.solvers.rounding import certify_ray
from feasibility.solvers.trust import distrust

if TYPE_CHECKING:
    from feasibility.base.arrays import Floats


@dataclass(frozen=True)
class Empty:
    """No real solution in the box: these integer weights certify it."""

    weights: tuple[int, ...]


@dataclass(frozen=True)
class BelievedPoint:
    """The solver believes in this real solution; `exact` is set where it is one for certain."""

    floats: Floats
    exact: tuple[Fraction, ...] | None = None


def exact_turn(simplex: Simplex, clock: Clock) -> Empty | BelievedPoint | Stopped:
    """Whether a system has a point, asked of the exact simplex alone, in turns."""
    system, result = simplex.system, simplex.run(clock)
    if result is None:
        return Stopped(clock.over() or "time")
    if isinstance(result, Feasible):
        return BelievedPoint(np.array([float(x) for x in result.point]), result.point)
    return Empty(result.weights) if certifies(system, result.weights) else Stopped("precision")


def prove_empty(
    system: BoxSystem, *, model: HotModel | None = None, clock: Clock | None = None
) -> Empty | BelievedPoint | Stopped:
    """Whether the system has no real solution in its box.

    `model` is a hot model on the system's matrix, for many systems in a row. Empty always
    carries weights that certify; a point without `exact` is a belief. Where neither could be shown, the limit
    is `time`, `work`, or the `precision` of floats.
    """
    model = HotModel(system.matrix) if model is None else model
    model.load(system)
    if system.is_box_empty:
        return Empty((0,) * system.matrix.rows)
    clock = Limits().start() if clock is None else clock
    over = clock.over()
    if over is not None:
        return Stopped(over)
    answer = model.solve(clock.timeout())
    clock.spend(model.steps())
    if answer.status is Status.FEASIBLE and answer.point is not None:
        return BelievedPoint(answer.point)
    if answer.ray is not None:
        weights = certify_ray(system, answer.ray.tolist())
        if weights is not None:
            return Empty(weights)
    exact = exact_turn(Simplex(system), clock)
    if isinstance(exact, BelievedPoint) and answer.status is Status.INFEASIBLE:
        distrust(NAME, "it called a program infeasible that has a solution")
    return exact
