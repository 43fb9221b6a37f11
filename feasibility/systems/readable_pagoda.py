"""Pagoda functions that people want to read, by integer programs: few distinct values, small weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.game.position import Pair, bits
from feasibility.proofs.functional import Functional

if TYPE_CHECKING:
    from feasibility.solvers.milp import Program

_RANGES = (
    (0, 1), (-1, 1), (0, 2), (-1, 2), (0, 3), (-2, 2), (-1, 3), (-2, 3), (-3, 3), (-4, 4), (-6, 6), (-9, 9),
    (-15, 15), (-30, 30),
)  # fmt: skip
_FEWER = 4  # the largest weight with which fewer values are tried
_NODES = 5  # of the programs over ranges: enough for the optimum nearly always, and the same on every machine


def simplest(pair: Pair, clock: Clock, fewer_seconds: float | None = None) -> Functional | None:
    """The refuting function with the fewest distinct values, then the smallest weights, by integer programs.

    Ranges of weights from narrow to wide; where the narrowest range needs more than three values, a program
    over single values tries to do with fewer.
    """
    for low, high in _RANGES:
        if clock.expired():
            return None
        small = within(pair, low, high, clock)
        if small is not None:
            values = len(set(small.weights))
            if values <= 3:
                return small
            patience = clock if fewer_seconds is None else clock.within(fewer_seconds)
            return _propose(pair, range(-_FEWER, _FEWER + 1), patience, most_values=values - 1) or small
    return None


def within(pair: Pair, low: int, high: int, clock: Clock) -> Functional | None:
    """A refuting function with weights from low to high, least in absolute sum; checked in integers."""
    return _propose(pair, range(low, high + 1), clock)


def _propose(pair: Pair, values: range, clock: Clock, most_values: int | None = None) -> Functional | None:
    if pair.target.pegs is not None:
        return None
    program = _program(pair, values)
    if most_values is not None:
        _count_values(program, pair.board.n, values, most_values)
    proposal = program.solve(None, clock, _NODES if most_values is None else None)
    if proposal is None:
        return None
    functional = Functional(proposal.integers[: pair.board.n])
    good = functional.is_valid(pair.board) and functional.separates(pair.start, pair.target)
    return functional if good else None


def _program(pair: Pair, values: range) -> Program:
    """The integer program for the weights of a refuting function.

    Unknowns: the weights; for each free hole of a pattern its least total m <= 0, m <= w; absolute values.
    """
    from feasibility.solvers.milp import Program

    program, board, low, high = Program(), pair.board, values[0], values[-1]
    weights = [program.unknown(low, high) for _ in range(board.n)]
    for jump in board.jumps:
        program.row({jump.landing: 1, jump.start: -1, jump.over: -1}, None, 0)
    gain = {i: v for i, v in enumerate(pair.difference) if v}
    for i in bits(pair.target.free):
        least = program.unknown(min(low, 0), 0)
        gain[least] = 1
        program.row({least: 1, i: -1}, None, 0)
    program.row(gain, 1, None)
    for w in weights:
        size = program.unknown(0, max(high, -low), cost=1)
        for sign in (1, -1):
            program.row({w: sign, size: -1}, None, 0)
    return program


def _count_values(program: Program, holes: int, values: range, most: int) -> None:
    """Further unknowns: for each hole and value whether it has it, and which values are in use."""
    used = {v: program.unknown(0, 1, cost=1000) for v in values}
    program.row(dict.fromkeys(used.values(), 1), None, most)
    for w in range(holes):
        has = {v: program.unknown(0, 1) for v in values}
        program.row(dict.fromkeys(has.values(), 1), 1, 1)
        program.row({w: -1, **{has[v]: v for v in values if v}}, 0, 0)
        for v in values:
            program.row({has[v]: 1, used[v]: -1}, None, 0)
