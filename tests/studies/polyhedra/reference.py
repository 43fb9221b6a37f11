"""Slow references written from the definitions, and what the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from warnings import catch_warnings, simplefilter

import pytest
import sympy

from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.proofs.kinds.bound import JumpBound, JumpSum
from feasibility.studies.polyhedra import normaliz


def located(name: str) -> str:
    """The engine's name; a test that needs Normaliz where it is missing fails and says how to get it."""
    if name == "normaliz" and normaliz.locate() is None:
        pytest.fail(f"the optional engine normaliz is missing: {normaliz.INSTALL}")
    return name


def extreme_rays(board: Board) -> set[tuple[int, ...]]:
    """Every valid vector on which rank(A) - 1 independent jumps are tight; for boards whose jumps span."""
    rows = [[-x for x in column] for column in board.incidence.T.tolist()]
    found = set()
    for chosen in combinations(rows, board.n - 1):
        kernel = sympy.Matrix(chosen).nullspace()
        if len(kernel) != 1:
            continue
        vector = [Fraction(int(x.p), int(x.q)) for x in kernel[0]]
        for sign in (1, -1):
            ray = [sign * x for x in vector]
            if all(sum(a * x for a, x in zip(row, ray)) >= 0 for row in rows):
                common = sympy.ilcm(*(x.denominator for x in ray))
                integers = [int(x * int(common)) for x in ray]
                divisor = int(sympy.igcd(*integers))
                found.add(tuple(x // divisor for x in integers))
    return found


def plays(board: Board, mask: int) -> Iterator[tuple[int, tuple[Jump, ...]]]:
    """Every play from the mask, with the position that it reaches; the empty play first."""
    yield mask, ()
    for jump in board.jumps:
        s, o, t = (1 << hole for hole in jump)
        if mask & s and mask & o and not mask & t:
            for end, rest in plays(board, mask ^ (s | o | t)):
                yield end, (jump, *rest)


def reachable(board: Board, mask: int) -> set[int]:
    """Every position that can be reached."""
    found, fresh = {mask}, [mask]
    while fresh:
        mask = fresh.pop()
        for s, o, t in board.jumps:
            if mask >> s & 1 and mask >> o & 1 and not mask >> t & 1:
                after = mask ^ (1 << s | 1 << o | 1 << t)
                if after not in found:
                    found.add(after)
                    fresh.append(after)
    return found


def by_another_program(
    pair: Pair, given: tuple[JumpBound, ...], objective: JumpSum, sense: int
) -> int | None:
    """The maximum (sense 1) or minimum of the sum over the integer cone, None where it is empty."""
    import pulp

    here, target = pair.board, pair.target
    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # of what will be, when it is used
        program = pulp.LpProblem("sum", pulp.LpMaximize if sense == 1 else pulp.LpMinimize)
        x = {jump: pulp.LpVariable(f"x{i}", 0, cat="Integer") for i, jump in enumerate(here.jumps)}
        ends = [pulp.LpVariable(f"end{hole}", 0, 1, cat="Integer") for hole in range(here.n)]
        program += pulp.lpSum(factor * x[jump] for factor, jump in objective)
        for hole in range(here.n):
            change = (x[jump] * ((hole == jump.landing) - (hole in jump[:2])) for jump in here.jumps)
            program += ends[hole] == (pair.start.mask >> hole & 1) + pulp.lpSum(change)
            if target.pegs is None and not target.free >> hole & 1:
                program += ends[hole] == (target.must >> hole & 1)
        if target.pegs is not None:
            program += pulp.lpSum(ends) == target.pegs
        for one in given:
            total = pulp.lpSum(factor * x[jump] for factor, jump in one.terms)
            program += total <= one.times if one.at_most else total >= one.times
        status = program.solve(pulp.PULP_CBC_CMD(msg=False))
        return round(pulp.value(program.objective)) if pulp.LpStatus[status] == "Optimal" else None
