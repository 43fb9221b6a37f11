from __future__ import annotations

import random
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.exact.box import BoxSystem, IntMatrix, satisfies
from feasibility.exact.tree import Leaf
from feasibility.solvers import branch
from feasibility.solvers.branch import BranchAndBound, CertifyingTree, IntegerPoint, branch_and_bound
from feasibility.solvers.highs import HotModel, SolverAnswer, Status
from tests.clocks import Held
from tests.exact.reference import (
    as_rows,
    bounded_systems,
    cross,
    integer_points,
    jump_matrix,
    random_pair,
    separate,
    tree_certifies,
)


def proves_itself(system: BoxSystem, answer: CertifyingTree | IntegerPoint | Stopped) -> bool:
    if isinstance(answer, CertifyingTree):
        return tree_certifies(system, answer.root)
    return isinstance(answer, IntegerPoint) and satisfies(system, answer.point)


@given(bounded_systems())
@settings(deadline=None, max_examples=300)
def test_agrees_with_enumeration(system: BoxSystem) -> None:
    answer = branch_and_bound(system)
    assert proves_itself(system, answer)
    assert isinstance(answer, IntegerPoint) == bool(integer_points(system))
    if isinstance(answer, IntegerPoint):
        assert all(isinstance(x, int) for x in answer.point)


@given(bounded_systems(), st.sets(st.integers(0, 3)))
@settings(deadline=None)
def test_some_columns_may_stay_real(system: BoxSystem, chosen: set[int]) -> None:
    from scipy.optimize import LinearConstraint, milp

    width = system.matrix.width
    integral = sorted(j for j in chosen if j < width)
    answer = branch_and_bound(system, integral=integral)
    assert proves_itself(system, answer)
    dense = np.array(as_rows(system.matrix)).reshape(system.matrix.rows, width)
    reference = milp(
        np.zeros(width),
        constraints=LinearConstraint(dense, system.rhs, system.rhs),
        bounds=(system.lower, system.upper),
        integrality=[int(j in integral) for j in range(width)],
    )
    assert isinstance(answer, IntegerPoint) == (reference.status == 0)
    if isinstance(answer, IntegerPoint):
        assert all(answer.point[j].denominator == 1 for j in integral)


@pytest.mark.parametrize(
    ("size_", "count"),
    [(7, 20), (9, 8), *(pytest.param(*c, marks=pytest.mark.slow) for c in ((7, 60), (9, 25)))],
)
def test_crosses_agree_with_scipy(size_: int, count: int) -> None:
    """Random pairs inside cone and lattice of the English and Wiegleb boards."""
    from scipy.optimize import LinearConstraint, milp

    rng = random.Random(size_)
    matrix = jump_matrix(cross(size_, 3))
    dense = np.array(as_rows(matrix))
    cone, model = HotModel(matrix), HotModel(matrix)
    kinds = []
    while len(kinds) < count:
        system = BoxSystem.cone(matrix, random_pair(rng, matrix.rows))
        cone.load(system)
        if separate(system.matrix, system.rhs) is not None or cone.solve().status is not Status.FEASIBLE:
            continue
        answer = branch_and_bound(system, model=model)
        assert proves_itself(system, answer)
        kinds.append(type(answer))
        reference = milp(
            np.zeros(matrix.width),
            constraints=LinearConstraint(dense, system.rhs, system.rhs),
            integrality=np.ones(matrix.width),
        )
        assert isinstance(answer, IntegerPoint) == (reference.status == 0)
        if isinstance(answer, CertifyingTree):
            assert tree_certifies(system, answer.root)
    assert set(kinds) == {CertifyingTree, IntegerPoint}


def test_seven_hole_line_is_outside_the_integer_cone() -> None:
    system = BoxSystem.cone(jump_matrix([(0, c) for c in range(7)]), [0, -1, 0, -1, 0, -1, 0])
    answer = branch_and_bound(system)
    assert isinstance(answer, CertifyingTree) and not isinstance(answer.root, Leaf)
    assert tree_certifies(system, answer.root)


def test_kiyomi_matsui_pair_on_the_english_board() -> None:
    """31 pegs to 2, printed by Kiyomi and Matsui 2001: outside the integer cone, and the lattice too."""
    holes = cross(7, 3)
    start = [hole not in {(1, 3), (3, 3)} for hole in holes]
    target = [hole in {(1, 3), (3, 1)} for hole in holes]
    system = BoxSystem.cone(jump_matrix(holes), [int(t) - int(s) for s, t in zip(start, target, strict=True)])
    answer = branch_and_bound(system)
    assert isinstance(answer, CertifyingTree) and not isinstance(answer.root, Leaf)
    assert tree_certifies(system, answer.root)


@pytest.mark.parametrize("claim", [SolverAnswer(Status.INFEASIBLE), SolverAnswer(Status.UNDECIDED)])
def test_without_a_usable_solver_the_exact_simplex_does_it_all(
    claim: SolverAnswer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HotModel, "solve", lambda self, seconds=None: claim)
    system = BoxSystem.cone(jump_matrix([(0, c) for c in range(7)]), [0, -1, 0, -1, 0, -1, 0])
    assert proves_itself(system, branch_and_bound(system))
    feasible = BoxSystem.cone(system.matrix, [-1, -1, 1, 0, 0, 0, 0])
    assert isinstance(branch_and_bound(feasible), IntegerPoint)


