"""Some play with few sweeps, by narrow levels: they prove nothing, but whole ones may be too many.

Levels go from the start, and of each only so many positions are kept: those from which the fewest sweeps seem
to be left. That is asked of the regions and of bounds by weights, and every peg counts for a little more. How
much it should count for is not known, so several guesses have a share each. Bounds are learned from the
positions that seem best, since those of the start say little about positions far from it, and flatter most
those that they misjudge. The levels end where they meet whole ones from the target, or match it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.successors import matches
from feasibility.engines.positions.ways import ways
from feasibility.engines.positions.words import BLOCK, Words, contains, popcount, unpack
from feasibility.proofs.kinds.sweeps import SweepWeights
from feasibility.studies.sweeps.learned import asked_in, spaced
from feasibility.studies.sweeps.levels import LevelStop, SweepSide, SweptJumps

LEAST = 4_000  # positions of a level
WIDEST = 300_000
SHARE = 1_000  # positions of whole levels, for one of a narrow one
LOOKED_AT = 4  # times the width: so many of the next positions are looked at closely
ROUNDS = 3  # of learning from a level
LEARNED = 6  # positions in a round, about which the program is asked
PER_PEG = (0.1, 0.3, 0.6)  # sweeps: guesses with a share each
SHADES = 1_000_000  # of a sweep: what differs by less than one is as good
KNOWN = 24  # bounds, the last of all: each costs a table and a pass over all positions
QUICK = 4  # bounds, the last of these, by which positions are first left out


class NarrowTrial(NamedTuple):
    """How many positions of a level are kept, and whether bounds are learned from each level."""

    width: int
    learns: bool


def trial_for(positions: int) -> NarrowTrial:
    """What is worth while where whole levels have so many positions."""
    return NarrowTrial(max(LEAST, min(WIDEST, positions // SHARE)), learns=True)


def probe() -> NarrowTrial:
    """What costs little."""
    return NarrowTrial(LEAST, learns=False)


def narrow(side: SweepSide, behind: Words | None, made: int, trial: NarrowTrial, watch: SideWatch) -> Words:
    """Where narrow levels of a side that begins match the target or meet those behind, so many levels."""
    known, chance = side.bounds.bounds, np.random.default_rng(side.most)
    common = met(side, side.last, behind)
    while not len(common) and len(side.last) and side.depth < side.most:
        level = side.next_level(watch)
        common = met(side, level, behind if side.depth + 1 + made <= side.most else None)
        if not len(common) and len(level) > trial.width:
            level, known = best(side, level, known, trial, chance, watch)
        side.add(level)
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
    trial: NarrowTrial,
    chance: np.random.Generator,
    watch: SideWatch,
) -> tuple[Words, tuple[SweepWeights, ...]]:
    """At most so many positions of the next level, with bounds that are learned from them."""
    width, left = trial.width, side.most - side.depth - 1
    if not trial.learns:
        return fewest(level, sweeps_left(side, level), width, chance), known
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
    question = [side.bounds.asked_for(block) + side.regions.counted_in(block, False) for block in blocks]
    sweeps: npt.NDArray[np.float64] = np.concatenate([np.zeros(0), *question])
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
        question = (sweeps + per_peg * pegs + drawn)[rest]
        kept[rest[np.argpartition(question, room)[:room]]] = True
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
