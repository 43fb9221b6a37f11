"""Exact feasibility of a BoxSystem: a rational point or Farkas weights, without any float.

A dictionary simplex on bounds (Dutertre, de Moura 2006): every row r of M gets a fixed
variable (M x)_r, basic at first. A basic variable outside its bounds leaves; when no
nonbasic one can pull it back, its row is a Farkas certificate. Rows are kept as primitive
integer vectors, each a linear identity among the variables, so nothing is ever divided
inexactly. The least-index rule (Bland 1977) takes over after a while and rules out cycling.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from feasibility.base.limits import Clock
from feasibility.exact.box import BoxSystem
from feasibility.exact.farkas import primitive

_PIVOT_STEPS = 20
_GREEDY_STEPS = 4  # times the number of variables, before Bland's rule


@dataclass(frozen=True)
class Feasible:
    """A real solution, exactly."""

    point: tuple[Fraction, ...]


@dataclass(frozen=True)
class Infeasible:
    """Weights that certify that there is no real solution in the box."""

    weights: tuple[int, ...]


@dataclass
class _Dictionary:
    """rows[b] is an identity sum(row[v] * v) = 0 with row[b] > 0 and otherwise nonbasic variables.

    values[v] is the bound at which a nonbasic variable stands; sums[b] is the nonbasic part
    of the identity, so that the basic variable is -sums[b] / row[b].
    """

    lower: list[int]
    upper: list[int | None]
    rows: dict[int, dict[int, int]]
    values: dict[int, int]
    sums: dict[int, int]
    holders: dict[int, set[int]]  # nonbasic variable -> basic ones whose row holds it


def _start(system: BoxSystem) -> _Dictionary:
    width, count = system.matrix.width, system.matrix.rows
    rows = {width + r: {width + r: 1} for r in range(count)}
    holders: dict[int, set[int]] = {}
    for j, column in enumerate(system.matrix.columns):
        holders[j] = {width + r for r, _ in column}
        for r, entry in column:
            rows[width + r][j] = -entry
    values = dict(enumerate(system.lower))
    sums = {b: sum(c * values[v] for v, c in row.items() if v != b) for b, row in rows.items()}
    lower, upper = [*system.lower, *system.rhs], [*system.upper, *system.rhs]
    return _Dictionary(lower, upper, rows, values, sums, holders)


def _violation(state: _Dictionary, basic: int) -> int:
    """row[b] times the distance to the bounds: negative below, positive above, 0 inside."""
    pivot, level = state.rows[basic][basic], -state.sums[basic]
    if level < pivot * state.lower[basic]:
        return level - pivot * state.lower[basic]
    high = state.upper[basic]
    return level - pivot * high if high is not None and level > pivot * high else 0


def _leaving(state: _Dictionary, bland: bool) -> tuple[int, int] | None:
    """A basic variable outside its bounds and its violation; the farthest, or the least one."""
    outside = ((b, v) for b in state.rows if (v := _violation(state, b)))
    if bland:
        return min(outside, default=None)
    return max(outside, key=lambda pair: (abs(pair[1]) << 6) // state.rows[pair[0]][pair[0]], default=None)


def _entering(state: _Dictionary, basic: int, violation: int, bland: bool) -> int | None:
    """A nonbasic variable that can pull the basic one back: the least one, or in the fewest rows."""
    best: int | None = None
    fewest = 0
    for v, c in state.rows[basic].items():
        if v == basic or state.lower[v] == state.upper[v]:
            continue
        rising = (c < 0) == (violation < 0)  # must v rise to move the basic variable the right way?
        at_lower = state.values[v] == state.lower[v]
        if rising != at_lower:
            continue
        if bland:
            best = v if best is None else min(best, v)
        elif best is None or (len(state.holders[v]), v) < (fewest, best):
            best, fewest = v, len(state.holders[v])
    return best


def _pivot(state: _Dictionary, leaving: int, entering: int, bound: int) -> None:
    """Exchanges the two; the leaving variable then stands at `bound`."""
    row = state.rows.pop(leaving)
    total = state.sums.pop(leaving) - row[entering] * state.values[entering] + row[leaving] * bound
    if row[entering] < 0:
        row = {v: -c for v, c in row.items()}
        total = -total
    for v in row:
        if v != leaving:
            state.holders[v].discard(leaving)
    others = state.holders.pop(entering)
    old = state.values.pop(entering)
    state.values[leaving] = bound
    state.holders[leaving] = set()
    for b in others:
        _eliminate(state, b, entering, row, total, old)
    state.rows[entering], state.sums[entering] = row, total
    for v in row:
        if v != entering:
            state.holders[v].add(entering)


def _eliminate(state: _Dictionary, b: int, entering: int, row: dict[int, int], total: int, old: int) -> None:
    """Removes the entering variable from the row of b by the pivot row, and makes it primitive."""
    target, pivot = state.rows[b], row[entering]
    factor = target[entering]
    state.sums[b] = pivot * (state.sums[b] - factor * old) - factor * total
    if pivot != 1:
        for v in target:
            target[v] *= pivot
    for v, c in row.items():
        new = target.get(v, 0) - factor * c
        if new:
            if v not in target:
                state.holders.setdefault(v, set()).add(b)
            target[v] = new
        elif v in target:
            del target[v]
            if v != entering:
                state.holders[v].discard(b)
    divisor = gcd(*target.values())
    if divisor > 1:
        state.sums[b] //= divisor
        for v in target:
            target[v] //= divisor


def _point(state: _Dictionary, width: int) -> tuple[Fraction, ...]:
    return tuple(
        Fraction(-state.sums[j], state.rows[j][j]) if j in state.rows else Fraction(state.values[j])
        for j in range(width)
    )


class Simplex:
    """The exact simplex on one system, in turns: each goes on where the one before came to its limit."""

    def __init__(self, system: BoxSystem) -> None:
        self.system = system
        self._state: _Dictionary | None = None
        self._step = 0

    def run(self, clock: Clock | None = None) -> Feasible | Infeasible | None:
        """A real solution of the system, or weights that certify that none exists; None at a limit."""
        system = self.system
        if system.is_box_empty:
            return Infeasible((0,) * system.matrix.rows)
        state = self._state = self._state or _start(system)
        width, count = system.matrix.width, system.matrix.rows
        while clock is None or not clock.expired():
            bland = self._step > _GREEDY_STEPS * (width + count)
            self._step += 1
            left = _leaving(state, bland)
            if left is None:
                return Feasible(_point(state, width))
            basic, violation = left
            entering = _entering(state, basic, violation, bland)
            if entering is None:
                sign, row = 1 if violation < 0 else -1, state.rows[basic]
                return Infeasible(primitive([sign * row.get(width + r, 0) for r in range(count)]))
            high = state.upper[basic]
            bound = state.lower[basic] if violation < 0 or high is None else high
            _pivot(state, basic, entering, bound)
            if clock is not None:
                clock.spend(_PIVOT_STEPS * (1 + len(state.rows) // 8))
        return None


def solve_exactly(system: BoxSystem, clock: Clock | None = None) -> Feasible | Infeasible | None:
    """A real solution of the system, or weights that certify that none exists; None at the time limit."""
    return Simplex(system).run(clock)
