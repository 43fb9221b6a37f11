"""Plays that are alike count once: those with the same jumps in another order, or through the same orbits.

Both are counted level by level from the target, over the positions on plays, one of each orbit.

Every position gets the sums of the multisets of jumps that lead from it to the target; a sum adds a random
weight of 64 bits for each jump. Different sums are of different multisets, so a count can only be too low,
which has about the probability that `doubt` tells. A position has at most as many sums as the start, since
what is played before it can be added to all of them. The sums of each multiset are kept under all symmetries;
these change places where a position is brought to the least of its orbit.

A sequence of orbits is a path from start to target, so every position gets the number of its ways on, where
two jumps to one orbit are one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.api.asking import PairLike, TargetLike, as_pair, as_question
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.decide.engines import told
from feasibility.engines.frontier.winning import winning_levels
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.successors import steps_of
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, locate
from feasibility.game.symmetry import inverse

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEED = 2  # of the weights; another one gives other sums and the same numbers
TOGETHER = 1 << 18  # sums that are expected where some positions are taken together
JUMPS = 4  # of a position, on plays, as a guess
WORD = 64


@dataclass(frozen=True)
class Multisets:
    """The number of multisets of jumps, of their orbits under the symmetries of the pair, and a doubt."""

    multisets: int
    orbits: int
    doubt: Fraction  # about the probability that they are too low

    def __repr__(self) -> str:
        return f"<Multisets of jumps: {self.multisets:,} in {self.orbits:,} orbits>"


def count_multisets(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> Multisets | Stopped:
    """How many multisets of jumps the plays to one position have, as `pegfeas count --multisets` tells.

    >>> found = count_multisets("triangle:4:-a2", "triangle:4:+b2")
    >>> found.multisets, found.orbits
    (4, 4)
    """
    question, clock = (
        _to_one_position(start, target, board, "multisets of jumps"),
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
    )
    levels = winning_levels(question, clock=clock, report=told(report))
    if isinstance(levels, Stopped):
        return levels
    if not levels:
        return Multisets(0, 0, Fraction(0))
    sums = Sums(question)
    level = LevelSums(levels[-1], np.zeros((1, sums.group), np.uint64), np.array([0, 1]))
    compared = 1
    for number, above in reversed(list(enumerate(levels[:-1]))):
        made = sums.above(level, above, clock)
        if isinstance(made, Stopped):
            return made
        level, pairs = made
        compared += pairs
        report(f"multisets of {plural(len(levels) - 1 - number, 'jump')}: {len(level.sums):,}")
    orbits = len(np.unique(level.sums.min(axis=1)))
    doubled = (
        question.length.bit_length()
    )  # of what a jump can be made more often, so many factors 2 are lost
    return Multisets(len(level.sums), orbits, Fraction(compared << doubled, 1 << WORD))


@dataclass(frozen=True, eq=False)
class LevelSums:
    """The positions of a level, sorted, and the sums of each: those of position i from row first[i] on."""

    words: Words
    sums: NDArray[Any]  # by multiset and symmetry
    first: NDArray[Any]


class Sums:
    """The weights of the jumps under all symmetries, and how symmetries change places."""

    def __init__(self, question: PositionQuestion) -> None:
        self.question, self.symmetries = question, Symmetries(question.symmetries, question.holes)
        group = [tuple(range(question.holes)), *self.symmetries.permutations]
        self.group = len(group)
        self.moves = moves = {move.name: number for number, move in enumerate(question.moves)}
        weights = np.random.default_rng(SEED).integers(0, 1 << WORD, len(moves), np.uint64)
        goes = [[moves[tuple([g[hole] for hole in name])] for name in moves] for g in group]
        self.weights = weights[np.array(goes, np.intp)].T  # by move and symmetry
        # a multiset that is carried by g has under a the sum that it had before under a after g
        place = {g: number for number, g in enumerate(group)}
        back = [inverse(g) for g in group]
        self.carried = np.array([[place[tuple([a[i] for i in b])] for a in group] for b in back], np.intp)

    def above(self, below: LevelSums, words: Words, clock: Clock) -> tuple[LevelSums, int] | Stopped:
        """The level with one peg more, and how many pairs of multisets of a position had to differ in sum."""
        parts, sizes, pairs = [below.sums[:0]], [np.zeros(1, np.int64)], 0
        step = 1 + TOGETHER * len(below.words) // (JUMPS * len(below.sums))
        for low in range(0, len(words), step):
            block = words[low : low + step]
            rows, sums = distinct(*self._reached(below, block))
            parts.append(sums)
            sizes.append(np.bincount(rows, minlength=len(block)))
            pairs += int((sizes[-1] * sizes[-1]).sum())
            reason = clock.reached()
            if reason is not None:
                return Stopped(reason, f"the {reason} limit was reached while multisets were made")
        return LevelSums(words, np.concatenate(parts), np.cumsum(np.concatenate(sizes))), pairs

    def _reached(self, below: LevelSums, block: Words) -> tuple[NDArray[Any], NDArray[Any]]:
        """The sums after each jump of each position, with repetitions, and the rows they belong to."""
        owners, sums = [np.zeros(0, np.int64)], [below.sums[:0]]
        for move, rows, reached in steps_of(self.question, block):
            least, by = self.symmetries.least_images(reached)
            places = np.minimum(locate(below.words, least), len(below.words) - 1)
            known = (below.words[places] == least).all(axis=1)
            places, by = places[known], by[known]
            counts = below.first[places + 1] - below.first[places]
            begin = below.first[places] - np.cumsum(counts) + counts
            which = np.repeat(begin, counts) + np.arange(counts.sum())
            taken = np.take_along_axis(below.sums[which], self.carried[np.repeat(by, counts)], axis=1)
            sums.append(taken + self.weights[self.moves[move.name]])
            owners.append(np.repeat(rows[known], counts))
        return np.concatenate(owners), np.concatenate(sums)


def distinct(rows: NDArray[Any], sums: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The different sums of each row, in order."""
    order = np.lexsort((sums[:, 0], rows))
    rows, sums = rows[order], sums[order]
    new = np.ones(len(rows), np.bool_)
    new[1:] = (rows[1:] != rows[:-1]) | (sums[1:, 0] != sums[:-1, 0])
    return rows[new], sums[new]


