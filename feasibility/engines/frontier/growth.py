"""How many positions a frontier search has still to expand, as its levels grew so far."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from feasibility.base.limits import STEPS_PER_SECOND

MANY = 10**18  # positions; no search comes so far
USUAL = 1 / STEPS_PER_SECOND  # seconds for a position, until so many were expanded that their time says it
TELLING = 20_000
LEAST = 3  # levels of a side, before its growth says anything


def ahead(sides: Sequence[Sequence[int]], levels: int) -> float:
    """Positions that so many more levels are made from, always those of the smaller side.

    `sides` has the sizes of the levels so far. Each level grows less than the one before, as the last did.
    """
    growth = [_growth(sizes) for sizes in sides]
    last, total = [float(sizes[-1]) for sizes in sides], 0.0
    for _ in range(levels):
        side = last.index(min(last))
        total += last[side]
        ratio, slowing = growth[side]
        growth[side] = ratio * slowing, slowing
        last[side] *= ratio * slowing
        if last[side] < 1 or total > MANY:
            break
    return total


def _growth(sizes: Sequence[int]) -> tuple[float, float]:
    """The last growth of a side, and how much that was of the one before."""
    before, last = (new / max(old, 1) for old, new in pairwise(sizes[-3:]))
    return last, min(0.95, max(0.75, last / max(before, 0.01)))


def seconds_each(expanded: int, seconds: float) -> float:
    """What a position takes."""
    return seconds / expanded if expanded > TELLING else USUAL
