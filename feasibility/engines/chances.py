"""The chance that random play reaches a target: exactly, as a fraction.

Random play chooses uniformly among the legal jumps and stops at the target, or where no jump is left. The
chance of a position is the mean of the chances after its jumps; only positions on plays to the target have
one. Level by level from the target upward it is a numerator over one denominator for the whole level, in
rows of digits.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.successors import FEW, Successors, matches
from feasibility.engines.positions.words import Symmetries, Words, locate
from feasibility.engines.winning import levels_on_plays, winning_positions
from feasibility.exact.digits import DIGIT, Digits, digits_of, number_of, scaled, summed
from feasibility.game.position import Pair

if TYPE_CHECKING:
    from feasibility.engines.dense.closure import DenseSet

ROOM = 64  # bytes for a position besides its digits: itself, its jumps, and temporaries


def chance(pair: Pair, clock: Clock, *, threads: int = 2, report: Report | None = None) -> Fraction | Stopped:
    """The chance that random play from the start reaches the target; Stopped names the limit."""
    if pair.start.matches(pair.target):
        return Fraction(1)
    counted = chances(pair, clock, threads=threads, report=report)
    return counted if isinstance(counted, Stopped) else counted[pair.start.mask]


def chances(
    pair: Pair,
    clock: Clock,
    alive: DenseSet | None = None,
    most: int | None = None,
    *,
    threads: int = 2,
    report: Report | None = None,
) -> dict[int, Fraction] | Stopped:
    """The chance of the start and of each position one jump further.

    `alive`: all positions of the start's residue class that lead to the target, where somebody has them.
    Those on plays are listed level by level, at most so many on one.
    """
    asked = of_pair(pair)
    after = {
        pair.start.mask ^ holes for must, holes in pair.board.jump_masks if pair.start.mask & holes == must
    }
    symmetries = Symmetries(asked.symmetries, asked.holes)
    if alive is None:
        won = winning_positions(pair.start, pair.target, clock, threads=threads, report=report)
        if isinstance(won, Stopped):
            return won
        alive = won.members
        del won
    levels = levels_on_plays(asked, symmetries, alive, most, clock)
    del alive  # most of the memory so far
    if isinstance(levels, Stopped):
        return levels
    level = below = ChanceLevel(asked, symmetries, Successors(asked))
    for words in levels:
        reason = clock.reached(_bytes(words, level))
        if reason is not None:
            return Stopped(reason, f"the {reason} limit was reached while chances were computed")
        if report is not None and len(words):
            pegs = plural(int(words[0, 0]).bit_count(), "peg")
            report(f"chances, {plural(len(words), 'orbit', commas=True)} with {pegs}")
        below, level = level, level.above(words)
    return {asked.start: level.chance_of(asked.start)} | {mask: below.chance_of(mask) for mask in after}


def _bytes(words: Words, below: ChanceLevel) -> int:
    """For what is made, which has a digit or two more than the level below."""
    width = int(below.numerators.shape[1]) + 2
    return len(words) * (ROOM + DIGIT * width)


class ChanceLevel:
    """Positions with one number of pegs, sorted, and their chances: integers over `denominator`."""

    def __init__(self, asked: PositionQuestion, symmetries: Symmetries, successors: Successors) -> None:
        self.asked, self.symmetries, self.successors = asked, symmetries, successors
        self.words: Words = np.zeros((0, 1), np.uint64)
        self.numerators: Digits = np.zeros((0, 1), np.uint32)
        self.denominator = 1

    def chance_of(self, mask: int) -> Fraction:
        """One position's chance, 0 where it is on no play."""
        least = np.array([[self.symmetries.least(mask)]], np.uint64)
        row = int(locate(self.words, least)[0])
        if row == len(self.words) or self.words[row, 0] != least[0, 0]:
            return Fraction(0)
        return Fraction(number_of(self.numerators[row]), self.denominator)

    def above(self, words: Words) -> ChanceLevel:
        """The level with one peg more."""
        following = ChanceLevel(self.asked, self.symmetries, self.successors)
        parts = [slice(low, low + FEW) for low in range(0, len(words), FEW)]
        degrees = [np.maximum(self.successors.counted(words[part]), 1) for part in parts]
        step = lcm(*{int(degree) for part in degrees for degree in np.unique(part)})
        following.words, following.denominator = words, self.denominator * step
        one = digits_of(following.denominator)
        following.numerators = np.empty((len(words), len(one)), np.uint32)
        for part, divisors in zip(parts, degrees, strict=True):
            sums = self._sums(words[part])
            following.numerators[part] = scaled(sums, divisors, step, following.denominator)
        following.numerators[matches(self.asked, words)] = one
        return following

    def _sums(self, words: Words) -> Digits:
        """The sums of the numerators of what is reached from each; those on no play have chance 0."""
        sums = np.zeros((len(words), self.numerators.shape[1] + 1), np.uint32)
        if not len(self.words):
            return sums
        rows, reached = self.successors.with_rows(words)
        wanted = self.symmetries.canonical(reached)
        places, order = np.empty(len(wanted), np.int64), np.argsort(wanted[:, 0])
        places[order] = locate(self.words, wanted[order])  # in order a few times faster
        places = np.minimum(places, len(self.words) - 1)
        known = (self.words[places] == wanted).all(axis=1)
        rows = rows[known]
        first = np.flatnonzero(np.diff(rows, prepend=-1))  # of the terms of a row: rows rise
        if len(first):
            sums[rows[first]] = summed(self.numerators.take(places[known], axis=0), first)
        return sums
