"""Nonsense from a solver costs time, never truth, and never a traceback."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.exact.box import BoxSystem, IntMatrix, satisfies
from feasibility.solvers.branch import CertifyingTree, IntegerPoint, branch_and_bound
from feasibility.solvers.highs import HotModel, SolverAnswer, Status
from feasibility.solvers.trust import believable, is_near, residuals, whole
from feasibility.studies.polyhedra.bounds import bounds
from feasibility.studies.polyhedra.minimum import floors
from feasibility.studies.polyhedra.sample import sample
from feasibility.text.catalogue import board
from feasibility.text.references import read_pair
from tests.solvers.liar import Liar, tell_lies


def test_a_liar_is_not_believed() -> None:
    told, found = tell_lies(800, seed=1)
    assert told >= 800
    assert not found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_a_hundred_thousand_lies(seed: int) -> None:
    told, found = tell_lies(50_000, seed)
    assert told >= 50_000
    assert not found


@pytest.mark.parametrize("seed", range(3))
def test_bounds_floors_and_samples_of_a_liar_are_proved_or_missing(seed: int) -> None:
    pair = read_pair("line:7:+a1+b1+d1+e1", "line:7:+d1")
    honest = {range_.orbit: range_ for range_ in bounds(pair).ranges}
    floor = floors(pair.start, Limits().start())
    with Liar(seed).at_work():
        for told in bounds(pair, limits=Limits(nodes=60)).ranges:
            true = honest[told.orbit]
            if told.most.whole is not None and true.most.whole is not None:
                assert told.most.whole == true.most.whole
        assert floors(pair.start, Limits(nodes=60).start()).real.pegs <= floor.real.pegs
        found = sample(board("line:7"), 10, seed, Limits(seconds=5).start())
    assert ((found.weights @ board("line:7").incidence.astype(int)) <= 0).all()


@pytest.mark.parametrize(
    "point", [None, [math.nan, 0], [math.inf, 0], [1e300, 0], [0.0], [0, 0, 0], [5, 5], ["a", "b"]]
)
def test_points_that_are_none(point: object) -> None:
    model = HotModel(IntMatrix.from_rows([[1, 1]]))
    model.load(BoxSystem.cone(model.matrix, [1]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HotModel, "_answer", lambda self: SolverAnswer(Status.FEASIBLE, point, math.nan))  # type: ignore[arg-type]
        answer = model.solve()
        assert answer == SolverAnswer(Status.UNDECIDED)
        result = branch_and_bound(BoxSystem.cone(model.matrix, [1]), model=model)
    assert isinstance(result, IntegerPoint)
    assert satisfies(BoxSystem.cone(model.matrix, [1]), result.point)


def test_a_column_with_one_value_left_is_never_split() -> None:
    """A point just outside its bounds made a branch on a hole that is not free."""
    matrix = IntMatrix.from_rows([[2, 1]])
    system = BoxSystem(matrix, (1,), (0, 0), (None, 0))
    outside = SolverAnswer(Status.FEASIBLE, np.array([0.499998, 4e-6]), 0.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HotModel, "_answer", lambda self: outside)
        result = branch_and_bound(system)
    assert isinstance(result, CertifyingTree)
    stack = [result.root]
    while stack:
        node = stack.pop()
        assert getattr(node, "column", 0) == 0
        stack += [getattr(node, side) for side in ("low", "high") if hasattr(node, side)]


def test_the_numbers_of_an_answer() -> None:
    assert believable([1, 2], 2) is not None
    for nonsense in ([math.nan, 1], [1, 2, 3], None, "ab", [1e13, 0], [[1], [2, 3]], 10**400):
        assert believable(nonsense, 2) is None
    assert believable([], 0) is not None
    off = residuals(IntMatrix.from_rows([[1, -1], [0, 0]]))
    assert off(np.array([3.0, 1.0]), np.array([2.0, 0.0])) == 0
    assert off(np.array([3.0, 1.0]), np.array([2.0, 5.0])) == 5
    low, high = np.zeros(2), np.array([1.0, np.inf])
    assert is_near(np.array([1.0, 9.0]), low, high, 1e-7)
    assert not is_near(np.array([1.1, 9.0]), low, high, 0.0)
    assert not is_near(np.array([1.0, 9.0]), low, high, 0.1)
    assert whole([None, 1.2], [4, 0]) == (4, 1)
    assert whole([math.inf, 1.2], [4, 0]) is None


def test_the_user_is_told_once() -> None:
    code = """
from tests.solvers.liar import tell_lies
tell_lies(120, 5)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120
    )
    lines = done.stderr.splitlines()
    assert len(lines) == len(set(lines))
    assert "pegfeas: HiGHS is not to be trusted: it returned a wrong point; exact arithmetic decides" in lines
