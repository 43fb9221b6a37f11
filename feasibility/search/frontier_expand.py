"""One block of a level -> the canonical positions one move further: the hot loop of the frontier search."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from feasibility.search.question import Question
from feasibility.search.pruning import Pruner
from feasibility.search.words import Symmetries, Words, pack, unique


class Expander(Protocol):
    """Sorted distinct canonical positions that one legal move reaches and that nothing rules out."""

    def __call__(self, block: Words) -> Words: ...


def numpy_expander(asked: Question, symmetries: Symmetries, pruner: Pruner) -> Expander:
    """The reference: duplicates go before anything costly is done to a position."""
    moves = list(
        zip(
            pack((m.care for m in asked.moves), asked.holes),
            pack((m.want for m in asked.moves), asked.holes),
            strict=True,
        )
    )

    def expand(block: Words) -> Words:
        found = []
        for care, want in moves:
            legal = (block & care) == want
            rows = np.flatnonzero(legal[:, 0] if len(care) == 1 else legal.all(axis=1))
            if len(rows):
                found.append(block.take(rows, axis=0) ^ care)
        if not found:
            return block[:0]
        words = pruner.keep(unique(np.concatenate(found)))
        if symmetries.order == 1:
            return words
        return unique(symmetries.canonical(words))

    return expand


def expander(asked: Question, symmetries: Symmetries, pruner: Pruner) -> Expander:
    """The fastest expander at hand."""
    return numpy_expander(asked, symmetries, pruner)
