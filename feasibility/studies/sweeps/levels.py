"""Levels by number of sweeps: what so many sweeps reach from an end and no fewer.

A sweep is followed hole by hole from the positions of a level: first every jump, then every further jump of
the peg that has moved. Any cut of a play into runs of one peg has at least as many runs as the play has
sweeps, so where a run ends does not matter, and a position needs no memory of the peg that moved last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from time import monotonic

import numpy as np

from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import PositionQuestion, targets, weigh
from feasibility.engines.positions.ways import ways
from feasibility.engines.positions.words import (
    BLOCK,
    Flags,
    Symmetries,
    Words,
    contains,
    pack,
    unique,
    unique_of_own,
)
from feasibility.proofs.kinds.sweeps import SweepWeights
from feasibility.studies.sweeps.bounds import Bounds
from feasibility.studies.sweeps.expand import ends_of, sweeper
from feasibility.studies.sweeps.regions import Regions

SweptJumps = tuple[tuple[int, ...], ...]
# A position, and the hole of the peg that moves; None: it does not move yet.
LevelStop = tuple[int, int | None]
LEAST_GROWTH = 2.0  # of a level from the one before, as a guess
FIRST_BACK = 10_000.0  # the same for the first level back from the target
RUN = 1 << 22  # positions that are made distinct at once
MOST_TARGETS = 1 << 16  # positions that match a pattern, as level 0 from behind


class SweepSide:
    """One direction: its question, its levels so far, and how to make the next one.

    Backward it works on complements, where a jump backward is the same jump forward; only the moving peg is
    seen at its landing first and at its start then.
    """

    def __init__(
        self, question: PositionQuestion, ends: Words, regions: Regions, symmetries: Symmetries, back: bool
    ):
        self.question, self.back, self.regions, self.symmetries = question, back, regions, symmetries
        self.name, self.place = ("sweeps back,", "back") if back else ("sweeps,", "ahead")
        self.pruner = Pruner(question)
        self.full = pack([question.full], question.holes)
        self.swept = sweeper(question, symmetries, self.pruner, regions, back)
        self.ends = unique(symmetries.canonical(self.pruner.keep(ends)))
        self.met = 0  # positions that were looked at for the last level, most of which bounds may leave out
        self.begin(0, [])

    def begin(self, most: int, bounds: Sequence[SweepWeights]) -> None:
        """Only level 0, for plays of at most so many sweeps, without what the bounds leave out."""
        self.most, self.bounds = most, self.bounded(bounds)
        few = self.regions.counted_in(self.ends, self.back) <= self.room(0)
        self.levels = [self.bounds.within(self.ends[few], most)]
        self.met = 0

    def bounded(self, bounds: Sequence[SweepWeights]) -> Bounds:
        return Bounds(self.question, self.regions, self.symmetries, bounds, self.back)

    def take(self, levels: Sequence[Words]) -> None:
        """Levels 1 and on, made before for the same number of sweeps."""
        self.levels = [self.levels[0], *levels]
        self.met = len(self.last)

    def room(self, sweeps: int) -> int:
        """How many disjoint regions a position may ask for after so many sweeps."""
        return self.most - sweeps + (0 if self.back else self.regions.spared)

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(level) for level in self.levels)

    @property
    def depth(self) -> int:
        return len(self.levels) - 1

    @property
    def last(self) -> Words:
        return self.levels[-1]

    @property
    def predicted(self) -> float:
        """A guess of the work for the next level: at the target a lone peg can have come in many ways."""
        if not self.depth:
            return len(self.last) * (FIRST_BACK if self.back else LEAST_GROWTH)
        return len(self.last) * max(LEAST_GROWTH, self.met / len(self.levels[-2]))

    def cut(self, watch: SideWatch) -> bool:
        """Whether any position was left out because regions or bounds ask for too many sweeps."""
        anything = len(self.regions.masks)
        return len(self.levels[0]) < len(self.ends) or any(
            not self.known(self.swept(block, anything, watch)).all() for block in self.blocks()
        )

    def blocks(self) -> Iterator[Words]:
        """The positions of all levels, some at a time."""
        return (level[low : low + BLOCK] for level in self.levels for low in range(0, len(level), BLOCK))

    def known(self, positions: Words) -> Flags:
        """For each position whether a level holds it."""
        known = np.zeros(len(positions), dtype=np.bool_)
        for level in self.levels:
            known |= contains(level, positions)
        return known

    def advance(self, watch: SideWatch) -> None:
        """Make the next level; at a limit the levels stay as they were."""
        self.levels.append(self.next_level(watch))

    def next_level(self, watch: SideWatch) -> Words:
        """The positions of one sweep more."""
        new, waiting, held, made, met, began = list[Words](), list[Words](), 0, 0, 0, monotonic()
        for low in range(0, len(self.last), BLOCK):
            reached = self.swept(self.last[low : low + BLOCK], self.room(self.depth + 1), watch)
            waiting.append(self.bounds.within(reached, self.most - self.depth - 1))
            held += len(waiting[-1])
            if held >= RUN:
                new.append(self.unknown(waiting))
                made, held = made + len(new[-1]), 0
            met, done = met + len(reached), min(low + BLOCK, len(self.last))
            watch.clock.spend(100 + len(reached))
            watch.look(2 * 8 * self.full.shape[1] * (made + held))  # joined and made distinct
            watch.told(self.name, self.depth + 1, done, len(self.last), made, monotonic() - began)
        new.append(self.unknown([*waiting, self.last[:0]]))
        level, self.met = distinct(new), met
        watch.clock.meter.saw(len(level))
        return level

    def unknown(self, waiting: list[Words]) -> Words:
        """The positions of these that no level holds: many at once, which is quicker to look up."""
        positions = distinct(waiting)
        return positions[~self.known(positions)]

    def jumps_into(self, stop: LevelStop) -> Iterator[tuple[tuple[int, ...], LevelStop]]:
        """Every jump of this direction that brings the moving peg to a stop, and its stop before."""
        after, at = stop
        for move in self.question.moves:
            now, then = ends_of(move, self.back)
            if at in (None, then) and after & move.care == move.want ^ move.care:
                yield move.name, (after ^ move.care, now)

    def ways_to(self, mask: int, watch: SideWatch) -> Iterator[tuple[SweptJumps, ...]]:
        """Every way in fewest sweeps of this direction from level 0 to a position of a level."""
        number = self.level_of(mask)
        if number == 0:
            yield ()
            return
        last: LevelStop = (mask, None)
        level = self.levels[number - 1]
        begun = ways(last, self.jumps_into, lambda stop: self.holds(level, stop[0]), watch.look)
        for jumps, (before, _) in begun:
            for way in self.ways_to(before, watch):
                yield (*way, jumps[::-1])

    def number_to(self, mask: int, known: dict[int, int], watch: SideWatch) -> int:
        """How many ways these are; those to other positions are remembered."""
        if mask not in known:
            number = self.level_of(mask)
            begun = self.number_into(mask, watch) if number else {}
            known[mask] = 0 if number else 1
            for before, sweeps in begun.items():
                if self.holds(self.levels[number - 1], before):
                    known[mask] += sweeps * self.number_to(before, known, watch)
        return known[mask]

    def number_into(self, mask: int, watch: SideWatch) -> Counter[int]:
        """By position how many sweeps lead from it to this one."""
        begun, stops = Counter[int](), Counter[LevelStop]({(mask, None): 1})
        while stops:
            earlier = Counter[LevelStop]()
            for stop, sweeps in stops.items():
                watch.look()
                for _, before in self.jumps_into(stop):
                    earlier[before] += sweeps
                    begun[before[0]] += sweeps
            stops = earlier
        return begun

    def level_of(self, mask: int) -> int:
        """The number of the level that holds a position."""
        return next(number for number, level in enumerate(self.levels) if self.holds(level, mask))

    def holds(self, level: Words, mask: int) -> bool:
        """Whether a level holds the orbit of a position."""
        return bool(contains(level, pack([self.symmetries.least(mask)], self.question.holes))[0])


def distinct(parts: list[Words]) -> Words:
    """The distinct positions of all parts, which are given up."""
    whole = np.concatenate(parts)
    parts.clear()
    return unique_of_own(whole)


def all_targets(question: PositionQuestion) -> Words | None:
    """Every position that matches the target, but for those that a residue separates; None: too many."""
    masks = targets(question.target, question.free, question.pegs, MOST_TARGETS)
    if masks is None:
        return None
    for modulus, weights in question.residues:
        total = weigh(weights, question.start)
        masks = [mask for mask in masks if (weigh(weights, mask) - total) % modulus == 0]
    return pack(masks, question.holes)
