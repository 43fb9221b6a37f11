"""What is proposed from floats: whole numbers, fractions, and rays that certify or do not come back."""

from __future__ import annotations

import math
from fractions import Fraction
from math import gcd

from hypothesis import given
from hypothesis import strategies as st

from feasibility.exact.box import BoxSystem, certifies
from feasibility.exact.simplex import Infeasible, solve_exactly
from feasibility.solvers.rounding import certify_ray, fractions, integer_candidates, same, support
from tests.exact.reference import cross, jump_matrix, open_systems

rays = st.lists(st.floats(-1e6, 1e6) | st.sampled_from([float("nan"), float("inf"), 1e-300]), max_size=5)


@given(rays)
def test_candidates_are_primitive_distinct_and_not_zero(ray: list[float]) -> None:
    found = list(integer_candidates(ray))
    assert len(set(found)) == len(found)
    assert all(any(w) and gcd(*w) == 1 and len(w) == len(ray) for w in found)


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=6).filter(any), st.floats(1e-3, 1e3))
def test_a_scaled_integer_vector_is_recovered(weights: list[int], scale: float) -> None:
    divisor = gcd(*weights)
    expected = tuple(w // divisor for w in weights)
    assert expected in set(integer_candidates([w * scale for w in weights]))


@given(open_systems())
def test_exact_weights_survive_a_float_ray(system: BoxSystem) -> None:
    result = solve_exactly(system)
    if isinstance(result, Infeasible) and any(result.weights):
        for sign in (0.37, -0.37):
            found = certify_ray(system, [sign * w for w in result.weights])
            assert found is not None and certifies(system, found)


@given(open_systems(), st.lists(st.floats(-3, 3), min_size=3, max_size=3))
def test_whatever_the_ray_only_certificates_come_back(system: BoxSystem, ray: list[float]) -> None:
    found = certify_ray(system, ray[: system.matrix.rows])
    assert found is None or certifies(system, found)


def test_a_spoiled_ray_is_pushed_inside() -> None:
    """Noise makes every near rounding break a jump; equal weights, which every jump loses, mend it."""
    rows = "11 8 3 7 5 2 4 0 4 3 1 2 -1 3 0 3 2 1 1 0 1 0 1 1 0 1 -1 2 1 1 -1 0 -1"
    facet = [int(w) for w in rows.split()]
    matrix = jump_matrix(cross(7, 3))
    rhs = [0] * 33
    for hole in (0, 1, 2, 3, 8):
        rhs[hole] = 1
    start = set(range(33)) - {0, 1, 2, 3, 8}
    system = BoxSystem.cone(matrix, [rhs[i] - (i in start) for i in range(33)])
    spoiled = [w + 1e-5 * ((i * 37) % 17 - 8) for i, w in enumerate(facet)]
    assert not any(certifies(system, w) for w in [[round(x * 10**k) for x in spoiled] for k in (5, 6, 8)])
    weights = certify_ray(system, [x * math.pi for x in spoiled])
    assert weights is not None and certifies(system, weights)


@given(st.lists(st.fractions(-9, 9, max_denominator=12), min_size=1, max_size=5))
def test_fractions_are_found_again(values: list[Fraction]) -> None:
    assert values in list(fractions([float(v) for v in values]))


def test_what_is_noise_and_what_is_the_same() -> None:
    assert support([0.0, 1e-12, 0.5, -0.5, 1e-3]) == {2, 4}
    assert same(3.0, 3.0 + 1e-9) and not same(3.0, 3.001)
