"""A hot HiGHS linear program: built once, then only what changed is passed on.

Floats live here. Nothing that comes out is a proof, see prove.py; what cannot be an answer does not come out
at all, see trust.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import highspy
import numpy as np

from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.solvers.trust import believable, distrust, is_near, residuals, sensible

if TYPE_CHECKING:
    from feasibility.base.arrays import Floats


class Status(Enum):
    """What the solver believes."""

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNDECIDED = "undecided"  # limits, numerical trouble, unbounded


NAME = "HiGHS"
_SOLVE_STEPS, _ITERATION_STEPS = 200, 5
_HOT_ITERATIONS = 10  # for each row and column
_DUAL, _PRIMAL = 1, 4  # simplex strategies of HiGHS; the dual one is its own choice


@dataclass(frozen=True)
class SolverAnswer:
    """One solve; `point`, `objective` with FEASIBLE, `ray` (perhaps None) with INFEASIBLE.

    `point` and `ray` are oriented like BoxSystem: ray . rhs exceeds the box maximum of ray . M.
    """

    status: Status
    point: Floats | None = None
    objective: float | None = None
    ray: Floats | None = None


class _Quiet(highspy.Highs):
    """HiGHS 1.16 prints its name while it is made, before one can tell it not to print."""

    def enableCallbacks(self) -> None:
        made: Any = super()
        made.setOptionValue("output_flag", False)
        made.enableCallbacks()


def quiet_solver(presolve: str = "off", method: str = "simplex") -> Any:
    """A silent single-threaded HiGHS; Any because highspy's annotations miss most of its methods."""
    build: Any = _Quiet
    solver = build()
    for name, value in (
        ("output_flag", False),
        ("presolve", presolve),
        ("solver", method),
        ("threads", 1),
        ("parallel", "off"),
        ("random_seed", 0),
    ):
        solver.setOptionValue(name, value)
    return solver


def matrix_of(matrix: IntMatrix) -> highspy.HighsLp:
    """The HiGHS model of M x = 0, x >= 0, no cost."""
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = matrix.width, matrix.rows
    lp.col_cost_ = np.zeros(matrix.width)
    lp.col_lower_ = np.zeros(matrix.width)
    lp.col_upper_ = np.full(matrix.width, highspy.kHighsInf)
    lp.row_lower_ = np.zeros(matrix.rows)
    lp.row_upper_ = np.zeros(matrix.rows)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_ = np.cumsum([0, *(len(c) for c in matrix.columns)], dtype=np.int32)
    lp.a_matrix_.index_ = np.array([r for c in matrix.columns for r, _ in c], dtype=np.int32)
    lp.a_matrix_.value_ = np.array([v for c in matrix.columns for _, v in c], dtype=np.float64)
    return lp


def box_of(system: BoxSystem) -> tuple[Floats, Floats]:
    """The bounds of all columns, lower and upper; where there is none above, inf."""
    infinity = float("inf")
    upper = [infinity if u is None else u for u in system.upper]
    return np.array(system.lower, dtype=float), np.array(upper, dtype=float)


