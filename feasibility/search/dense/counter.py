"""Levels of a dense set with the number of plays into each member, one after the other.

The number of plays into a position is the sum over its predecessors in the set. Only two levels are held
at a time. A number has as many 64-bit limbs as the level above could make necessary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.native import binding
from feasibility.search.dense.address_order import WORD
from feasibility.search.dense.closure import DenseSet
from feasibility.search.dense.images import images
from feasibility.search.dense.kernel import aligned, allocate
from feasibility.search.dense.levels import LevelTables, addresses, level_counts, pieces
from feasibility.search.dense.numbers import add_rows, first_numbers, limbs_after, product_of, whole, widened
from feasibility.search.dense.plan import plan
from feasibility.search.dense.run import memory_refusal
from feasibility.search.results import Stopped
from feasibility.search.threads import in_threads

if TYPE_CHECKING:
    from numpy.typing import NDArray

Report: TypeAlias = Callable[[str], None]

MEMBER = 1.5  # times as much work as a word of the set is a member of a level, as measured
LEAST_SHARE = 0.02  # of the work, before a guess is worth telling
BLOCK_BITS = 17  # a block's part of a level and its numbers stay in the second-level cache


@dataclass(frozen=True, eq=False)
class CountedLevel:
    """The members with one number of pegs and the number of plays into each, in address order."""

    pegs: int
    words: NDArray[Any]
    before: NDArray[Any]  # members before each word
    numbers: NDArray[Any]

    def __len__(self) -> int:
        return len(self.numbers)

    def pointers(self) -> binding.Level:
        """For the compiled kernel."""
        return binding.Level(*map(binding.address, (self.words, self.before, self.numbers)))

    def number(self, address: int) -> int:
        """The number of plays into a member."""
        return whole(self.numbers[self.rank(address)])

    def joined(self, back: CountedLevel) -> int:
        """The sum over this level of the plays into a member times those into its complement, in `back`.

        Complementing a position complements its address, so the order is reversed.
        """
        return product_of(self.numbers, back.numbers[::-1])

    def rank(self, address: int) -> int:
        """The place of a member."""
        below = int(self.words[address >> WORD]) & (1 << (address & 63)) - 1
        return int(self.before[address >> WORD]) + below.bit_count()

    def ranks(self, places: NDArray[Any]) -> NDArray[Any]:
        """The places of members, by their addresses."""
        word, bit = (places >> np.uint64(WORD)).astype(np.intp), places & np.uint64(63)
        below = self.words[word] & (np.uint64(1) << bit) - np.uint64(1)
        rank: NDArray[Any] = self.before[word].astype(np.intp) + np.bitwise_count(below)
        return rank


class Pace:
    """Tells how far a count is, level by level, with a guess of the time that is left.

    Every level is as much work as the set has words, and the more the more members it has.
    """

    def __init__(self, what: str, sizes: Sequence[int], words: int, report: Report | None) -> None:
        self.what, self.sizes, self.words, self.report = what, sizes, words, report
        self.began, self.done, self.members, self.all = monotonic(), 0.0, 0, 1.0

    def begin(self, first: int, last: int) -> None:
        """The levels that will be counted."""
        self.all = sum(self.work(pegs) for pegs in range(last, first + 1)) or 1.0

    def work(self, pegs: int) -> float:
        return self.words + MEMBER * self.sizes[pegs] if self.sizes[pegs] else 0.0

    def tell(self, pegs: int, share: float) -> None:
        """Reports how much of a level is counted."""
        if self.report is None:
            return
        seconds, done = monotonic() - self.began, self.done + share * self.work(pegs)
        counted = plural(self.sizes[pegs], "position", commas=True)
        told = f"{self.what}, {plural(pegs, 'peg')}: {share:.0%} of {counted}"
        if done > LEAST_SHARE * self.all:
            rate = (self.members + share * self.sizes[pegs]) / max(seconds, 1e-9)
            told += f", {rate:,.0f}/s, about {seconds * (self.all - done) / done:.0f} s left"
        self.report(told)

    def finished(self, pegs: int) -> None:
        """The next level."""
        self.tell(pegs, 1.0)
        self.done += self.work(pegs)
        self.members += self.sizes[pegs]


class Counter:
    """Counts plays from the start of a set through its members; `refusal` says why it ended early."""

    def __init__(
        self,
        dense: DenseSet,
        clock: Clock | None = None,
        threads: int = 2,
        report: Report | None = None,
        what: str = "plays",
    ) -> None:
        if dense.backward:
            raise InputError("plays are counted over a forward set or over winning positions")
        self.dense, self.clock, self.threads = dense, clock or Limits().start(), threads
        self.tables = LevelTables.of(dense.residue)
        self.parts = images(dense.residue, dense.residue.block_bits, dense.symmetries)
        block_bits = dense.residue.block_bits
        if not self.parts.steps:
            block_bits = BLOCK_BITS
            self.parts = images(dense.residue, block_bits, ())
        self.plan = plan(dense.residue, dense.jumps, block_bits)
        self.sizes = level_counts(dense)
        self.pace = Pace(what, self.sizes, len(dense.words), report)
        self.refusal: Stopped | None = None

    def levels(self, last: int = 0, weight: int = 1) -> Iterator[CountedLevel]:
        """The levels from the start down to `last` pegs; the start counts as `weight` plays."""
        start = self.dense.roots[0]
        self.pace.begin(start.bit_count(), last)
        first = first_numbers(1, weight)
        level = self._level(start.bit_count(), first.shape[1]) if start in self.dense else None
        if level is None:
            return
        level.numbers[level.rank(self.dense.residue.address(start))] = first[0]
        self.pace.finished(level.pegs)
        yield level
        for pegs in range(start.bit_count() - 1, last - 1, -1):
            if not self.sizes[pegs]:
                return
            limbs = limbs_after(level.numbers, len(self.dense.jumps))
            above = CountedLevel(level.pegs, level.words, level.before, widened(level.numbers, limbs))
            following = self._level(pegs, above.numbers.shape[1])
            if following is None or not self._count(above, following):
                return
            level = following
            self.pace.finished(pegs)
            yield level

    def _level(self, pegs: int, limbs: int) -> CountedLevel | None:
        count = len(self.dense.words)
        self.refusal = memory_refusal(count * 12 + self.sizes[pegs] * 8 * limbs, self.clock)
        if self.refusal is None and self.clock.expired():
            self.refusal = Stopped("time", f"time ran out before the level of {pegs} pegs")
        if self.refusal:
            return None
        words = allocate(count)
        for first, part in pieces(self.dense.words):
            self.tables.level(part, first, pegs, words[first : first + len(part)])
        return CountedLevel(pegs, words, _before(words), np.zeros((self.sizes[pegs], limbs), np.uint64))

    def _count(self, above: CountedLevel, level: CountedLevel) -> bool:
        """Fill the numbers of a level; False if the time is over."""
        done = True
        if binding.library():
            done = self._count_compiled(above, level)
        else:
            for first, part in pieces(above.words):
                done = done and not self.clock.expired()
                if done and part.any():
                    _count_reference(self.dense, above, level, first, part)
        if not done:
            self.refusal = Stopped("time", f"time ran out in the level of {level.pegs} pegs")
        return done

    def _count_compiled(self, above: CountedLevel, level: CountedLevel) -> bool:
        numbers, table = self.plan.arrays()
        stop = np.zeros(1, np.int32)
        arrays = {  # they live as long as the pointers to them
            "moves": numbers,
            "masks": aligned(table),
            "stop": stop,
            "order": self.parts.order,
            "image": self.parts.blocks,
            "place": self.parts.units,
            "within": self.parts.within(),
        }
        task = binding.Counting(
            to=level.pointers(),
            above=above.pointers(),
            limbs=level.numbers.shape[1],
            units=self.plan.units,
            count=len(self.plan.moves),
            visited=len(self.parts.order),
            images=len(self.parts.steps),
            **{name: binding.address(array) for name, array in arrays.items()},
        )
        count = binding.compiled().dense_count
        threads = min(self.threads, len(self.parts.order))

        def look() -> None:
            self.pace.tell(level.pegs, min(1.0, task.cursor / task.visited))

        in_threads(threads, lambda: count(task), self.clock, stop, look)
        return not stop[0]


def _before(words: NDArray[Any]) -> NDArray[Any]:
    """How many members come before each word."""
    before = np.empty(len(words), np.uint32)
    if binding.library():
        binding.compiled().dense_rank(words, len(words), before)
        return before
    total = 0
    for first, part in pieces(words):
        counts = np.bitwise_count(part).astype(np.int64)
        before[first : first + len(part)] = np.cumsum(counts) - counts + total
        total += int(counts.sum())
    return before


def _count_reference(
    dense: DenseSet, above: CountedLevel, level: CountedLevel, first: int, part: NDArray[Any]
) -> None:
    """Push the numbers of some members of the level above; a jump is injective, so no place repeats."""
    positions = dense.residue.positions(addresses(part, first))
    low = int(above.before[first])
    for jump in dense.jumps:
        start, over, landing = (1 << hole for hole in jump)
        care, want = np.uint64(start | over | landing), np.uint64(start | over)
        legal = np.flatnonzero(positions & care == want)
        ends = dense.residue.addresses(positions[legal] ^ care)
        word, bit = (ends >> np.uint64(WORD)).astype(np.intp), ends & np.uint64(63)
        there = (level.words[word] >> bit & np.uint64(1)) == 1
        add_rows(level.numbers, level.ranks(ends[there]), above.numbers[low + legal[there]])
