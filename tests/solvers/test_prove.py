from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.exact.box import BoxSystem, certifies, satisfies
from feasibility.exact.simplex import Feasible, solve_exactly
from feasibility.solvers import prove
from feasibility.solvers.highs import HotModel, SolverAnswer, Status
from feasibility.solvers.prove import BelievedPoint, Empty, prove_empty
from tests.exact.reference import cross, jump_matrix, open_systems, random_pair


@given(open_systems())
@settings(deadline=None)
def test_answers_agree_with_the_exact_simplex(system: BoxSystem) -> None:
    answer = prove_empty(system)
    if isinstance(answer, Empty):
        assert certifies(system, answer.weights)
    assert isinstance(answer, BelievedPoint) == isinstance(solve_exactly(system), Feasible)


def test_english_pairs_on_a_hot_model() -> None:
    rng = random.Random(8)
    matrix = jump_matrix(cross(7, 3))
    model = HotModel(matrix)
    kinds = set()
    for _ in range(200):
        system = BoxSystem.cone(matrix, random_pair(rng, 33))
        answer = prove_empty(system, model=model)
        kinds.add(type(answer))
        if isinstance(answer, Empty):
            assert certifies(system, answer.weights)
    assert kinds == {Empty, BelievedPoint}


@pytest.mark.parametrize("claim", [SolverAnswer(Status.INFEASIBLE), SolverAnswer(Status.UNDECIDED)])
def test_a_solver_without_a_ray_is_not_believed(claim: SolverAnswer, monkeypatch: pytest.MonkeyPatch) -> None:
    """HiGHS may say infeasible without a ray, or falsely: the exact simplex decides."""
    monkeypatch.setattr(HotModel, "solve", lambda self, seconds=None: claim)
    rng = random.Random(8)
    matrix = jump_matrix(cross(7, 3))
    for _ in range(20):
        system = BoxSystem.cone(matrix, random_pair(rng, 33))
        answer = prove_empty(system)
        if isinstance(answer, Empty):
            assert certifies(system, answer.weights)
        else:
            assert isinstance(answer, BelievedPoint) and answer.exact is not None
            assert satisfies(system, answer.exact)


def test_a_false_ray_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    matrix = jump_matrix(cross(7, 3))
    column = [0] * 33
    for row, value in matrix.columns[0]:
        column[row] = value
    lie = SolverAnswer(Status.INFEASIBLE, ray=np.linspace(-1, 1, 33))
    monkeypatch.setattr(HotModel, "solve", lambda self, seconds=None: lie)
    assert isinstance(prove_empty(BoxSystem.cone(matrix, column)), BelievedPoint)


def test_wrong_weights_never_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    from feasibility.exact.simplex import Infeasible

    monkeypatch.setattr(prove.Simplex, "run", lambda self, clock: Infeasible((0,) * 33))
    monkeypatch.setattr(HotModel, "solve", lambda self, seconds=None: SolverAnswer(Status.INFEASIBLE))
    system = BoxSystem.cone(jump_matrix(cross(7, 3)), [0] * 33)
    assert prove_empty(system) == Stopped("precision")


def test_no_time_and_no_box() -> None:
    system = BoxSystem.cone(jump_matrix(cross(7, 3)), [0] * 33)
    assert prove_empty(system, clock=Limits(seconds=0).start()) == Stopped("time")
    crossed = system.with_bounds([(3, 1, 0)])
    answer = prove_empty(crossed)
    assert isinstance(answer, Empty) and certifies(crossed, answer.weights)
