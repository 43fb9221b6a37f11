"""Solvers as objects with a state, closures and the like: no other process can have these."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from feasibility.game.position import Position
from tests.studies.rules.by_hand.base import lost, stuck
from tests.studies.rules.by_hand.forgetful import remembering

Rule = Callable[[Position, Position], bool]


class Solver:
    """A solver with a table; `whole` says whether its key is."""

    def __init__(self, whole: bool) -> None:
        self.whole, self.table, self.calls = whole, dict[object, bool](), 0

    def is_dead(self, position: Position, target: Position) -> bool:
        self.calls += 1
        key = (position.mask, target.mask) if self.whole else position.mask
        if key not in self.table:
            self.table[key] = lost(position, target)
        return self.table[key] and position.mask != target.mask

    def __call__(self, position: Position, target: Position) -> bool:
        return self.is_dead(position, target)


def within(pegs: int, position: Position, target: Position) -> bool:
    return position.count < pegs and stuck(position, target)


def beyond(pegs: int, position: Position, target: Position) -> bool:
    return position.count > pegs and target.count == 1


RIGHT: dict[str, Callable[[], Rule]] = {
    "bound method": lambda: Solver(True).is_dead,
    "object": lambda: Solver(True),
    "lambda": lambda: lambda position, target: stuck(position, target) and position.count > 0,
    "closure": lambda: remembering(lambda p, t: (p.mask, t.mask)),
    "partial": lambda: partial(within, 9),
}
WRONG: dict[str, Callable[[], Rule]] = {
    "bound method": lambda: Solver(False).is_dead,
    "object": lambda: Solver(False),
    "lambda": lambda: lambda position, target: position.count == 3,
    "closure": lambda: remembering(lambda p, t: p.mask),
    "partial": lambda: partial(beyond, 4),
}
