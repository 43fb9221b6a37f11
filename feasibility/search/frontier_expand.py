"""One block of a level -> the canonical positions one move further: the hot loop of the frontier search."""

from __future__ import annotations

from typing import Protocol

from feasibility.search.pruning import Pruner
from feasibility.search.question import Question
from feasibility.search.successors import Successors
from feasibility.search.words import Symmetries, Words, unique


class Expander(Protocol):
    """Sorted distinct canonical positions that one legal move reaches and that nothing rules out."""

    def __call__(self, block: Words) -> Words: ...


def numpy_expander(asked: Question, symmetries: Symmetries, pruner: Pruner) -> Expander:
    """The reference: duplicates go before anything costly is done to a position."""
    successors = Successors(asked)

    def expand(block: Words) -> Words:
        words = pruner.keep(unique(successors(block)))
        if symmetries.order == 1:
            return words
        return unique(symmetries.canonical(words))

    return expand


def expander(asked: Question, symmetries: Symmetries, pruner: Pruner) -> Expander:
    """The fastest expander at hand."""
    return numpy_expander(asked, symmetries, pruner)
