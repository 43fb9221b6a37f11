"""Parts of levels: bounds are learned from samples, and some play with few sweeps is found by narrow levels.

The best bound of the start is not that of a position far from it. So before whole levels are made for a sweep
more, they are tried out: of each level only a sample is kept, and the linear program is asked about some of
its positions, again and again. Of the bounds that it gives those are kept that leave out enough of it.

Narrow levels prove nothing, but whole ones may be too many. They go from the start, and of each only so many
positions are kept: those from which the fewest sweeps seem to be left. That is asked of the regions and of
bounds by weights, and every peg counts for a little more. How much it should count for is not known, so
several guesses have a share each. Bounds are learned from the positions that seem best, since those of the
start flatter most those that they misjudge. The levels end where they meet whole ones from the target, or
match it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.successors import matches
from feasibility.engines.positions.ways import ways
from feasibility.engines.positions.words import BLOCK, Words, contains, popcount, unpack
from feasibility.proofs.kinds.sweeps import SweepWeights
from feasibility.studies.sweeps.levels import LevelStop, SweepSide, SweptJumps
from feasibility.studies.sweeps.weights import Pricing

SAMPLED = 20_000  # positions of a level that is tried out
WORTHWHILE = 4_000  # positions of a level, for which bounds are worth while
ASKED = 24  # positions of a sample, about which the program is asked at once
WORTH = 0.02  # of a sample, which must have been left out for the program to be asked again
LEAST_GAIN = 1  # of a thousand positions of a sample, which a bound must leave out beside the others
MOST_BOUNDS = 512  # the last ones count
QUESTION_STEPS = 10_000  # of a question to the program, where work is limited

LEAST = 4_000  # positions of a narrow level
WIDEST = 300_000
SHARE = 1_000  # positions of whole levels, for one of a narrow one
LOOKED_AT = 4  # times the width: so many of the next positions are looked at closely
ROUNDS = 3  # of learning from a level
LEARNED = 6  # positions in a round, about which the program is asked
PER_PEG = (0.1, 0.3, 0.6)  # sweeps: guesses with a share each
SHADES = 1_000_000  # of a sweep: what differs by less than one is as good
KNOWN = 24  # bounds, the last of all: each costs a table and a pass over all positions
QUICK = 4  # bounds, the last of these, by which positions are first left out


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
        nearest.levels.append(learn(question, nearest, sample, bounds, chance, watch))
    return bounds[-MOST_BOUNDS:]


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
    while gained and len(sample) >= WORTHWHILE:
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
    side.bounds = side.bounded(bounds[-MOST_BOUNDS:])
    return sample


def asked_in(
    question: PositionQuestion, side: SweepSide, positions: Words, watch: SideWatch
) -> Iterator[SweepWeights]:
    """The best bound of each position of a side."""
    alone = replace(question, symmetries=())
    if side.back:
        alone = replace(alone, free=0, pegs=None)
    pricing = Pricing(alone, side.regions, watch.clock)
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


def width_for(positions: int) -> int:
    """How many positions of a level are worth keeping where whole levels have so many."""
    return max(LEAST, min(WIDEST, positions // SHARE))


def narrow(side: SweepSide, behind: Words | None, made: int, width: int, watch: SideWatch) -> Words:
    """Where narrow levels of a side that begins match the target or meet those behind, so many levels."""
    known, chance = side.bounds.bounds, np.random.default_rng(side.most)
    common = met(side, side.last, behind)
    while not len(common) and len(side.last) and side.depth < side.most:
        level = side.next_level(watch)
        common = met(side, level, behind if side.depth + 1 + made <= side.most else None)
        if not len(common) and len(level) > width:
            level, known = best(side, level, known, width, chance, watch)
        side.levels.append(level)
    return common


def met(side: SweepSide, level: Words, behind: Words | None) -> Words:
    """The positions of a level from which the rest is known.

    Bounds may have left targets out of the levels behind, so positions are asked if they match, too.
    """
    known = matches(side.question, level)
    return level[known if behind is None else known | contains(behind, level)]


def best(
    side: SweepSide,
    level: Words,
    known: tuple[SweepWeights, ...],
    width: int,
    chance: np.random.Generator,
    watch: SideWatch,
) -> tuple[Words, tuple[SweepWeights, ...]]:
    """At most so many positions of the next level, with bounds that are learned from them."""
    left = side.most - side.depth - 1
    level = fewest(level, sweeps_left(side, level), LOOKED_AT * width, chance)
    for _ in range(ROUNDS):
        seem_best = fewest(level, sweeps_left(side, level), width, chance)
        learned = asked_in(side.question, side, spaced(seem_best, LEARNED), watch)
        known = tuple(dict.fromkeys([*known, *learned]))[-KNOWN:]
        side.bounds = side.bounded(known)
        level = side.bounds.within(level, left)
    kept = fewest(level, sweeps_left(side, level), width, chance)
    side.bounds = side.bounded(known[-QUICK:])
    return kept, known


def sweeps_left(side: SweepSide, level: Words) -> npt.NDArray[np.float64]:
    """What the bounds and the regions ask for, added up."""
    blocks = [level[low : low + BLOCK] for low in range(0, len(level), BLOCK)]
    asked_for = [side.bounds.asked_for(block) + side.regions.counted_in(block, False) for block in blocks]
    sweeps: npt.NDArray[np.float64] = np.concatenate([np.zeros(0), *asked_for])
    return sweeps


def fewest(level: Words, sweeps: npt.NDArray[np.float64], width: int, chance: np.random.Generator) -> Words:
    """At most so many positions, for each price of a peg those that seem to need the fewest sweeps.

    Chance decides between equals, which would be much alike in the order of the level.
    """
    if len(level) <= width:
        return level
    pegs, drawn = popcount(level), chance.random(len(level)) / SHADES
    kept = np.zeros(len(level), dtype=np.bool_)
    for number, per_peg in enumerate(PER_PEG):
        rest = np.flatnonzero(~kept)
        room = width * (number + 1) // len(PER_PEG) - (len(level) - len(rest))
        prices = (sweeps + per_peg * pegs + drawn)[rest]
        kept[rest[np.argpartition(prices, room)[:room]]] = True
    some: Words = level[kept]
    return some


def way_to(side: SweepSide, end: Words, watch: SideWatch) -> tuple[list[tuple[int, ...]], int]:
    """The jumps of a way to one of the orbit of an end that the last level leads to, and that position."""
    stops = [end]
    for level in reversed(side.levels[: side.level_of(unpack(end)[0])]):
        stops.append(one_before(side, level, stops[-1], watch))
    jumps: list[tuple[int, ...]] = []
    mask = side.question.start
    for stop in unpack(np.concatenate(stops[-2::-1])) if len(stops) > 1 else ():
        sweep, mask = a_sweep(side, mask, stop, watch)
        jumps += sweep
    return jumps, mask


def one_before(side: SweepSide, level: Words, after: Words, watch: SideWatch) -> Words:
    """A position of a level from which one sweep leads to the orbit of another."""
    anything = len(side.regions.masks)
    while len(level) > 1:
        half = level[: min(BLOCK, len(level) // 2)]
        leads = contains(side.swept(half, anything, watch), after)[0]
        level = half if leads else level[len(half) :]
    return level


def a_sweep(side: SweepSide, mask: int, orbit: int, watch: SideWatch) -> tuple[SweptJumps, int]:
    """A sweep from a position of the side from the start to one of an orbit, and that one."""

    def jumps_from(stop: LevelStop) -> Iterator[tuple[tuple[int, ...], LevelStop]]:
        before, at = stop
        for move in side.question.moves:
            if at in (None, move.name[0]) and before & move.care == move.want:
                yield move.name, (before ^ move.care, move.name[2])

    first: LevelStop = (mask, None)
    found = ways(first, jumps_from, lambda stop: side.symmetries.least(stop[0]) == orbit, watch.look)
    jumps, (after, _) = next(found)
    return jumps, after
