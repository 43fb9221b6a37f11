"""The linear programs behind a pair: cone, integer cone and time-indexed play.

Variables: x_START_OVER_LANDING counts a jump, y_HOLE is the peg of an open hole at the end; in the play model
x_T_... is jump number T and p_T_HOLE the peg before it. That model has a solution iff the pair is feasible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, coordinate
from feasibility.game.position import Pair
from feasibility.systems.linear import cone_system

KINDS = ("cone", "integer-cone", "play")
MOST_VARIABLES = 2_000_000


class ModelRow(NamedTuple):
    """A sum of variables that is equal to a value (sense E), or at most that (L)."""

    name: str
    terms: dict[str, int]
    value: int
    sense: str = "E"


class ModelProgram(NamedTuple):
    """The fewest jumps: unknowns from 0 to what `high` has for them, and rows. Their sum has the costs."""

    title: str
    whole: bool
    high: dict[str, int | None]
    rows: tuple[ModelRow, ...]

    @property
    def costs(self) -> list[int]:
        return [int(name[0] == "x") for name in self.high]


def program(pair: Pair, kind: str) -> ModelProgram:
    """The program of that kind."""
    if kind not in KINDS:
        raise InputError("no such model", seen=repr(kind[:40]), expected=", ".join(KINDS))
    return _play(pair) if kind == "play" else _cone(pair, kind == "integer-cone")


def _names(board: Board) -> tuple[list[str], list[str]]:
    """Of holes and of jumps."""
    holes = [coordinate(hole) for hole in board.holes]
    return holes, ["_".join(holes[hole] for hole in jump) for jump in board.jumps]


def _cone(pair: Pair, whole: bool) -> ModelProgram:
    """A x - y = target - start; a number of pegs gives one more row."""
    holes, jumps = _names(pair.board)
    system = cone_system(pair)
    names = [*(f"x_{jump}" for jump in jumps), *(f"y_{hole}" for hole in holes)]
    high, rows = dict[str, int | None](), [dict[str, int]() for _ in system.rhs]
    for name, most, column in zip(names, system.upper, system.matrix.columns, strict=False):
        if most != 0:  # a hole that is not free
            high[name] = most
            for row, value in column:
                rows[row][name] = value
    titles = [*(f"hole_{hole}" for hole in holes), "pegs"]
    named = tuple(map(ModelRow, titles, rows, system.rhs))
    return ModelProgram("integer_cone" if whole else "cone", whole, high, named)


def _play(pair: Pair) -> ModelProgram:
    """One jump at a time; where their number is not known, jumps come first and then nothing."""
    board, steps = pair.board, max(0, pair.start.count - pair.target.fewest)
    if (steps + 1) * (board.n + len(board.jumps)) > MOST_VARIABLES:
        raise InputError(
            "the program of plays is too large to write", expected=f"at most {MOST_VARIABLES:,} variables"
        )
    holes, jumps = _names(board)
    names = [f"p_{t}_{hole}" for t in range(steps + 1) for hole in holes]
    names += [f"x_{t}_{jump}" for t in range(steps) for jump in jumps]
    return ModelProgram("play", True, dict.fromkeys(names, 1), tuple(_rows_of_play(pair, steps)))


def _rows_of_play(pair: Pair, steps: int) -> Iterator[ModelRow]:
    """The start, each jump, and the target."""
    names, target = _names(pair.board), pair.target
    holes = names[0]
    for hole, peg in zip(holes, pair.start.vector, strict=True):
        yield ModelRow(f"start_{hole}", {f"p_0_{hole}": 1}, peg)
    pause = "L" if target.pegs is None and target.free else "E"
    for t in range(steps):
        yield from _rows_of_jump(pair.board, *names, t, pause)
    if target.pegs is not None:
        yield ModelRow("pegs", {f"p_{steps}_{hole}": 1 for hole in holes}, target.pegs)
        return
    for i, hole in enumerate(holes):
        if not target.free >> i & 1:
            yield ModelRow(f"target_{hole}", {f"p_{steps}_{hole}": 1}, target.must >> i & 1)


def _rows_of_jump(board: Board, holes: list[str], jumps: list[str], t: int, pause: str) -> Iterator[ModelRow]:
    """One jump, or at most one; it is legal, and what it changes."""
    yield ModelRow(f"one_{t}", {f"x_{t}_{jump}": 1 for jump in jumps}, 1, pause)
    changes = [{f"p_{t + 1}_{hole}": 1, f"p_{t}_{hole}": -1} for hole in holes]
    for jump, (start, over, landing) in zip(jumps, board.jumps, strict=True):
        x = f"x_{t}_{jump}"
        yield ModelRow(f"start_{t}_{jump}", {x: 1, f"p_{t}_{holes[start]}": -1}, 0, "L")
        yield ModelRow(f"over_{t}_{jump}", {x: 1, f"p_{t}_{holes[over]}": -1}, 0, "L")
        yield ModelRow(f"landing_{t}_{jump}", {x: 1, f"p_{t}_{holes[landing]}": 1}, 1, "L")
        changes[start][x] = changes[over][x] = 1
        changes[landing][x] = -1
    for hole, terms in zip(holes, changes, strict=True):
        yield ModelRow(f"change_{t}_{hole}", terms, 0)
