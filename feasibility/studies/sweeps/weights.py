"""Lower bounds on sweeps by weights: what two positions differ by, and how much one sweep can take away.

Weights w and potentials p of the holes, and weights m of regions. A sweep from a to b over holes o takes
w[a] - w[b] + sum w[o] away; all sweeps together take w.start - w.target. Let c[o] be the greatest
w[o] - p[s] + p[t] of the jumps from s over o to t, and 0 at least. Then a sweep takes no more than
w[a] + p[a] - w[b] - p[b] + sum c[o], as it goes over a hole once. A sweep begins in every region that must be
opened, so m of the region may be added on both sides.

A sweep that goes over a hole inside a set of holes, which it does once, begins in the set or enters it. So a
weight of such a passage may be taken from the jumps over the hole inside the set, if it is added to all jumps
into the set and to a beginning in it.

The weights are the prices of a linear program over sweeps: floats, which only propose. Sweeps begin in holes,
jump and end in holes, as seldom as the program can. What they take from each hole is given; the peg that
moves is kept from jump to jump; sweeps of one part go over a hole once each; one that goes over a hole inside
a small set of holes begins in the set or enters it; and one begins in every region that must be opened.
Sweeps may still come apart into cycles, so the optimum is a bound.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock, Limits, look_of
from feasibility.base.report import Look
from feasibility.engines.positions.question import PositionQuestion, least_weight, weigh
from feasibility.exact.box import IntMatrix
from feasibility.game.position import bits
from feasibility.proofs.kinds.sweeps import SweepWeights
from feasibility.studies.sweeps.regions import Regions

if TYPE_CHECKING:
    from feasibility.solvers.highs import HotModel

LEAST_SECONDS = 0.2  # to make a program, and to solve it: some bound is worth a little more than was allowed

SweptTriples = list[tuple[int, ...]]
SweptPassage = tuple[tuple[int, ...], int]  # a set of holes, and one that jumps inside the set go over


class Pricing:
    """Bounds for one start or target after the other, from one program; the rest of the question stays.

    The regions may be those of a question with another start or target.
    """

    def __init__(self, question: PositionQuestion, regions: Regions, clock: Clock | None = None) -> None:
        self.parts, self.regions = parts_of(question), regions
        left = None if clock is None else clock.timeout()  # beside a limit of work no clock decides
        least = None if left is None else Limits(seconds=max(LEAST_SECONDS, left)).start()
        self.program = SweepProgram(question, self.parts, map(bits, regions.masks), look_of(least))

    def best(self, question: PositionQuestion, clock: Clock | None = None) -> SweepWeights | None:
        """The best bound that the rounded prices of the program give; None: no such bound is known."""
        from feasibility.solvers.rounding import integer_candidates
        from feasibility.solvers.trust import at_least

        solved = self.program.solve(question, opened(question, self.regions), clock)
        if solved is None:
            return None
        best, most, (optimum, real_prices) = None, 0, solved
        for prices in integer_candidates(real_prices):
            bound = self.rounded(prices)
            sweeps = asks_for(bound, question, self.regions)
            if sweeps > most:
                best, most = bound, sweeps
            if most >= at_least(optimum):
                break
        return best

    def rounded(self, prices: Sequence[int]) -> SweepWeights:
        """Whole weights and potentials, with the most that a sweep takes away."""
        n, of_regions = self.program.holes, 2 * self.program.holes + len(self.program.scales)
        passages = zip(self.program.passages, prices[of_regions:], strict=True)
        bound = SweepWeights(
            weights=tuple(prices[:n]),
            potentials=tuple(prices[n : 2 * n]),
            region_weights=tuple(max(0, price) for price in prices[2 * n : of_regions]),
            per_sweep=0,
            passages=tuple((inside, over, weight) for (inside, over), weight in passages if weight > 0),
        )
        taken = (taken_by_sweep(part, bound, self.regions) for part in self.parts)
        return replace(bound, per_sweep=max(0, *taken))


def taken_by_sweep(part: SweptTriples, bound: SweepWeights, regions: Regions) -> int:
    """The most that a sweep of these jumps takes away, with the regions that it begins in."""
    ends = [w + p for w, p in zip(bound.weights, bound.potentials, strict=True)]
    begins = list(ends)
    for region, weight in zip(regions.masks, bound.region_weights, strict=True):
        for hole in bits(region) if weight else ():
            begins[hole] += weight
    passed = dict.fromkeys(part, 0)
    for inside, over, weight in bound.passages:
        for hole in inside:
            begins[hole] += weight
        for jump in part:
            if jump[2] in inside:
                passed[jump] += weight * ((jump[0] not in inside) - (jump[0] in inside and jump[1] == over))
    costs: dict[int, int] = {}
    for jump in part:
        start, over, landing = jump
        cost = bound.weights[over] - bound.potentials[start] + bound.potentials[landing] + passed[jump]
        costs[over] = max(costs.get(over, 0), cost)
    return max(begins[jump[0]] for jump in part) - min(ends[jump[2]] for jump in part) + sum(costs.values())


def parts_of(question: PositionQuestion) -> list[SweptTriples]:
    """The jumps in parts such that all jumps of a sweep are in one."""
    part = list(range(question.holes))
    for move in question.moves:
        start, _, landing = (part[hole] for hole in move.name)
        part = [start if one == landing else one for one in part]
    by_part: dict[int, SweptTriples] = {}
    for move in question.moves:
        by_part.setdefault(part[move.name[0]], []).append(move.name)
    return list(by_part.values())


def opened(question: PositionQuestion, regions: Regions) -> list[int]:
    """The numbers of the regions that are full at the start and need not be full at the target."""
    stays = question.target | question.free if question.pegs is None else 0
    return [i for i, region in enumerate(regions.masks) if region & ~stays and not region & ~question.start]


def asks_for(bound: SweepWeights, question: PositionQuestion, regions: Regions) -> int:
    """The sweeps of every play from the start to the target, at least."""
    begun = sum(bound.region_weights[i] for i in opened(question, regions))
    taken = weigh(bound.weights, question.start) + begun - kept(bound, question, regions)
    return -(-taken // bound.per_sweep) if bound.per_sweep else 0


def kept(bound: SweepWeights, question: PositionQuestion, regions: Regions) -> int:
    """What a target weighs at most, rounded down; where N pegs are left, with the regions that they may fill.

    A region is full at most as often as one of its holes, on the average over them.
    """
    sizes = [region.bit_count() for region in regions.masks]
    fillable = [(i, m) for i, m in enumerate(bound.region_weights) if m and sizes[i] <= (question.pegs or 0)]
    times = lcm(*(sizes[i] for i, _ in fillable))
    weights = [-times * weight for weight in bound.weights]
    for i, weight in fillable:
        for hole in bits(regions.masks[i]):
            weights[hole] -= times // sizes[i] * weight
    return -least_weight(question, weights) // times


class SweepProgram:
    """The program for one board and its regions, row by row; only start and target change between solves.

    The columns are, for every hole, the sweeps that begin there, those that end there and the peg that may
    be left there; then the jumps; then what makes a row with `at least` or `at most` exact. A region that
    need not be opened has a row that asks for nothing. Each solve goes on from the one before. StoppedError
    where the clock that `look` looks at is over before all rows are there.
    """

    def __init__(
        self,
        question: PositionQuestion,
        parts: Sequence[SweptTriples],
        regions: Iterable[Sequence[int]],
        look: Look,
    ) -> None:
        self.question, self.holes, self.look = question, question.holes, look
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
        self.look()
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

    def over_once(self, part: SweptTriples) -> None:
        """The sweeps of a part go over each hole as often as there are sweeps, at most."""
        begun = dict.fromkeys({start for start, _, _ in part}, -1)
        for over in sorted({over for _, over, _ in part}):
            jumps = {self.jump[jump]: 1 for jump in part if jump[1] == over}
            self.add({**begun, **jumps}, slack=1)

    def pass_through(self, part: SweptTriples) -> list[SweptPassage]:
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
    ) -> tuple[float, list[float]] | None:
        """The optimum for a start and a target, if these regions must be opened, and the prices.

        These are of holes (weights, then potentials), of regions and of passages. None where the solver finds
        none in the time, of which it has a little at least.
        """
        from feasibility.solvers.highs import Status

        n, first = self.holes, self.first_region
        taken = [(question.start >> hole & 1) - (question.target >> hole & 1) for hole in range(n)]
        begun = [scale if number in opened else 0 for number, scale in enumerate(self.scales)]
        self.model.set_rhs([*taken, *self.rhs[n:first], *begun])
        left = None if clock is None else clock.timeout()
        answer = self.model.solve(None if left is None else max(LEAST_SECONDS, left))
        if answer.status is not Status.FEASIBLE or answer.objective is None:
            return None
        prices = self.model.duals()[0].tolist()
        of_regions = [scale * price for scale, price in zip(self.scales, prices[first:], strict=True)]
        of_passages = [-price for price in prices[self.first_passage :][: len(self.passages)]]
        return answer.objective, prices[: 2 * n] + of_regions + of_passages


def passages_of(part: SweptTriples) -> list[SweptPassage]:
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
