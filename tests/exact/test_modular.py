"""Ranks modulo a prime: both engines against sympy, numpy and each other."""

from __future__ import annotations

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.exact.modular import PRIME, by_numpy, ranks
from feasibility.native import binding
from feasibility.text.catalogue import board

ENGINES = {"as installed": ranks, "numpy": by_numpy}


@pytest.mark.parametrize("engine", ENGINES)
@given(
    rows=st.lists(st.lists(st.integers(-1, 1), min_size=4, max_size=4), min_size=1, max_size=7),
    chosen=st.integers(0, 127),
)
def test_against_sympy(engine: str, rows: list[list[int]], chosen: int) -> None:
    mask = np.array([[bool(chosen >> i & 1) for i in range(len(rows))], [True] * len(rows)])
    part = [row for i, row in enumerate(rows) if chosen >> i & 1]
    expected = [sympy.Matrix(part).rank() if part else 0, sympy.Matrix(rows).rank()]
    assert ENGINES[engine](np.array(rows, dtype=np.int64), mask).tolist() == expected


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["rectangle:4x4", "rectangle:3x5", "english33", "triangle:5"])
def test_random_sets_of_jumps(name: str, engine: str) -> None:
    rows = board(name).incidence.T.astype(np.int64)
    masks = np.random.default_rng(1).random((40, len(rows))) < np.linspace(0.1, 0.9, 40)[:, None]
    assert ENGINES[engine](rows, masks).tolist() == [
        np.linalg.matrix_rank(rows[mask]) if mask.any() else 0 for mask in masks
    ]


@settings(max_examples=150)
@given(data=st.data())
def test_the_kernel_and_numpy_agree(data: st.DataObject) -> None:
    """Also on entries near half the prime, on dependent rows, on every width, and stopped early."""
    random = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    height, width = data.draw(st.integers(1, 70)), data.draw(st.integers(1, binding.MOST_WIDTH + 2))
    largest = data.draw(st.sampled_from([1, 3, PRIME // 2 - 1]))
    rows = random.integers(-largest, largest + 1, (height, width))
    if data.draw(st.booleans()):
        rows[random.random((height, width)) < 0.9] = 0
    if data.draw(st.booleans()):
        few = random.integers(-2, 3, (height, 3)) @ random.integers(-2, 3, (3, width))
        rows = few if largest < PRIME // 2 - 1 else rows
    chosen = random.random((12, height)) < data.draw(st.floats(0, 1))
    expected = by_numpy(rows, chosen)
    assert ranks(rows, chosen).tolist() == expected.tolist()
    enough = data.draw(st.integers(0, width))
    assert ranks(rows, chosen, enough).tolist() == np.minimum(expected, enough).tolist()


def test_a_multiple_of_the_prime_counts_as_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rank modulo the prime is lower: a bound from below, never from above."""
    table = np.array([[4001, 8009], [8009, 2 * 4001]])
    every = np.ones((1, 2), dtype=np.bool_)
    assert ranks(table, every).tolist() == [2]
    multiple = np.array([[1, 1], [1, 1 + PRIME]])
    assert ranks(multiple, every).tolist() == by_numpy(multiple, every).tolist() == [1]
    monkeypatch.setattr(binding, "CHOSEN", "0")
    assert ranks(multiple, every).tolist() == [1]


def test_a_mask_of_other_rows_is_refused() -> None:
    """The kernel goes by the lengths that it is told."""
    with pytest.raises(ValueError, match="other rows"):
        ranks(np.eye(3, dtype=np.int64), np.ones((1, 2), dtype=np.bool_))
