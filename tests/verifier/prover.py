"""A small prover for tests: linear programs propose weights for the leaves of `tree`, `turn` and `legs`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from scipy.optimize import linprog

Jump = tuple[int, int, int]
Node = dict[str, object]


@dataclass(frozen=True)
class Leg:
    low: dict[Jump, int] = field(default_factory=dict)
    high: dict[Jump, int] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """What a path of the tree has assumed."""

    holes: int
    jumps: tuple[Jump, ...]
    start: frozenset[int]
    pegs: frozenset[int]
    free: frozenset[int] = frozenset()
    legs: tuple[Leg, ...] = (Leg(),)
    separators: tuple[Jump, ...] = ()

    def with_high(self, leg: int, jump: Jump, k: int) -> State:
        old = self.legs[leg]
        return self._with(leg, replace(old, high={**old.high, jump: min(k, old.high.get(jump, k))}))

    def with_low(self, leg: int, jump: Jump, k: int) -> State:
        old = self.legs[leg]
        return self._with(leg, replace(old, low={**old.low, jump: max(k, old.low.get(jump, k))}))

    def without(self, leg: int, jumps: Sequence[Jump]) -> State:
        state = self
        for jump in jumps:
            state = state.with_high(leg, jump, 0)
        return state

    def _with(self, leg: int, new: Leg) -> State:
        return replace(self, legs=(*self.legs[:leg], new, *self.legs[leg + 1 :]))

    def split(self, leg: int, jumps: Sequence[Jump], when: str, separator: Jump) -> State:
        part = Leg({}, dict(self.legs[leg].high))
        if separator in part.high:
            part.high[separator] -= 1
        legs = (*self.legs[:leg], part, part, *self.legs[leg + 1 :])
        separators = (*self.separators[:leg], separator, *self.separators[leg:])
        state = replace(self, legs=legs, separators=separators)
        return state.without(leg if when == "first" else leg + 1, jumps)


def leaf_weights(state: State, scale: int = 60) -> list[list[int]] | None:
    """Integer weights per leg that an LP believes to refute the state, or None."""
    n, m, legs = state.holes, len(state.jumps), len(state.legs)
    if any(leg.low.get(j, 0) > leg.high.get(j, 1 << 30) for leg in state.legs for j in state.jumps):
        return [[0] * n for _ in range(legs)]
    minima = n * (legs - 1)
    size = n * legs + 2 * m * legs + minima + n
    gain, bounds = np.zeros(size), [(-1.0, 1.0)] * (n * legs)
    equal, unequal, one_side = [], [], []
    for h in state.start:
        gain[h] -= 1
    for h in state.pegs:
        gain[n * (legs - 1) + h] += 1
    for i, leg in enumerate(state.legs):
        for k, jump in enumerate(state.jumps):
            p = n * legs + 2 * (m * i + k)
            row = np.zeros(size)
            row[n * i + jump[2]] += 1
            row[n * i + jump[0]] -= 1
            row[n * i + jump[1]] -= 1
            row[p], row[p + 1] = -1, 1
            equal.append(row)
            high = leg.high.get(jump)
            gain[p] -= high or 0
            gain[p + 1] += leg.low.get(jump, 0)
            bounds += [(0.0, 0.0 if high is None else None), (0.0, None)]
    first = n * legs + 2 * m * legs
    bounds += [(None, None)] * minima + [(None, 0.0)] * n
    gain[first:] = 1
    for i, (s, o, end) in enumerate(state.separators):
        gain[n * (i + 1) + end] -= 1
        gain[n * (i + 1) + s] += 1
        gain[n * (i + 1) + o] += 1
        for h in range(n):
            for value in {1} if h in (s, o) else {0} if h == end else {0, 1}:
                row = np.zeros(size)
                row[first + n * i + h] = 1
                row[n * i + h], row[n * (i + 1) + h] = -value, value
                unequal.append(row)
    for h in state.free:
        row = np.zeros(size)
        row[first + minima + h], row[n * (legs - 1) + h] = 1, -1
        one_side.append(row)
    rows = unequal + one_side
    result = linprog(
        -gain, np.array(rows) if rows else None, np.zeros(len(rows)) if rows else None,
        np.array(equal) if equal else None, np.zeros(len(equal)) if equal else None, bounds,
    )  # fmt: skip
    if result.status != 0 or -result.fun < 1e-6:
        return None
    rounded = np.rint(result.x[: n * legs] * scale).astype(int).reshape(legs, n)
    return [[int(w) for w in row] for row in rounded]


def tree(state: State, depth: int, style: str = "tree", turn: int = 0) -> Node | None:
    """A tree that branches on jumps, first the ones named by `turn`, or None."""
    weights = leaf_weights(state)
    if weights is not None:
        if style == "turn":
            return {"before": weights[0], "after": weights[1]}
        return {"weights": weights if style == "legs" else weights[0]}
    if depth == 0:
        return None
    for leg in range(len(state.legs)):
        for jump in state.jumps[turn:] + state.jumps[:turn]:
            if jump in state.legs[leg].high:
                continue
            low = tree(state.with_high(leg, jump, 0), depth - 1, style, turn)
            high = low and tree(state.with_low(leg, jump, 1), depth - 1, style, turn)
            if low and high:
                here = {} if style == "tree" else {"leg": leg + 1}
                return {**here, "jump": list(jump), "at_most": 0, "low": low, "high": high}
    return None


def turn(state: State, jumps: Sequence[Jump], when: str, depth: int = 0) -> Node | None:
    """A proof of kind `turn` for a set of jumps, or None."""
    never = tree(state.without(0, jumps), 0)
    if never is None:
        return None
    cases = []
    for jump in jumps:
        root = tree(state.split(0, jumps, when, jump), depth, "turn")
        if root is None:
            return None
        cases.append({"jump": list(jump), "root": root})
    return {"kind": "turn", "when": when, "set": [list(j) for j in jumps], "never": never, "cases": cases}


def legs(state: State, splits: Sequence[tuple[int, Sequence[Jump], str]]) -> Node | None:
    """A node of kind `legs` that makes the given splits (leg from 0, jumps, when) one inside the other."""
    weights = leaf_weights(state)
    if weights is not None:
        return {"weights": weights}
    if not splits:
        return None
    (leg, jumps, when), rest = splits[0], splits[1:]
    never = legs(state.without(leg, jumps), rest)
    cases = []
    for jump in jumps if never else ():
        root = legs(state.split(leg, jumps, when, jump), rest)
        if root is None:
            return None
        cases.append({"jump": list(jump), "root": root})
    if never is None:
        return None
    return {"split": leg + 1, "when": when, "set": [list(j) for j in jumps], "never": never, "cases": cases}
