"""What beam search asks of the positions of a question.

A level is the bytes of its positions: words of 64 bits, the lowest first, as many as the holes need. It is
sorted and has one position of each orbit, the least. So nothing has to be imported to hold one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from feasibility.engines.positions.question import Move, Question
from feasibility.native import binding

Level: TypeAlias = bytes
Place = tuple[int, int]


class Levels(Protocol):
    """The operations of one question; `width` is the bytes of a position."""

    asked: Question
    width: int

    def following(self, block: Level) -> Level:
        """Where one move leads that nothing rules out."""
        ...

    def merged(self, parts: Sequence[Level]) -> Level:
        """The positions of several levels."""
        ...

    def best(self, level: Level, most: int, targeted: bool) -> Level:
        """The `most` best of more: pegs, or misplaced ones, spread least; of equal ones the first."""
        ...

    def meeting(self, level: Level, near: Level) -> int | None:
        """The first position whose complement is, up to symmetry, in a level of the dual question."""
        ...

    def answering(self, level: Level) -> int | None:
        """The first position that the target accepts."""
        ...

    def back(self, mask: int, level: Level) -> Move:
        """The first move that leads to the position from one that is, up to symmetry, in the level."""
        ...


def width_of(asked: Question) -> int:
    """Bytes of a position."""
    return 8 * max(1, -(-asked.holes // 64))


def levels_of(asked: Question, places: Sequence[Place]) -> Levels:
    """The compiled operations where there are some for the question, else the reference."""
    library = binding.library()
    small = width_of(asked) <= 8 * binding.MOST_SET_WORDS and len(asked.symmetries) <= binding.MOST_IMAGES
    if library is not None and small:
        from feasibility.engines.beam.compiled import CompiledLevels

        return CompiledLevels(library, asked, padded(places, asked.holes))
    from feasibility.engines.beam.reference import NumpyLevels

    return NumpyLevels(asked, padded(places, asked.holes))


def padded(places: Sequence[Place], holes: int) -> tuple[Place, ...]:
    """A place for every bit: one that is no hole sits in the middle of the board."""
    middle = (sum([i for i, _ in places]) // len(places), sum([j for _, j in places]) // len(places))
    return (*places, *[middle] * (holes - len(places)))
