"""The chance that random play reaches a target: exactly, as a fraction.

Random play chooses uniformly among the legal jumps and stops at the target, or where no jump is left. The
chance of a position is the mean of the chances after its jumps; only positions on plays to the target have
one. Level by level from the target upward it is a numerator over one denominator for the whole level, in
rows of digits.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.successors import FEW, Successors, matches
from feasibility.engines.positions.words import Symmetries, Words, placed
from feasibility.engines.winning import levels_on_plays, winning_positions
from feasibility.exact.digits import BITS, DIGIT, Digits, digits_of, number_of, scaled, summed
from feasibility.game.position import Pair
from feasibility.native import binding

PART = 1 << 14  # positions between two chances to be interrupted
ROOM = 64  # bytes for a position besides its digits: itself, its jumps, and temporaries


def chance(pair: Pair, clock: Clock, *, report: Report | None = None) -> Fraction | Stopped:
    """The chance that random play from the start reaches the target; Stopped names the limit."""
    if pair.start.matches(pair.target):
        return Fraction(1)
    counted = chances(pair, clock, report=report)
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
    question = of_pair(pair)
    after = {
        pair.start.mask ^ holes for must, holes in pair.board.jump_masks if pair.start.mask & holes == must
    }
    symmetries = Symmetries(question.symmetries, question.holes)
    if alive is None:
        won = winning_positions(pair.start, pair.target, clock, threads=threads, report=report)
        if isinstance(won, Stopped):
            return won
        alive = won.members
        del won
    levels = levels_on_plays(question, symmetries, alive, most, clock)
    del alive  # most of the memory so far
    if isinstance(levels, Stopped):
        return levels
    level = below = ChanceLevel(question, symmetries, Successors(question))
    for words in levels:
        digits = int(level.numerators.shape[1]) + 2  # of what is made: one or two more than below
        reason = clock.reached(len(words) * (ROOM + DIGIT * digits))
        if reason is not None:
            return Stopped(reason, f"the {reason} limit was reached while chances were computed")
        if report is not None and len(words):
            pegs = plural(int(words[0, 0]).bit_count(), "peg")
            report(f"chances, {plural(len(words), 'orbit', commas=True)} with {pegs}")
        below, level = level, level.above(words)
    return {question.start: level.chance_of(question.start)} | {mask: below.chance_of(mask) for mask in after}


class ChanceLevel:
    """Positions with one number of pegs, sorted, and their chances: integers over `denominator`."""

    def __init__(self, question: PositionQuestion, symmetries: Symmetries, successors: Successors) -> None:
        self.question, self.symmetries, self.successors = question, symmetries, successors
        self.words: Words = np.zeros((0, 1), np.uint64)
        self.numerators: Digits = np.zeros((0, 1), np.uint32)
        self.denominator = 1

    def chance_of(self, mask: int) -> Fraction:
        """One position's chance, 0 where it is on no play."""
        least = np.array([[self.symmetries.least(mask)]], np.uint64)
        (row,), (known,) = placed(self.words, least)
        return Fraction(number_of(self.numerators[row]), self.denominator) if known else Fraction(0)

    def above(self, words: Words) -> ChanceLevel:
        following = ChanceLevel(self.question, self.symmetries, self.successors)
        terms = terms_of(self)
        parts = [slice(low, low + terms.many) for low in range(0, len(words), terms.many)]
        degrees = [np.maximum(terms.degrees(words[part]), 1) for part in parts]
        step = lcm(*{int(degree) for part in degrees for degree in np.unique(part)})
        following.words, following.denominator = words, self.denominator * step
        one = digits_of(following.denominator)
        following.numerators = np.empty((len(words), len(one)), np.uint32)
        for part, divisors in zip(parts, degrees, strict=True):
            following.numerators[part] = terms.means(words[part], divisors, step, following.denominator)
        following.numerators[matches(self.question, words)] = one
        return following


def terms_of(below: ChanceLevel) -> ChanceTerms:
    """By kernels, where there are some that have room for all symmetries."""
    few = len(below.symmetries.permutations) <= binding.MOST_IMAGES
    return CompiledTerms(below) if few and binding.library() is not None else ChanceTerms(below)


class ChanceTerms:
    """What positions with one peg more reach in a level, and what that adds up to."""

    many = FEW  # positions that are treated together

    def __init__(self, below: ChanceLevel) -> None:
        self.below, self.successors = below, below.successors

    def degrees(self, words: Words) -> npt.NDArray[np.int64]:
        return self.successors.counted(words)

    def means(self, words: Words, divisors: npt.NDArray[np.int64], step: int, most: int) -> Digits:
        """The sums times `step` over the number of jumps; none is larger than `most`."""
        return scaled(self.sums(words), divisors, step, most)

    def sums(self, words: Words) -> Digits:
        """The sums of the numerators of what is reached from each; those on no play have chance 0."""
        known, numerators = self.below.words, self.below.numerators
        sums = np.zeros((len(words), numerators.shape[1] + 1), np.uint32)
        rows, reached = self.successors.with_rows(words)
        wanted = self.below.symmetries.canonical(reached)
        places, there = placed(known, wanted)
        rows = rows[there]
        first = np.flatnonzero(np.diff(rows, prepend=-1))  # of the terms of a row: rows rise
        if len(first):
            sums[rows[first]] = summed(numerators.take(places[there], axis=0), first)
        return sums


class CompiledTerms(ChanceTerms):
    """The same by kernels, with a table that finds the positions of the level."""

    many = PART

    def __init__(self, below: ChanceLevel) -> None:
        super().__init__(below)
        self.library, symmetries = binding.compiled(), below.symmetries
        self.tables = symmetries.byte_tables
        jumps = self.successors
        self.cares, self.wants = jumps.cares[:, 0].copy(), jumps.wants[:, 0].copy()
        images = [symmetries.moved(jumps.cares, which)[:, 0] for which in range(len(self.tables))]
        self.moved = np.array(images, np.uint64).reshape(len(images), len(self.cares)).T.copy()
        self.slots = np.zeros(2 << len(below.words).bit_length(), np.uint32)
        self.library.chance_slots(below.words, len(below.words), self.slots, len(self.slots) - 1)
        self.reached = np.empty(binding.CHANCES_AT_ONCE * len(self.cares), np.uint64)
        self.room = np.empty(below.numerators.shape[1] + 1, np.uint64)

    def degrees(self, words: Words) -> npt.NDArray[np.int64]:
        counts = np.empty(len(words), np.int64)
        self.library.chance_degrees(words, len(words), self.cares, self.wants, len(self.cares), counts)
        return counts

    def means(self, words: Words, divisors: npt.NDArray[np.int64], step: int, most: int) -> Digits:
        if step >> BITS:
            return super().means(words, divisors, step, most)
        return self._times((step // divisors).astype(np.uint32), words, len(digits_of(most)))

    def sums(self, words: Words) -> Digits:
        return self._times(np.ones(len(words), np.uint32), words, len(self.room))

    def _times(self, factors: npt.NDArray[np.uint32], words: Words, digits: int) -> Digits:
        """The sums times one digit each."""
        below, sums = self.below, np.empty((len(words), digits), np.uint32)
        self.library.chance_sums(
            words, len(words), self.cares, self.wants, len(self.cares), self.tables.shape[1], self.tables,
            self.moved, len(self.tables), below.words, self.slots, len(self.slots) - 1, below.numerators,
            len(self.room) - 1, factors, self.reached, self.room, sums, digits,
        )  # fmt: skip
        return sums
