"""Ground truth by backward closure: every position from which a target can be reached.

One bit per position of each residue class that the target meets; in all others no position reaches it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Look, Report, patient, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.dense import levels, too_many_holes
from feasibility.engines.dense.closure import DenseSet, backward_closure, dense_memory
from feasibility.engines.dense.queries import holds, play
from feasibility.engines.dense.residue_class import residue_layout
from feasibility.engines.positions.words import Flags
from feasibility.game.geometry import Jump
from feasibility.game.position import Target, bits

MOST_BYTES = 2 << 30  # of the sets of a target that meets several residue classes


@dataclass(frozen=True, eq=False)
class Truth:
    """The positions that reach a target, one dense set per residue class that the target meets."""

    target: Target
    sets: tuple[DenseSet, ...]
    look: Look = patient  # before each piece of them; it may raise StoppedError

    @cached_property
    def levels(self) -> npt.NDArray[np.int64]:
        """Positions that reach the target, by pegs."""
        counts = np.array([levels.level_counts(dense) for dense in self.sets], np.int64)
        total: npt.NDArray[np.int64] = counts.sum(axis=0, dtype=np.int64)
        return total

    @property
    def open(self) -> int:
        """How many positions reach the target by jumps: those that are what it asks for need none."""
        target = self.target
        done = 1 << target.free.bit_count() if target.pegs is None else int(self.levels[target.pegs])
        return int(self.levels.sum()) - done

    def alive(self, masks: NDArray[np.uint64]) -> Flags:
        """From which positions the target can be reached."""
        flags = np.zeros(len(masks), np.bool_)
        for dense in self.sets:
            flags |= holds(dense, masks)
        return flags

    def members(self) -> Iterator[NDArray[np.uint64]]:
        """All positions that reach the target, in arrays."""
        return (masks for dense in self.sets for masks in levels.members(dense))

    def play(self, mask: int) -> tuple[Jump, ...] | None:
        for dense in self.sets:
            found = play(dense, mask)
            if found is not None:
                return tuple(Jump(*jump) for jump in found)
        return None


def too_large(target: Target) -> str | None:
    """Why the positions of a target are not listed, on this machine nor on any other."""
    board = target.board
    if refusal := too_many_holes(board.n):
        return refusal.reason
    anchors = _anchors(target)
    needed = dense_memory(board.n, board.jumps, len(anchors))
    if needed <= MOST_BYTES:
        return None
    met = plural(len(anchors), "residue class", "residue classes")
    return f"the target meets {met}, which take {needed >> 20} MiB, at most {MOST_BYTES >> 20} MiB are used"


def build(target: Target, clock: Clock, *, threads: int = 2, report: Report = silent) -> Truth | Stopped:
    """The truth for a target."""
    reason, board, sets = too_large(target), target.board, []
    if reason is not None:
        return Stopped("memory", reason)
    for anchor in _anchors(target):
        dense = backward_closure(
            board.n, board.jumps, target.must, free=target.free, pegs=target.pegs, start=anchor, clock=clock,
            threads=threads, progress=lambda told: report(f"ground truth, {told}"),
        )  # fmt: skip
        if isinstance(dense, Stopped):
            return dense
        sets.append(dense)
    return Truth(target, tuple(sets))


def _anchors(target: Target) -> list[int]:
    """A position of each residue class that the target meets; its free holes are gone through in turn."""
    layout, most = residue_layout(target.board.n, target.board.jumps), target.pegs
    found = {(0, layout.through(target.must).offset): target.must}  # by free pegs, if these are counted
    for hole in bits(target.free):
        own = layout.through(1 << hole).offset
        for (pegs, offset), mask in list(found.items()):
            if most is None or pegs < most:
                key = (0 if most is None else pegs + 1, offset ^ own)
                found.setdefault(key, mask | 1 << hole)
    return [mask for (pegs, _), mask in sorted(found.items()) if pegs == (most or 0)]


def pieces(truth: Truth, invert: bool) -> Iterator[tuple[DenseSet, int, NDArray[np.uint64]]]:
    """The bit arrays piece by piece: of the positions that reach the target, or of those that do not."""
    for dense in truth.sets:
        for first, words in levels.pieces(dense.words):
            truth.look()
            asked = ~words if invert else words
            if invert and dense.residue.bits < 9:  # padded with addresses that no position has
                real = np.arange(64 * len(words)) < 1 << dense.residue.bits
                asked &= np.packbits(real, bitorder="little").view("<u8")
            yield dense, first, asked
