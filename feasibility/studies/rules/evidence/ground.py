"""The ground truth of a target, made when it is first needed, and samples of it by levels, which are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.kernel import allocate
from feasibility.engines.dense.levels import PIECE, LevelTables, addresses, members
from feasibility.engines.dense.queries import winning
from feasibility.engines.positions.words import Flags, Words
from feasibility.game.geometry import Jump
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import truth
from feasibility.studies.rules.evidence.keeping import KeptArrays, kept
from feasibility.studies.rules.evidence.truth import Truth, pieces
from feasibility.systems.facet_library import board_digest

MaskArray = npt.NDArray[np.uint64]
SampledPart: TypeAlias = tuple[DenseSet, LevelTables, int, MaskArray]  # from a word on: some words

FEW, FINE = 20_000, 1 << 12  # of few positions most parts have none, and need not be looked through
SHARED = 2  # closures that later rules of this process find made

_made: dict[Target, Truth] = {}


@dataclass(frozen=True)
class SampledLevel:
    """Chosen positions with some number of pegs, out of `size`."""

    pegs: int
    size: int
    masks: MaskArray


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
        found: Truth | Stopped | None = _made.pop(self.target, None)
        if found is None:
            found = truth.build(self.target, self.clock, threads=self.threads, report=self.report)
        if isinstance(found, Stopped):
            raise StoppedError(found.limit, found.reason)
        _made[self.target] = found
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
            levels = sample(self.truth, wanted, self.seed, dead=dead)
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
            chosen = sample(replace(self.truth, sets=(dense,)), wanted, self.seed)
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


def shares(sizes: npt.NDArray[np.int64], wanted: int) -> npt.NDArray[np.int64]:
    """How many of each level: as evenly as the sizes allow, `wanted` in all or everything there is."""
    chosen = np.zeros(len(sizes), np.int64)
    left = wanted
    while left > 0:
        open_ = np.flatnonzero(chosen < sizes)
        if len(open_) == 0:
            break
        each = max(1, left // len(open_))
        for level in open_[:left] if each == 1 else open_:
            more = min(each, int(sizes[level] - chosen[level]), left)
            chosen[level] += more
            left -= more
    return chosen


def sample(truth: Truth, wanted: int, seed: int, *, dead: bool = False) -> list[SampledLevel]:
    """Positions that reach the target (or do not, in its residue classes), spread evenly over the levels."""
    parts, counts = _counted(truth, FINE if wanted < FEW else PIECE, dead)
    sizes = counts.sum(axis=0)
    random = np.random.default_rng([seed, int(dead)])
    chosen: list[npt.NDArray[np.int64]] = []
    for size, count in zip(sizes, shares(sizes, wanted), strict=True):
        if count == size:
            chosen.append(np.arange(size))
        else:
            chosen.append(np.sort(random.choice(int(size), int(count), replace=False, shuffle=False)))
    picked = [_pick(parts, counts[:, pegs], pegs, ranks) for pegs, ranks in enumerate(chosen)]
    return [
        SampledLevel(pegs, int(size), masks)
        for pegs, (size, masks) in enumerate(zip(sizes, picked, strict=True))
        if size
    ]


def together(levels: Iterable[SampledLevel]) -> MaskArray:
    return np.concatenate([np.zeros(0, np.uint64), *(level.masks for level in levels)])


def _counted(truth: Truth, size: int, dead: bool) -> tuple[list[SampledPart], npt.NDArray[np.int64]]:
    """Parts of so many words, and how many positions of each number of pegs each of them has."""
    parts: list[SampledPart] = []
    counts: list[npt.NDArray[np.int64]] = []
    tables = {id(one): LevelTables.of(one.residue) for one in truth.sets}
    for one, first, piece in pieces(truth, invert=dead):
        for low in range(0, len(piece), size):
            words = np.ascontiguousarray(piece[low : low + size])
            counted = np.zeros(truth.target.board.n + 33, np.int64)
            tables[id(one)].histogram(words, first + low, counted)
            parts.append((one, tables[id(one)], first + low, words))
            counts.append(counted[: truth.target.board.n + 1])
    return parts, np.array(counts)


def _pick(
    parts: list[SampledPart], counts: npt.NDArray[np.int64], pegs: int, ranks: npt.NDArray[np.int64]
) -> MaskArray:
    """The positions with these ranks among those with so many pegs, of which each part has so many."""
    ends = np.cumsum(counts)
    picked = [np.zeros(0, np.uint64)]
    places = np.searchsorted(ends, ranks, side="right")
    for number in np.unique(places).tolist():
        dense, tables, first, words = parts[number]
        level = allocate(len(words))
        tables.level(words, first, pegs, level)
        within = ranks[places == number] - (ends[number] - counts[number])
        picked.append(dense.residue.positions(addresses(level, first)[within]))
    return np.concatenate(picked)
