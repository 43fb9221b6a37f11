from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.exact.box import BoxSystem, IntMatrix, certifies, gap, satisfies
from tests.exact.reference import as_rows, bounded_systems, cross, integer_points, jump_matrix, matrices

small = st.lists(st.integers(-4, 4), min_size=3, max_size=3)


@given(bounded_systems(), small)
def test_gap_is_the_distance_to_the_best_corner(system: BoxSystem, weights: list[int]) -> None:
    w = weights[: system.matrix.rows]
    ranges = [range(lo, hi + 1) for lo, hi in zip(system.lower, system.upper) if hi is not None]
    table = as_rows(system.matrix)
    products = [sum(a * row[j] for a, row in zip(w, table)) for j in range(system.matrix.width)]
    best = sum(max(p * x for x in r) for p, r in zip(products, ranges))
    assert gap(system, w) == sum(a * b for a, b in zip(w, system.rhs)) - best


@given(bounded_systems(), small)
def test_certified_systems_have_no_point(system: BoxSystem, weights: list[int]) -> None:
    if certifies(system, weights[: system.matrix.rows]):
        assert integer_points(system) == []


@given(bounded_systems(), st.data())
def test_satisfies_agrees_with_enumeration(system: BoxSystem, data: st.DataObject) -> None:
    ranges = [st.integers(lo - 1, (hi or 0) + 1) for lo, hi in zip(system.lower, system.upper)]
    point = data.draw(st.tuples(*ranges))
    assert satisfies(system, point) == (point in integer_points(system))


def test_an_unbounded_column_must_not_gain() -> None:
    system = BoxSystem.cone(IntMatrix.from_rows([[1, -1]]), [1])
    assert gap(system, [1]) is None
    assert not certifies(system, [1])
    shut = system.with_bounds([(0, 0, 0)])
    assert certifies(shut, [1]) and not certifies(shut, [-1])


def test_an_empty_box_is_empty_whatever_the_weights() -> None:
    system = BoxSystem(IntMatrix.from_rows([[1]]), (0,), (2,), (1,))
    assert certifies(system, [0])


def test_wrong_lengths_do_not_pass() -> None:
    matrix = IntMatrix.from_rows([[1, 1]])
    system = BoxSystem.cone(matrix, [1])
    assert not certifies(system, [1, 1]) and not satisfies(system, [1])
    with pytest.raises(ValueError, match="2 right-hand sides for 1 rows"):
        BoxSystem.cone(matrix, [1, 2])
    with pytest.raises(ValueError, match="bounds for 2 columns"):
        BoxSystem(matrix, (1,), (0,), (None,))


def test_rational_points_are_checked_exactly() -> None:
    """7-hole line, 1 2 4 6 7 -> 1 7: the only cone solution is half-integral."""
    matrix = jump_matrix([(0, c) for c in range(7)])
    system = BoxSystem.cone(matrix, [0, -1, 0, -1, 0, -1, 0])
    near = [Fraction(1, 2) + Fraction(1, 10**30)] * matrix.width
    assert not satisfies(system, near)


@given(st.lists(st.integers(-(2**70), 2**70), min_size=33, max_size=33))
@settings(max_examples=30)
def test_weighing_is_exact_beyond_machine_words(weights: list[int]) -> None:
    matrix = jump_matrix(cross(7, 3))
    for scaled in (weights, [w >> 9 for w in weights], [w >> 20 for w in weights]):
        expected = [sum(scaled[r] * v for r, v in column) for column in matrix.columns]
        assert matrix.weigh(scaled) == expected


@given(matrices())
def test_dense_and_back(matrix: IntMatrix) -> None:
    assert IntMatrix.from_rows(as_rows(matrix), matrix.width) == matrix