class HotModel:
    """min cost.x with M x = rhs, lower <= x <= upper; bounds and costs change between solves."""

    def __init__(self, matrix: IntMatrix) -> None:
        self.matrix = matrix
        self._solver = quiet_solver()
        self._solver.passModel(matrix_of(matrix))
        self._rhs = np.zeros(matrix.rows)
        self._lower = np.zeros(matrix.width)
        self._upper = np.full(matrix.width, np.inf)
        self._cost = np.zeros(matrix.width)
        self._timed = False
        self._inside: Any = None
        self._box: tuple[tuple[int, ...], tuple[int | None, ...]] | None = None  # as it was loaded
        # A hot basis can make HiGHS 1.15 cycle until its time is over; a cold start takes some milliseconds.
        self._hot_iterations = _HOT_ITERATIONS * (matrix.rows + matrix.width)
        self._solver.setOptionValue("simplex_iteration_limit", self._hot_iterations)
        self._off = residuals(matrix)

    def load(self, system: BoxSystem) -> None:
        """Takes over the right-hand side and all bounds of a system on this model's matrix."""
        if system.matrix is not self.matrix and system.matrix != self.matrix:
            raise ValueError("the system has another matrix than the model")
        self.set_rhs(system.rhs)
        box = system.lower, system.upper
        if box == self._box:
            return
        self.set_bounds(*box_of(system))
        self._box = box

    def set_rhs(self, rhs: Sequence[int] | Floats) -> None:
        new = np.asarray(rhs, dtype=float)
        changed = np.flatnonzero(new != self._rhs).astype(np.int32)
        if changed.size:
            values = new[changed]
            self._solver.changeRowsBounds(changed.size, changed, values, values)
            self._rhs = new

    def set_bounds(self, lower: Floats, upper: Floats) -> None:
        """New bounds for all columns; an infinite upper bound is inf."""
        self._box = None
        changed = np.flatnonzero((lower != self._lower) | (upper != self._upper)).astype(np.int32)
        if changed.size:
            self._solver.changeColsBounds(changed.size, changed, lower[changed], upper[changed])
            self._lower, self._upper = lower.copy(), upper.copy()

    def set_costs(self, costs: Floats) -> None:
        changed = np.flatnonzero(costs != self._cost).astype(np.int32)
        if changed.size:
            self._solver.changeColsCost(changed.size, changed, costs[changed])
            self._cost = np.array(costs, dtype=float)

    def cool(self) -> None:
        """The next solve begins like that of a new model; right-hand side, bounds and costs stay."""
        self._solver.clearSolver()

    def basis(self) -> Any:
        """Where the last solve ended, for `start_at`."""
        return self._solver.getBasis()

    def start_at(self, basis: Any) -> None:
        """The next solve goes on where another one ended."""
        self._solver.setBasis(basis)

    def start_inside(self) -> None:
        """The next solve begins where each column can be taken once; for programs without costs.

        That saves two thirds of the steps from nothing, and does not depend on what was solved before. Trees
        of cases grow with it: points inside have more fractions.
        """
        if self._inside is None:
            self._inside = self._basis_inside()
        self._solver.setBasis(self._inside)

    def _basis_inside(self) -> Any:
        lower, upper, rhs = self._lower, self._upper, self._rhs
        self.set_bounds(np.zeros_like(lower), np.full_like(upper, np.inf))
        index, value = self.matrix.padded
        self.set_rhs(np.bincount(index.ravel(), value.ravel(), minlength=self.matrix.rows).astype(float))
        self._run()
        basis = self._solver.getBasis()
        self.set_bounds(lower, upper)
        self.set_rhs(rhs)
        self._solver.clearSolver()
        return basis

    def solve(self, seconds: float | None = None, hot: int | None = None) -> SolverAnswer:
        """Solves from the last basis; where that leads nowhere, once more from nothing by the primal simplex.

        On a board of 400 holes it took 1,500 steps where the dual one had made 250,000.
        `hot`: in so many steps of the simplex at most, and not again.
        """
        if bool((self._lower > self._upper).any()):
            return SolverAnswer(Status.INFEASIBLE)
        self._limit(seconds)
        if hot is not None:
            return self._briefly(hot)
        answer = self._sound(self._answer())
        if answer.status is Status.FEASIBLE or answer.ray is not None:
            return answer
        if self._solver.getModelStatus() == highspy.HighsModelStatus.kTimeLimit:
            return answer  # where it was is not lost
        self._solver.clearSolver()
        self._solver.setOptionValue("simplex_iteration_limit", highspy.kHighsIInf)
        self._solver.setOptionValue("simplex_strategy", _PRIMAL)
        answer = self._sound(self._answer())
        self._solver.setOptionValue("simplex_strategy", _DUAL)
        self._solver.setOptionValue("simplex_iteration_limit", self._hot_iterations)
        if answer.status is Status.INFEASIBLE and answer.ray is None:
            return self._sound(SolverAnswer(Status.INFEASIBLE, ray=self._prices_of_what_is_missing(seconds)))
        return answer

    def _prices_of_what_is_missing(self, seconds: float | None) -> Floats | None:
        """A ray, which the primal simplex does not give: prices where the least is missing in the rows."""
        rows, width = self.matrix.rows, self.matrix.width
        missing = [[(row, sign)] for row in range(rows) for sign in (1, -1)]
        model = HotModel(IntMatrix.from_columns(rows, [*map(list, self.matrix.columns), *missing]))
        model.set_rhs(self._rhs)
        none, free = np.zeros(2 * rows), np.full(2 * rows, np.inf)
        model.set_bounds(np.concatenate([self._lower, none]), np.concatenate([self._upper, free]))
        model.set_costs(np.concatenate([np.zeros(width), np.ones(2 * rows)]))
        model._limit(seconds)
        model._solver.setOptionValue("simplex_strategy", _PRIMAL)
        return model.duals()[0] if model._briefly(highspy.kHighsIInf).status is Status.FEASIBLE else None

    def _briefly(self, iterations: int) -> SolverAnswer:
        self._solver.setOptionValue("simplex_iteration_limit", iterations)
        answer = self._sound(self._answer())
        self._solver.setOptionValue("simplex_iteration_limit", self._hot_iterations)
        return answer

    def _limit(self, seconds: float | None) -> None:
        """The time for the next run; HiGHS counts that of all runs together."""
        if seconds is not None:
            self._solver.setOptionValue("time_limit", self._solver.getRunTime() + seconds)
        elif self._timed:
            self._solver.setOptionValue("time_limit", highspy.kHighsInf)
        self._timed = seconds is not None

    def _sound(self, answer: SolverAnswer) -> SolverAnswer:
        """The answer, without a point or a ray that is wrong on its face."""
        if answer.status is Status.FEASIBLE:
            point = believable(answer.point, self.matrix.width)
            if point is None or not is_near(point, self._lower, self._upper, self._off(point, self._rhs)):
                distrust(NAME, "it returned a wrong point")
                return SolverAnswer(Status.UNDECIDED)
            return SolverAnswer(Status.FEASIBLE, point, sensible(answer.objective))
        if answer.ray is None:
            return answer
        ray = believable(answer.ray, self.matrix.rows)
        if ray is None:
            distrust(NAME, "it returned a wrong ray")
        return SolverAnswer(answer.status, ray=ray)

    def _run(self) -> None:
        """Solves; HiGHS refuses one thread where the caller's thread has begun its scheduler with more."""
        if self._solver.run() == highspy.HighsStatus.kError:
            self._solver.setOptionValue("threads", 0)  # as many as that scheduler has; the simplex uses one
            self._solver.run()

    def _answer(self) -> SolverAnswer:
        self._run()
        status = self._solver.getModelStatus()
        if status == highspy.HighsModelStatus.kOptimal:
            point = np.asarray(self._solver.getSolution().col_value)
            return SolverAnswer(Status.FEASIBLE, point, self._solver.getObjectiveValue())
        if status == highspy.HighsModelStatus.kInfeasible:
            _, exists, ray = self._solver.getDualRay()
            return SolverAnswer(Status.INFEASIBLE, ray=np.asarray(ray) if exists else None)
        return SolverAnswer(Status.UNDECIDED)

    def duals(self) -> tuple[Floats, Floats]:
        """Row duals and reduced costs of the last optimal solve."""
        rows, columns = self._duals()
        rows, columns = believable(rows, self.matrix.rows), believable(columns, self.matrix.width)
        if rows is None or columns is None:
            distrust(NAME, "it returned wrong prices")
            return np.zeros(self.matrix.rows), np.zeros(self.matrix.width)
        return rows, columns

    def _duals(self) -> tuple[object, object]:
        solution = self._solver.getSolution()
        return solution.row_dual, solution.col_dual

    def steps(self) -> int:
        """What the last solve counts where work is limited."""
        _, iterations = self._solver.getInfoValue("simplex_iteration_count")
        return _SOLVE_STEPS + _ITERATION_STEPS * max(0, int(iterations))
