"""The programs behind a pair, as pulp problems for any solver: cone, integer cone and time-indexed play.

Variables: x_START_OVER_LANDING counts a jump, y_HOLE is the peg of an open hole at the end; in the play model
x_T_... is jump number T and p_T_HOLE the peg before it. That model has a solution iff the pair is feasible.
"""

from __future__ import annotations

from typing import Any

from feasibility.base.errors import InputError
from feasibility.base.files import unwritable
from feasibility.game.geometry import coordinate
from feasibility.game.position import Pair
from feasibility.proofs.cut import Problem
from feasibility.studies.exports.play_program import PlayProgram, Row
from feasibility.systems.linear import cone_system

KINDS = ("cone", "integer-cone", "play")
MOST_VARIABLES = 2_000_000


def build(pair: Pair, kind: str) -> Any:
    """The pulp problem of that kind."""
    if kind not in KINDS:
        raise InputError("no such model", seen=repr(kind[:40]), expected=", ".join(KINDS))
    return _play(pair) if kind == "play" else _cone(pair, kind == "integer-cone")


def write(problem: Any, path: str) -> None:
    """Writes .lp or .mps, by the ending of the name."""
    try:
        if path.lower().endswith(".lp"):
            problem.writeLP(path, max_length=250)
        else:
            problem.writeMPS(path)
    except OSError as error:
        raise unwritable(path, error) from None


def _cone(pair: Pair, whole: bool) -> Any:
    """A x - y = target - start; a number of pegs gives one more row."""
    board, system = pair.board, cone_system(pair)
    holes = [coordinate(hole) for hole in board.holes]
    names = ["x_" + "_".join(holes[hole] for hole in jump) for jump in board.jumps]
    unknowns = [
        (name, high, column)
        for name, high, column in zip(
            [*names, *(f"y_{hole}" for hole in holes)], system.upper, system.matrix.columns, strict=False
        )
        if high != 0  # a hole that is not free
    ]
    rows: list[dict[int, int]] = [{} for _ in system.rhs]
    for i, (_, _, column) in enumerate(unknowns):
        for row, value in column:
            rows[row][i] = value
    titles = [*(f"hole_{hole}" for hole in holes), "pegs"]
    return _problem(
        "integer_cone" if whole else "cone",
        "Integer" if whole else "Continuous",
        [(name, high) for name, high, _ in unknowns],
        list(map(Row, titles, rows, system.rhs)),
    )


def _play(pair: Pair) -> Any:
    holes = [coordinate(hole) for hole in pair.board.holes]
    program = PlayProgram(Problem.of_pair(pair), holes, MOST_VARIABLES)
    return _problem("play", "Binary", [(name, 1) for name in program.names], program.rows)


def _problem(title: str, category: str, unknowns: list[tuple[str, int | None]], rows: list[Row]) -> Any:
    """The fewest jumps; unknowns from 0 to the number beside their names."""
    import pulp

    problem = pulp.LpProblem(title, pulp.LpMinimize)
    new = getattr(problem, "add_variable", pulp.LpVariable)  # the way of pulp 4, or the older one
    variables = [new(name, 0, high, cat=category) for name, high in unknowns]
    jumps = [variable for variable, (name, _) in zip(variables, unknowns, strict=True) if name[0] == "x"]
    problem += pulp.LpAffineExpression([(variable, 1) for variable in jumps])
    for row in rows:
        terms = [(variables[i], value) for i, value in row.terms.items()]
        if not terms and row.value:  # 0 = value, which needs a variable to be written
            terms = [(new(f"never_{row.name}", 0, 0, cat="Continuous"), 1)]
        if terms:
            total = pulp.LpAffineExpression(terms)
            problem.addConstraint(total <= row.value if row.sense == "L" else total == row.value, row.name)
    return problem
