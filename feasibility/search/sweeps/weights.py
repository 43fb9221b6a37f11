"""Lower bounds on sweeps by weights: what two positions differ by, and how much one sweep can take away.

Weights w and potentials p of the holes, and weights m of regions. A sweep from a to b over holes o takes
w[a] - w[b] + sum w[o] away; all sweeps together take w.start - w.target. Let c[o] be the greatest
w[o] - p[s] + p[t] of the jumps from s over o to t, and 0 at least. Then a sweep takes no more than
w[a] + p[a] - w[b] - p[b] + sum c[o], as it goes over a hole once. A sweep begins in every region that must be
opened, so m of the region may be added on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import lcm

from feasibility.base.limits import Clock
from feasibility.proofs.claims import SweepWeights
from feasibility.search.positions.question import Question, least_weight, weigh
from feasibility.search.sweeps.prices import Rows
from feasibility.search.sweeps.regions import Regions, holes_of

Jumps = list[tuple[int, ...]]


def by_weights(
    asked: Question, regions: Regions, *, holes_only: bool = False, clock: Clock | None = None
) -> SweepWeights | None:
    """The best bound that the rounded prices of the linear program give; None: no such bound is known.

    The regions may be those of a question with another start or target, and may be left out.
    """
    from feasibility.solvers.rounding import integer_candidates
    from feasibility.solvers.trust import at_least

    parts, numbers = parts_of(asked), [] if holes_only else opened(asked, regions)
    solved = Rows(asked, parts, [list(holes_of(regions.masks[i])) for i in numbers]).solve(clock)
    if solved is None:
        return None
    best, most = None, 0
    for prices in integer_candidates(solved.prices):
        bound = rounded(asked.holes, parts, regions, numbers, prices)
        sweeps = asks_for(bound, asked, regions)
        if sweeps > most:
            best, most = bound, sweeps
        if most >= at_least(solved.optimum):
            break
    return best


def parts_of(asked: Question) -> list[Jumps]:
    """The jumps in parts such that all jumps of a sweep are in one."""
    part = list(range(asked.holes))
    for move in asked.moves:
        start, _, landing = (part[hole] for hole in move.name)
        part = [start if one == landing else one for one in part]
    by_part: dict[int, Jumps] = {}
    for move in asked.moves:
        by_part.setdefault(part[move.name[0]], []).append(move.name)
    return list(by_part.values())


def opened(asked: Question, regions: Regions) -> list[int]:
    """The numbers of the regions that are full at the start and need not be full at the target."""
    stays = asked.target | asked.free if asked.pegs is None else 0
    return [i for i, region in enumerate(regions.masks) if region & ~stays and not region & ~asked.start]


def rounded(
    holes: int, parts: Iterable[Jumps], regions: Regions, numbers: Sequence[int], prices: Sequence[int]
) -> SweepWeights:
    """Whole weights, potentials and weights of these regions, with the most that a sweep takes away."""
    weights, potentials = tuple(prices[:holes]), tuple(prices[holes : 2 * holes])
    each = [0] * len(regions.masks)
    for number, price in zip(numbers, prices[2 * holes :], strict=True):
        each[number] = max(0, price)
    taken = (taken_by_sweep(part, weights, potentials, regions, each) for part in parts)
    return SweepWeights(weights, potentials, tuple(each), max(0, *taken))


def taken_by_sweep(
    part: Jumps, weights: Sequence[int], potentials: Sequence[int], regions: Regions, each: Sequence[int]
) -> int:
    """The most that a sweep of these jumps takes away, with the regions that it begins in."""
    ends = [w + p for w, p in zip(weights, potentials, strict=True)]
    begins = list(ends)
    for region, weight in zip(regions.masks, each, strict=True):
        for hole in holes_of(region) if weight else ():
            begins[hole] += weight
    costs: dict[int, int] = {}
    for start, over, landing in part:
        cost = weights[over] - potentials[start] + potentials[landing]
        costs[over] = max(costs.get(over, 0), cost)
    return max(begins[jump[0]] for jump in part) - min(ends[jump[2]] for jump in part) + sum(costs.values())


def asks_for(bound: SweepWeights, asked: Question, regions: Regions) -> int:
    """The sweeps of every play from the start to the target, at least."""
    begun = sum(bound.region_weights[i] for i in opened(asked, regions))
    taken = weigh(bound.weights, asked.start) + begun - kept(bound, asked, regions)
    return -(-taken // bound.per_sweep) if bound.per_sweep else 0


def kept(bound: SweepWeights, asked: Question, regions: Regions) -> int:
    """What a target weighs at most, rounded down; where N pegs are left, with the regions that they may fill.

    A region is full at most as often as one of its holes, on the average over them.
    """
    sizes = [region.bit_count() for region in regions.masks]
    fillable = [(i, m) for i, m in enumerate(bound.region_weights) if m and sizes[i] <= (asked.pegs or 0)]
    times = lcm(*(sizes[i] for i, _ in fillable))
    weights = [-times * weight for weight in bound.weights]
    for i, weight in fillable:
        for hole in holes_of(regions.masks[i]):
            weights[hole] -= times // sizes[i] * weight
    return -least_weight(asked, weights) // times
