"""The reference for native/dense_closure.h: one sweep of a plan over a bit array, with numpy alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.limits import Clock
from feasibility.engines.dense.address_order import UNIT, WORD
from feasibility.engines.dense.plan import Operation, Operations, parities

LookAtBlocks = Callable[[int, int], None]  # blocks looked at in this pass, and how many of them grew


@dataclass(frozen=True, eq=False)
class ClosureState:
    """The bit array and when each block grew; all arrays change in place."""

    words: NDArray[Any]
    stamps: NDArray[Any]  # when the block last grew, -1 if it is empty
    seen: NDArray[Any]  # up to when it has pulled from the others, -1 if it was not yet closed in itself
    ticks: NDArray[Any]  # the clock behind both
    stop: NDArray[Any]

    @classmethod
    def of(cls, plan: Operations, words: NDArray[Any], only: int | None = None) -> ClosureState:
        """Before the first pass, or after what a file kept; `only`: the one address set, if it is known."""
        if only is None:
            filled = np.array([bool(block.any()) for block in words.reshape(plan.blocks, -1)])
        else:  # an array that nobody has touched is not read, which would take as long as filling it
            filled = np.arange(plan.blocks) == only >> plan.block_bits
        stamps = np.where(filled, 0, -1).astype(np.int64)
        seen = np.full(plan.blocks, -1, np.int64)
        return cls(words, stamps, seen, np.zeros(1, np.int64), np.zeros(1, np.int32))


class Pull:
    """One move into blocks, which are arrays with an axis for every bit of a word's number."""

    def __init__(self, plan: Operations, move: Operation) -> None:
        bits, self.move = plan.block_bits - WORD, move
        care = move.unit_mask << UNIT - WORD | move.word_mask
        value = move.unit_value << UNIT - WORD | move.word_value
        self.end, self.source = (  # with the dots they are views in any case
            (*(held >> bit & 1 if care >> bit & 1 else slice(None) for bit in reversed(range(bits))), ...)
            for held in (value, care ^ value)
        )
        units, table = np.arange(plan.units, dtype=np.uint64), np.array(move.masks, np.uint64)
        # of the words where it ends, by the parities of the block
        self.masks = [
            table[high ^ parities(units, move.unit_rows)].reshape((2,) * bits)[self.end].copy()
            if move.unit_rows
            else table[0].max()
            for high in range(0 if move.plain else len(table))
        ]

    def __call__(self, block: NDArray[Any], source: NDArray[Any], index: int) -> None:
        """Pull it into the block of this number."""
        move, there = self.move, source[self.source]
        if move.shift > 0:
            there = there << np.uint64(move.shift)
        elif move.shift < 0:
            there = there >> np.uint64(-move.shift)
        if self.masks:
            high = sum(((index & row).bit_count() & 1) << i for i, row in enumerate(move.block_rows))
            there = there & self.masks[high]
        here = block[self.end]
        here |= there


class Sweeper:
    """Sweeps of one plan; keeps per move masks of at most a block's size."""

    def __init__(self, plan: Operations, state: ClosureState) -> None:
        self.state = state
        self.blocks, self.grown = plan.blocks, 0
        self.words = state.words.reshape(plan.blocks, *(2,) * (plan.block_bits - WORD))
        pulls = [Pull(plan, move) for move in plan.moves]
        self.inner = [pull for pull in pulls if not pull.move.block_mask]
        self.outer = [pull for pull in pulls if pull.move.block_mask]

    def __call__(self, descending: bool, clock: Clock, look: LookAtBlocks) -> None:
        self.grown = 0
        order = range(self.blocks)
        for done, index in enumerate(reversed(order) if descending else order):
            self.state.stop[0] = clock.expired()
            if self.state.stop[0]:
                return
            look(done, self.grown)
            self.grown += self.visit(index)

    def visit(self, index: int) -> bool:
        """Close one block in itself and under the others' jumps into it; whether it grew."""
        stamps, seen, ticks = self.state.stamps, self.state.seen, self.state.ticks
        last, block = int(seen[index]), self.words[index]
        seen[index] = ticks[0]
        began = before = _members(block)
        for pull in self.outer:
            move = pull.move
            if index & move.block_mask == move.block_value and stamps[index ^ move.block_mask] > last:
                pull(block, self.words[index ^ move.block_mask], index)
        size = _members(block)
        fresh = last < 0 <= stamps[index]
        while fresh or size != before:
            fresh, before = False, size
            for pull in self.inner:
                pull(block, block, index)
            size = _members(block)
        if size != began:
            ticks[0] += 1
            stamps[index] = ticks[0]
        return size != began


def _members(block: NDArray[Any]) -> int:
    return int(np.bitwise_count(block).sum())
