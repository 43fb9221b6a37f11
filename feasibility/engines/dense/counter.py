"""Levels of a dense set with the number of plays into each member, one after the other.

The number of plays into a position is the sum over its predecessors in the set. Equivalent members have equal
numbers, so one block of each orbit is kept. Only two levels are held at a time; but over sparse sets, such as
winning positions, going through the members is cheaper than going through the words: they are listed level by
level and numbered at once, so that a predecessor is looked up in the bits that are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.address_order import WORD
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.kept import CountedLevel, KeptBlocks, before
from feasibility.engines.dense.kernel import allocate
from feasibility.engines.dense.levels import DEPTH, Histogram, addresses
from feasibility.engines.dense.numbers import add_rows, limbs_after, widened
from feasibility.engines.dense.run import memory_refusal
from feasibility.engines.threads import in_threads
from feasibility.native import binding

SPARSE = 16  # at most one bit in so many: then listing is cheaper
MOST_MEMBERS = 1 << 26  # more of them would take more room as lists than level by level
MEMBER = 1.5  # times as much work as a word of the set is a member of a level, as measured
LEAST_SHARE = 0.02  # of the work, before a guess is worth telling


class Pace:
    """Tells how far a count is, level by level, with a guess of the time that is left.

    Every level is as much work as the set has words, and the more the more members it has.
    """

    def __init__(self, what: str, sizes: Sequence[int], words: int, last: int, report: Report | None) -> None:
        self.what, self.sizes, self.report, self.began = what, sizes, report, monotonic()
        self.work = [words + MEMBER * size if size else 0.0 for size in sizes]  # by pegs
        self.all = sum(self.work[last:]) or 1.0

    def tell(self, pegs: int, share: float) -> None:
        """So much of a level is done, and all levels above it."""
        if self.report is None:
            return
        counted = plural(self.sizes[pegs], "position", commas=True)
        told = f"{self.what}, {plural(pegs, 'peg')}: {share:.0%} of {counted}"
        seconds, done = monotonic() - self.began, sum(self.work[pegs + 1 :]) + share * self.work[pegs]
        if done > LEAST_SHARE * self.all:
            rate = (sum(self.sizes[pegs + 1 :]) + share * self.sizes[pegs]) / max(seconds, 1e-9)
            told += f", {rate:,.0f}/s, about {seconds * (self.all - done) / done:.0f} s left"
        self.report(told)


class Counter:
    """Counts plays from the start of a set through its members; `refusal` says why it ended early."""

    def __init__(
        self,
        dense: DenseSet,
        clock: Clock | None = None,
        threads: int = 2,
        report: Report | None = None,
        what: str = "plays",
        last: int = 0,
    ) -> None:
        if dense.backward:
            raise InputError("plays are counted over a forward set or over winning positions")
        self.clock, self.threads = clock or Limits().start(), threads
        self.start = dense.roots[0]
        self.first = np.ones(1, np.uint64)  # plays into the start
        self.kept = KeptBlocks.of(dense)  # the set itself need not stay
        histogram = Histogram(dense.residue)
        for _, first, words, length in self.kept.pieces(self.kept.words):
            histogram.add(words, first, length)
        self.tables, self.sizes = histogram.tables, histogram.counts(whole=False)
        self.pace = Pace(what, histogram.counts(), len(self.kept.words), last, report)
        self.refusal: Stopped | None = None
        self.wanted = range(self.start.bit_count(), last - 1, -1) if self.start in dense else range(0)

    def levels(self) -> Iterator[CountedLevel]:
        """The levels from the start down to `last` pegs."""
        above: CountedLevel | None = None
        for pegs in self.wanted:
            if not self.sizes[pegs]:
                return
            limbs = len(self.first)
            if above is not None:
                limbs = limbs_after(above.numbers, len(self.kept.jumps))
                above = replace(above, numbers=widened(above.numbers, limbs))
                limbs = above.numbers.shape[1]
            level = self._level(pegs, limbs)
            if level is None:
                return
            if above is None:
                level.set_number(self.start, self.first)
            elif not self._count(above, level):
                return
            self.pace.tell(pegs, 1.0)
            yield level
            above = level

    @property
    def sparse(self) -> bool:
        """Whether the compiled kernel should list the members."""
        jumps, size = len(self.kept.jumps), sum(self.pace.sizes)
        if binding.library() is None or not 0 < jumps <= binding.MOST_JUMPS or size >= MOST_MEMBERS:
            return False
        return size * SPARSE <= 1 << self.kept.residue.bits

    def listed(self) -> Iterator[CountedLevel]:
        """What `levels` gives, by lists; the refusal is told there as well."""
        kept, sizes, size = self.kept, self.sizes, sum(self.sizes)
        members = sum(sizes[pegs] for pegs in self.wanted)
        needed = 8 * (members + size + max(sizes)) + (len(kept.words) >> 1)
        self.refusal = memory_refusal(needed, self.clock)
        if self.refusal:
            return
        lists = self._lists(members)
        numbers = np.zeros((size, len(self.first)), np.uint64)
        level = CountedLevel(kept, kept.words, before(kept.words), numbers, 0)
        for pegs in self.wanted:
            if not sizes[pegs]:
                return
            level = replace(level, pegs=pegs, listed=lists[pegs])
            if pegs == self.wanted[0]:
                level.set_number(self.start, self.first)
            elif not self._run("dense_gather", level, lists[pegs], len(level)):
                return
            self.pace.tell(pegs, 1.0)
            yield level
            limbs = limbs_after(level.own, len(kept.jumps))
            if limbs > level.numbers.shape[1]:
                self.refusal = memory_refusal(8 * limbs * size, self.clock)
                if self.refusal:
                    return
                level = replace(level, numbers=widened(level.numbers, limbs))

    def _lists(self, size: int) -> dict[int, NDArray[Any]]:
        """The addresses of the members of every level that is wanted, so many together."""
        out = np.empty(size, np.uint64)
        places = np.full(self.kept.residue.n + DEPTH + 1, -1, np.int64)
        lists, at = {}, 0
        for pegs in self.wanted:
            places[pegs] = at
            lists[pegs] = out[at : at + self.sizes[pegs]]
            at += self.sizes[pegs]
        for _, first, words, _ in self.kept.pieces(self.kept.words):
            self.tables.sort(words, first, places, out)
        return lists

    def _level(self, pegs: int, limbs: int) -> CountedLevel | None:
        count = len(self.kept.words)
        self.refusal = memory_refusal(count * 12 + self.sizes[pegs] * 8 * limbs, self.clock)
        if self.refusal is None and self.clock.expired():
            self.refusal = self.clock.stop(f"before the level of {pegs} pegs")
        if self.refusal:
            return None
        words = allocate(count)
        for at, first, part, _ in self.kept.pieces(self.kept.words):
            self.tables.level(part, first, pegs, words[at : at + len(part)])
        numbers = np.zeros((self.sizes[pegs], limbs), np.uint64)
        return CountedLevel(self.kept, words, before(words), numbers, pegs)

    def _count(self, above: CountedLevel, level: CountedLevel) -> bool:
        """Fill the numbers of a level; False if the time is over."""
        if binding.library() and len(self.kept.jumps) <= binding.MOST_JUMPS:
            return self._run("dense_count", level, above.struct, len(level.words))
        for at, first, part, _ in self.kept.pieces(level.words):
            if self.clock.expired():
                return self._ended(level)
            if part.any():
                _count_reference(above, level, at, addresses(part, first))
        return True

    def _run(self, kernel: str, level: CountedLevel, given: Any, size: int) -> bool:
        """A kernel that fills the numbers of a level, of so many words or members; False at the limit."""
        cursor, stop = np.zeros(1, np.int64), np.zeros(1, np.int32)
        arguments = (level.struct, given, size, level.numbers.shape[1], cursor, stop)
        function, threads = getattr(binding.compiled(), kernel), min(self.threads, 1 + size // 2048)

        def look() -> None:
            self.pace.tell(level.pegs, min(1.0, int(cursor[0]) / size))

        in_threads(threads, lambda: function(*arguments), self.clock, stop, look)
        return not stop[0] or self._ended(level)

    def _ended(self, level: CountedLevel) -> bool:
        self.refusal = self.clock.stop(f"in the level of {level.pegs} pegs")
        return False


def _count_reference(above: CountedLevel, level: CountedLevel, at: int, members: NDArray[Any]) -> None:
    """Add up the numbers of the predecessors of some members, which are kept from word `at` on."""
    residue, low = level.kept.residue, int(level.before[at])
    positions = residue.positions(members)
    for jump in level.kept.jumps:
        start, over, landing = (1 << hole for hole in jump)
        care = np.uint64(start | over | landing)
        legal = np.flatnonzero(positions & care == np.uint64(landing))
        places = level.kept.places(members[legal] ^ np.uint64(residue.address(int(care))))
        word, bit = (places >> np.uint64(WORD)).astype(np.intp), places & np.uint64(63)
        there = (above.words[word] >> bit & np.uint64(1)) == 1
        add_rows(level.numbers, low + legal[there], above.numbers[above.ranks(places[there])])
