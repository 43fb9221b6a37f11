"""Calling the compiled kernels of dense sets: aligned arrays, sweeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.limits import Clock
from feasibility.engines.dense.images import images
from feasibility.engines.dense.plan import Operations, parities
from feasibility.engines.dense.reference import ClosureState, LookAtBlocks
from feasibility.engines.threads import in_threads
from feasibility.game.automorphism import Permutation
from feasibility.native import binding

PAD = 8  # words before and after the array that an unaligned read may touch


def allocate(count: int) -> NDArray[Any]:
    """Zeroed words on a cache line, with room on both sides for unaligned reads."""
    raw = np.zeros(count + 4 * PAD, np.uint64)
    skip = -(raw.ctypes.data // 8) % PAD + PAD
    return raw[skip : skip + count]


def aligned(array: NDArray[Any]) -> NDArray[Any]:
    """A copy of the words that begins on a cache line."""
    words = allocate(array.size)
    words[:] = array.ravel()
    return words


class CompiledSweep:
    """Sweeps by native/dense_closure.h, which closes one block of each orbit and copies the others."""

    def __init__(
        self, plan: Operations, state: ClosureState, symmetries: Sequence[Permutation], threads: int
    ) -> None:
        parts = images(plan.residue, plan.block_bits, symmetries)
        self.threads = max(1, min(threads, plan.blocks))
        self.state, self.blocks, self.grown = state, len(parts.order), 0
        marks = np.zeros((2, plan.blocks, plan.marks), np.uint64)
        # before the first pass: every unit of the blocks that are not empty has grown
        marks[0, state.stamps >= 0] = (1 << min(64, plan.units)) - 1
        self.arrays = {  # they live as long as the pointers to them
            **_moves(plan),
            "words": state.words,
            "stamps": state.stamps,
            "seen": state.seen,
            "clock": state.ticks,
            "marks": marks,
            "stop": state.stop,
            "order": parts.order,
            "image": parts.blocks,
            "place": parts.units,
            "steps": aligned(parts.step_words()),
            "first_step": parts.first_steps(),
        }
        self.task = binding.ClosureCall(
            units=plan.units,
            inner=sum(not move.block_mask for move in plan.moves),
            count=len(plan.moves),
            blocks=plan.blocks,
            visited=len(parts.order),
            images=len(parts.steps),
            **{name: binding.address(array) for name, array in self.arrays.items()},
        )

    def __call__(self, descending: bool, clock: Clock, look: LookAtBlocks) -> None:
        task = self.task
        task.cursor, task.grown = 0, 0
        task.sweep += 1
        sweep = binding.compiled().dense_sweep

        def tell() -> None:  # each thread has counted one block more when it finds none
            look(min(self.blocks, int(task.cursor)), int(task.grown))

        if self.blocks == 1:
            sweep(task, descending)
        else:
            in_threads(self.threads, lambda: sweep(task, descending), clock, self.state.stop, tell)
        self.grown = int(task.grown)  # their images left out


def _moves(plan: Operations) -> dict[str, NDArray[Any]]:
    """The moves, those within blocks first, as the kernel reads them."""
    if plan.units > binding.MOST_UNITS:
        raise ValueError(f"the kernel has room for blocks of {binding.MOST_UNITS} units, not {plan.units}")
    numbers, masks = plan.arrays()
    units = np.arange(plan.units, dtype=np.uint64)
    ends = np.zeros((len(plan.moves), 64 * plan.marks), np.bool_)
    for into, move in zip(ends, plan.moves, strict=True):
        into[: plan.units] = units & np.uint64(move.unit_mask) == np.uint64(move.unit_value)
    bits = np.packbits(ends, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    rows = list({move.unit_rows: None for move in plan.moves})
    which = [rows.index(move.unit_rows) for move in plan.moves]
    return {
        "moves": numbers,
        "masks": aligned(masks),
        "targets": bits,
        "parities": np.array([parities(units, pivots) for pivots in rows], np.uint8),
        "parity_of": np.array(which, np.int64),
    }
