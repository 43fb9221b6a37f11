"""The ground truth of a target, made when it is first needed, and samples of it, which are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.dense.levels import members
from feasibility.engines.dense.queries import winning
from feasibility.engines.positions.words import Flags, Words
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import living, sampling, truth
from feasibility.studies.rules.evidence.keeping import KeptArrays, forget, kept
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
        self.target, self.board = target, target.board
        self.clock, self.threads, self.seed, self.report = clock, threads, seed, report
        self.about = f"{board_digest(self.board)} {target.must:x} {target.free:x} {target.pegs} {seed}"

    @property
    def depth(self) -> int:
        return self.board.n

    @cached_property
    def truth(self) -> Truth:
        key = (self.board, self.target)
        found: Truth | Stopped | None = _made.pop(key, None)
        if found is None:
            found = truth.build(self.board, self.target, self.clock, threads=self.threads, report=self.report)
        if isinstance(found, Stopped):
            raise StoppedError(found.limit, found.reason)
        _made[key] = found
        forget(_made, SHARED)
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

    def symmetric(self) -> MaskArray | None:
        """The living positions that a symmetry maps to themselves; None if they are too many to list."""
        return self._listed("symmetric", lambda: living.symmetric(self.truth))

    def on_plays(self, start: int, wanted: int) -> tuple[MaskArray, int]:
        """Positions on plays from a start to the target, spread over the numbers of pegs, and how many."""

        def make() -> KeptArrays:
            return self._on_plays(start, wanted)

        found = kept(f"{self.about} from {start:x} {wanted}", make)
        return found["masks"], int(found["of"])

    def _on_plays(self, start: int, wanted: int) -> KeptArrays:
        target = self.target
        none = {"masks": np.zeros(0, np.uint64), "of": np.array(0)}
        if not self.truth.alive(np.array([start], np.uint64))[0]:
            return none
        dense = winning(
            self.board.n, self.board.jumps, start, target.must,
            free=target.free, pegs=target.pegs, clock=self.clock, threads=self.threads,
        )  # fmt: skip
        if isinstance(dense, Stopped):
            raise StoppedError(dense.limit, dense.reason)
        size = len(dense)
        if size <= wanted:
            masks = np.concatenate([np.zeros(0, np.uint64), *members(dense)])
        else:
            masks = together(sampling.sample(replace(self.truth, sets=(dense,)), wanted, self.seed))
        return {"masks": masks, "of": np.array(size)}

    def _listed(self, what: str, find: Callable[[], MaskArray | None]) -> MaskArray | None:
        def make() -> KeptArrays:
            masks = find()
            return {} if masks is None else {"masks": masks}

        return kept(f"{self.about} {what}", make).get("masks")
