"""Exact search by dense closure: one bit for every position of a residue class.

All positions reachable from a start share its residue class, which on most boards has 2^(n-4)
members; the set of them is a bit array whose size is known in advance. A jump is a masked OR
between two parts of it; sweeps over all jumps are repeated until nothing grows. The compiled
kernel and the numpy reference give the same array.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from feasibility.base.limits import Clock, Limits
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.dense import too_many_holes
from feasibility.engines.dense.address_order import UNIT, WORD, symmetries
from feasibility.engines.dense.images import keeps
from feasibility.engines.dense.kernel import allocate
from feasibility.engines.dense.levels import pieces
from feasibility.engines.dense.plan import plan, total_bits
from feasibility.engines.dense.residue_class import ResidueClass, residue_layout
from feasibility.engines.dense.run import ClosureRun, memory_refusal, seed
from feasibility.engines.dense.store import SetFile, in_folder, question_digest, seconds_for
from feasibility.game.automorphism import Permutation, Triple
from feasibility.game.symmetry import apply
from feasibility.native import binding

NUMPY_BLOCK_BITS = 20
CLOSURE_STEPS = 1000
# What the kernels need besides the bit array: at least so much, on huge boards so much for each block, and
# two marks for each of its units.
WORK, BLOCK_WORK = 24 << 20, 48


@dataclass(frozen=True, eq=False)
class DenseSet:
    """A set of positions of one residue class, closed under jumps or under taking them back."""

    residue: ResidueClass
    jumps: tuple[Triple, ...]
    words: NDArray[Any]
    roots: tuple[int, ...]  # the start, or the pegs of the target; both for winning positions
    free: int = 0  # the free holes of a pattern target
    pegs: int | None = None  # a target that is a number of pegs
    backward: bool = False
    passes: int = 0
    symmetries: tuple[Permutation, ...] = ()  # a group that keeps the set, the identity among them if any

    def is_root(self, position: int) -> bool:
        """Whether the closure began at this position."""
        if self.pegs is not None:
            return position.bit_count() == self.pegs
        return position & ~self.free == self.roots[0]

    def __contains__(self, position: int) -> bool:
        if not self.residue.contains(position):
            return False
        address = self.residue.address(position)
        return bool(int(self.words[address >> 6]) >> (address & 63) & 1)

    def __len__(self) -> int:
        return sum(int(np.bitwise_count(part).sum(dtype=np.int64)) for _, part in pieces(self.words))


def dense_memory(n: int, jumps: Iterable[Triple], sets: int = 1) -> int:
    """Bytes that closures on this board take, made one after the other and kept.

    Each has one bit for each position of a residue class; the work space is needed once.
    """
    return _needed(residue_layout(n, jumps), sets)


def _needed(residue: ResidueClass, sets: int = 1) -> int:
    blocks, units = 1 << max(0, residue.bits - block_bits(residue)), 1 << total_bits(residue) - UNIT
    return sets * (1 << total_bits(residue) - 3) + max(WORK, blocks * BLOCK_WORK + units // 4)


class Work(TypedDict, total=False):
    """What a closure may cost, whom it tells, and the folder in which it goes on where it was."""

    clock: Clock | None
    threads: int
    progress: Report | None
    workdir: Path | None


def closure(n: int, jumps: Sequence[Triple], start: int, **work: Unpack[Work]) -> DenseSet | Stopped:
    """All positions that are reachable from `start`, itself included."""
    return _closed(ClosureQuestion(n, tuple(jumps), start, 0, start, False), **work)


def backward_closure(
    n: int,
    jumps: Sequence[Triple],
    target: int,
    *,
    free: int = 0,
    pegs: int | None = None,
    start: int | None = None,
    **work: Unpack[Work],
) -> DenseSet | Stopped:
    """All positions of the residue class of `start` from which the target is reachable.

    A pattern target holds the pegs of `target` and any of the holes in `free`; `start` (default: the
    target itself) picks the residue class, since a pattern meets several. With `pegs` the target is every
    position of the residue class that has so many.
    """
    anchor = target if start is None else start
    if pegs is not None:
        target, free = 0, (1 << n) - 1
    return _closed(ClosureQuestion(n, tuple(jumps), target, free, anchor, True, pegs), **work)


@dataclass(frozen=True)
class ClosureQuestion:
    """What a closure begins with, and all that the file of its set must be about."""

    n: int
    jumps: tuple[Triple, ...]
    must: int
    free: int
    anchor: int  # a position of the residue class
    backward: bool
    pegs: int | None = None


def _closed(
    question: ClosureQuestion,
    clock: Clock | None = None,
    threads: int = 2,
    progress: Report | None = None,
    workdir: Path | None = None,
) -> DenseSet | Stopped:
    """The set, or the limit that came first."""
    clock = clock or Limits().start()
    if refusal := too_many_holes(question.n):
        return refusal
    residue = residue_layout(question.n, question.jumps).through(question.anchor)
    if refusal := memory_refusal(_needed(residue), clock):
        return refusal
    return in_folder(workdir, lambda: _made(question, residue, workdir, clock, threads, progress))


def _made(
    question: ClosureQuestion,
    residue: ResidueClass,
    workdir: Path | None,
    clock: Clock,
    threads: int,
    progress: Report | None,
) -> DenseSet | Stopped:
    store = None
    if workdir is not None:
        name = "dense-backward" if question.backward else "dense-forward"
        store = SetFile(workdir / f"{name}.bits", question_digest(question, residue))
    operations = plan(residue, question.jumps, block_bits(residue), question.backward)
    words = allocate(1 << operations.total_bits - WORD)
    passes, done = store.load(words) if store else (0, False)
    ends = question.must, question.free
    kept = tuple(
        g
        for g in symmetries(question.n, question.jumps)
        if tuple(apply(g, mask) for mask in ends) == ends and keeps(residue, g)
    )
    if not done:
        clock.spend(CLOSURE_STEPS + (1 << operations.total_bits >> 10))  # whatever order the threads take
        try:
            seed(words, residue, question.must, question.free, question.pegs, clock.look)
        except StoppedError as end:
            limit = end.stopped.limit
            return Stopped(
                limit, f"the {limit} limit was reached before all positions to begin with were set"
            )
        only = residue.address(question.must) if store is None and not question.free else None
        sweeping = clock if store is None else clock.sparing(seconds_for(len(words)))  # to write them
        run = ClosureRun(operations, words, sweeping, threads, passes, kept, only)
        try:
            failure = run.close(progress, store)
        except KeyboardInterrupt:
            if store:
                store.save(words, run.passes)
            raise
        if failure:
            return failure
        passes = run.passes
    about = (question.must,), question.free, question.pegs, question.backward
    return DenseSet(residue, question.jumps, words, *about, passes, kept)


def block_bits(residue: ResidueClass) -> int:
    """log2 of the bits in a block; numpy wants fewer, longer calls."""
    return residue.block_bits if binding.library() else NUMPY_BLOCK_BITS
