from __future__ import annotations

from math import gcd

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import ZZ, Matrix
from sympy.matrices.normalforms import smith_normal_form

from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.exact.hermite import reduced
from feasibility.exact.normal_form import dual_generators, smith
from tests.exact.reference import (
    as_rows,
    bounded_systems,
    cross,
    hermite,
    integer_points,
    jump_matrix,
    matrices,
    minus,
    separate,
)

Table = list[list[int]] | tuple[tuple[int, ...], ...]


def times(left: Table, matrix: IntMatrix) -> list[list[int]]:
    table = as_rows(matrix)
    return [[sum(u * table[k][j] for k, u in enumerate(row)) for j in range(matrix.width)] for row in left]


def determinant(table: Table) -> int:
    return int(Matrix([list(row) for row in table]).det())


@given(matrices())
def test_the_reference_is_in_echelon_form(matrix: IntMatrix) -> None:
    form, pivots = hermite(as_rows(matrix))
    assert len(pivots) == Matrix(as_rows(matrix)).rank()
    for i, j in enumerate(pivots):
        assert form[i][j] > 0
        assert all(0 <= form[k][j] < form[i][j] for k in range(i))
        assert not any(form[k][j] for k in range(i + 1, matrix.rows))
        assert not any(form[i][:j])
    assert not any(any(row) for row in form[len(pivots) :])


@given(matrices())
@settings(deadline=None)
def test_smith_agrees_with_sympy(matrix: IntMatrix) -> None:
    result = smith(matrix)
    reference = smith_normal_form(Matrix(as_rows(matrix)), domain=ZZ)
    entries = [abs(int(reference[i, i])) for i in range(min(reference.shape))]
    assert list(result.diagonal) == [e for e in entries if e]
    assert all(b % a == 0 for a, b in zip(result.diagonal, result.diagonal[1:]))


@given(matrices())
def test_smith_transform_makes_the_diagonal_lattice(matrix: IntMatrix) -> None:
    """U A and D have the same column lattice, that is U A V = D: equal Hermite forms of the transposes."""
    result = smith(matrix)
    assert abs(determinant(result.left)) == 1
    diagonal = [[0] * matrix.width for _ in range(matrix.rows)]
    for i, d in enumerate(result.diagonal):
        diagonal[i][i] = d
    product = times(result.left, matrix)

    def lattice(rows: list[list[int]]) -> Table:
        return hermite([list(c) for c in zip(*rows)])[0]

    assert lattice(product) == lattice(diagonal)


@given(matrices())
@settings(deadline=None)
def test_the_reduced_basis_agrees_with_sympy(matrix: IntMatrix) -> None:
    form, pivots = Matrix(as_rows(matrix)).rref()
    basis = reduced(as_rows(matrix))
    assert len(basis) == len(pivots)
    for i, (row, column) in enumerate(zip(basis, pivots)):
        assert gcd(*row) == 1 and row[column] > 0
        assert [row[column] * v for v in form.row(i)] == list(row)


def is_combination(matrix: IntMatrix, vector: list[int]) -> bool:
    """Membership in the column lattice, by reduction along the Hermite form of the transpose."""
    form, pivots = hermite([list(c) for c in zip(*as_rows(matrix))])
    rest = list(vector)
    for row, j in zip(form, pivots):
        rest = minus(rest, rest[j] // row[j], row)
    return not any(rest)


@given(matrices(rows=3, width=3), st.lists(st.integers(-6, 6), min_size=3, max_size=3))
def test_generators_decide_the_lattice(matrix: IntMatrix, vector: list[int]) -> None:
    generators = dual_generators(smith(matrix))
    for weights, modulus in generators:
        for value in times([list(weights)], matrix)[0]:
            assert value % modulus == 0 if modulus else value == 0
    vector = vector[: matrix.rows]
    found = separate(matrix, vector)
    assert (found is None) == is_combination(matrix, vector)
    if found is not None:
        weights, modulus = found
        assert modulus >= 2
        assert all(value % modulus == 0 for value in times([list(weights)], matrix)[0])
        assert sum(w * x for w, x in zip(weights, vector)) % modulus


@given(bounded_systems())
def test_what_tells_a_vector_from_the_lattice_never_refutes_a_point(system: BoxSystem) -> None:
    assert separate(system.matrix, system.rhs) is None or not integer_points(system)


def test_parity_that_branching_cannot_see() -> None:
    odd = IntMatrix.from_rows([[2, -2]])
    assert separate(odd, [1]) == ((1,), 2)
    assert separate(odd, [4]) is None


@pytest.mark.parametrize("holes", [cross(7, 3), cross(9, 3), [(r, c) for r in range(3) for c in range(4)]])
def test_boards_whose_lattice_is_the_rule_of_three(holes: list[tuple[int, int]]) -> None:
    """Avis, Deza, Onn 2000: the group is (Z/2)^4 on the English board; Wiegleb's and 3x4 recomputed."""
    result = smith(jump_matrix(holes))
    assert result.invariants == (2, 2, 2, 2)
    assert result.free_rank == 0


@pytest.mark.parametrize(("rows", "columns", "rank"), [(1, 3, 2), (2, 3, 4), (3, 3, 8)])
def test_thin_rectangles_are_rank_deficient(rows: int, columns: int, rank: int) -> None:
    result = smith(jump_matrix([(r, c) for r in range(rows) for c in range(columns)]))
    assert (result.free_rank, len(result.diagonal)) == (rows * columns - rank, rank)


def test_line_has_two_binary_invariants() -> None:
    assert smith(jump_matrix([(0, c) for c in range(7)])).invariants == (2, 2)


def test_divisibility_is_restored() -> None:
    matrix = IntMatrix.from_rows([[6, 0, 0], [0, 10, 0], [0, 0, 15]])
    assert smith(matrix).diagonal == (1, 30, 30)


def test_vectors_that_share_no_place_are_not_compared() -> None:
    """What hundreds of holes leave free that no jump touches: each alone, and in no order but theirs."""
    holes, looks = 400, list[None]()
    matrix = IntMatrix.from_columns(holes, [[(0, -1), (1, -1), (2, 1)]])
    found = dual_generators(smith(matrix), lambda: looks.append(None))
    assert len(found) == holes - 1 and {modulus for _, modulus in found} == {0}
    assert all(weights[0] + weights[1] == weights[2] for weights, _ in found)
    assert len(looks) < 5 * holes
