"""Points in whole numbers by diving: depth first over one hot linear program, for proposals only.

Columns are split in an order that the caller gives, not where they are most fractional. Where that order
closes in upon a place on a board, what is decided lies outside, and what contradicts it shows near by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from feasibility.base.limits import Clock
from feasibility.exact.box import BoxSystem, satisfies
from feasibility.solvers.growing import halves
from feasibility.solvers.highs import HotModel, Status, box_of

if TYPE_CHECKING:
    from feasibility.base.arrays import Floats, Ints

Dived = tuple[int, ...] | Literal["limit", "empty"]

_INTEGRAL = 1e-6
# Steps of the simplex after a split, for each row: most need 5 to 30. A few would take thousands, and nearly
# all of the time.
_HOT, _LEAST_HOT = 2, 300


class Dive:
    """One dive, in turns: columns are split in the given order, the nearer side first.

    The model serves nothing else until the dive has ended.
    """

    def __init__(self, system: BoxSystem, model: HotModel, costs: Floats, order: Ints, nodes: int) -> None:
        model.load(system)
        model.set_costs(costs)
        self.system, self.model, self.order, self.nodes = system, model, order, nodes
        self.hot = max(_LEAST_HOT, _HOT * system.matrix.rows)
        self.stack, self.undecided = [box_of(system)], False
        self.visited = 0

    def run(self, clock: Clock) -> Dived | None:
        """A point of the system in whole numbers, checked exactly, or why there is none; None: to go on.

        `empty` is a belief and no proof.
        """
        while self.stack and self.visited < self.nodes:
            if clock.expired():
                return None
            lower, upper = self.stack.pop()
            self.model.set_bounds(lower, upper)
            answer = self.model.solve(clock.timeout(), hot=self.hot if self.visited else None)
            clock.spend(self.model.steps())
            if answer.status is Status.UNDECIDED and clock.expired():
                self.stack.append((lower, upper))
                return None
            self.visited += 1
            if answer.status is not Status.FEASIBLE or answer.point is None:
                self.undecided |= answer.status is not Status.INFEASIBLE
                continue
            distance = np.abs(answer.point - np.rint(answer.point))
            fractions = self.order[distance[self.order] > _INTEGRAL]
            if not fractions.size:
                point = tuple(int(x) for x in np.rint(answer.point))
                return point if satisfies(self.system, point) else "limit"
            split = int(fractions[0])
            level = float(answer.point[split])
            sides = halves(lower, upper, split, int(np.floor(level)))
            self.stack += sides if level - np.floor(level) > 0.5 else sides[::-1]  # the nearer one last
        return "limit" if self.stack or self.undecided else "empty"
