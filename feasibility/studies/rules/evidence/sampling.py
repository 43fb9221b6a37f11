"""Samples of ground truth, level by level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.kernel import allocate
from feasibility.engines.dense.levels import PIECE, LevelTables, addresses
from feasibility.studies.rules.evidence.truth import Truth, pieces

MaskArray = npt.NDArray[np.uint64]

FEW, FINE = 20_000, 1 << 12  # of few positions most parts have none, and need not be looked through


@dataclass(frozen=True)
class SampledLevel:
    """Chosen positions with some number of pegs, out of `size`."""

    pegs: int
    size: int
    masks: MaskArray


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


# from a word on: some words
SampledPart: TypeAlias = tuple[DenseSet, LevelTables, int, npt.NDArray[np.uint64]]


def _counted(truth: Truth, size: int, dead: bool) -> tuple[list[SampledPart], npt.NDArray[np.int64]]:
    """Parts of so many words, and how many positions of each number of pegs each of them has."""
    parts: list[SampledPart] = []
    counts: list[npt.NDArray[np.int64]] = []
    tables = {id(one): LevelTables.of(one.residue) for one in truth.sets}
    for one, first, piece in pieces(truth, invert=dead):
        for low in range(0, len(piece), size):
            words = np.ascontiguousarray(piece[low : low + size])
            counted = np.zeros(truth.board.n + 33, np.int64)
            tables[id(one)].histogram(words, first + low, counted)
            parts.append((one, tables[id(one)], first + low, words))
            counts.append(counted[: truth.board.n + 1])
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
