"""The dense ground truth of a complement game: all positions on plays from the complement of a peg to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.levels import addresses, members, representatives
from feasibility.engines.dense.queries import play, winning
from feasibility.engines.positions.words import Symmetries, Words, pack, unique
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position, Target
from feasibility.studies.rules.evidence.cases import Batch, Source, image, named
from feasibility.studies.rules.evidence.playing import Played

CHUNK = 1 << 20


@dataclass(frozen=True, eq=False)
class ComplementTruth:
    """The positions that the complement of the target reaches and that reach the target."""

    board: Board
    target: Position
    dense: DenseSet

    def __len__(self) -> int:
        return len(self.dense)

    @cached_property
    def group(self) -> Symmetries:
        return Symmetries(self.dense.symmetries, self.board.n)

    @cached_property
    def orbits(self) -> Words:
        """One position of each orbit, sorted."""
        parts = [
            self.group.canonical(
                self.dense.residue.positions(addresses(np.ascontiguousarray(words), first))[:, None]
            )
            for first, words, _ in representatives(self.dense)
        ]
        return unique(np.concatenate(parts))

    def orbit_source(self, seed: int, only: bool, cases: int | None) -> Source:
        """A random image of each orbit, as the start for the target and as the goal of its complement.

        The latter not if `only` pairs with this target are wanted.
        """
        size, ends, target = len(self.orbits), "that" if only else "either", Target.exactly(self.target)
        which = f"{size:,} orbits of positions on plays from its complement to {named(target)}"
        batches, of = self._batches(seed, only, cases), (1 if only else 2) * (size - 1)
        return Source(f"pairs of the {which} with {ends} end", batches, self._show, of)

    def whole_source(self) -> Source:
        """All positions, as starts for the target."""
        size, target = len(self.dense), Target.exactly(self.target)
        which = f"{size:,} positions on plays from its complement to {named(target)}"
        batches = ((masks[:, None], target) for masks in members(self.dense))
        return Source(f"pairs of the {which} with that end", batches, self._show, size - 1, target)

    def _batches(self, seed: int, only: bool, cases: int | None) -> Iterator[Batch]:
        """The orbits block by block, each block under a symmetry of its own."""
        random, chosen = Random(f"images {seed}"), self.orbits
        if cases is not None and cases < len(chosen):
            chosen = chosen[sorted(random.sample(range(len(chosen)), cases))]
        start, end = pack([self.target.complement.mask, self.target.mask], self.board.n)
        for low in range(0, len(chosen), CHUNK // 16):
            words = image(chosen[low : low + CHUNK // 16], self.group, random.randrange(self.group.order))
            before, after = (words[(words != one).any(axis=1)] for one in (end, start))
            yield before, np.broadcast_to(end, before.shape)
            if not only:
                yield np.broadcast_to(start, after.shape), after

    def _show(self, start: int, end: int | None) -> Played:
        full, first = self.board.full, self.target.complement.mask
        if start == first and end is not None:
            return Played(start, end, _jumps(play(self.dense, end)))
        return Played(start, self.target.mask, _jumps(play(self.dense, full ^ start))[::-1])


def _jumps(steps: tuple[tuple[int, int, int], ...] | None) -> tuple[Jump, ...]:
    return tuple(Jump(*step) for step in steps or ())


def build(board: Board, asked: Target, clock: Clock, threads: int) -> ComplementTruth | None:
    """None where the complement does not reach the target, or where the board is too large for the limits."""
    from feasibility.engines.dense.residue_class import residue_layout

    target = asked.exact
    if target is None:
        return None
    start = target.complement.mask
    if board.n > 64 or not residue_layout(board.n, board.jumps).through(start).contains(target.mask):
        return None
    dense = winning(board.n, board.jumps, start, target.mask, clock=clock, threads=threads)
    if isinstance(dense, Stopped) or target.mask not in dense:
        return None
    return ComplementTruth(board, target, dense)
