"""The linear program over sweeps, whose prices are weights: floats, which only propose.

Sweeps begin in holes, jump and end in holes, as seldom as the program can. What they take from each hole is
given; the peg that moves is kept from jump to jump; sweeps of one part go over a hole once each; and one
begins in every region that must be opened. Sweeps may come apart into cycles, so the optimum is a bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from feasibility.base.limits import Clock
from feasibility.exact.box import IntMatrix
from feasibility.search.positions.question import Question

LEAST_SECONDS = 1.0


class Solved(NamedTuple):
    """The optimum, and the prices: a weight and a potential for each hole, a weight for each region."""

    optimum: float
    prices: list[float]


class Rows:
    """The program, row by row.

    The columns are, for every hole, the sweeps that begin there, those that end there and the peg that may
    be left there; then the jumps; then what makes a row with `at least` or `at most` exact.
    """

    def __init__(
        self, asked: Question, parts: Iterable[Sequence[tuple[int, ...]]], opened: Sequence[Sequence[int]]
    ) -> None:
        self.asked, self.holes = asked, asked.holes
        self.rows: list[dict[int, int]] = []
        self.rhs: list[int] = []
        self.jump = {move.name: 3 * asked.holes + i for i, move in enumerate(asked.moves)}
        self.width = 3 * asked.holes + len(asked.moves)
        self.take_and_carry()
        for part in parts:
            self.over_once(part)
        if asked.pegs is not None:
            self.add({2 * self.holes + hole: 1 for hole in range(self.holes)}, asked.pegs)
        self.scales = [self.open(region) for region in opened]

    def add(self, row: dict[int, int], rhs: int, slack: int = 0) -> None:
        """One more row; with a slack of 1 at most `rhs`, of -1 at least."""
        if slack:
            row = {**row, self.width: slack}
            self.width += 1
        self.rows.append(row)
        self.rhs.append(rhs)

    def take_and_carry(self) -> None:
        """For every hole what is taken from it, and then that a peg goes on from where it has landed."""
        n, asked = self.holes, self.asked
        taken: list[dict[int, int]] = [{i: 1, n + i: -1, 2 * n + i: 1} for i in range(n)]
        carried: list[dict[int, int]] = [{i: 1, n + i: -1} for i in range(n)]
        for (start, over, landing), column in self.jump.items():
            taken[over][column] = 1
            carried[start][column], carried[landing][column] = -1, 1
        for hole, row in enumerate(taken):
            self.add(row, (asked.start >> hole & 1) - (asked.target >> hole & 1))
        for row in carried:
            self.add(row, 0)

    def over_once(self, part: Sequence[tuple[int, ...]]) -> None:
        """The sweeps of a part go over each hole as often as there are sweeps, at most."""
        begun = dict.fromkeys({start for start, _, _ in part}, -1)
        for over in sorted({over for _, over, _ in part}):
            jumps = {self.jump[jump]: 1 for jump in part if jump[1] == over}
            self.add({**begun, **jumps}, 0, slack=1)

    def open(self, region: Sequence[int]) -> int:
        """A sweep begins in a region, or pegs that are left may fill it; the scale of this row."""
        pegs = self.asked.pegs
        if pegs is None or len(region) > pegs:
            self.add(dict.fromkeys(region, 1), 1, slack=-1)
            return 1
        row = {hole: len(region) for hole in region} | {2 * self.holes + hole: 1 for hole in region}
        self.add(row, len(region), slack=-1)
        return len(region)

    def solve(self, clock: Clock | None = None) -> Solved | None:
        """The optimum and its prices; None where the solver finds none in the time, at least in a second."""
        import numpy as np

        from feasibility.solvers.highs import HotModel, Status

        entries: list[list[tuple[int, int]]] = [[] for _ in range(self.width)]
        for number, row in enumerate(self.rows):
            for column, value in row.items():
                entries[column].append((number, value))
        model = HotModel(IntMatrix.from_columns(len(self.rows), entries))
        model.set_rhs(self.rhs)
        upper, costs = np.full(self.width, np.inf), np.zeros(self.width)
        free = self.asked.free
        upper[2 * self.holes : 3 * self.holes] = [free >> hole & 1 for hole in range(self.holes)]
        costs[: self.holes] = 1
        model.set_bounds(np.zeros(self.width), upper)
        model.set_costs(costs)
        left = None if clock is None else clock.remaining()
        answer = model.solve(None if left is None else max(LEAST_SECONDS, left))
        if answer.status is not Status.FEASIBLE or answer.objective is None:
            return None
        prices = model.duals()[0].tolist()
        regions = prices[len(prices) - len(self.scales) :]
        opened = [scale * price for scale, price in zip(self.scales, regions, strict=True)]
        return Solved(answer.objective, prices[: 2 * self.holes] + opened)
