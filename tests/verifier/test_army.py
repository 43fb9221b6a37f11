"""Weights in Z[s], s = (sqrt(5) - 1) / 2: exact arithmetic against decimals, half-planes against sums."""

from __future__ import annotations

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility import verifier

LEVELS = {"orthogonal": 5, "triangular": 8, "diagonal": 9}
S = Decimal(5).sqrt() / 2 - Decimal("0.5")


def value(pair: tuple[int, int]) -> Decimal:
    with localcontext() as context:
        context.prec = 80
        return pair[0] + pair[1] * (Decimal(5).sqrt() - 1) / 2


@given(st.integers(-(10**20), 10**20), st.integers(-(10**20), 10**20))
def test_the_sign_is_exact(a: int, b: int) -> None:
    assert verifier._golden_positive((a, b)) == (value((a, b)) > 0)


@pytest.mark.parametrize("exponent", range(-30, 31))
def test_the_sign_of_differences_that_nearly_vanish(exponent: int) -> None:
    """Powers of -1/s - 1... conjugates make large integers with tiny sums."""
    a, b = verifier._golden_power(exponent)
    assert verifier._golden_positive((a, b))
    assert not verifier._golden_positive((-a, -b))
    assert abs(value((a, b)) - S**exponent) < Decimal("1e-18") * S**exponent
    assert not verifier._golden_positive((0, 0))


def distance(geometry: str, row: int, column: int) -> int:
    if geometry == "orthogonal":
        return abs(row) + abs(column)
    if geometry == "diagonal":
        return max(abs(row), abs(column))
    return max(abs(row), abs(column), abs(row - column))


@pytest.mark.parametrize("geometry", LEVELS)
@pytest.mark.parametrize("level", [1, 2, 5, 9])
def test_half_planes_weigh_what_their_holes_weigh(geometry: str, level: int) -> None:
    counts = [0] * 400
    for row in range(level, 120):
        for column in range(-130, 251):
            counts[distance(geometry, row, column)] += 1
    total = sum(count * S**d for d, count in enumerate(counts[:120]))
    assert abs(total - value(verifier._half_plane(geometry, level))) < Decimal("1e-15")


@pytest.mark.parametrize("geometry", LEVELS)
def test_distances_along_every_jump_are_of_the_listed_types(geometry: str) -> None:
    seen = set()
    for row in range(-6, 7):
        for column in range(-6, 7):
            for down, right in verifier.STEPS[geometry]:
                for sign in (1, -1):
                    line = [
                        distance(geometry, row + k * sign * down, column + k * sign * right) for k in range(3)
                    ]
                    seen.add((line[1] - line[0], line[2] - line[0]))
    assert seen <= {(-1, -2), (-1, -1), (-1, 0), (0, 0), (0, 1), (1, 2)}


@pytest.mark.parametrize(("geometry", "first"), LEVELS.items())
def test_the_first_level_out_of_reach(geometry: str, first: int) -> None:
    """Conway: level 5 on the square lattice; levels up to 7 are reached on the hexagonal one."""
    for level in range(1, 20):
        proof = {"kind": "army", "level": level, "total": list(verifier._half_plane(geometry, level))}
        army = {"format": verifier.FORMAT, "version": 1, "claim": "army", "proof": proof}
        outcome = verifier.check(army | {"board": {"name": "half-plane", "geometry": geometry}})
        assert outcome.valid == (level >= first)
