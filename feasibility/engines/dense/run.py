"""Running a closure: memory, seeds, sweeps until nothing grows, threads, clock."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.limits import Clock, available_memory, resident_bytes
from feasibility.base.report import Look, Report
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.address_order import UNIT, WORD
from feasibility.engines.dense.kernel import CompiledSweep
from feasibility.engines.dense.levels import LevelTables, pieces
from feasibility.engines.dense.plan import Operations, pattern, words_of_unit
from feasibility.engines.dense.reference import ClosureState, LookAtBlocks, Sweeper
from feasibility.engines.dense.residue_class import ResidueClass
from feasibility.engines.dense.store import SetFile
from feasibility.game.automorphism import Permutation
from feasibility.native import binding


def memory_refusal(needed: int, clock: Clock) -> Stopped | None:
    """A refusal if `needed` more bytes break the limit or exceed what the machine has."""
    limit, available = clock.limits.memory, available_memory()
    if limit is not None and resident_bytes() + needed > limit:
        reason = f"needs {needed >> 20} MiB more, the limit is {limit >> 20} MiB"
        return Stopped("memory", reason, enough=needed)
    if available is not None and needed > available:
        reason = f"needs {needed >> 20} MiB, {available >> 20} MiB are available"
        return Stopped("memory", reason, enough=0)
    return None


def seed(
    words: NDArray[Any],
    residue: ResidueClass,
    must: int,
    free: int,
    pegs: int | None,
    look: Look,
) -> None:
    """Set the bits of the residue class that hold `must` and nothing outside `must` and `free`.

    With `pegs` only those of them that have so many pegs. `look` is called again and again, and may raise.
    """
    if not free:
        if residue.contains(must):
            address = residue.address(must)
            words[address >> WORD] |= np.uint64(1 << (address & 63))
        return
    add = pattern(residue, must, free)
    for first, part in pieces(words):
        look()
        add(first, part)
    if residue.bits < UNIT:  # addresses that no position has
        words &= np.array(words_of_unit((1 << (1 << residue.bits)) - 1), np.uint64)
    if pegs is not None:
        tables = LevelTables.of(residue)
        for first, part in pieces(words):
            look()
            tables.level(part.copy(), first, pegs, part)


class ClosureRun:
    """One closure under way: the bit array, when each block grew, and the limits."""

    def __init__(
        self,
        plan: Operations,
        words: NDArray[Any],
        clock: Clock,
        threads: int = 2,
        passes: int = 0,
        symmetries: Sequence[Permutation] = (),
        only: int | None = None,
    ) -> None:
        self.words, self.clock, self.passes = words, clock, passes
        self.state = ClosureState.of(plan, words, only)
        self.sweep: CompiledSweep | Sweeper
        if binding.library() is None:
            self.sweep = Sweeper(plan, self.state)
        else:
            self.sweep = CompiledSweep(plan, self.state, symmetries, threads)

    def close(self, progress: Report | None = None, store: SetFile | None = None) -> Stopped | None:
        """Sweep until no block grows; what there is goes to `store` between passes and however it ends."""
        grew = True
        while grew:
            look = self._watch(progress)
            if not self.clock.expired():
                self.sweep(self.passes % 2 == 1, self.clock, look)
            if self.state.stop[0] or self.clock.expired():
                return self._out_of_time(store)
            self.passes += 1
            grew = self.sweep.grown > 0
            look(self.sweep.blocks, self.sweep.grown)
            failure = store.keep(self.words, self.passes, done=not grew) if store else None
            if failure:
                return failure
        return None

    def _out_of_time(self, store: SetFile | None) -> Stopped:
        moved = self.state.ticks[0] > 0  # or else the file holds it all
        failure = store.save(self.words, self.passes) if store and moved else None
        lost = f", which could not be kept ({failure.reason})" if failure else ""
        return self.clock.stop(f"in pass {self.passes + 1}{lost}")

    def _watch(self, progress: Report | None) -> LookAtBlocks:
        number, blocks, began = self.passes + 1, self.sweep.blocks, monotonic()

        def look(done: int, grown: int) -> None:
            if progress is not None and done:
                rate = done / max(monotonic() - began, 1e-9)
                progress(f"pass {number}: {done:,} of {blocks:,} blocks, {grown:,} grew, {rate:,.0f}/s")

        return look
