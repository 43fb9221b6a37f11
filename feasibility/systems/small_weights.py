"""Weights that people want to read, small numbers, by integer programs.

What a program proposes is checked in integers.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.exact.box import BoxSystem
from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional
from feasibility.systems.linear import cone_system

if TYPE_CHECKING:
    from feasibility.solvers.milp import Program

_RANGES = (
    (0, 1), (-1, 1), (0, 2), (-1, 2), (0, 3), (-2, 2), (-1, 3), (-2, 3), (-3, 3), (-4, 4), (-6, 6), (-9, 9),
    (-15, 15), (-30, 30),
)  # fmt: skip
# Nodes of a program, so that it is the same on every machine: enough for the optimum nearly always.
_NODES = 5


def simplest(pair: Pair, clock: Clock) -> Functional | None:
    """The refuting function of the narrowest range, which has few distinct values, and then the least sum."""
    for low, high in _RANGES:
        if clock.expired():
            return None
        small = within(pair, low, high, clock)
        if small is not None:
            return small
    return None


def within(pair: Pair, low: int, high: int, clock: Clock) -> Functional | None:
    """A refuting function with weights from low to high, least in absolute sum; checked in integers."""
    if pair.target.pegs is not None:
        return None
    system = cone_system(pair)
    proposal = _program(system, range(low, high + 1)).solve(None, clock, _NODES)
    if proposal is None:
        return None
    functional = Functional(tuple(proposal.integers[: system.matrix.rows]))
    good = functional.is_valid(pair.board) and functional.separates(pair.start, pair.target)
    return functional if good else None


def _program(system: BoxSystem, values: range) -> Program:
    """Unknowns: the weights; for each column with two ends what it can add at most; absolute values."""
    from feasibility.solvers.milp import Program

    program, low, high = Program(), values[0], values[-1]
    weights = [program.unknown(low, high) for _ in system.rhs]
    gain = Counter(dict(enumerate(system.rhs)))
    for column, least, most in zip(system.matrix.columns, system.lower, system.upper, strict=True):
        if most is None:
            program.row(dict(column), None, 0)
        if least == most or (most is None and least):
            gain.subtract({row: value * least for row, value in column})
        elif most is not None:
            top = program.unknown(None, None)
            gain[top] = -1
            for end in (least, most):
                program.row({top: -1, **{row: value * end for row, value in column}}, None, 0)
    program.row(gain, 1, None)
    for w in weights:
        size = program.unknown(0, max(high, -low), cost=1)
        for sign in (1, -1):
            program.row({w: sign, size: -1}, None, 0)
    return program
