from __future__ import annotations

import random

import pytest

from feasibility.base.errors import InputError
from feasibility.exact.box import BoxSystem, IntMatrix, satisfies
from feasibility.solvers.branch import CertifyingTree, IntegerPoint, branch_and_bound
from feasibility.solvers.oracle import Opinion, available, solve
from tests.exact.reference import cross, integer_points, jump_matrix, random_pair, tree_certifies


def test_pulp_brings_cbc_and_highs() -> None:
    assert {"cbc", "highs"} <= set(available())


@pytest.mark.parametrize("name", ["cbc", "highs", "CBC"])
def test_small_systems_agree_with_enumeration(name: str) -> None:
    rng = random.Random(4)
    seen = set()
    for _ in range(12):
        matrix = IntMatrix.from_rows([[rng.randint(-2, 3) for _ in range(4)]])
        system = BoxSystem(matrix, (rng.randint(-6, 9),), (0,) * 4, (1,) * 4)
        opinion = solve(name, system)
        assert opinion.answer == ("feasible" if integer_points(system) else "infeasible")
        assert (opinion.point is not None) == (opinion.answer == "feasible")
        seen.add(opinion.answer)
    assert len(seen) == 2


def test_english_pairs_agree_with_branch_and_bound() -> None:
    rng = random.Random(9)
    matrix = jump_matrix(cross(7, 3))
    for _ in range(6):
        while True:
            system = BoxSystem.cone(matrix, random_pair(rng, 33))
            mine = branch_and_bound(system)
            if isinstance(mine, CertifyingTree | IntegerPoint):
                break
        for name in ("cbc", "highs"):
            opinion = solve(name, system, 60)
            if opinion.point is not None:
                assert satisfies(system, opinion.point) and isinstance(mine, IntegerPoint)
            else:
                assert opinion == Opinion("infeasible")
                assert isinstance(mine, CertifyingTree) and tree_certifies(system, mine.root)


def test_nothing_is_printed_among_the_results(capfd: pytest.CaptureFixture[str]) -> None:
    solve("highs", BoxSystem(IntMatrix(1, (((0, 2),),)), (1,), (0,), (3,)))
    print("after")
    assert capfd.readouterr().out == "after\n"


def test_unknown_names_list_the_known_ones() -> None:
    system = BoxSystem.cone(IntMatrix.from_rows([[1]]), [1])
    with pytest.raises(InputError, match=r"unknown oracle; saw 'delphi'; expected one of: .*cbc.*highs"):
        solve("delphi", system)


def test_corner_cases_need_no_solver() -> None:
    matrix = IntMatrix.from_rows([[1], [0]])
    assert solve("cbc", BoxSystem.cone(matrix, [1, 1])) == Opinion("infeasible")
    assert solve("cbc", BoxSystem(matrix, (1, 0), (2,), (1,))) == Opinion("infeasible")
    assert solve("cbc", BoxSystem.cone(matrix, [1, 0]), 0) == Opinion("undecided")
    assert solve("cbc", BoxSystem.cone(matrix, [1, 0])) == Opinion("feasible", (1,))
