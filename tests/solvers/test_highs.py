from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.solvers.highs import HotModel, Status
from feasibility.solvers.rounding import certify_ray
from feasibility.systems.linear import cone_system
from feasibility.text.references import read_pair
from tests.exact.reference import as_rows, bounded_systems, cross, jump_matrix, random_pair


def test_the_solver_writes_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """Standard output holds results; HiGHS 1.16 put its name there, before the JSON."""
    model = HotModel(jump_matrix(cross(3, 1)))
    model.set_costs(np.zeros(model.matrix.width))
    assert capfd.readouterr() == ("", "")


@given(bounded_systems(), st.lists(st.integers(-3, 3), min_size=4, max_size=4))
@settings(deadline=None)
def test_optimum_agrees_with_linprog(system: BoxSystem, costs: list[int]) -> None:
    from scipy.optimize import linprog

    width = system.matrix.width
    model = HotModel(system.matrix)
    model.load(system)
    model.set_costs(np.array(costs[:width], dtype=float))
    answer = model.solve()
    bounds = list(zip(system.lower, system.upper))
    dense = np.array(as_rows(system.matrix)).reshape(system.matrix.rows, width)
    reference = linprog(costs[:width], A_eq=dense, b_eq=system.rhs, bounds=bounds)
    assert (answer.status is Status.FEASIBLE) == (reference.status == 0)
    if answer.objective is not None and answer.point is not None:
        assert answer.objective == pytest.approx(reference.fun, abs=1e-6)
        assert dense @ answer.point == pytest.approx(np.array(system.rhs, dtype=float), abs=1e-6)


def test_a_hot_model_answers_like_a_fresh_one() -> None:
    """300 systems on one model, bounds and right-hand sides changing; every ray certifies."""
    rng = random.Random(11)
    matrix = jump_matrix(cross(7, 3))
    hot = HotModel(matrix)
    seen = set()
    for _ in range(300):
        changes = [(rng.randrange(76), low := rng.randrange(2), low + rng.randrange(2)) for _ in range(4)]
        system = BoxSystem.cone(matrix, random_pair(rng, 33)).with_bounds(changes)
        hot.load(system)
        answer = hot.solve()
        fresh = HotModel(matrix)
        fresh.load(system)
        assert answer.status is fresh.solve().status
        seen.add(answer.status)
        if answer.status is Status.INFEASIBLE:
            assert answer.ray is not None and certify_ray(system, answer.ray.tolist()) is not None
    assert seen == {Status.FEASIBLE, Status.INFEASIBLE}


def test_single_column_changes_count() -> None:
    matrix = IntMatrix.from_rows([[1, 1]])
    model = HotModel(matrix)
    model.load(BoxSystem.cone(matrix, [3]))
    model.set_costs(np.array([1.0, 0.0]))
    first = model.solve()
    assert first.objective == pytest.approx(0)
    model.set_bounds(np.zeros(2), np.array([np.inf, 1.0]))
    second = model.solve()
    assert second.objective == pytest.approx(2)
    rows, columns = model.duals()
    assert rows == pytest.approx([1]) and columns == pytest.approx([0, -1])
    model.set_bounds(np.zeros(2), np.ones(2))
    assert model.solve().status is Status.INFEASIBLE


def test_crossed_bounds_and_unbounded_costs() -> None:
    matrix = IntMatrix.from_rows([[1, -1]])
    model = HotModel(matrix)
    model.set_bounds(np.array([2.0, 0.0]), np.array([1.0, np.inf]))
    assert model.solve().status is Status.INFEASIBLE
    model.set_bounds(np.zeros(2), np.full(2, np.inf))
    model.set_costs(np.array([-1.0, 0.0]))
    assert model.solve().status is Status.UNDECIDED


def test_another_matrix_is_refused() -> None:
    model = HotModel(IntMatrix.from_rows([[1, -1]]))
    with pytest.raises(ValueError, match="another matrix"):
        model.load(BoxSystem.cone(IntMatrix.from_rows([[1, 1]]), [0]))


def test_time_limits_are_per_solve() -> None:
    matrix = jump_matrix(cross(7, 3))
    model = HotModel(matrix)
    rng = random.Random(2)
    for _ in range(50):
        model.load(BoxSystem.cone(matrix, random_pair(rng, 33)))
        assert model.solve(seconds=60).status is not Status.UNDECIDED


def test_a_cycling_hot_start_is_left() -> None:
    """Pairs of a 10x10 board in this order made HiGHS 1.15 cycle on the sixth until its time was over."""
    holes = [(r, c) for r in range(10) for c in range(10)]
    columns = []
    for r, c in holes:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            over, far = (r + down, c + right), (r + 2 * down, c + 2 * right)
            if far in holes:
                columns.append(((r * 10 + c, -1), (over[0] * 10 + over[1], -1), (far[0] * 10 + far[1], 1)))
    matrix = IntMatrix.from_columns(100, sorted(columns))
    model, rng = HotModel(matrix), random.Random(1)
    for _ in range(15):
        start, end = rng.getrandbits(100), rng.getrandbits(100) & rng.getrandbits(100)
        model.load(BoxSystem.cone(matrix, [(end >> i & 1) - (start >> i & 1) for i in range(100)]))
        assert model.solve(10.0).status is not Status.UNDECIDED


def test_a_hot_solve_is_given_up_after_some_steps_and_spoils_nothing() -> None:
    matrix = jump_matrix(cross(7, 3))
    rhs = [sum(row) for row in as_rows(matrix)]
    model, other = HotModel(matrix), HotModel(matrix)
    for each in (model, other):
        each.set_rhs(rhs)
        each.set_costs(np.arange(1.0, matrix.width + 1))
    assert model.solve(hot=1).status is Status.UNDECIDED
    answer, right = model.solve(), other.solve()
    assert answer.status is right.status is Status.FEASIBLE
    assert answer.objective == pytest.approx(right.objective)
    assert model.solve(hot=50).status is Status.FEASIBLE  # from the last basis there is nothing left to do


def test_where_hot_steps_lead_nowhere_the_primal_simplex_gives_a_ray() -> None:
    """No step is allowed from the last basis; what comes from nothing still certifies."""
    pair = read_pair("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3")
    system = cone_system(pair)
    model = HotModel(system.matrix)
    model.load(system)
    model._hot_iterations = 0
    model._solver.setOptionValue("simplex_iteration_limit", 0)
    answer = model.solve()
    assert answer.status is Status.INFEASIBLE and answer.ray is not None
    assert certify_ray(system, answer.ray.tolist()) is not None
