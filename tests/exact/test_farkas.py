from __future__ import annotations

import random

from feasibility.exact.box import BoxSystem, certifies
from feasibility.exact.farkas import beautify
from feasibility.exact.simplex import Infeasible, solve_exactly
from tests.exact.reference import cross, jump_matrix, random_pair


def test_beautify_keeps_certifying_and_never_grows() -> None:
    rng = random.Random(5)
    matrix = jump_matrix(cross(7, 3))
    shrunk = 0
    for _ in range(60):
        system = BoxSystem.cone(matrix, random_pair(rng, 33))
        result = solve_exactly(system)
        if isinstance(result, Infeasible):
            small = beautify(system, result.weights)
            assert certifies(system, small)
            assert sum(map(abs, small)) <= sum(map(abs, result.weights))
            shrunk += small != result.weights
    assert shrunk
