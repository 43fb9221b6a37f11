"""Where a peg may stand so that it can end in a given hole, in every position on plays.

Level by level from the target: the peg of hole h can end there if some jump leads to a position on plays
where the peg that then stands for it can. All holes of a position are one word of bits. One position of each
orbit is kept, under the symmetries that fix start, target and the given hole.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.successors import Successors
from feasibility.engines.positions.words import (
    BLOCK,
    Symmetries,
    Words,
    look_up,
    pack,
    placed,
    sum_tables,
    unpack,
)
from feasibility.game.symmetry import apply, inverse

Word = np.uint64


class Places:
    """The positions on plays by level, and of each the places from which a peg can end in the hole `end`."""

    def __init__(self, question: PositionQuestion, levels: Sequence[Words], end: int) -> None:
        self.question, self.levels, self.end = question, levels, end
        self.symmetries = Symmetries(question.symmetries, question.holes)
        self.group = [tuple(range(question.holes)), *self.symmetries.permutations]
        self.back = [
            sum_tables(pack((1 << hole for hole in inverse(g)), question.holes), question.holes)
            for g in self.group
        ]
        self.places: list[Words] = []

    def make(self, clock: Clock) -> Stopped | None:
        """All levels, from the last one upward."""
        made = [pack([1 << self.end], self.question.holes)]
        for depth in range(len(self.levels) - 1, 0, -1):
            words = self.levels[depth - 1]
            places = np.zeros_like(words)
            for low in range(0, len(words), BLOCK):
                part = places[low : low + BLOCK]
                self._gather(words[low : low + BLOCK], part, self.levels[depth], made[-1])
                clock.spend(len(part))
                reason = clock.reached()
                if reason is not None:
                    return Stopped(reason, f"the {reason} limit was reached while pegs were followed")
            made.append(places)
        self.places = made[::-1]
        return None

    def _gather(self, block: Words, places: Words, below: Words, known: Words) -> None:
        """The places of a block, from those of the level below it."""
        for move, rows, reached in Successors(self.question).steps(block):
            least, by = self.symmetries.least_images(reached)
            at, on_play = placed(below, least)
            after = self._undone(known[at[on_play]], by[on_play])
            places[rows[on_play]] |= moved_back(after, move.name[0], move.name[2])

    def _undone(self, places: Words, by: NDArray[Any]) -> Words:
        """The places before the symmetries."""
        for number in np.unique(by[by > 0]).tolist():
            chosen = by == number
            places[chosen] = look_up(places[chosen], self.back[number], self.question.holes)
        return places

    def of(self, mask: int, depth: int) -> int:
        """The places in one position; none where it is on no play."""
        least, number = min((apply(g, mask), number) for number, g in enumerate(self.group))
        at, on_play = placed(self.levels[depth], pack([least], self.question.holes))
        return apply(inverse(self.group[number]), unpack(self.places[depth][at])[0]) if on_play[0] else 0


def moved_back(places: Words, start: int, landing: int) -> Words:
    """Before a jump the peg of its landing stood at its start."""
    here = places[:, landing // 64] >> Word(landing % 64) & Word(1)
    places[:, landing // 64] ^= here << Word(landing % 64)
    places[:, start // 64] |= here << Word(start % 64)
    return places
