"""Numbers of plays over sparse sets, such as winning positions: members listed level by level.

Where few bits are set, going through the members is cheaper than going through the words. The members of all
levels are numbered at once, so a predecessor is looked up in the bits that are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.cached import cached_property
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.counter import Counter, Numbered, before
from feasibility.engines.dense.numbers import limbs_after, widened
from feasibility.engines.dense.peg_tables import DEPTH
from feasibility.engines.dense.run import memory_refusal
from feasibility.engines.threads import in_threads
from feasibility.native import binding

SPARSE = 16  # at most one bit in so many: then listing is cheaper
MOST_MEMBERS = 1 << 26  # more of them would take more room as lists than level by level


def is_sparse(counter: Counter) -> bool:
    """Whether the compiled kernel should list the members."""
    jumps, size = len(counter.kept.jumps), sum(counter.pace.sizes)
    if binding.library() is None or not 0 < jumps <= binding.MOST_JUMPS or size >= MOST_MEMBERS:
        return False
    return size * SPARSE <= counter.kept.blocks << counter.kept.block_bits


@dataclass(frozen=True, eq=False)
class ListedLevel(Numbered):
    """The members with one number of pegs, by their addresses, among those of all levels."""

    pegs: int
    addresses: NDArray[Any]

    def __len__(self) -> int:
        return len(self.addresses)

    @cached_property
    def own(self) -> NDArray[Any]:
        """The numbers of this level, in the order of the addresses."""
        return self.pick(self.addresses)

    def parts(self) -> Iterator[tuple[NDArray[Any], NDArray[Any], int]]:
        """As those of a counted level."""
        weights = self.kept.weights(self.addresses)
        for weight in np.unique(weights).tolist():
            chosen = weights == weight
            yield self.addresses[chosen], self.own[chosen], weight


def listed(counter: Counter, last: int) -> Iterator[ListedLevel]:
    """What `counter.levels` gives, by lists; the refusal is told there as well."""
    if counter.start is None:
        return
    kept, clock, sizes = counter.kept, counter.clock, counter.sizes
    wanted = range(counter.start.bit_count(), last - 1, -1)
    size, first = sum(sizes), counter.first
    lists = 8 * sum(sizes[pegs] for pegs in wanted)
    counter.refusal = memory_refusal(lists + (len(kept.words) >> 1) + 8 * (size + max(sizes)), clock)
    if counter.refusal:
        return
    addresses = _lists(counter, wanted)
    every = Numbered(kept.words, before(kept.words), np.zeros((size, len(first)), np.uint64), counter.lookup)
    every.numbers[every.rank(counter.start)] = first
    counter.pace.begin(wanted[0], last)
    for pegs in wanted:
        if not sizes[pegs]:
            return
        level = ListedLevel(every.words, every.before, every.numbers, every.lookup, pegs, addresses[pegs])
        if not _gather(counter, level):
            counter.refusal = Stopped("time", f"time ran out in the level of {pegs} pegs")
            return
        counter.pace.finished(pegs)
        yield level
        limbs = limbs_after(level.own, len(kept.jumps))
        if limbs > every.numbers.shape[1]:
            counter.refusal = memory_refusal(8 * limbs * size, clock)
            if counter.refusal:
                return
            every = replace(every, numbers=widened(every.numbers, limbs))


def _lists(counter: Counter, wanted: range) -> dict[int, NDArray[Any]]:
    """The addresses of the members of every level that is wanted."""
    out = np.empty(sum(counter.sizes[pegs] for pegs in wanted), np.uint64)
    places = np.full(counter.kept.residue.n + DEPTH + 1, -1, np.int64)
    lists, at = {}, 0
    for pegs in wanted:
        places[pegs] = at
        lists[pegs] = out[at : at + counter.sizes[pegs]]
        at += counter.sizes[pegs]
    for _, first, words, _ in counter.kept.pieces(counter.kept.words):
        counter.tables.sort(words, first, places, out)
    return lists


def _gather(counter: Counter, level: ListedLevel) -> bool:
    """Find the numbers of a level; False if the time is over."""
    cursor, stop = np.zeros(1, np.int64), np.zeros(1, np.int32)
    arguments = (level.struct, level.addresses, len(level), level.numbers.shape[1], cursor, stop)
    function = binding.compiled().dense_gather
    threads = min(counter.threads, 1 + len(level) // 8192)
    in_threads(threads, lambda: function(*arguments), counter.clock, stop)
    return not stop[0]
