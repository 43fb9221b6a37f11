from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from feasibility.base.limits import Limits
from feasibility.exact import simplex
from feasibility.exact.box import BoxSystem, IntMatrix, certifies, satisfies
from feasibility.exact.simplex import Feasible, Infeasible, solve_exactly
from tests.exact.reference import (
    as_rows,
    bounded_systems,
    cross,
    integer_points,
    jump_matrix,
    open_systems,
    random_pair,
)


@given(open_systems())
@settings(max_examples=300)
def test_every_answer_proves_itself(system: BoxSystem) -> None:
    result = solve_exactly(system)
    if isinstance(result, Feasible):
        assert satisfies(system, result.point)
    else:
        assert isinstance(result, Infeasible) and certifies(system, result.weights)


@given(open_systems())
@settings(max_examples=200)
def test_the_least_index_rule_alone_proves_itself(system: BoxSystem) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simplex, "_GREEDY_STEPS", -1)
        result = solve_exactly(system)
    if isinstance(result, Feasible):
        assert satisfies(system, result.point)
    else:
        assert isinstance(result, Infeasible) and certifies(system, result.weights)


@given(bounded_systems())
def test_integer_points_are_never_refuted(system: BoxSystem) -> None:
    if integer_points(system):
        assert isinstance(solve_exactly(system), Feasible)


def test_english_pairs_agree_with_scipy() -> None:
    import numpy as np
    from scipy.optimize import linprog

    rng = random.Random(3)
    matrix = jump_matrix(cross(7, 3))
    dense = np.array(as_rows(matrix))
    answers = set()
    for _ in range(60):
        system = BoxSystem.cone(matrix, random_pair(rng, 33))
        result = solve_exactly(system)
        float_status = linprog(np.zeros(matrix.width), A_eq=dense, b_eq=system.rhs).status
        assert isinstance(result, Feasible) == (float_status == 0)
        answers.add(float_status)
        if isinstance(result, Feasible):
            assert satisfies(system, result.point)
        else:
            assert isinstance(result, Infeasible) and certifies(system, result.weights)
    assert answers == {0, 2}


def test_half_integral_line() -> None:
    """7-hole line, 1 2 4 6 7 -> 1 7: in the cone, by halves only."""
    system = BoxSystem.cone(jump_matrix([(0, c) for c in range(7)]), [0, -1, 0, -1, 0, -1, 0])
    result = solve_exactly(system)
    assert isinstance(result, Feasible) and satisfies(system, result.point)
    assert {x.denominator for x in result.point} == {1, 2}


def test_degenerate_shapes() -> None:
    none = IntMatrix.from_rows([[], []], 0)
    assert solve_exactly(BoxSystem.cone(none, [0, 0])) == Feasible(())
    empty = solve_exactly(BoxSystem.cone(none, [0, 3]))
    assert isinstance(empty, Infeasible) and certifies(BoxSystem.cone(none, [0, 3]), empty.weights)
    assert solve_exactly(BoxSystem.cone(IntMatrix(0, ((),)), [])) == Feasible((0,))


def test_huge_numbers_stay_exact() -> None:
    big = 10**400
    system = BoxSystem.cone(IntMatrix.from_rows([[big, -1], [1, 0]]), [1, 3])
    result = solve_exactly(system)
    assert isinstance(result, Feasible) and satisfies(system, result.point)


def test_no_time_is_no_answer() -> None:
    system = BoxSystem.cone(IntMatrix.from_rows([[1]]), [1])
    assert solve_exactly(system, Limits(seconds=0).start()) is None