@given(bounded_systems(), st.integers(0, 9))
@settings(deadline=None)
def test_lies_of_the_solver_cost_time_but_not_truth(system: BoxSystem, seed: int) -> None:
    """False points and false rays at random: the answer still agrees with enumeration."""
    rng = np.random.default_rng(seed)

    def lie(self: HotModel, seconds: float | None = None) -> SolverAnswer:
        if rng.random() < 0.5:
            return SolverAnswer(Status.INFEASIBLE, ray=rng.integers(-2, 3, self.matrix.rows).astype(float))
        return SolverAnswer(Status.FEASIBLE, rng.integers(-1, 2, self.matrix.width).astype(float), 0.0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HotModel, "solve", lie)
        answer = branch_and_bound(system)
    assert proves_itself(system, answer)
    assert isinstance(answer, IntegerPoint) == bool(integer_points(system))


def test_limits_are_results() -> None:
    odd = BoxSystem.cone(IntMatrix.from_rows([[2, -2]]), [1])
    assert branch_and_bound(odd, clock=Limits(nodes=50).start()) == Stopped("nodes")
    assert branch_and_bound(odd, clock=Limits(seconds=0).start()) == Stopped("time")
    assert branch_and_bound(odd, clock=Limits(seconds=0.05, nodes=None).start()) == Stopped("time")


def test_an_empty_box_is_a_leaf() -> None:
    system = BoxSystem(IntMatrix.from_rows([[1]]), (0,), (2,), (1,))
    answer = branch_and_bound(system)
    assert isinstance(answer, CertifyingTree) and tree_certifies(system, answer.root)


def test_costs_are_positive_and_varied() -> None:
    costs = branch.generic_costs(76)
    assert costs.min() >= 1 and len(set(costs.tolist())) == 9


def test_a_proposed_point_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branch, "_PROPOSALS", range(1, 100))
    rng = random.Random(1)
    matrix = jump_matrix(cross(7, 3))
    found = 0
    for _ in range(40):
        system = BoxSystem.cone(matrix, random_pair(rng, 33))
        if separate(system.matrix, system.rhs) is None:
            answer = branch_and_bound(system)
            assert proves_itself(system, answer)
            found += isinstance(answer, IntegerPoint)
    assert found
    system = BoxSystem.cone(jump_matrix([(0, c) for c in range(7)]), [0, -1, 0, -1, 0, -1, 0])
    assert isinstance(branch_and_bound(system), CertifyingTree)


def test_skipped_siblings_leave_no_hole() -> None:
    """Two independent halves: x is undecided in the first, the second is empty by parity of a box."""
    matrix = IntMatrix.from_rows([[2, 2, 0, 0, 0], [0, 0, 2, 2, -2]])
    system = BoxSystem(matrix, (6, 3), (0,) * 5, (9, 9, 2, 2, 2))
    answer = branch_and_bound(system)
    assert isinstance(answer, CertifyingTree) and tree_certifies(system, answer.root)
    wide = BoxSystem(matrix, (6, 4), (0,) * 5, (9, 9, 2, 2, 2))
    assert isinstance(branch_and_bound(wide), IntegerPoint)


def test_what_is_closed_of_a_tree() -> None:
    """Each child is half of its parent; a proof that does not lean on the last split closes both sides."""
    cases = BranchAndBound(BoxSystem.cone(jump_matrix([(0, c) for c in range(7)]), [0, -1, 0, -1, 0, -1, 0]))
    tree, cases.spent = cases.tree, 3.0
    assert (tree.closed, cases.needs()) == (0.0, inf)
    for column in (0, 1):
        tree.split(tree.open.pop(), column, 0.5)
    assert cases.needs() == inf
    first = tree.open.pop()
    tree.close(first, {0, tree.nodes[first].parent})
    assert (tree.closed, cases.needs()) == (0.25, 9.0)
    tree.close(tree.open.pop(), {0})
    assert (tree.closed, cases.needs()) == (0.5, 3.0)
    tree.close(tree.open.pop(), set())
    assert (tree.closed, cases.needs(), tree.open) == (1.0, 0.0, [])


def test_a_program_in_which_a_turn_ends_is_gone_on_with(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    """From where it was, although others may have used the model since then."""
    system = BoxSystem.cone(jump_matrix([(0, c) for c in range(7)]), [0, -1, 0, -1, 0, -1, 0])
    model, cases = HotModel(system.matrix), BranchAndBound(system)
    solve, run, runs, begun = HotModel.solve, HotModel._run, list[int](), list[object]()

    def cut_off(model: HotModel, seconds: float | None = None, hot: int | None = None) -> SolverAnswer:
        held.now += 2
        runs.append(0)
        return solve(model, 0.0)

    def counted(model: HotModel) -> None:
        runs[-1] += 1
        run(model)

    with monkeypatch.context() as once:
        once.setattr(HotModel, "solve", cut_off)
        once.setattr(HotModel, "_run", counted)
        assert cases.run(model, Limits(seconds=1).start()) == Stopped("time")
    assert runs == [1]  # it is not begun anew where time ran out
    model.cool()
    monkeypatch.setattr(HotModel, "start_at", lambda model, basis: begun.append(basis))
    answer = cases.run(model, Limits().start())
    assert isinstance(answer, CertifyingTree) and proves_itself(system, answer)
    assert [getattr(basis, "valid", None) for basis in begun] == [True]
