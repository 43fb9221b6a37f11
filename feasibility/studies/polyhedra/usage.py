"""How often jumps are used in plays: the least and the greatest number of times, exactly.

Over the positions on plays, from the target upward: the most times that a jump is used from a position on is
the largest, over the jumps that stay on plays, of what is used after it, and one more where it is the jump
itself. The least times likewise. Every position on a play is visited, so both are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.positions.question import Question, of_pair
from feasibility.engines.positions.successors import matches, steps_of
from feasibility.engines.positions.words import Symmetries, Words, locate
from feasibility.engines.winning import levels_on_plays, winning_positions
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_ON_LEVEL = 1 << 22  # positions: some hundred bytes each
BLOCK = 1 << 16  # positions treated together
NEVER = 255  # more than the jumps of any play on a board that a dense set holds


@dataclass(frozen=True)
class Usage:
    """For each jump that was asked for the least and the most times that a play uses it.

    `positions`: those on plays, all of them visited; 0 where there is no play.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]
    positions: int


def usage(
    pair: Pair, jumps: Sequence[Jump], clock: Clock, *, threads: int = 2, report: Report = silent
) -> Usage | Stopped:
    """Of the plays of a pair; a play to a pattern or a number of pegs may end wherever it is met."""
    winning = winning_positions(pair.start, pair.target, clock, threads=threads, report=report)
    if isinstance(winning, Stopped):
        return winning
    if pair.start not in winning:
        return Usage((), (), 0)
    asked = of_pair(pair)
    everyone = Symmetries((), asked.holes)  # no symmetries: an image of a play uses the images of its jumps
    levels = levels_on_plays(asked, everyone, winning.members, MOST_ON_LEVEL, clock)
    if isinstance(levels, Stopped):
        return levels
    level, positions = Uses.none(asked, jumps), 0
    for words in levels:
        if reason := clock.reached(len(words) * 8 * len(jumps)):
            return Stopped(reason, f"the {reason} limit was reached after {positions:,} positions on plays")
        positions += len(words)
        report(f"{plural(positions, 'position', commas=True)} on plays")
        level = level.above(words)
    return Usage(tuple(map(int, level.least[0])), tuple(map(int, level.most[0])), positions)


@dataclass(frozen=True, eq=False)
class Uses:
    """Positions with one number of pegs, sorted, and the uses from each on: a column for each jump."""

    asked: Question
    columns: dict[tuple[int, ...], int]
    words: Words
    least: NDArray[np.uint8]
    most: NDArray[np.uint8]

    @classmethod
    def none(cls, asked: Question, jumps: Sequence[Jump]) -> Uses:
        """Below the last level."""
        columns = {tuple(jump): column for column, jump in enumerate(jumps)}
        empty: NDArray[np.uint8] = np.zeros((0, len(jumps)), np.uint8)
        return cls(asked, columns, np.zeros((0, 1), np.uint64), empty, empty)

    def above(self, words: Words) -> Uses:
        """The level with one peg more."""
        shape = len(words), len(self.columns)
        least, most = np.full(shape, NEVER, np.uint8), np.zeros(shape, np.uint8)
        least[matches(self.asked, words)] = 0  # a play may end here
        for low in range(0, len(words), BLOCK):
            part = slice(low, low + BLOCK)
            self._gather(words[part], least[part], most[part])
        return Uses(self.asked, self.columns, words, least, most)

    def _gather(self, block: Words, least: NDArray[np.uint8], most: NDArray[np.uint8]) -> None:
        if not len(self.words):
            return
        for move, legal, reached in steps_of(self.asked, block):
            places = np.minimum(locate(self.words, reached), len(self.words) - 1)
            on_play = (self.words[places] == reached).all(axis=1)
            rows, places = legal[on_play], places[on_play]
            fewest, largest = self.least[places], self.most[places]
            column = self.columns.get(move.name)
            if column is not None:
                fewest[:, column] += 1
                largest[:, column] += 1
            least[rows] = np.minimum(least[rows], fewest)
            most[rows] = np.maximum(most[rows], largest)
