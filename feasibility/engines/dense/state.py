"""What a closure under way has done to its blocks, and how either engine sweeps over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.engines.dense.plan import Operations

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
