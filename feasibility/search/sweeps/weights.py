"""A lower bound on sweeps by weights: what start and target differ by, and how much one sweep can take away.

Weights w and potentials p of the holes, and weights m of regions. A sweep from a to b over holes o takes
w[a] - w[b] + sum w[o] away; all sweeps together take w.start - w.target. Let c[o] be the greatest
w[o] - p[s] + p[t] of the jumps from s over o to t, and 0 at least. Then a sweep takes no more than
w[a] + p[a] - w[b] - p[b] + sum c[o], as it goes over a hole once. A sweep begins in every region that must be
opened, so m of the region may be added on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, lcm

from feasibility.proofs.claims import SweepWeights
from feasibility.search.positions.question import Question, least_weight, weigh
from feasibility.search.sweeps.prices import NOISE, Rows
from feasibility.search.sweeps.regions import MOST_REGIONS, holes_of, regions

Jumps = list[tuple[int, ...]]
Weighed = list[tuple[int, list[int]]]  # regions with their weights


def by_weights(asked: Question) -> SweepWeights | None:
    """The best bound that the rounded prices of the linear program give; None: no such bound is known."""
    from feasibility.solvers.rounding import integer_candidates

    parts, opened = parts_of(asked), to_open(asked)
    solved = Rows(asked, parts, opened).solve()
    if solved is None:
        return None
    best: SweepWeights | None = None
    for numbers in integer_candidates(solved.prices):
        bound = rounded(asked, parts, opened, numbers)
        if bound is not None and (best is None or bound.at_least > best.at_least):
            best = bound
        if best is not None and best.at_least >= ceil(solved.optimum - NOISE):
            break
    return best


def parts_of(asked: Question) -> list[Jumps]:
    """The jumps in parts such that all jumps of a sweep are in one."""
    part = list(range(asked.holes))
    for move in asked.moves:
        start, _, landing = (part[hole] for hole in move.name)
        part = [start if one == landing else one for one in part]
    found: dict[int, Jumps] = {}
    for move in asked.moves:
        found.setdefault(part[move.name[0]], []).append(move.name)
    return list(found.values())


def to_open(asked: Question) -> list[list[int]]:
    """The regions that are full at the start and need not be full at the target."""
    stays = asked.target | asked.free if asked.pegs is None else 0
    known = regions(asked.holes, (move.name for move in asked.moves))
    return [list(holes_of(region)) for region in known if region & ~stays and not region & ~asked.start]


def rounded(
    asked: Question, parts: Iterable[Jumps], opened: Sequence[list[int]], numbers: Sequence[int]
) -> SweepWeights | None:
    """The bound by weights and potentials of the holes and weights of the regions; None: less than 1."""
    weights, potentials = tuple(numbers[: asked.holes]), tuple(numbers[asked.holes : 2 * asked.holes])
    heaviest = sorted(zip(numbers[2 * asked.holes :], opened, strict=True), reverse=True)[:MOST_REGIONS]
    weighed = [(weight, region) for weight, region in heaviest if weight > 0]
    per_sweep = max((taken_by_sweep(part, weights, potentials, weighed) for part in parts), default=0)
    taken = taken_by_plays(asked, weights, weighed)
    if per_sweep < 1 or taken <= 0:
        return None
    return SweepWeights(
        ceil(taken / per_sweep),
        weights,
        potentials,
        tuple(tuple(region) for _, region in weighed),
        tuple(weight for weight, _ in weighed),
        per_sweep,
    )


def taken_by_sweep(part: Jumps, weights: Sequence[int], potentials: Sequence[int], weighed: Weighed) -> int:
    """The most that a sweep of these jumps takes away, with the regions that it begins in."""
    ends = [w + p for w, p in zip(weights, potentials, strict=True)]
    begins = list(ends)
    for weight, region in weighed:
        for hole in region:
            begins[hole] += weight
    costs: dict[int, int] = {}
    for start, over, landing in part:
        cost = weights[over] - potentials[start] + potentials[landing]
        costs[over] = max(costs.get(over, 0), cost)
    return max(begins[jump[0]] for jump in part) - min(ends[jump[2]] for jump in part) + sum(costs.values())


def taken_by_plays(asked: Question, weights: Sequence[int], weighed: Weighed) -> Fraction:
    """What the sweeps of every play take away at least, with the regions that are opened.

    A region that N pegs can fill is full at most as often as one of its holes, on the average over them.
    """
    filled = [] if asked.pegs is None else [entry for entry in weighed if len(entry[1]) <= asked.pegs]
    times = lcm(*(len(region) for _, region in filled))
    kept = [-times * weight for weight in weights]
    for weight, region in filled:
        for hole in region:
            kept[hole] -= times // len(region) * weight
    begun = sum(weight for weight, _ in weighed)
    return begun + weigh(weights, asked.start) + Fraction(least_weight(asked, kept), times)
