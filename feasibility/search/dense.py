"""Exact search by dense closure: one bit for every position of a residue class.

All positions reachable from a start share its residue class, which on most boards has 2^(n-4)
members; the set of them is a bit array whose size is known in advance. A jump is a masked OR
between two parts of it; sweeps over all jumps are repeated until nothing grows. The compiled
kernel and the numpy reference give the same array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feasibility.limits import Clock, Limits
from feasibility.search import kernels
from feasibility.search.dense_plan import plan, total_bits
from feasibility.search.dense_run import Progress, Refused, Run, allocate, memory_refusal, seed
from feasibility.search.residue_class import ResidueClass, Triple, residue_layout

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

BLOCK_BITS = 20  # 128 KiB, small enough for the second-level cache
NUMPY_BLOCK_BITS = 23  # fewer, longer calls
WORK = 24 << 20  # what the kernels need besides the bit array


@dataclass(frozen=True, eq=False)
class DenseSet:
    """A set of positions of one residue class, closed under jumps or under taking them back."""

    residue: ResidueClass
    jumps: tuple[Triple, ...]
    words: NDArray[Any]
    backward: bool = False
    passes: int = 0

    def __contains__(self, position: int) -> bool:
        if not self.residue.contains(position):
            return False
        address = self.residue.address(position)
        return bool(int(self.words[address >> 6]) >> (address & 63) & 1)

    def __len__(self) -> int:
        import numpy as np

        step = 1 << 20
        return sum(
            int(np.bitwise_count(self.words[low : low + step]).sum(dtype=np.int64))
            for low in range(0, len(self.words), step)
        )


def dense_memory(n: int, jumps: Iterable[Triple]) -> int:
    """Bytes that a closure on this board takes: one bit per position of a residue class, and work space."""
    return (1 << total_bits(residue_layout(n, jumps)) - 3) + WORK


def closure(
    n: int,
    jumps: Sequence[Triple],
    start: int,
    *,
    clock: Clock | None = None,
    threads: int = 2,
    progress: Callable[[Progress], None] | None = None,
) -> DenseSet | Refused:
    """All positions that are reachable from `start`, itself included."""
    return _closure(n, jumps, start, 0, start, False, clock, threads, progress)


def backward_closure(
    n: int,
    jumps: Sequence[Triple],
    target: int,
    *,
    free: int = 0,
    start: int | None = None,
    clock: Clock | None = None,
    threads: int = 2,
    progress: Callable[[Progress], None] | None = None,
) -> DenseSet | Refused:
    """All positions of the residue class of `start` from which the target is reachable.

    A pattern target holds the pegs of `target` and any of the holes in `free`; `start` (default: the
    target itself) picks the residue class, since a pattern meets several.
    """
    return _closure(n, jumps, target, free, target if start is None else start, True, clock, threads, progress)


def _closure(n, jumps, must, free, anchor, backward, clock, threads, progress):  # type: ignore
    clock = clock or Limits().start()
    if n > 64:
        return Refused("board", f"a dense set holds boards of at most 64 holes, this one has {n}")
    residue = residue_layout(n, jumps).through(anchor)
    refusal = memory_refusal((1 << total_bits(residue) - 3) + WORK, clock)
    if refusal:
        return refusal
    compiled = kernels.library() is not None
    operations = plan(residue, tuple(jumps), BLOCK_BITS if compiled else NUMPY_BLOCK_BITS, backward)
    words = allocate(1 << operations.total_bits - 6)
    seed(words, residue, must, free)
    run = Run(operations, words, clock, threads)
    failure = run.close(progress)
    return failure or DenseSet(residue, tuple(jumps), words, backward, run.passes)
