"""One block of a level -> the canonical positions one move further: the hot loop of the frontier search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.successors import Successors
from feasibility.engines.positions.words import (
    PIECE,
    Symmetries,
    Words,
    legal_tables,
    look_up,
    pack,
    pieces,
    unique,
    unique_of_own,
)
from feasibility.native import binding

CACHE_WORDS = 2 << 16  # by word of a position, as in native/frontier.h


Expander: TypeAlias = Callable[[Words], Words]
"""From a block the sorted distinct canonical positions that a move reaches and that nothing rules out."""


def numpy_expander(question: PositionQuestion, symmetries: Symmetries, pruner: Pruner) -> Expander:
    """The reference: duplicates go before anything costly is done to a position."""
    successors = Successors(question)

    def expand(block: Words) -> Words:
        words = pruner.keep(unique(successors(block)))
        if symmetries.order == 1:
            return words
        return unique(symmetries.canonical(words))

    return expand


def whole_tables(tables: Sequence[Words]) -> Words:
    """The tables of a position's pieces in one array, each filled up to the full number of entries."""
    joined = np.zeros((len(tables), 1 << PIECE, tables[0].shape[1]), dtype=np.uint64)
    for row, table in zip(joined, tables, strict=True):
        row[: len(table)] = table
    return joined


class NativeExpander:
    """The compiled loop, for positions of one word, and tables for any."""

    def __init__(
        self, library: binding.Kernels, question: PositionQuestion, symmetries: Symmetries, pruner: Pruner
    ) -> None:
        self.expand = library.frontier_expand
        self.pieces = len(pieces(question.holes))
        self.cares = pack((m.care for m in question.moves), question.holes)
        self.legal = legal_tables([(m.care, m.want) for m in question.moves], question.holes, PIECE)
        lanes = [whole_tables(tables) for tables, _, _ in pruner.groups]
        self.groups = len(lanes)
        self.bases = np.array([base for _, base, _ in pruner.groups], dtype=np.uint64)
        self.lanes = np.concatenate([self.bases[:0], *[each.ravel() for each in lanes]])
        self.signs = np.array([signs for _, _, signs in pruner.groups], dtype=np.uint64)
        # by move and group of lanes: what the move adds to the sums, modulo 2^64
        wants, holes = pack((m.want for m in question.moves), question.holes), question.holes
        tables = [each for each, _, _ in pruner.groups]
        changes = [look_up(self.cares ^ wants, each, holes) - look_up(wants, each, holes) for each in tables]
        self.deltas = np.concatenate([wants[:, :0], *changes], axis=1)
        images = [whole_tables(each) for each in symmetries.tables]
        # by move and symmetry: where the holes of the move go
        moved = (symmetries.moved(self.cares, which) for which in range(len(images)))
        self.moved = np.concatenate([self.cares[:, :0], *moved], axis=1)
        self.permutations = len(images)
        self.images = np.concatenate([self.bases[:0], *[each.ravel() for each in images]])

    def __call__(self, block: Words) -> Words:
        given, room = self.given(block), max(1 << 12, 8 * len(block))
        while True:
            out = np.empty((room, 1), dtype=np.uint64)
            made = int(self.expand(*given, *room_in(out)))
            if made >= 0:
                return unique_of_own(out[:made])
            room *= 2  # it was short

    def given(self, block: Words) -> tuple[Words | int, ...]:
        """What the kernels are told of the block, its moves, what prunes and the symmetries."""
        block = np.ascontiguousarray(block)
        head = (block, len(block), self.cares, self.legal, len(self.legal), self.pieces)
        pruning = (self.groups, self.lanes, self.bases, self.signs, self.deltas)
        return (*head, *pruning, self.permutations, self.images, self.moved)


def room_in(out: Words) -> tuple[Words, Words, int]:
    """Where a kernel may work and write; threads of a worker share an expander, so each has its own."""
    return np.zeros(CACHE_WORDS * out.shape[1], dtype=np.uint64), out, len(out)


def expander(question: PositionQuestion, symmetries: Symmetries, pruner: Pruner) -> Expander:
    """The compiled loop where there is one and a position is one word, else the reference."""
    library = binding.library()
    room = len(symmetries.tables) <= binding.MOST_IMAGES and len(pruner.groups) <= binding.MOST_LANES
    if library is None or question.holes > 64 or not room:
        return numpy_expander(question, symmetries, pruner)
    return NativeExpander(library, question, symmetries, pruner)
