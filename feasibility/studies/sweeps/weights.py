"""Lower bounds on sweeps by weights: what two positions differ by, and how much one sweep can take away.

Weights w and potentials p of the holes, and weights m of regions. A sweep from a to b over holes o takes
w[a] - w[b] + sum w[o] away; all sweeps together take w.start - w.target. Let c[o] be the greatest
w[o] - p[s] + p[t] of the jumps from s over o to t, and 0 at least. Then a sweep takes no more than
w[a] + p[a] - w[b] - p[b] + sum c[o], as it goes over a hole once. A sweep begins in every region that must be
opened, so m of the region may be added on both sides.

A sweep that goes over a hole inside a set of holes, which it does once, begins in the set or enters it. So a
weight of such a passage may be taken from the jumps over the hole inside the set, if it is added to all jumps
into the set and to a beginning in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import lcm

from feasibility.base.limits import Clock
from feasibility.engines.positions.question import PositionQuestion, least_weight, weigh
from feasibility.game.position import bits
from feasibility.proofs.kinds.sweeps import SweepWeights
from feasibility.studies.sweeps.prices import SweepProgram
from feasibility.studies.sweeps.regions import Regions

SweptTriples = list[tuple[int, ...]]


class Pricing:
    """Bounds for one start or target after the other, from one program; the rest of the question stays.

    The regions may be those of a question with another start or target.
    """

    def __init__(self, question: PositionQuestion, regions: Regions) -> None:
        self.parts, self.regions = parts_of(question), regions
        self.program = SweepProgram(question, self.parts, map(bits, regions.masks))

    def best(self, question: PositionQuestion, clock: Clock | None = None) -> SweepWeights | None:
        """The best bound that the rounded prices of the program give; None: no such bound is known."""
        from feasibility.solvers.rounding import integer_candidates
        from feasibility.solvers.trust import at_least

        solved = self.program.solve(question, opened(question, self.regions), clock)
        if solved is None:
            return None
        best, most = None, 0
        for prices in integer_candidates(solved.prices):
            bound = self.rounded(prices)
            sweeps = asks_for(bound, question, self.regions)
            if sweeps > most:
                best, most = bound, sweeps
            if most >= at_least(solved.optimum):
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
