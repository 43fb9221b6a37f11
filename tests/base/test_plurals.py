"""Counted words and chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feasibility.base.plurals import probability


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "1"),
        (Fraction(1, 4), "0.25 = 1/4"),
        (Fraction(1, 3), "0.333333 = 1/3"),
        (Fraction(1, 40), "1 in 40"),
        (Fraction(13, 432), "1 in 33 (exactly 13/432)"),
        (Fraction(1, 98_765), "1 in 98,765"),
        (Fraction(1, 37_124_816), "1 in 37 million (exactly 1/37124816)"),
        (Fraction(1, 370_000_000), "1 in 370 million (exactly 1/370000000)"),
        (Fraction(2, 7 * 10**9), "1 in 3.5 billion (exactly 1/3500000000)"),
        (Fraction(1, 10**60 + 1), "1 in 1.0 * 10^60"),
    ],
)
def test_a_chance_is_said_as_one_in_so_many(chance: Fraction, told: str) -> None:
    assert probability(chance) == told
