"""The ground truth of a target, made when it is first needed, and samples of it, which are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.levels import members
from feasibility.engines.dense.queries import winning
from feasibility.engines.positions.words import Flags, Words
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import sampling, truth
from feasibility.studies.rules.evidence.keeping import KeptArrays, kept
from feasibility.studies.rules.evidence.sampling import MaskArray, SampledLevel, together
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.systems.facet_library import board_digest

SHARED = 2  # closures that later rules of this process find made

_made: dict[tuple[Board, Target], Truth] = {}


class Ground:
    """All positions from which a target can be reached: asked one by one, or drawn from a seed.

    What cannot be made within the limits raises StoppedError.
    """

    def __init__(self, target: Target, clock: Clock, threads: int, seed: int, report: Report) -> None:
        self.target, self.board, self.depth = target, target.board, target.board.n
        self.clock, self.threads, self.seed, self.report = clock, threads, seed, report
        self.about = f"{board_digest(self.board)} {target.must:x} {target.free:x} {target.pegs} {seed}"

    @cached_property
    def truth(self) -> Truth:
        key = (self.board, self.target)
        found: Truth | Stopped | None = _made.pop(key, None)
        if found is None:
            found = truth.build(self.board, self.target, self.clock, threads=self.threads, report=self.report)
        if isinstance(found, Stopped):
            raise StoppedError(found.limit, found.reason)
        _made[key] = found
        for oldest in tuple(_made)[:-SHARED]:  # another thread may do the same meanwhile
            _made.pop(oldest, None)
        return replace(found, look=self.clock.look)

    def living(self, words: Words) -> Flags:
        return self.truth.alive(words[:, 0])

    def play(self, mask: int) -> tuple[Jump, ...] | None:
        return self.truth.play(mask)

    def sample(self, wanted: int, *, dead: bool = False) -> list[SampledLevel]:
        """Positions that reach the target, or do not, spread evenly over the numbers of pegs."""

        def make() -> KeptArrays:
            levels = sampling.sample(self.truth, wanted, self.seed, dead=dead)
            told = [(one.pegs, one.size, len(one.masks)) for one in levels]
            return {"levels": np.array(told, np.int64).reshape(-1, 3), "masks": together(levels)}

        found = kept(f"{self.about} sample {wanted} {dead}", make)
        several, low = [], 0
        for pegs, size, count in found["levels"].tolist():
            several.append(SampledLevel(pegs, size, found["masks"][low : low + count]))
            low += count
        return several

    def on_plays(self, start: int, wanted: int, most: int = 0) -> tuple[Iterable[MaskArray], int]:
        """Positions on plays from a start to the target, and how many there are: all where these are at most
        `most`, else so many as are wanted, of all numbers of pegs.
        """
        known = self._on_plays(start) if most else None
        if known is not None and len(known) <= most:
            return members(known), len(known)

        def make() -> KeptArrays:
            dense = self._on_plays(start) if known is None else known
            if dense is None:
                return {"masks": np.zeros(0, np.uint64), "of": np.array(0)}
            chosen = sampling.sample(replace(self.truth, sets=(dense,)), wanted, self.seed)
            return {"masks": together(chosen), "of": np.array(sum(one.size for one in chosen))}

        found = kept(f"{self.about} from {start:x} {wanted}", make)
        return [found["masks"]], int(found["of"])

    def _on_plays(self, start: int) -> DenseSet | None:
        target = self.target
        if not self.truth.alive(np.array([start], np.uint64))[0]:
            return None
        dense = winning(
            self.board.n, self.board.jumps, start, target.must,
            free=target.free, pegs=target.pegs, clock=self.clock, threads=self.threads,
        )  # fmt: skip
        if isinstance(dense, Stopped):
            raise StoppedError(dense.limit, dense.reason)
        return dense
