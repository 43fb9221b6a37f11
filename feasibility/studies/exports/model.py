"""The programs behind a pair, as pulp problems for any solver: cone, integer cone and time-indexed play.

Variables: x_START_OVER_LANDING counts a jump, y_HOLE is the peg of an open hole at the end; in the play model
x_T_... is jump number T and p_T_HOLE the peg before it. That model has a solution iff the pair is feasible.
"""

from __future__ import annotations

from typing import Any

from feasibility.base.errors import InputError
from feasibility.base.files import unwritable
from feasibility.game.geometry import Jump, coordinate
from feasibility.game.position import Pair

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


def _jump(pair: Pair, jump: Jump) -> str:
    """A name that no two jumps of a board share."""
    holes = pair.board.holes
    return "_".join(coordinate(holes[h]) for h in jump)


def _cone(pair: Pair, whole: bool) -> Any:
    """A x - y = target - start; a number of pegs gives one more row."""
    import pulp

    board, target = pair.board, pair.target
    category = "Integer" if whole else "Continuous"
    problem = pulp.LpProblem("integer_cone" if whole else "cone", pulp.LpMinimize)
    x = [_new(problem, f"x_{_jump(pair, jump)}", 0, None, category) for jump in board.jumps]
    rows: list[list[tuple[Any, int]]] = [[] for _ in range(board.n)]
    for variable, jump in zip(x, board.jumps, strict=True):
        for hole, change in zip(jump, (-1, -1, 1), strict=True):
            rows[hole].append((variable, change))
    ends = []
    for i, place in enumerate(board.holes):
        if target.free >> i & 1:
            y = _new(problem, f"y_{coordinate(place)}", 0, 1, category)
            ends.append((y, 1))
            rows[i].append((y, -1))
    problem += pulp.LpAffineExpression([(variable, 1) for variable in x])
    for i, terms in enumerate(rows):
        gain = (target.must >> i & 1) - (pair.start.mask >> i & 1)
        _add(problem, terms, gain, f"hole_{coordinate(board.holes[i])}")
    if target.pegs is not None:
        _add(problem, ends, target.pegs, "pegs")
    return problem


def _play(pair: Pair) -> Any:
    """One jump at a time, each legal where it is played; on patterns jumps come first and then nothing."""
    import pulp

    board, target = pair.board, pair.target
    steps = max(0, pair.start.count - target.fewest)
    if (steps + 1) * (board.n + len(board.jumps)) > MOST_VARIABLES:
        raise InputError("the model is too large", expected=f"at most {MOST_VARIABLES} variables")
    problem = pulp.LpProblem("play", pulp.LpMinimize)
    names = [coordinate(hole) for hole in board.holes]
    p = [[_new(problem, f"p_{t}_{name}", 0, 1, "Binary") for name in names] for t in range(steps + 1)]
    x = [
        [_new(problem, f"x_{t}_{_jump(pair, j)}", 0, 1, "Binary") for j in board.jumps] for t in range(steps)
    ]
    problem += pulp.LpAffineExpression([(variable, 1) for row in x for variable in row])
    for i in range(board.n):
        _add(problem, [(p[0][i], 1)], pair.start.mask >> i & 1, f"start_{names[i]}")
    for t in range(steps):
        _step(problem, pair, t, p, x, pair.jumps_needed is None)
    _end(problem, pair, p[steps], names)
    return problem


def _step(problem: Any, pair: Pair, t: int, p: list[list[Any]], x: list[list[Any]], pause: bool) -> None:
    """Jump number t: one, or none on patterns; legal, and what it changes."""
    import pulp

    board = pair.board
    total = pulp.LpAffineExpression([(variable, 1) for variable in x[t]])
    problem.addConstraint((total <= 1) if pause else (total == 1), f"one_{t}")
    changes: list[list[tuple[Any, int]]] = [[] for _ in range(board.n)]
    for variable, jump in zip(x[t], board.jumps, strict=True):
        name = _jump(pair, jump)
        for hole, change in zip(jump, (-1, -1, 1), strict=True):
            changes[hole].append((variable, -change))
        problem.addConstraint(variable - p[t][jump.start] <= 0, f"start_{t}_{name}")
        problem.addConstraint(variable - p[t][jump.over] <= 0, f"over_{t}_{name}")
        problem.addConstraint(variable + p[t][jump.landing] <= 1, f"landing_{t}_{name}")
    for i in range(board.n):
        terms = [(p[t + 1][i], 1), (p[t][i], -1), *changes[i]]
        _add(problem, terms, 0, f"change_{t}_{coordinate(board.holes[i])}")


def _end(problem: Any, pair: Pair, last: list[Any], names: list[str]) -> None:
    target = pair.target
    if target.pegs is not None:
        _add(problem, [(variable, 1) for variable in last], target.pegs, "pegs")
        return
    for i, variable in enumerate(last):
        if not target.free >> i & 1:
            _add(problem, [(variable, 1)], target.must >> i & 1, f"target_{names[i]}")


def _new(problem: Any, name: str, low: int, high: int | None, category: str) -> Any:
    import pulp

    maker = getattr(problem, "add_variable", pulp.LpVariable)  # the way of pulp 4, or the older one
    return maker(name, low, high, cat=category)


def _add(problem: Any, terms: list[tuple[Any, int]], value: int, name: str) -> None:
    """terms = value; a hole that no jump touches gives 0 = value, which needs a variable to be written."""
    import pulp

    if not terms:
        if value == 0:
            return
        terms = [(_new(problem, f"never_{name}", 0, 0, "Continuous"), 1)]
    problem.addConstraint(pulp.LpAffineExpression(terms) == value, name)
