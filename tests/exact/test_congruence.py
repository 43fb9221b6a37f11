from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.exact.congruence import certifies_modulo, find_congruence
from tests.exact.reference import bounded_systems, cross, integer_points, jump_matrix


@given(bounded_systems())
def test_congruences_never_refute_a_point(system: BoxSystem) -> None:
    found = find_congruence(system)
    if found is not None:
        assert certifies_modulo(system, *found)
        assert not integer_points(system)


@given(bounded_systems(), st.lists(st.integers(-3, 3), min_size=3, max_size=3), st.integers(0, 5))
def test_accepted_congruences_are_right(system: BoxSystem, weights: list[int], modulus: int) -> None:
    if certifies_modulo(system, weights[: system.matrix.rows], modulus):
        assert not integer_points(system)


def test_parity_that_branching_cannot_see() -> None:
    odd = BoxSystem.cone(IntMatrix.from_rows([[2, -2]]), [1])
    assert find_congruence(odd) == ((1,), 2)
    fixed = odd.with_bounds([(0, 3, 3)])
    assert find_congruence(fixed) == ((1,), 2)
    assert find_congruence(BoxSystem.cone(odd.matrix, [4])) is None
    assert not certifies_modulo(odd, (1,), 1) and not certifies_modulo(odd, (1, 1), 2)


def test_fixed_columns_refine_the_lattice() -> None:
    """Without any jump but one, the lattice is its multiples."""
    matrix = jump_matrix(cross(7, 3))
    target = [0] * 33
    for row, value in matrix.columns[5]:
        target[row] += value
    system = BoxSystem.cone(matrix, target)
    only = system.with_bounds((j, 0, 0) for j in range(76) if j != 4)
    assert find_congruence(system) is None
    found = find_congruence(only)
    assert found is not None and certifies_modulo(only, *found)
