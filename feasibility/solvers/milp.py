"""Mixed integer programs through HiGHS, for proposals only: whatever comes out is re-checked exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any

import highspy
import numpy as np

from feasibility.base.limits import STEPS_PER_SECOND, Clock, Limits
from feasibility.exact.box import IntMatrix
from feasibility.solvers.highs import NAME, matrix_of, quiet_solver
from feasibility.solvers.trust import believable, distrust

_NODE_STEPS = 10_000
PATIENCE = 5.0  # seconds that an interrupted solver has to end
RealOrNone = float | int | None  # None is infinite


@dataclass(frozen=True)
class Proposal:
    """A point of the solver; `integers` are its rounded values."""

    values: tuple[float, ...]
    integers: tuple[int, ...]


class Program:
    """An integer program in the making: unknowns and rows, each with its bounds, by their numbers."""

    def __init__(self) -> None:
        self.columns: list[list[tuple[int, int]]] = []
        self.costs: list[float] = []
        self.bounds: tuple[list[RealOrNone], list[RealOrNone]] = [], []
        self.row_bounds: tuple[list[RealOrNone], list[RealOrNone]] = [], []

    def unknown(self, low: RealOrNone, high: RealOrNone, cost: float = 0.0) -> int:
        """One more unknown; its number."""
        self.columns.append([])
        self.costs.append(cost)
        self.bounds[0].append(low)
        self.bounds[1].append(high)
        return len(self.columns) - 1

    def row(self, entries: Mapping[int, int], low: RealOrNone, high: RealOrNone) -> None:
        """low <= the sum of unknowns times their entries <= high."""
        for unknown, value in entries.items():
            self.columns[unknown].append((len(self.row_bounds[0]), value))
        self.row_bounds[0].append(low)
        self.row_bounds[1].append(high)

    def solve(self, integral: Sequence[int] | None, clock: Clock, nodes: int | None) -> Proposal | None:
        """The least sum of costs, as by solve_milp."""
        matrix = IntMatrix.from_columns(len(self.row_bounds[0]), self.columns)
        return solve_milp(
            self.costs, matrix, self.row_bounds, self.bounds, integral, clock=clock, nodes=nodes
        )


def _limits(bounds: Sequence[RealOrNone], infinity: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([infinity if b is None else float(b) for b in bounds], dtype=float)


def solve_milp(
    costs: Sequence[float],
    matrix: IntMatrix,
    row_bounds: tuple[Sequence[RealOrNone], Sequence[RealOrNone]],
    column_bounds: tuple[Sequence[RealOrNone], Sequence[RealOrNone]],
    integral: Sequence[int] | None = None,
    *,
    clock: Clock | None = None,
    nodes: int | None = None,
) -> Proposal | None:
    """Minimises costs.x with row_lower <= M x <= row_upper, x in its bounds, integral (default: all).

    None where no point was found, which proves nothing. At a limit it is the best point so far; a limit on
    nodes, unlike one on time, gives the same point on every machine.
    """
    lp = matrix_of(matrix)
    infinity = highspy.kHighsInf
    lp.col_cost_ = np.array(costs, dtype=float)
    lp.row_lower_, lp.row_upper_ = _limits(row_bounds[0], -infinity), _limits(row_bounds[1], infinity)
    lp.col_lower_, lp.col_upper_ = _limits(column_bounds[0], -infinity), _limits(column_bounds[1], infinity)
    chosen = set(range(matrix.width) if integral is None else integral)
    kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
    lp.integrality_ = [kinds[j in chosen] for j in range(matrix.width)]
    solver = quiet_solver(presolve="on", method="choose")
    clock = Limits().start() if clock is None else clock
    seconds, most = clock.timeout(), _nodes_within(clock, nodes)
    if clock.expired():
        return None
    if seconds is not None:
        solver.setOptionValue("time_limit", seconds)
    if most is not None:
        solver.setOptionValue("mip_max_nodes", most)
    solver.passModel(lp)
    _run(solver)
    clock.spend(_NODE_STEPS * max(1, solver.getInfo().mip_node_count))
    found = _found(solver)
    point = None if found is None else believable(found, matrix.width)
    if point is not None:
        return Proposal(tuple(point.tolist()), tuple(int(x) for x in np.rint(point)))
    if found is not None:
        distrust(NAME, "it returned a wrong point")
    return None


def _nodes_within(clock: Clock, nodes: int | None) -> int | None:
    """The limit on nodes, also for the work that is left: the time of a node is not looked at."""
    if clock.limits.work is None:
        return nodes
    left = max(1, int((clock.remaining() or 0) * STEPS_PER_SECOND) // _NODE_STEPS)
    return left if nodes is None else min(left, nodes)


def _found(solver: Any) -> object | None:
    """The best point."""
    feasible = highspy.SolutionStatus.kSolutionStatusFeasible
    return solver.getSolution().col_value if solver.getInfo().primal_solution_status == feasible else None


def _run(solver: Any) -> None:
    """Solves on a thread of its own, so that Ctrl-C ends it: here it would only be heard at the end."""
    solver.HandleUserInterrupt = True
    ended = Event()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            solver.run()
        except BaseException as error:  # a thread would only print it
            failed.append(error)
        finally:
            ended.set()

    try:
        Thread(target=run, daemon=True).start()
        ended.wait()
    except KeyboardInterrupt:
        solver.cancelSolve()
        ended.wait(PATIENCE)
        raise
    if failed:
        raise failed[0]
