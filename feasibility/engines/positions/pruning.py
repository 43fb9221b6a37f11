"""Pagoda functions that discard positions of a search, many at once, and the choice of a small pool.

A position q is dead when w.q is below the least weight of any position that matches the target, since the
weight never rises. The slacks of up to eight functions share one 64-bit word as lanes of 8 bits (or 4 of
16, 2 of 32), so one table lookup per 11 holes serves them all: eighty cost about ten times as much as one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from feasibility.base.arrays import Floats
from feasibility.base.limits import Clock, Limits
from feasibility.engines.positions.question import PositionQuestion, least_weight
from feasibility.engines.positions.successors import Successors
from feasibility.engines.positions.words import BLOCK, Words, indicators, look_up, pack, sum_tables, unique
from feasibility.game.symmetry import inverse

PruningWeights = tuple[int, ...]
LANES = (8, 16, 32)
LEAST_GAIN, POOL = 0.03, 64  # of what is alive an orbit discards for each word, at least; functions, at most
LITTLE = 2000  # positions of all levels: to search them takes less than to choose a pool


def lane_width(weights: Sequence[int], least: int) -> int | None:
    """Bits that hold the slack of every position, or None when none of the widths does."""
    lowest = sum([w for w in weights if w < 0])
    low, high = lowest - least, sum(weights) - lowest - least
    for bits in LANES:
        if -(1 << bits - 1) <= low and high < 1 << bits - 1:
            return bits
    return None


class Pruner:
    """Pagoda functions ready to be evaluated on arrays of positions.

    Those with too large weights, and those that no position can fall below, are left out.
    """

    def __init__(self, question: PositionQuestion, pagodas: Iterable[Sequence[int]] | None = None) -> None:
        self.holes = question.holes
        chosen: dict[int, list[tuple[PruningWeights, int]]] = {bits: [] for bits in LANES}
        for weights, least, bits in self.applied(question, question.pagodas if pagodas is None else pagodas):
            chosen[bits].append((weights, least))
        self.groups: list[tuple[list[Words], Words, Words]] = []
        for bits, members in chosen.items():
            per_word = 64 // bits
            for at in range(0, len(members), per_word):
                self.groups.append(lanes(members[at : at + per_word], bits, self.holes))

    @staticmethod
    def applied(
        question: PositionQuestion, pagodas: Iterable[Sequence[int]]
    ) -> list[tuple[PruningWeights, int, int]]:
        """The functions that fit a lane and rule something out, the least weight of a match, their bits."""
        used = []
        for weights in pagodas:
            least = least_weight(question, weights)
            bits = lane_width(weights, least)
            if bits is not None and sum([w for w in weights if w < 0]) < least:
                used.append((tuple(weights), least, bits))
        return used

    def keep(self, words: Words) -> Words:
        """The positions that no function rules out; the first group sees all, the others the rest."""
        for tables, base, signs in self.groups:
            total = look_up(words, tables, self.holes)[:, 0] + base
            alive = (total & signs) == signs
            if not alive.all():
                words = words[alive]
        return words


def lanes(
    members: Sequence[tuple[PruningWeights, int]], bits: int, holes: int
) -> tuple[list[Words], Words, Words]:
    """Tables, offset and sign bits of up to 64 / bits functions that share a word.

    A lane holds 2^(bits-1) + slack, which fits by the choice of `bits`; carries between lanes while
    summing cancel in the end because the sum as one integer is exact modulo 2^64.
    """
    half = 1 << bits - 1
    shifts = np.arange(len(members), dtype=np.uint64) * np.uint64(bits)
    weights = np.array([w for w, _ in members], dtype=np.int64).reshape(-1, holes).astype(np.uint64)
    values = (weights << shifts[:, None]).sum(axis=0, dtype=np.uint64)  # modulo 2^64, as everything here
    base = sum((half - least) << at * bits for at, (_, least) in enumerate(members))
    signs = sum(half << at * bits for at in range(len(members)))
    wrap = (1 << 64) - 1
    tables = sum_tables(values[:, None], holes)
    return tables, np.array(base & wrap, dtype=np.uint64), np.array(signs, dtype=np.uint64)


def orbit_of(weights: Sequence[int], symmetries: Iterable[Sequence[int]]) -> tuple[PruningWeights, ...]:
    """The images of a function under a group, itself first, without repetitions."""
    images = (tuple(weights[hole] for hole in inverse(permutation)) for permutation in symmetries)
    return tuple(dict.fromkeys((tuple(weights), *images)))


def closed(
    pagodas: Iterable[Sequence[int]], symmetries: Sequence[Sequence[int]]
) -> tuple[PruningWeights, ...]:
    """The functions with all their images, so that pruning does not depend on the orbit's member."""
    return tuple(dict.fromkeys(image for w in pagodas for image in orbit_of(w, symmetries)))


