"""Points in whole numbers by diving: depth first over one hot linear program, for proposals only.

Columns are split in an order that the caller gives, not where they are most fractional. Where that order
closes in upon a place on a board, what is decided lies outside, and what contradicts it shows near by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from feasibility.base.limits import Clock
from feasibility.exact.box import BoxSystem, satisfies
from feasibility.solvers.highs import HotModel, Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.solvers.highs import Floats

Dived = tuple[int, ...] | Literal["limit", "empty"]

_INTEGRAL = 1e-6
# Steps of the simplex after a split, for each row: most need 5 to 30. A few would take thousands, and nearly
# all of the time.
_HOT, _LEAST_HOT = 2, 300


def dive(
    system: BoxSystem, model: HotModel, costs: Floats, order: NDArray[np.int64], clock: Clock, nodes: int
) -> Dived:
    """A point of the system in whole numbers, checked exactly, or why there is none.

    `empty` is a belief and no proof. Columns are split in the given order, the nearer side first.
    """
    model.load(system)
    model.set_costs(costs)
    hot = max(_LEAST_HOT, _HOT * system.matrix.rows)
    upper = np.array([np.inf if u is None else u for u in system.upper], dtype=float)
    stack, undecided = [(np.array(system.lower, dtype=float), upper)], False
    for node in range(nodes):
        if not stack:
            return "limit" if undecided else "empty"
        if clock.expired():
            return "limit"
        lower, upper = stack.pop()
        model.set_bounds(lower, upper)
        answer = model.solve(clock.timeout(), hot=hot if node else None)
        clock.spend(model.steps())
        if answer.status is not Status.FEASIBLE or answer.point is None:
            undecided |= answer.status is not Status.INFEASIBLE
            continue
        split = _first_fraction(answer.point, order)
        if split is None:
            point = tuple(int(x) for x in np.rint(answer.point))
            return point if satisfies(system, point) else "limit"
        stack += _sides(lower, upper, split, float(answer.point[split]))
    return "limit" if stack or undecided else "empty"


def _first_fraction(point: Floats, order: NDArray[np.int64]) -> int | None:
    fractions = np.flatnonzero(np.abs(point - np.rint(point))[order] > _INTEGRAL)
    return int(order[fractions[0]]) if fractions.size else None


def _sides(lower: Floats, upper: Floats, column: int, level: float) -> list[tuple[Floats, Floats]]:
    """Both sides of a split, the nearer one last."""
    floor = np.floor(level)
    less, more = upper.copy(), lower.copy()
    less[column], more[column] = floor, floor + 1
    sides = [(more, upper), (lower, less)]
    return sides[::-1] if level - floor > 0.5 else sides
