"""Rows of digits against the integers of Python."""

from __future__ import annotations

from math import lcm

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from feasibility.exact.digits import digits_of, number_of, scaled, summed

LONG = st.integers(0, 2**200)


def rows(numbers: list[int], most: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
    made = np.zeros((len(numbers), len(digits_of(most))), np.uint32)
    for row, number in zip(made, numbers, strict=True):
        row[: len(digits_of(number))] = digits_of(number)
    return made


@given(LONG)
def test_a_number_comes_back(number: int) -> None:
    assert number_of(digits_of(number)) == number


@given(st.lists(st.lists(LONG, min_size=1, max_size=5), min_size=1, max_size=5))
def test_sums(groups: list[list[int]]) -> None:
    first = np.cumsum([0, *map(len, groups[:-1])])
    terms = rows([number for group in groups for number in group], 2**200)
    assert [number_of(row) for row in summed(terms, first)] == [sum(group) for group in groups]


@given(st.lists(st.tuples(LONG, st.integers(1, 76)), min_size=1, max_size=8), st.integers(1, 100))
def test_products(pairs: list[tuple[int, int]], more: int) -> None:
    """With steps beyond a digit, and with primes that no divisor has."""
    numbers, divisors = map(list, zip(*pairs, strict=True))
    step = lcm(*divisors, more)
    most = max(numbers) * step
    found = scaled(rows(numbers, 2**200), np.array(divisors), step, most)
    assert [number_of(row) for row in found] == [n * (step // d) for n, d in pairs]


def test_the_largest_digits() -> None:
    """Nothing overflows: all digits full, and a factor that fills one."""
    full, primes = 2**96 - 1, [65521, 65519]
    step = primes[0] * primes[1]
    found = scaled(rows([0, 0, full], full), np.array([*primes, 1]), step, full * step)
    assert number_of(found[2]) == full * step
