"""The integer program of a pair: whole numbers of jumps that add up to it, one of each cut among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feasibility.base.limits import Clock
from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.game.position import Pair
from feasibility.solvers.diving import Dive, Dived
from feasibility.solvers.highs import HotModel, Status
from feasibility.systems.linear import cone_system

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Indices = NDArray[np.int64]

Cut = frozenset[int]
Counts = tuple[int, ...]  # of each jump

_SPREAD = 0.1  # of the costs of jumps where the fewest are wanted
_MIDDLE = (0.3, 0.4)  # where on a side of the board the middle part begins, and its share


class Program:
    """Plans of a pair by diving, one for each objective that is drawn; equal seeds give equal plans."""

    def __init__(self, pair: Pair, seed: int = 0) -> None:
        self.pair = pair
        self.plain = cone_system(pair)
        self.jumps = len(pair.board.jumps)
        self.random = np.random.default_rng(seed)
        self.cuts: list[Cut] = []
        places = np.array(pair.board.holes, dtype=float).reshape(-1, 2)
        self.places = places[np.array(pair.board.jumps, dtype=np.int64).reshape(-1, 3)].mean(axis=1)
        self._hot: tuple[BoxSystem, HotModel] | None = None
        self._dive: Dive | None = None  # under way

    def add(self, cut: Cut | None) -> None:
        """Plans have one of these jumps from now on, if any are named."""
        if cut is not None and cut not in self.cuts:
            self.cuts.append(cut)
            self._hot = None

    def plan(self, clock: Clock, nodes: int) -> Dived | None:
        """How often each jump is played, by a random objective; for patterns, in nearly the fewest jumps.

        None: the clock ended, and the next call goes on.
        """
        self._dive = self._dive or self._begun(nodes)
        numbers = self._dive.run(clock)
        if numbers is not None:
            self._dive = None
        return numbers[: self.jumps] if isinstance(numbers, tuple) else numbers

    def _begun(self, nodes: int) -> Dive:
        if self._hot is None:
            system = with_cuts(self.plain, self.cuts)
            self._hot = system, HotModel(system.matrix)
        system, model = self._hot
        costs = np.zeros(system.matrix.width)
        drawn = self.random.random(self.jumps)
        costs[: self.jumps] = 1 + _SPREAD * drawn if self.pair.target.kind == "pattern" else drawn
        order = np.concatenate([self.inward(), np.arange(self.jumps, system.matrix.width)])
        return Dive(system, model, costs, order, nodes)

    def inward(self) -> Indices:
        """The jumps as squares meet them that shrink to some place in the middle part of the board."""
        low, size = self.places.min(axis=0, initial=0), np.ptp(self.places, axis=0) if self.jumps else 0
        middle = low + size * (_MIDDLE[0] + _MIDDLE[1] * self.random.random(2))
        return np.argsort(-np.abs(self.places - middle).max(axis=1, initial=0), kind="stable")

    def suffice(self, jumps: Iterable[int], clock: Clock) -> bool:
        """Whether real numbers of these jumps may add up to what is asked, as far as floats tell."""
        system, model = self.plain, HotModel(self.plain.matrix)
        others = set(range(self.jumps)).difference(jumps)
        model.load(system.with_bounds((j, 0, 0) for j in others))
        answer = model.solve(clock.timeout())
        clock.spend(model.steps())
        return answer.status is not Status.INFEASIBLE


def with_cuts(system: BoxSystem, cuts: list[Cut]) -> BoxSystem:
    """For each cut a row and a column more: the sum of its jumps, less the column, is 1."""
    rows = system.matrix.rows
    columns = [list(column) for column in system.matrix.columns]
    for row, cut in enumerate(cuts, rows):
        for j in cut:
            columns[j].append((row, 1))
        columns.append([(row, -1)])
    more = len(cuts)
    matrix = IntMatrix.from_columns(rows + more, columns)
    return BoxSystem(
        matrix, system.rhs + (1,) * more, system.lower + (0,) * more, system.upper + (None,) * more
    )
