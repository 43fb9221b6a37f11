"""The operations of beam search by numpy, for every question: what the compiled ones are held against."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from feasibility.engines.beam.levels import BeamLevel, BeamPlace, width_of
from feasibility.engines.frontier.expand import numpy_expander
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import Move, PositionQuestion
from feasibility.engines.positions.successors import matches
from feasibility.engines.positions.words import (
    BLOCK,
    Symmetries,
    Words,
    contains,
    look_up,
    pack,
    sum_tables,
    unique,
    unpack,
)


class NumpyLevels:
    """Levels as arrays of words; `width` is the bytes of a position."""

    def __init__(self, question: PositionQuestion, places: tuple[BeamPlace, ...]) -> None:
        self.question, self.width = question, width_of(question)
        self.symmetries = Symmetries(question.symmetries, question.holes)
        self.expand = numpy_expander(question, self.symmetries, Pruner(question))
        self.tables = spread_tables(places, question.holes)
        self.full = pack([question.full], question.holes)
        self.misplaced = pack([question.full & ~question.target], question.holes)

    def following(self, block: BeamLevel) -> BeamLevel:
        """Where one move leads."""
        return stored(self.expand(self._words(block)))

    def merged(self, parts: Sequence[BeamLevel]) -> BeamLevel:
        return stored(unique(np.concatenate([self._words(part) for part in parts])))

    def best(self, level: BeamLevel, most: int, targeted: bool) -> BeamLevel:
        """The `most` best of more: pegs, or misplaced ones, spread least; of equal ones the first.

        In blocks: the sums take eight times the room of the positions.
        """
        words, care = self._words(level), self.misplaced if targeted else self.full
        blocks = [self.spread(words[low : low + BLOCK] & care) for low in range(0, len(words), BLOCK)]
        return stored(words[lowest(np.concatenate(blocks), most)])

    def spread(self, words: Words) -> npt.NDArray[np.int64]:
        """How far the pegs are spread; smaller is better."""
        sums = look_up(words, self.tables, self.question.holes).astype(np.int64)
        return np.asarray(sums[:, 3] * sums[:, 0] - sums[:, 1] ** 2 - sums[:, 2] ** 2)

    def meeting(self, level: BeamLevel, near: BeamLevel) -> int | None:
        """The first position whose complement is, up to symmetry, in a level of the dual question."""
        words = self._words(level)
        mirrored = self.symmetries.canonical(words ^ self.full)
        return first_of(words, contains(self._words(near), mirrored))

    def answering(self, level: BeamLevel) -> int | None:
        """The first position that the target accepts."""
        words = self._words(level)
        return first_of(words, matches(self.question, words))

    def back(self, mask: int, level: BeamLevel) -> Move:
        """The first move that leads to the position from one that is, up to symmetry, in the level."""
        moves = [m for m in self.question.moves if mask & m.care == m.want ^ m.care]
        before = pack((mask ^ m.care for m in moves), self.question.holes)
        held = contains(self._words(level), self.symmetries.canonical(before))
        return moves[int(np.flatnonzero(held)[0])]

    def _words(self, level: BeamLevel) -> Words:
        return np.frombuffer(level, dtype="<u8").astype(np.uint64).reshape(-1, self.width // 8)


def stored(words: Words) -> BeamLevel:
    return np.ascontiguousarray(words, dtype="<u8").tobytes()


def first_of(words: Words, flags: npt.NDArray[np.bool_]) -> int | None:
    """The mask of the first position with a flag."""
    chosen = np.flatnonzero(flags)
    return unpack(words[chosen[:1]])[0] if len(chosen) else None


@lru_cache(maxsize=8)  # pairs come many in a row from one board
def spread_tables(places: tuple[BeamPlace, ...], holes: int) -> list[Words]:
    """Tables for the sums that the spread is made of."""
    rows = [[1, i, j, i * i + j * j] for i, j in places]
    return sum_tables(np.array(rows, dtype=np.int64).astype(np.uint64), holes)


def lowest(scores: npt.NDArray[np.generic], width: int) -> npt.NDArray[np.intp]:
    """Which `width` of the scores to keep, rising: the lowest, of equal ones the first.

    numpy.argpartition chooses among equal ones as the vector instructions of the machine have it.
    """
    cut = np.partition(scores, width - 1)[width - 1]
    below, equal = np.flatnonzero(scores < cut), np.flatnonzero(scores == cut)
    return np.sort(np.concatenate([below, equal[: width - len(below)]]))
