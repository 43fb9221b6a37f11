"""The reference for native/dense_closure.h: one sweep of a plan over a bit array, with numpy alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.limits import Clock
from feasibility.engines.dense.address_order import UNIT, WORD
from feasibility.engines.dense.plan import Operation, Operations
from feasibility.engines.dense.state import Look, State

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        self.views = [_view(plan, move) for move in plan.moves]
        self.inner = [view for view in self.views if not view.move.block_mask]
        self.outer = [view for view in self.views if view.move.block_mask]

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
        changed = last < 0 <= stamps[index]
        grown = False
        for view in self.outer:
            move = view.move
            if index & move.block_mask == move.block_value and stamps[index ^ move.block_mask] > last:
                grown |= _pull(block, blocks[index ^ move.block_mask], index, view)
        changed |= grown
        while changed:
            before = int(np.bitwise_count(block).sum())
            for view in self.inner:
                _pull(block, block, index, view, count=False)
            changed = int(np.bitwise_count(block).sum()) != before
            grown |= changed
        if grown:
            ticks[0] += 1
            stamps[index] = ticks[0]
        return grown


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
    units = np.arange(1 << plan.block_bits - UNIT, dtype=np.uint64)
    which = np.full(units.shape, high, np.intp)
    for index, row in enumerate(move.unit_rows):
        which ^= (np.bitwise_count(units & np.uint64(row)) & 1).astype(np.intp) << index
    table = np.array(move.masks, np.uint64)[which]
    return np.ascontiguousarray(table.reshape(shape)[end])


def _pull(block: NDArray[Any], source: NDArray[Any], index: int, view: View, count: bool = True) -> bool:
    """Pull one move into a block; whether it grew, if asked."""
    move = view.move
    high = sum(((index & row).bit_count() & 1) << i for i, row in enumerate(move.block_rows))
    there = source.reshape(view.shape)[view.source]
    here = block.reshape(view.shape)[view.end]
    if move.shift > 0:
        there = there << np.uint64(move.shift)
    elif move.shift < 0:
        there = there >> np.uint64(-move.shift)
    mask = view.masks[high]
    if mask is not None:
        there = there & mask
    grown = count and bool(np.any(there & ~here))
    here |= there
    return grown
