"""Samples of ground truth, level by level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from feasibility.engines.dense.kernel import allocate
from feasibility.engines.dense.levels import LevelTables, addresses
from feasibility.studies.rules.evidence.truth import Truth, pieces

Masks = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class SampledLevel:
    """Chosen positions with some number of pegs, out of `size`."""

    pegs: int
    size: int
    masks: Masks


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
    sizes = sizes_of(truth, dead)
    counts = shares(sizes, wanted)
    random = np.random.default_rng([seed, int(dead)])
    chosen: list[npt.NDArray[np.int64]] = []
    for size, count in zip(sizes, counts, strict=True):
        if count == size:
            chosen.append(np.arange(size))
        else:
            chosen.append(np.sort(random.choice(int(size), int(count), replace=False, shuffle=False)))
    masks = _pick(truth, chosen, dead)
    return [
        SampledLevel(pegs, int(size), level)
        for pegs, (size, level) in enumerate(zip(sizes, masks, strict=True))
        if size
    ]


def together(levels: Iterable[SampledLevel]) -> Masks:
    return np.concatenate([np.zeros(0, np.uint64), *(level.masks for level in levels)])


def sizes_of(truth: Truth, dead: bool) -> npt.NDArray[np.int64]:
    """Positions that reach the target, or do not, by pegs."""
    alive = truth.levels
    if not dead:
        return alive
    counts = np.zeros(len(alive) + 32, np.int64)
    tables = {id(dense): LevelTables.of(dense.residue) for dense in truth.sets}
    for dense, first, words in pieces(truth, invert=True):
        tables[id(dense)].histogram(np.ascontiguousarray(words), first, counts)
    return counts[: len(alive)]


def _pick(truth: Truth, chosen: list[npt.NDArray[np.int64]], dead: bool) -> list[Masks]:
    """The positions with these ranks in each level, in the order of the pieces."""
    picked: list[list[Masks]] = [[np.zeros(0, np.uint64)] for _ in chosen]
    seen, taken = [0] * len(chosen), [0] * len(chosen)
    tables = {id(one): LevelTables.of(one.residue) for one in truth.sets}
    for one, first, piece in pieces(truth, invert=dead):
        words = np.ascontiguousarray(piece)
        level = allocate(len(words))
        for pegs, ranks in enumerate(chosen):
            if taken[pegs] == len(ranks):
                continue
            count = tables[id(one)].level(words, first, pegs, level)
            end = int(np.searchsorted(ranks, seen[pegs] + count))
            if end > taken[pegs]:
                places = addresses(level, first)[ranks[taken[pegs] : end] - seen[pegs]]
                picked[pegs].append(one.residue.positions(places))
            seen[pegs], taken[pegs] = seen[pegs] + count, end
    return [np.concatenate(parts) for parts in picked]


def elsewhere(truth: Truth, wanted: int, seed: int) -> Masks:
    """Random positions outside the target's residue classes: none of them reaches it."""
    if truth.size > truth.board.full:
        return np.zeros(0, np.uint64)
    random = np.random.default_rng([seed, 2])
    drawn = np.zeros(0, np.uint64)
    while len(drawn) < wanted:
        masks = random.integers(0, truth.board.full, 2 * wanted, dtype=np.uint64, endpoint=True)
        drawn = np.concatenate([drawn, masks[~truth.inside(masks)]])
    return drawn[:wanted]
