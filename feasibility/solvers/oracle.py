"""A second opinion by name, from any solver that pulp finds on this machine.

An opinion, never a proof: HiGHS 1.11 to 1.15 has open reports of feasible integer programs
called infeasible, so two solvers that disagree deserve a clear warning.
"""

from __future__ import annotations

import math
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from feasibility.base.errors import InputError
from feasibility.exact.box import BoxSystem, satisfies
from feasibility.solvers.trust import distrust, whole

CALLED = {"coin": "cbc"}
_DECORATION = re.compile("^PULP_|_(CMD|PY|DLL)$")  # what pulp says beside the name of a solver


@dataclass(frozen=True)
class Opinion:
    """`answer` is feasible, infeasible or undecided; a feasible one carries a point that checks exactly."""

    answer: str
    point: tuple[int, ...] | None = None


def available() -> dict[str, str]:
    """Names that a user may give, with pulp's name of the solver behind each."""
    import pulp

    installed = sorted(pulp.listSolvers(onlyAvailable=True), key=len)  # interfaces before command lines
    names = {_DECORATION.sub("", name.upper()).lower(): name for name in reversed(installed)}
    return dict(sorted((CALLED.get(name, name), theirs) for name, theirs in names.items()))


def _solver(name: str, seconds: float | None) -> Any:
    import pulp

    names = available()
    pulp_name = names.get(name.lower())
    if pulp_name is None:
        listed = ", ".join(names) or "none: pulp finds no solver on this machine"
        raise InputError("unknown oracle", seen=repr(name), expected=f"one of: {listed}")
    limit = {} if seconds is None else {"timeLimit": max(1, math.ceil(seconds))}
    with warnings.catch_warnings():  # pulp 3 calls the CBC that it brings along deprecated
        warnings.simplefilter("ignore", DeprecationWarning)
        return pulp.getSolver(pulp_name, msg=False, **limit)


@contextmanager
def _silent() -> Iterator[None]:
    """Drops what foreign code prints, though told not to, on standard output, where results belong."""
    ours, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(ours, 1)
        os.close(ours)


def _problem(system: BoxSystem) -> tuple[Any, list[Any]]:
    import pulp

    problem = pulp.LpProblem("system", pulp.LpMinimize)
    new = getattr(problem, "add_variable", pulp.LpVariable)  # the way of pulp 4, or the older one
    variables = [
        new(f"x{j}", low, high, cat="Integer")
        for j, (low, high) in enumerate(zip(system.lower, system.upper, strict=True))
    ]
    rows: list[list[tuple[Any, int]]] = [[] for _ in system.rhs]
    for variable, column in zip(variables, system.matrix.columns, strict=True):
        for row, entry in column:
            rows[row].append((variable, entry))
    problem += pulp.LpAffineExpression(constant=0)
    for terms, b in zip(rows, system.rhs, strict=True):
        if terms:
            problem += pulp.LpAffineExpression(terms) == b
    return problem, variables


def solve(name: str, system: BoxSystem, seconds: float | None = None) -> Opinion:
    """What the named solver says of the integer points of the system."""
    import pulp

    solver = _solver(name, seconds)
    used = {row for column in system.matrix.columns for row, _ in column}
    if system.is_box_empty or any(b for row, b in enumerate(system.rhs) if row not in used):
        return Opinion("infeasible")  # such rows and bounds cannot be written down for every solver
    if seconds is not None and seconds <= 0:
        return Opinion("undecided")
    problem, variables = _problem(system)
    try:
        with _silent():
            problem.solve(solver)
    except (pulp.PulpSolverError, OSError, ValueError):
        return Opinion("undecided")
    if problem.status == pulp.LpStatusInfeasible:
        return Opinion("infeasible")
    if problem.status != pulp.LpStatusOptimal:
        return Opinion("undecided")
    point = whole([variable.varValue for variable in variables], system.lower)
    if point is not None and satisfies(system, point):
        return Opinion("feasible", point)
    distrust(name, "it returned a wrong point")
    return Opinion("undecided")