def count_sequences(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> int | Stopped:
    """Through how many sequences of orbits of positions plays go, as `pegfeas count --sequences` tells.

    >>> count_sequences("triangle:4:-a2", "triangle:4:+b2")
    14
    """
    question = _to_one_position(start, target, board, "sequences of positions")
    clock = as_limits(limits, time_limit, work_limit, memory_limit).start()
    levels = winning_levels(question, clock=clock, report=told(report))
    if isinstance(levels, Stopped):
        return levels
    if not levels:
        return 0
    symmetries = Symmetries(question.symmetries, question.holes)
    below, ways = levels[-1], np.ones(1, np.int64)
    for number, above in reversed(list(enumerate(levels[:-1]))):
        ways = ways.astype(object) if int(ways.max()) * len(question.moves) >> 63 else ways
        parts = []
        for low in range(0, len(above), BLOCK):
            reason = clock.reached()
            if reason is not None:
                return Stopped(reason, f"the {reason} limit was reached while sequences were counted")
            parts.append(_onward(question, symmetries, above[low : low + BLOCK], below, ways))
        below, ways = above, np.concatenate(parts)
        report(f"sequences of positions, {len(levels) - 1 - number} jumps: {len(above):,} orbits")
    return int(ways[0])


def _onward(
    question: PositionQuestion, symmetries: Symmetries, block: Words, below: Words, ways: NDArray[Any]
) -> NDArray[Any]:
    """For each position the sum of the ways over the orbits of the level below that a jump leads to."""
    edges = [np.zeros(0, np.int64)]
    for _, rows, reached in steps_of(question, block):
        least = symmetries.canonical(reached)
        places = np.minimum(locate(below, least), len(below) - 1)
        known = (below[places] == least).all(axis=1)
        edges.append(rows[known] * len(below) + places[known])
    rows, places = np.divmod(np.unique(np.concatenate(edges)), len(below))
    first = np.searchsorted(rows, np.arange(len(block)))
    return np.add.reduceat(ways[places], first)


def _to_one_position(
    start: PairLike, target: TargetLike | None, board: str | None, what: str
) -> PositionQuestion:
    """The question about a pair whose target is one position."""
    pair = as_pair(start, target, board=board)
    if pair.exact is None:
        raise InputError(f"{what} are counted only to a single position", seen=str(pair.target))
    return as_question(pair)
