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


def width_of(question: PositionQuestion) -> int:
    """Bytes of a position."""
    return 8 * max(1, -(-question.holes // 64))


def levels_of(question: PositionQuestion, places: Sequence[BeamPlace]) -> Levels:
    """The compiled operations where there are some for the question, else the reference."""
    library = binding.library()
    small = (
        width_of(question) <= 8 * binding.MOST_SET_WORDS and len(question.symmetries) <= binding.MOST_IMAGES
    )
    if library is not None and small:
        from feasibility.engines.beam.compiled import CompiledLevels

        return CompiledLevels(library, question, padded(places, question.holes))
    from feasibility.engines.beam.reference import NumpyLevels

    return NumpyLevels(question, padded(places, question.holes))


def padded(places: Sequence[BeamPlace], holes: int) -> tuple[BeamPlace, ...]:
    """A place for every bit: one that is no hole sits in the middle of the board."""
    middle = (sum([i for i, _ in places]) // len(places), sum([j for _, j in places]) // len(places))
    return (*places, *[middle] * (holes - len(places)))
