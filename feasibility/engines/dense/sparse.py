"""Numbers of plays over sparse sets, such as winning positions: members listed level by level.

Where few bits are set, going through the members is cheaper than going through the words. The members of all
levels are numbered at once, so a predecessor is looked up in the bits that are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.engines.dense.counter import CountedLevel, Counter, before
from feasibility.engines.dense.levels import DEPTH
from feasibility.engines.dense.numbers import limbs_after, widened
from feasibility.engines.dense.run import memory_refusal
from feasibility.native import binding

SPARSE = 16  # at most one bit in so many: then listing is cheaper
MOST_MEMBERS = 1 << 26  # more of them would take more room as lists than level by level


def is_sparse(counter: Counter) -> bool:
    """Whether the compiled kernel should list the members."""
    jumps, size = len(counter.kept.jumps), sum(counter.pace.sizes)
    if binding.library() is None or not 0 < jumps <= binding.MOST_JUMPS or size >= MOST_MEMBERS:
        return False
    return size * SPARSE <= 1 << counter.kept.residue.bits


def listed(counter: Counter) -> Iterator[CountedLevel]:
    """What `counter.levels` gives, by lists; the refusal is told there as well."""
    kept, sizes, size = counter.kept, counter.sizes, sum(counter.sizes)
    lists = sum(sizes[pegs] for pegs in counter.wanted)
    needed = 8 * (lists + size + max(sizes)) + (len(kept.words) >> 1)
    counter.refusal = memory_refusal(needed, counter.clock)
    if counter.refusal:
        return
    addresses = _lists(counter, lists)
    numbers = np.zeros((size, len(counter.first)), np.uint64)
    level = CountedLevel(kept, kept.words, before(kept.words), numbers, 0)
    for pegs in counter.wanted:
        if not sizes[pegs]:
            return
        level = replace(level, pegs=pegs, listed=addresses[pegs])
        if pegs == counter.wanted[0]:
            level.set_number(counter.start, counter.first)
        elif not counter.run(
            level, len(level), "dense_gather", level.struct, level.listed, len(level), level.numbers.shape[1]
        ):
            return
        counter.pace.tell(pegs, 1.0)
        yield level
        limbs = limbs_after(level.own, len(kept.jumps))
        if limbs > level.numbers.shape[1]:
            counter.refusal = memory_refusal(8 * limbs * size, counter.clock)
            if counter.refusal:
                return
            level = replace(level, numbers=widened(level.numbers, limbs))


def _lists(counter: Counter, size: int) -> dict[int, NDArray[Any]]:
    """The addresses of the members of every level that is wanted, so many together."""
    out = np.empty(size, np.uint64)
    places = np.full(counter.kept.residue.n + DEPTH + 1, -1, np.int64)
    lists, at = {}, 0
    for pegs in counter.wanted:
        places[pegs] = at
        lists[pegs] = out[at : at + counter.sizes[pegs]]
        at += counter.sizes[pegs]
    for _, first, words, _ in counter.kept.pieces(counter.kept.words):
        counter.tables.sort(words, first, places, out)
    return lists
