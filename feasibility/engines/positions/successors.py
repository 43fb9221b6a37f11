"""All positions one legal move further, for many positions at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.question import Move, PositionQuestion
from feasibility.engines.positions.words import Flags, Words, pack, popcount

FEW = 1 << 11  # up to here all moves are tried on all positions in one operation


@lru_cache(maxsize=16)  # questions come many in a row from one board
def packed(moves: tuple[Move, ...], holes: int) -> tuple[Words, Words]:
    """What the moves care for and what they want."""
    return pack((m.care for m in moves), holes), pack((m.want for m in moves), holes)


class Successors:
    """The moves of a question, ready to act on arrays of positions."""

    def __init__(self, question: PositionQuestion) -> None:
        self.moves = question.moves
        self.cares, self.wants = packed(question.moves, question.holes)

    def __call__(self, block: Words) -> Words:
        """The positions reached, unordered and with repetitions."""
        if len(block) <= FEW:
            return self.with_rows(block)[1]
        return np.concatenate([block[:0], *[reached for _, _, reached in self.steps(block)]])

    def with_rows(self, block: Words) -> tuple[npt.NDArray[np.intp], Words]:
        """The positions reached from few, and the row of the block that each came from, rising."""
        rows, which = np.nonzero(self._legal(block))
        return rows, block[rows] ^ self.cares[which]

    def counted(self, block: Words) -> npt.NDArray[np.int64]:
        """How many moves are legal in each of few positions."""
        return np.asarray(self._legal(block).sum(axis=1, dtype=np.int64))

    def _legal(self, block: Words) -> Flags:
        legal: Flags = (block[:, None, 0] & self.cares[:, 0]) == self.wants[:, 0]
        for word in range(1, block.shape[1]):
            legal &= (block[:, None, word] & self.cares[:, word]) == self.wants[:, word]
        return legal

    def steps(self, block: Words) -> Iterator[tuple[Move, npt.NDArray[np.intp], Words]]:
        """Move by move: the rows of the block where it is legal, and the positions reached from them.

        Temporaries are as long as the block, whatever the number of moves.
        """
        for move, care, want in zip(self.moves, self.cares, self.wants, strict=True):
            legal = (block & care) == want
            rows = np.flatnonzero(legal[:, 0] if len(care) == 1 else legal.all(axis=1))
            if len(rows):
                yield move, rows, block.take(rows, axis=0) ^ care


def matches(question: PositionQuestion, words: Words) -> Flags:
    """For each position whether it is what the target asks for."""
    return fits(words, question.holes, question.target, question.free, question.pegs)


def fits(words: Words, holes: int, must: int, free: int, pegs: int | None) -> Flags:
    """The same for a target by its masks, or its number of pegs."""
    if pegs is not None:
        return np.asarray(popcount(words) == pegs)
    care, want = pack([(1 << holes) - 1 & ~free, must], holes)
    return np.asarray(((words & care) == want).all(axis=1))
