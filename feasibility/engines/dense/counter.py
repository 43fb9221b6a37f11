"""Levels of a dense set with the number of plays into each member, one after the other.

The number of plays into a position is the sum over its predecessors in the set. Equivalent members have equal
numbers, so one block of each orbit is kept. Only two levels are held at a time. A number has as many 64-bit
limbs as the level above could make necessary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.address_order import WORD
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.kept import Kept
from feasibility.engines.dense.kernel import allocate
from feasibility.engines.dense.levels import Histogram, addresses, pieces
from feasibility.engines.dense.numbers import add_rows, limbs_after, total_of, whole, widened
from feasibility.engines.dense.run import memory_refusal
from feasibility.engines.threads import in_threads
from feasibility.native import binding

if TYPE_CHECKING:
    from numpy.typing import NDArray


MEMBER = 1.5  # times as much work as a word of the set is a member of a level, as measured
LEAST_SHARE = 0.02  # of the work, before a guess is worth telling


@dataclass(frozen=True, eq=False)
class CountedLevel:
    """Members that are kept, and the number of plays into each: those with one number of pegs.

    `listed`: their addresses, where the arrays hold the members of all levels.
    """

    kept: Kept
    words: NDArray[Any]
    before: NDArray[Any]  # members before each word
    numbers: NDArray[Any]
    pegs: int
    listed: NDArray[Any] | None = None

    def __len__(self) -> int:
        return len(self.numbers if self.listed is None else self.listed)

    @cached_property
    def own(self) -> NDArray[Any]:
        """The numbers of this level alone, in the order of the addresses."""
        return self.numbers if self.listed is None else self.pick(self.listed)

    def number(self, address: int) -> int:
        """The number of plays into a member, kept or not."""
        return whole(self.pick(np.array([address], np.uint64))[0])

    def pick(self, members: NDArray[Any]) -> NDArray[Any]:
        """The numbers of plays into members, by their addresses."""
        library = binding.library()
        if library is None:
            picked: NDArray[Any] = self.numbers[self.ranks(self.kept.places(members))]
            return picked
        out = np.empty((len(members), self.numbers.shape[1]), np.uint64)
        library.dense_pick(self.struct, members, len(members), out, out.shape[1])
        return out

    def set_number(self, position: int, number: NDArray[Any]) -> None:
        """Of the member that the count begins with."""
        address = np.array([self.kept.residue.address(position)], np.uint64)
        self.numbers[self.ranks(self.kept.places(address))[0]] = number

    def ranks(self, places: NDArray[Any]) -> NDArray[Any]:
        """Members by their places: which of those that are kept they are."""
        word, bit = (places >> np.uint64(WORD)).astype(np.intp), places & np.uint64(63)
        below = self.words[word] & (np.uint64(1) << bit) - np.uint64(1)
        rank: NDArray[Any] = self.before[word].astype(np.intp) + np.bitwise_count(below)
        return rank

    @cached_property
    def struct(self) -> binding.Sparse:
        """For the compiled kernel."""
        return self.kept.struct(self.words, self.before, self.numbers)

    def parts(self) -> Iterator[tuple[NDArray[Any], NDArray[Any], int]]:
        """Addresses, their numbers, and for how many images each of these members stands."""
        if self.listed is not None:
            weights = self.kept.weights(self.listed)
            for weight in np.unique(weights).tolist():
                yield self.listed[weights == weight], self.own[weights == weight], weight
            return
        for at, first, part, length in self.kept.pieces(self.words):
            if part.any():
                here, low = addresses(part, first), int(self.before[at])
                yield here, self.numbers[low : low + len(here)], length

    def chosen(self, at: int, bits: NDArray[Any]) -> int:
        """The sum of the numbers of some members, given as words from number `at` on."""
        if not bits.any():
            return 0
        return total_of(self.numbers[self.ranks(addresses(bits, at))])


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
        self.start, self.last = dense.roots[0], last
        self.first = np.ones(1, np.uint64)  # plays into the start
        self.kept = Kept.of(dense)  # the set itself need not stay
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

    def _level(self, pegs: int, limbs: int) -> CountedLevel | None:
        count = len(self.kept.words)
        self.refusal = memory_refusal(count * 12 + self.sizes[pegs] * 8 * limbs, self.clock)
        if self.refusal is None and self.clock.expired():
            self.refusal = Stopped("time", f"time ran out before the level of {pegs} pegs")
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
            size, limbs = len(level.words), level.numbers.shape[1]
            return self.run(level, size, "dense_count", level.struct, above.struct, size, limbs)
        for at, first, part, _ in self.kept.pieces(level.words):
            if self.clock.expired():
                return self._ended(level)
            if part.any():
                _count_reference(above, level, at, addresses(part, first))
        return True

    def run(self, level: CountedLevel, size: int, kernel: str, *arguments: Any) -> bool:
        """A kernel that fills the numbers of a level; False if the time is over."""
        cursor, stop = np.zeros(1, np.int64), np.zeros(1, np.int32)
        function, threads = getattr(binding.compiled(), kernel), min(self.threads, 1 + size // 2048)

        def look() -> None:
            self.pace.tell(level.pegs, min(1.0, int(cursor[0]) / size))

        in_threads(threads, lambda: function(*arguments, cursor, stop), self.clock, stop, look)
        return not stop[0] or self._ended(level)

    def _ended(self, level: CountedLevel) -> bool:
        self.refusal = Stopped("time", f"time ran out in the level of {level.pegs} pegs")
        return False


def before(words: NDArray[Any]) -> NDArray[Any]:
    """How many members come before each word."""
    ranks = np.empty(len(words), np.uint32)
    library = binding.library()
    if library:
        library.dense_rank(words, len(words), ranks)
        return ranks
    total = 0
    for first, part in pieces(words):
        counts = np.bitwise_count(part).astype(np.int64)
        ranks[first : first + len(part)] = np.cumsum(counts) - counts + total
        total += int(counts.sum())
    return ranks


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
