"""Bounds that are learned from samples of levels: those that keep most positions out of them.

The best bound of the start is not that of a position far from it. So before whole levels are made for a sweep
more, they are tried out: of each level only a sample is kept, and the linear program is asked about some of
its positions, again and again. Of the bounds that it gives those are kept that leave out enough of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import Words, unpack
from feasibility.proofs.kinds.sweeps import SweepWeights
from feasibility.studies.sweeps.levels import SweepSide
from feasibility.studies.sweeps.weights import Pricing

SAMPLED = 20_000  # positions of a level that is tried out
LEAST = 4_000  # positions of a level, for which bounds are worth while
ASKED = 24  # positions of a sample, about which the program is asked at once
WORTH = 0.02  # of a sample, which must have been left out for the program to be asked again
LEAST_GAIN = 1  # of a thousand positions of a sample, which a bound must leave out beside the others
MOST = 512  # bounds; the last ones count
QUESTION_STEPS = 10_000  # of a question to the program, where work is limited


def better(
    question: PositionQuestion,
    sides: Sequence[SweepSide],
    most: int,
    known: Sequence[SweepWeights],
    watch: SideWatch,
) -> list[SweepWeights]:
    """The bounds for levels for so many sweeps; the sides hold samples of these then."""
    bounds, chance = [*known], np.random.default_rng(0)
    for side in sides:
        side.begin(most, bounds)
    shares = {side.place: 1.0 for side in sides}
    while (nearest := next_side(sides, shares)) is not None:
        level = nearest.next_level(watch)
        sample = spaced(level, SAMPLED)
        shares[nearest.place] *= len(sample) / max(1, len(level))
        nearest.add(learn(question, nearest, sample, bounds, chance, watch))
    return bounds[-MOST:]


def next_side(sides: Sequence[SweepSide], shares: Mapping[str, float] | None = None) -> SweepSide | None:
    """The side whose whole next level will be smaller; None where the levels reach from end to end.

    `shares`: how much of its last level a side holds, where that is a sample.
    """
    if sum(side.depth for side in sides) == sides[0].most or not all(len(side.last) for side in sides):
        return None
    return min(sides, key=lambda side: side.predicted / (shares[side.place] if shares is not None else 1))


def learn(
    question: PositionQuestion,
    side: SweepSide,
    sample: Words,
    bounds: list[SweepWeights],
    chance: np.random.Generator,
    watch: SideWatch,
) -> Words:
    """What is left of a sample of the next level by more bounds, which join those that are known."""
    gained = True
    while gained and len(sample) >= LEAST:
        before = len(sample)
        some = sample[chance.choice(before, ASKED, replace=False)]
        new = [*dict.fromkeys(asked_in(question, side, some, watch))]
        if not new:
            break  # the program is at its limits
        left_out = ~side.bounded(new).suffice(sample, side.most - side.depth - 1)
        for number in np.argsort(-left_out.sum(axis=0)).tolist():
            gone = left_out[:, number]
            if 1000 * gone.sum() >= LEAST_GAIN * before:
                bounds.append(new[number])
                left_out, sample = left_out[~gone], sample[~gone]
        gained = len(sample) < (1 - WORTH) * before
    side.bounds = side.bounded(bounds[-MOST:])
    return sample


def asked_in(
    question: PositionQuestion, side: SweepSide, positions: Words, watch: SideWatch
) -> Iterator[SweepWeights]:
    """The best bound of each position of a side."""
    alone = replace(question, symmetries=())
    if side.back:
        alone = replace(alone, free=0, pegs=None)
    pricing = Pricing(alone, side.regions)
    for mask in unpack(positions):
        watch.clock.spend(QUESTION_STEPS)
        watch.look()
        one = replace(alone, target=mask ^ question.full) if side.back else replace(alone, start=mask)
        bound = pricing.best(one, watch.clock)
        if bound is not None:
            yield bound


def spaced(level: Words, number: int) -> Words:
    """So many positions of a level, evenly spaced."""
    places = np.unique(np.linspace(0, len(level) - 1, min(number, len(level))).astype(np.int64))
    some: Words = level[places]
    return some
