"""Bounds that are learned from levels: those that would have kept most positions out of them.

The best bound of the start is not that of a position far from it. So when levels have been made and do not
meet, the linear program is asked about some of their positions, and of all bounds known then, those are taken
that leave out most of a sample. The next levels, for a sweep more, are made with these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from feasibility.proofs.claims import SweepWeights
from feasibility.search.frontier.search import Watch
from feasibility.search.positions.question import Question
from feasibility.search.positions.words import Words, unpack
from feasibility.search.sweeps.levels import Side
from feasibility.search.sweeps.weights import by_weights

ENOUGH = 20_000  # positions of all levels: with fewer it is quicker to make the next ones at once
LEVELS = 3  # of each side, the last ones
ASKED = 8  # positions of a level, about which the program is asked
SAMPLED = 1_000  # positions of a level, on which bounds are compared
MOST = 16  # bounds
LEAST_GAIN = 4  # of a thousand positions of the sample, which a bound must leave out beside the others


def better(
    asked: Question, sides: Sequence[Side], known: Sequence[SweepWeights], watch: Watch
) -> list[SweepWeights]:
    """The bounds for the next levels."""
    if sum(len(level) for side in sides for level in side.levels) < ENOUGH:
        return [*known]
    bounds = list(dict.fromkeys([*known, *asked_about(asked, sides, watch)]))
    left_out = np.concatenate([
        ~side.bounded(bounds).suffice(spaced(level, SAMPLED), most)
        for side in sides
        for level, most in last_levels(side)
    ])  # fmt: skip
    chosen: list[SweepWeights] = []
    least = LEAST_GAIN * len(left_out) / 1000
    while len(chosen) < MOST:
        gains = left_out.sum(axis=0)
        best = int(np.argmax(gains))
        if gains[best] <= least:
            break
        chosen.append(bounds[best])
        left_out = left_out[~left_out[:, best]]
    return chosen or [*known]


def last_levels(side: Side) -> Iterator[tuple[Words, int]]:
    """The last levels with any position, each with the sweeps that are left from there."""
    made = [(level, side.most - sweeps) for sweeps, level in enumerate(side.levels) if len(level)]
    yield from made[-LEVELS:]


def asked_about(asked: Question, sides: Sequence[Side], watch: Watch) -> Iterator[SweepWeights]:
    """The best bounds of some positions."""
    for side in sides:
        for level, _ in last_levels(side):
            yield from asked_in(asked, side, spaced(level, ASKED), watch)


def asked_in(asked: Question, side: Side, positions: Words, watch: Watch) -> Iterator[SweepWeights]:
    """The best bound of each position of a side."""
    for mask in unpack(positions):
        watch.look()
        end = {"target": mask ^ asked.full, "free": 0, "pegs": None} if side.back else {"start": mask}
        bound = by_weights(replace(asked, symmetries=(), **end), side.regions, clock=watch.clock)
        if bound is not None:
            yield bound


def spaced(level: Words, number: int) -> Words:
    """So many positions of a level, evenly spaced."""
    places = np.unique(np.linspace(0, len(level) - 1, min(number, len(level))).astype(np.int64))
    some: Words = level[places]
    return some
