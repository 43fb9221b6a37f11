"""What beam search asks of the positions of a question.

A level is the bytes of its positions: words of 64 bits, the lowest first, as many as the holes need. It is
sorted and has one position of each orbit, the least. So nothing has to be imported to hold one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from feasibility.engines.positions.question import PositionQuestion
from feasibility.native import binding

if TYPE_CHECKING:
    from feasibility.engines.beam.compiled import CompiledLevels
    from feasibility.engines.beam.reference import NumpyLevels

BeamLevel: TypeAlias = bytes
BeamPlace = tuple[int, int]
Levels: TypeAlias = "CompiledLevels | NumpyLevels"  # the operations of one question, told in the reference


def width_of(asked: PositionQuestion) -> int:
    """Bytes of a position."""
    return 8 * max(1, -(-asked.holes // 64))


def levels_of(asked: PositionQuestion, places: Sequence[BeamPlace]) -> Levels:
    """The compiled operations where there are some for the question, else the reference."""
    library = binding.library()
    small = width_of(asked) <= 8 * binding.MOST_SET_WORDS and len(asked.symmetries) <= binding.MOST_IMAGES
    if library is not None and small:
        from feasibility.engines.beam.compiled import CompiledLevels

        return CompiledLevels(library, asked, padded(places, asked.holes))
    from feasibility.engines.beam.reference import NumpyLevels

    return NumpyLevels(asked, padded(places, asked.holes))


def padded(places: Sequence[BeamPlace], holes: int) -> tuple[BeamPlace, ...]:
    """A place for every bit: one that is no hole sits in the middle of the board."""
    middle = (sum([i for i, _ in places]) // len(places), sum([j for _, j in places]) // len(places))
    return (*places, *[middle] * (holes - len(places)))
