"""The linear program over sweeps, whose prices are weights: floats, which only propose.

Sweeps begin in holes, jump and end in holes, as seldom as the program can. What they take from each hole is
given; the peg that moves is kept from jump to jump; sweeps of one part go over a hole once each; one that
goes over a hole inside a small set of holes begins in the set or enters it; and one begins in every region
that must be opened. Sweeps may still come apart into cycles, so the optimum is a bound.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.engines.positions.question import PositionQuestion
from feasibility.exact.box import IntMatrix

if TYPE_CHECKING:
    from feasibility.solvers.highs import HotModel

LEAST_SECONDS = 0.2  # for a program: some bound is worth a little more than was allowed

PricedPart = Sequence[tuple[int, ...]]  # jumps
PricedPassage = tuple[tuple[int, ...], int]  # a set of holes, and one that jumps inside the set go over


class Solved(NamedTuple):
    """The optimum, and the prices: of holes (weights, then potentials), of regions and of passages."""

    optimum: float
    prices: list[float]


class SweepProgram:
    """The program for one board and its regions, row by row; only start and target change between solves.

    The columns are, for every hole, the sweeps that begin there, those that end there and the peg that may
    be left there; then the jumps; then what makes a row with `at least` or `at most` exact. A region that
    need not be opened has a row that asks for nothing. Each solve goes on from the one before.
    """

    def __init__(
        self, question: PositionQuestion, parts: Sequence[PricedPart], regions: Iterable[Sequence[int]]
    ) -> None:
        self.question, self.holes = question, question.holes
        self.rows: list[dict[int, int]] = []
        self.rhs: list[int] = []
        self.jump = {move.name: 3 * question.holes + i for i, move in enumerate(question.moves)}
        self.width = 3 * question.holes + len(question.moves)
        self.take_and_carry()
        for part in parts:
            self.over_once(part)
        self.first_passage = len(self.rows)
        self.passages = [passage for part in parts for passage in self.pass_through(part)]
        if question.pegs is not None:
            self.add({2 * self.holes + hole: 1 for hole in range(self.holes)}, question.pegs)
        self.first_region = len(self.rows)
        self.scales = [self.open(region) for region in regions]

    def add(self, row: dict[int, int], rhs: int = 0, slack: int = 0) -> None:
        """One more row; with a slack of 1 at most `rhs`, of -1 at least."""
        if slack:
            row = {**row, self.width: slack}
            self.width += 1
        self.rows.append(row)
        self.rhs.append(rhs)

    def take_and_carry(self) -> None:
        """For every hole what is taken from it, and then that a peg goes on from where it has landed."""
        n = self.holes
        taken: list[dict[int, int]] = [{i: 1, n + i: -1, 2 * n + i: 1} for i in range(n)]
        carried: list[dict[int, int]] = [{i: 1, n + i: -1} for i in range(n)]
        for (start, over, landing), column in self.jump.items():
            taken[over][column] = 1
            carried[start][column], carried[landing][column] = -1, 1
        for row in (*taken, *carried):
            self.add(row)

    def over_once(self, part: PricedPart) -> None:
        """The sweeps of a part go over each hole as often as there are sweeps, at most."""
        begun = dict.fromkeys({start for start, _, _ in part}, -1)
        for over in sorted({over for _, over, _ in part}):
            jumps = {self.jump[jump]: 1 for jump in part if jump[1] == over}
            self.add({**begun, **jumps}, slack=1)

    def pass_through(self, part: PricedPart) -> list[PricedPassage]:
        """As many sweeps as go over a hole inside a small set begin in the set or enter it, at least."""
        passages = passages_of(part)
        for inside, over in passages:
            row = dict.fromkeys(inside, -1)
            for jump in part:
                if jump[2] in inside and (jump[0] not in inside or jump[1] == over):
                    row[self.jump[jump]] = 1 if jump[0] in inside else -1
            self.add(row, slack=1)
        return passages

    def open(self, region: Sequence[int]) -> int:
        """A sweep begins in a region, or pegs that are left may fill it; the scale of this row."""
        pegs = self.question.pegs
        if pegs is None or len(region) > pegs:
            self.add(dict.fromkeys(region, 1), slack=-1)
            return 1
        row = {hole: len(region) for hole in region} | {2 * self.holes + hole: 1 for hole in region}
        self.add(row, slack=-1)
        return len(region)

    @cached_property
    def model(self) -> HotModel:
        """The program in the solver."""
        from feasibility.solvers.highs import HotModel

        entries: list[list[tuple[int, int]]] = [[] for _ in range(self.width)]
        for number, row in enumerate(self.rows):
            for column, value in row.items():
                entries[column].append((number, value))
        model = HotModel(IntMatrix.from_columns(len(self.rows), entries))
        upper, costs = np.full(self.width, np.inf), np.zeros(self.width)
        upper[2 * self.holes : 3 * self.holes] = [
            self.question.free >> hole & 1 for hole in range(self.holes)
        ]
        costs[: self.holes] = 1
        model.set_bounds(np.zeros(self.width), upper)
        model.set_costs(costs)
        return model

    def solve(
        self, question: PositionQuestion, opened: Container[int], clock: Clock | None = None
    ) -> Solved | None:
        """The optimum and its prices for a start and a target, if these regions must be opened.

        None where the solver finds none in the time, of which it has a little at least.
        """
        from feasibility.solvers.highs import Status

        n, first = self.holes, self.first_region
        taken = [(question.start >> hole & 1) - (question.target >> hole & 1) for hole in range(n)]
        begun = [scale if number in opened else 0 for number, scale in enumerate(self.scales)]
        self.model.set_rhs([*taken, *self.rhs[n:first], *begun])
        left = None if clock is None else clock.remaining()
        answer = self.model.solve(None if left is None else max(LEAST_SECONDS, left))
        if answer.status is not Status.FEASIBLE or answer.objective is None:
            return None
        prices = self.model.duals()[0].tolist()
        of_regions = [scale * price for scale, price in zip(self.scales, prices[first:], strict=True)]
        of_passages = [-price for price in prices[self.first_passage :][: len(self.passages)]]
        return Solved(answer.objective, prices[: 2 * n] + of_regions + of_passages)


def passages_of(part: PricedPart) -> list[PricedPassage]:
    """Sets of two or three holes that jumps of a part join, each with the holes that they go over inside.

    Larger sets make the program larger and its optimum hardly better.
    """
    near: dict[int, set[int]] = {}
    for start, _, landing in part:
        near.setdefault(start, set()).add(landing)
        near.setdefault(landing, set()).add(start)
    sets = {frozenset((i, j)) for i, others in near.items() for j in others}
    sets |= {some | {k} for some in sets for i in some for k in near[i]}
    return [
        (tuple(sorted(some)), over)
        for some in sorted(sets, key=sorted)
        for over in sorted({over for start, over, landing in part if start in some and landing in some})
    ]
