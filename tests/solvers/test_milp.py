from __future__ import annotations

import signal
import threading
from threading import Event

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.exact.box import BoxSystem, IntMatrix, satisfies
from feasibility.solvers import milp
from feasibility.solvers.milp import solve_milp
from tests.exact.reference import bounded_systems, cross, integer_points, jump_matrix


@given(bounded_systems(), st.lists(st.integers(-3, 3), min_size=4, max_size=4))
@settings(deadline=None)
def test_proposals_are_the_best_points(system: BoxSystem, costs: list[int]) -> None:
    used = costs[: system.matrix.width]
    found = solve_milp(used, system.matrix, (system.rhs, system.rhs), (system.lower, system.upper))
    values = [sum(c * x for c, x in zip(used, point, strict=True)) for point in integer_points(system)]
    assert (found is None) == (not values)
    if found is not None:
        assert satisfies(system, found.integers)
        assert sum(c * x for c, x in zip(used, found.integers, strict=True)) == min(values)


def test_simplest_pagoda_of_a_lone_corner_peg() -> None:
    """From one peg to another on the English board: columns w (33) and the largest weight m."""
    matrix = jump_matrix(cross(7, 3))
    transposed = IntMatrix.from_rows(
        [
            *([dict(column).get(i, 0) for i in range(33)] + [0] for column in matrix.columns),
            [-1, 1, *([0] * 32)],  # separates hole 0 from hole 1
            *([int(i == k) for i in range(33)] + [-1] for k in range(33)),
        ]
    )
    rows = ([None] * 76 + [1] + [None] * 33, [0] * 76 + [None] + [0] * 33)
    found = solve_milp([1] * 33 + [100], transposed, rows, ([-5] * 34, [5] * 34))
    assert found is not None
    weights = found.integers[:33]
    assert max(matrix.weigh(weights)) <= 0 and weights[1] - weights[0] >= 1
    assert found.integers[33] == max(weights) == 1


def test_columns_may_stay_real() -> None:
    matrix = IntMatrix.from_rows([[2, 1]])
    real = solve_milp([1, 0], matrix, ([3], [3]), ([0, 0], [None, 2]), [1])
    assert real is not None and real.values == pytest.approx((0.5, 2))
    whole = solve_milp([1, 0], matrix, ([3], [3]), ([0, 0], [None, 2]))
    assert whole is not None and whole.integers == (1, 1)


def test_no_time_is_no_proposal() -> None:
    matrix = IntMatrix.from_rows([[1]])
    assert solve_milp([1], matrix, ([1], [1]), ([0], [None]), clock=Limits(0).start()) is None
    found = solve_milp([1], matrix, ([1], [1]), ([0], [None]), clock=Limits(10).start())
    assert found is not None and np.allclose(found.values, 1)


def test_what_goes_wrong_on_the_solver_s_thread_is_heard() -> None:
    class Broken:
        def run(self) -> None:
            raise MemoryError("no room")

    with pytest.raises(MemoryError, match="no room"):
        milp._run(Broken())


def test_an_interrupt_ends_the_solver() -> None:
    class Endless:
        """It runs until it is cancelled."""

        def __init__(self) -> None:
            self.cancelled, self.ended = Event(), Event()

        def run(self) -> None:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            self.cancelled.wait()
            self.ended.set()

        def cancelSolve(self) -> None:
            self.cancelled.set()

    solver = Endless()
    with pytest.raises(KeyboardInterrupt):
        milp._run(solver)
    assert solver.ended.wait(60)
