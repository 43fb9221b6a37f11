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
from feasibility.engines.dense.numbers import limbs_after, row_of, weighted_product, widened
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
class ListedLevel:
    """The members with one number of pegs in the blocks that are kept, and the number of plays into each."""

    pegs: int
    addresses: NDArray[Any]
    every: Numbered  # those of all levels

    def __len__(self) -> int:
        return len(self.addresses)

    @cached_property
    def numbers(self) -> NDArray[Any]:
        """In the order of the addresses."""
        return self.every.pick(self.addresses)

    def number(self, address: int) -> int:
        """The number of plays into one member of the set, listed or not."""
        return self.every.number(address)

    def joined(self, back: ListedLevel) -> int:
        """The sum over this level of the plays into a member times those into its complement, in `back`."""
        kept = self.every.kept
        behind = back.every.pick(np.uint64((1 << kept.residue.bits) - 1) ^ self.addresses)
        return weighted_product(self.numbers, behind, kept.weights(self.addresses))


def listed(counter: Counter, last: int, weight: int) -> Iterator[ListedLevel]:
    """What `counter.levels` gives, by lists; the refusal is told there as well."""
    if counter.start is None:
        return
    kept, clock, sizes = counter.kept, counter.clock, counter.sizes
    wanted = range(counter.start.bit_count(), last - 1, -1)
    size, first = sum(sizes), row_of(weight)
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
        if not _gather(counter, every, addresses[pegs]):
            counter.refusal = Stopped("time", f"time ran out in the level of {pegs} pegs")
            return
        level = ListedLevel(pegs, addresses[pegs], every)
        counter.pace.finished(pegs)
        yield level
        limbs = limbs_after(level.numbers, len(kept.jumps))
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


def _gather(counter: Counter, every: Numbered, addresses: NDArray[Any]) -> bool:
    """Find the numbers of some members; False if the time is over."""
    cursor, stop = np.zeros(1, np.int64), np.zeros(1, np.int32)
    arguments = (every.struct, addresses, len(addresses), every.numbers.shape[1], cursor, stop)
    function = binding.compiled().dense_gather
    threads = min(counter.threads, 1 + len(addresses) // 8192)
    in_threads(threads, lambda: function(*arguments), counter.clock, stop)
    return not stop[0]
