"""Dense closure against a slow reference, and the two engines against each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.limits import Limits
from feasibility.search import kernels
from feasibility.search.dense import DenseSet, backward_closure, closure, dense_memory
from feasibility.search.dense_run import Refused
from tests.search.dense_boards import ENGLISH, SMALL, Board, rectangle, reachable, reaching, triangle


def members(found: DenseSet | Refused, n: int) -> set[int]:
    assert isinstance(found, DenseSet)
    return {position for position in range(1 << n) if position in found}


@pytest.fixture(params=["compiled", "numpy"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both engines; where nothing was compiled the first is the second again."""
    monkeypatch.setenv(kernels.SWITCH, "1" if request.param == "compiled" else "0")
    return str(request.param)


@pytest.mark.parametrize("name", [name for name in SMALL if SMALL[name][0] <= 10])
def test_every_start_of_small_boards(name: str, engine: str) -> None:
    n, jumps = board = SMALL[name]
    for start in range(0, 1 << n, 1 if n < 8 else 7):
        assert members(closure(n, jumps, start), n) == reachable(board, start)


@pytest.mark.parametrize("name", ["1x7", "3x3", "3x4", "triangle 4", "torus 3x4", "two islands"])
def test_backward_to_single_targets(name: str, engine: str) -> None:
    n, jumps = board = SMALL[name]
    for target in [1, 3, 1 << n - 1, (1 << n) - 1, 0b1010]:
        expected = {p for p in reaching(board, [target])}
        assert members(backward_closure(n, jumps, target), n) == expected


@given(data=st.data())
@settings(max_examples=40)
def test_backward_to_patterns(data: st.DataObject) -> None:
    n, jumps = board = SMALL[data.draw(st.sampled_from(["3x3", "1x7", "triangle 4", "two islands"]))]
    holes = st.integers(0, (1 << n) - 1)
    start, free = data.draw(holes), data.draw(holes)
    must = data.draw(holes) & ~free
    found = backward_closure(n, jumps, must, free=free, start=start)
    targets = [p for p in range(1 << n) if p & ~free == must]
    assert isinstance(found, DenseSet)
    expected = {p for p in reaching(board, targets) if found.residue.contains(p)}
    assert members(found, n) == expected
    assert (start in found) == bool(reachable(board, start) & set(targets))