def thinned(level: Words, most: int, random: np.random.Generator) -> Words:
    """So many of the positions, by chance, or all."""
    if len(level) <= most:
        return level
    return level[np.sort(random.choice(len(level), most, replace=False))]


def sample_levels(question: PositionQuestion, per_level: int = 2000, clock: Clock | None = None) -> Words:
    """Positions met by a random thinned-out search from the start, all levels, till the clock ends."""
    random = np.random.default_rng(0)
    level = pack([question.start], question.holes)
    successors = Successors(question)
    seen = [level]
    for _ in range(question.length):
        level = unique(successors(level))
        if len(level) == 0 or (clock is not None and clock.expired()):
            break
        level = thinned(level, per_level, random)
        seen.append(level)
    return np.concatenate(seen)


def choose_pool(
    question: PositionQuestion, candidates: Iterable[Sequence[int]], clock: Clock | None = None
) -> tuple[PruningWeights, ...] | None:
    """The functions that pay: greedily the orbit that discards most of a sample per lane it occupies.

    Stops when the best one left discards too little of what is still alive, or when the pool would be too
    large; empty where there is little to search. The result is closed under the symmetries of the question.
    None where the clock ends first.
    """
    clock = clock or Limits().start()
    sides = [question] if question.free else [question, question.dual()]
    samples = [sample_levels(side, clock=clock) for side in sides]
    if clock.expired():
        return None
    if sum(len(sample) for sample in samples) < LITTLE:
        return ()
    orbits = list(dict.fromkeys(frozenset(orbit_of(w, question.symmetries)) for w in candidates))
    dead = np.concatenate([discarded(q, s, orbits, clock) for q, s in zip(sides, samples, strict=True)])
    if clock.expired():
        return None
    pool: list[PruningWeights] = []
    while len(pool) < POOL:
        gains = dead.sum(axis=0, dtype=np.int64) / max(1, len(dead))
        fit = [
            (gains[i] / (1 + len(orbit) // 8), -i)
            for i, orbit in enumerate(orbits)
            if len(pool) + len(orbit) <= POOL
        ]
        gain, best = max(fit, default=(0.0, 0))
        if gain < LEAST_GAIN:
            break
        pool.extend(sorted(orbits[-best]))
        dead = dead[~dead[:, -best]]
    return tuple(pool)


def discarded(
    question: PositionQuestion, sample: Words, orbits: Sequence[Collection[PruningWeights]], clock: Clock
) -> npt.NDArray[np.bool_]:
    """For every position and orbit whether a function of the orbit rules it out, till the clock ends."""
    dead = np.zeros((len(sample), len(orbits)), dtype=np.bool_)
    pruned = [_that_prune(question, orbit) for orbit in orbits]
    for low in range(0, len(sample), BLOCK):
        # as floats, which are several times faster: sums of small integers are exact
        pegs = indicators(sample[low : low + BLOCK], question.holes).astype(np.float64)
        for number, (weights, least) in enumerate(pruned):
            if clock.expired():
                break
            dead[low : low + BLOCK, number] = (pegs @ weights < least).any(axis=1)
    return dead


def _that_prune(question: PositionQuestion, orbit: Iterable[PruningWeights]) -> tuple[Floats, Floats]:
    """Those of an orbit that a pruner applies, a column each, and the least weights; exact as floats."""
    used = Pruner.applied(question, orbit)
    columns = np.array([weights for weights, _, _ in used], dtype=np.float64).reshape(-1, question.holes).T
    return columns, np.array([least for _, least, _ in used], dtype=np.float64)
