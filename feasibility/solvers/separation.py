"""Weights that tell a point from some goals, by linear programs in floats; others prove them in integers.

For a point x: weights w between -1 and 1 that gain by no column, w . column <= 0, with the greatest gap
between the least weight of a goal and the weight of x. Only goals that were in the way are rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import highspy
import numpy as np

from feasibility.solvers.highs import quiet_solver

if TYPE_CHECKING:
    from feasibility.base.arrays import Floats, Ints

_GAP = 1e-6  # what may as well be no gap
_SHORT = 1e-7  # by how much a goal may lie below the least of the program


class Separator:
    """The program of some columns and goals, hot from point to point."""

    def __init__(self, columns: Ints, goals: Ints) -> None:
        self.goals, self.width = goals, goals.shape[1]
        self._solver = quiet_solver()
        self._every = np.arange(self.width + 1, dtype=np.int32)
        for _ in range(self.width):
            self._solver.addVar(-1.0, 1.0)
        self._solver.addVar(-highspy.kHighsInf, highspy.kHighsInf)  # the least weight of a goal
        for column in columns:
            self._add(-highspy.kHighsInf, 0.0, column)
        self._add_goal(0)

    def _add(self, low: float, high: float, row: Ints) -> None:
        places = np.flatnonzero(row).astype(np.int32)
        self._solver.addRow(low, high, len(places), places, row[places].astype(np.float64))

    def _add_goal(self, number: int) -> None:
        self._add(0.0, highspy.kHighsInf, np.append(self.goals[number], -1))

    def propose(self, point: Ints) -> Floats | None:
        """The weights of the greatest gap, or None where there is none."""
        self._solver.changeColsCost(self.width + 1, self._every, np.append(point, -1.0))
        for _ in range(len(self.goals) + 1):
            self._solver.run()
            if self._solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
                return None
            solution = np.array(self._solver.getSolution().col_value)
            weights, least = solution[:-1], solution[-1]
            of_goals = self.goals @ weights
            lowest = int(of_goals.argmin())
            if of_goals[lowest] >= least - _SHORT:
                break
            self._add_goal(lowest)
        gap: float = of_goals.min() - point @ weights
        return weights if gap > _GAP else None
