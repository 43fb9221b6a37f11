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

Look = Callable[[int, int], None]  # blocks looked at in this pass, and how many of them grew


@dataclass(frozen=True, eq=False)
class State:
    """The bit array and when each block grew; all arrays change in place."""

    words: NDArray[Any]
    stamps: NDArray[Any]  # when the block last grew, -1 if it is empty
    seen: NDArray[Any]  # up to when it has pulled from the others, -1 if it was not yet closed in itself
    ticks: NDArray[Any]  # the clock behind both
    stop: NDArray[Any]

    @classmethod
    def of(cls, plan: Operations, words: NDArray[Any], only: int | None = None) -> State:
        """Before the first pass, or after what a file kept; `only`: the one address set, if it is known."""
        if only is None:
            filled = np.array([bool(block.any()) for block in words.reshape(plan.blocks, -1)])
        else:  # an array that nobody has touched is not read, which would take as long as filling it
            filled = np.arange(plan.blocks) == only >> plan.block_bits
        stamps = np.where(filled, 0, -1).astype(np.int64)
        seen = np.full(plan.blocks, -1, np.int64)
        return cls(words, stamps, seen, np.zeros(1, np.int64), np.zeros(1, np.int32))


@dataclass(frozen=True)
class View:
    """One move inside blocks: the strided parts it joins and the masks for them."""

    move: Operation
    shape: tuple[int, ...]
    source: tuple[slice | int, ...]
    end: tuple[slice | int, ...]
    masks: tuple[NDArray[Any] | None, ...]  # by the parities of the block; None: nothing to mask


class Sweeper:
    """Sweeps of one plan; keeps per move masks of at most a block's size."""

    def __init__(self, plan: Operations, state: State) -> None:
        self.plan, self.state = plan, state
        self.blocks, self.grown = plan.blocks, 0
        views = [_view(plan, move) for move in plan.moves]
        self.inner = [view for view in views if not view.move.block_mask]
        self.outer = [view for view in views if view.move.block_mask]

    def __call__(self, descending: bool, clock: Clock, look: Look) -> None:
        """One pass over all blocks."""
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
        blocks = self.state.words.reshape(self.blocks, -1)
        last, block = int(seen[index]), blocks[index]
        seen[index] = ticks[0]
        began = before = _members(block)
        for view in self.outer:
            move = view.move
            if index & move.block_mask == move.block_value and stamps[index ^ move.block_mask] > last:
                _pull(block, blocks[index ^ move.block_mask], index, view)
        size = _members(block)
        fresh = last < 0 <= stamps[index]
        while fresh or size != before:
            fresh, before = False, size
            for view in self.inner:
                _pull(block, block, index, view)
            size = _members(block)
        if size != began:
            ticks[0] += 1
            stamps[index] = ticks[0]
        return size != began


def _members(block: NDArray[Any]) -> int:
    return int(np.bitwise_count(block).sum())


def _view(plan: Operations, move: Operation) -> View:
    """Split the word index of a block at the bits that the move fixes."""
    bits = plan.block_bits - WORD
    care = move.unit_mask << UNIT - WORD | move.word_mask
    value = move.unit_value << UNIT - WORD | move.word_value
    shape: list[int] = []
    source: list[slice | int] = []
    end: list[slice | int] = []
    run = 1
    for bit in reversed(range(bits)):
        if care >> bit & 1:
            shape += [run, 2]
            source += [slice(None), 1 - (value >> bit & 1)]
            end += [slice(None), value >> bit & 1]
            run = 1
        else:
            run *= 2
    shape.append(run)
    tables = tuple(_mask(plan, move, high, tuple(shape), tuple(end)) for high in range(len(move.masks)))
    return View(move, tuple(shape), tuple(source), tuple(end), tables)


def _mask(
    plan: Operations, move: Operation, high: int, shape: tuple[int, ...], end: tuple[slice | int, ...]
) -> NDArray[Any] | None:
    """The masks of all words that the move lands in, for one parity of the block."""
    if move.plain:
        return None
    if not move.unit_rows:
        return np.array(max(move.masks[0]), np.uint64)
    units = np.arange(plan.units, dtype=np.uint64)
    table = np.array(move.masks, np.uint64)[high ^ parities(units, move.unit_rows)]
    return np.ascontiguousarray(table.reshape(shape)[end])


def _pull(block: NDArray[Any], source: NDArray[Any], index: int, view: View) -> None:
    """Pull one move into a block."""
    move = view.move
    high = sum(((index & row).bit_count() & 1) << i for i, row in enumerate(move.block_rows))
    there = source.reshape(view.shape)[view.source]
    if move.shift > 0:
        there = there << np.uint64(move.shift)
    elif move.shift < 0:
        there = there >> np.uint64(-move.shift)
    mask = view.masks[high]
    if mask is not None:
        there = there & mask
    here = block.reshape(view.shape)[view.end]
    here |= there
