"""The chance that random play reaches a target: exactly, as a fraction.

Random play chooses uniformly among the legal jumps and stops at the target, or where no jump is left. The
chance of a position is the mean of the chances after its jumps; only positions on plays to the target have
one. Level by level from the target upward it is a numerator over one denominator for the whole level, in
rows of 20-bit digits.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.engines.positions.question import Question, of_pair
from feasibility.engines.positions.successors import FEW, Successors, matches, steps_of
from feasibility.engines.positions.words import Symmetries, Words, locate
from feasibility.engines.winning import levels_on_plays, winning_positions
from feasibility.game.position import Pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.engines.dense.closure import DenseSet

DIGIT = 20  # bits of a digit: sums over all jumps times a factor below FACTOR fit 64 bits
FACTOR = 1 << 36
BLOCK = 1 << 17  # positions treated together


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
    levels = levels_on_plays(asked, symmetries, alive, most, clock)
    if isinstance(levels, Stopped):
        return levels
    level = below = ChanceLevel(asked, symmetries, Successors(asked))
    for words in levels:
        reason = clock.reached(_bytes(words, level))
        if reason is not None:
            return Stopped(reason, f"the {reason} limit was reached while chances were computed")
        if report is not None and len(words):
            report(f"chances, {plural(len(words), 'orbit', commas=True)} with {_pegs(words)}")
        below, level = level, level.above(words)
    return {asked.start: level.chance_of(asked.start)} | {mask: below.chance_of(mask) for mask in after}


def _pegs(words: Words) -> str:
    return plural(int(words[0, 0]).bit_count(), "peg")


def _bytes(words: Words, level: ChanceLevel) -> int:
    return 8 * len(words) * (int(level.digits.shape[1]) + 4)


class ChanceLevel:
    """Positions with one number of pegs, sorted, and their chances: rows of digits over `denominator`."""

    def __init__(self, asked: Question, symmetries: Symmetries, successors: Successors) -> None:
        self.asked, self.symmetries, self.successors = asked, symmetries, successors
        self.words: Words = np.zeros((0, 1), np.uint64)
        self.digits: NDArray[np.uint64] = np.zeros((0, 1), np.uint64)
        self.denominator = 1

    def chance_of(self, mask: int) -> Fraction:
        """One position's chance, 0 where it is on no play."""
        least = np.array([[self.symmetries.least(mask)]], np.uint64)
        row = int(locate(self.words, least)[0])
        if row == len(self.words) or self.words[row, 0] != least[0, 0]:
            return Fraction(0)
        number = sum(int(digit) << DIGIT * i for i, digit in enumerate(self.digits[row]))
        return Fraction(number, self.denominator)

    def above(self, words: Words) -> ChanceLevel:
        """The level with one peg more."""
        following = ChanceLevel(self.asked, self.symmetries, self.successors)
        degrees = np.zeros(len(words), np.int64)
        sums = np.zeros((len(words), self.digits.shape[1]), np.uint64)
        for low in range(0, len(words), BLOCK):
            part = slice(low, low + BLOCK)
            self._gather(words[part], degrees[part], sums[part])
        step = lcm(1, *(int(d) for d in np.unique(degrees) if d))
        following.words, following.denominator = words, self.denominator * step
        room = -(-following.denominator.bit_length() // DIGIT) + 1
        digits = np.zeros((len(words), room), np.uint64)
        digits[:, : sums.shape[1]] = sums[:, :room]
        _carry(digits)
        _scale(digits, step // np.maximum(degrees, 1), step)
        _fill(digits, matches(self.asked, words), following.denominator)
        following.digits = digits
        return following

    def _gather(self, block: Words, degrees: NDArray[np.int64], sums: NDArray[np.uint64]) -> None:
        """Count the legal jumps of every position, and add up the numerators of the positions they reach."""
        if len(block) > FEW:
            for _, rows, reached in steps_of(self.asked, block):
                degrees[rows] += 1
                self._add(sums, rows, reached)
            return
        rows, reached = self.successors.with_rows(block)
        degrees += np.bincount(rows, minlength=len(block))
        self._add(sums, rows, reached)

    def _add(self, sums: NDArray[np.uint64], rows: NDArray[Any], reached: Words) -> None:
        """Add the numerators of the reached positions; those on no play have chance 0. Rows must rise."""
        if not len(self.words):
            return
        wanted = self.symmetries.canonical(reached)
        places = np.minimum(locate(self.words, wanted), len(self.words) - 1)
        known = (self.words[places] == wanted).all(axis=1)
        rows, terms = rows[known], self.digits[places[known]]
        first = np.flatnonzero(np.diff(rows, prepend=-1))  # of the terms of a row
        if len(first):
            sums[rows[first]] += terms if len(first) == len(rows) else np.add.reduceat(terms, first, axis=0)


def _carry(digits: NDArray[np.uint64]) -> None:
    """Every digit below 2^DIGIT again."""
    over = np.zeros(len(digits), np.uint64)
    for place in range(digits.shape[1]):
        column = digits[:, place] + over
        over = column >> np.uint64(DIGIT)
        digits[:, place] = column & np.uint64((1 << DIGIT) - 1)


def _scale(digits: NDArray[np.uint64], factors: NDArray[np.int64], step: int) -> None:
    """Multiply every row by its factor, a divisor of `step`, in parts that keep digits within 64 bits."""
    left = factors.copy()
    for part in _parts(step):
        by = np.gcd(left, part)
        left //= by
        digits *= by.astype(np.uint64)[:, None]
        _carry(digits)


def _parts(number: int) -> list[int]:
    """Coprime parts below FACTOR whose product is the number."""
    parts, part, prime = [], 1, 2
    while number > 1:
        power = gcd(number, prime**64)
        number //= power
        if part * power >= FACTOR:
            parts.append(part)
            part = 1
        part *= power
        prime += 1
    return [*parts, part]


def _fill(digits: NDArray[np.uint64], rows: NDArray[np.bool_], number: int) -> None:
    """The number as digits in these rows: at the target the chance is 1."""
    mask = (1 << DIGIT) - 1
    digits[rows] = [number >> DIGIT * i & mask for i in range(digits.shape[1])]
