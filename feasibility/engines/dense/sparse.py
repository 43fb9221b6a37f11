"""Numbers of plays over sparse sets, such as winning positions: members listed level by level.

Where few bits are set, going through the members is cheaper than going through the words. Equivalent members
have equal numbers, so one block of each orbit is kept and all others are read through a symmetry. Its members
are numbered at once, so a predecessor is looked up in the bits that are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.address_order import WORD
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.kept import Kept, Lookup
from feasibility.engines.dense.numbers import first_numbers, limbs_after, weighted_product, whole, widened
from feasibility.engines.dense.peg_tables import DEPTH, LevelTables
from feasibility.engines.dense.run import memory_refusal
from feasibility.engines.threads import in_threads
from feasibility.native import binding

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPARSE = 16  # at most one bit in so many: then listing is cheaper
MOST_MEMBERS = 1 << 26  # more of them would take more room as lists than level by level


def is_sparse(dense: DenseSet, size: int) -> bool:
    """Whether the compiled kernel should list the members."""
    if binding.library() is None or not dense.jumps or len(dense.jumps) > binding.MOST_JUMPS:
        return False
    return size < MOST_MEMBERS and size * SPARSE <= len(dense.words) << WORD


@dataclass(frozen=True, eq=False)
class ListedLevel:
    """The members with one number of pegs in the blocks that are kept, and the number of plays into each."""

    pegs: int
    addresses: NDArray[Any]
    kernel: SparseKernel

    def __len__(self) -> int:
        return len(self.addresses)

    @cached_property
    def numbers(self) -> NDArray[Any]:
        """In the order of the addresses."""
        return self.kernel.pick(self.addresses)

    def number(self, address: int) -> int:
        """The number of plays into one member of the set, listed or not."""
        return whole(self.kernel.pick(np.array([address], np.uint64))[0])

    def joined(self, back: ListedLevel) -> int:
        """The sum over this level of the plays into a member times those into its complement, in `back`."""
        kept = self.kernel.kept
        behind = back.kernel.pick(np.uint64((1 << kept.residue.bits) - 1) ^ self.addresses)
        return weighted_product(self.numbers, behind, kept.weights(self.addresses))


class Listing:
    """A sparse set as lists, and the numbers of plays into all members so far."""

    def __init__(self, dense: DenseSet, last: int, clock: Clock, threads: int) -> None:
        self.start, self.clock, self.threads = dense.roots[0], clock, threads
        self.kept = Kept.of(dense)  # the set itself need not stay
        self.tables = LevelTables.of(dense.residue)
        self.sizes = self.kept.sizes(self.tables)
        self.first, self.last = self.start.bit_count(), last
        self.refusal = memory_refusal(self._bytes(1), clock)

    def _bytes(self, limbs: int) -> int:
        listed = sum(self.sizes[self.last : self.first + 1])
        return 8 * listed + (len(self.kept.words) >> 1) + 8 * limbs * (sum(self.sizes) + max(self.sizes))

    def levels(self, weight: int) -> Iterator[ListedLevel]:
        """The levels from the start down; the start counts as `weight` plays."""
        if self.refusal:
            return
        lists = self._lists()
        first = first_numbers(1, weight)
        kernel = SparseKernel(self.kept, sum(self.sizes), first.shape[1])
        start = self.kept.residue.address(self.start)
        kernel.numbers[kernel.rank(start)] = first[0]
        for pegs in range(self.first, self.last - 1, -1):
            if not self.sizes[pegs]:
                return
            if not kernel.gather(lists[pegs], self.threads, self.clock):
                self.refusal = Stopped("time", f"time ran out in the level of {pegs} pegs")
                return
            level = ListedLevel(pegs, lists[pegs], kernel)
            yield level
            if not self._widen(kernel, limbs_after(level.numbers, len(self.kept.jumps))):
                return

    def _widen(self, kernel: SparseKernel, limbs: int) -> bool:
        if limbs > kernel.numbers.shape[1]:
            self.refusal = memory_refusal(8 * limbs * len(kernel.numbers), self.clock)
            if self.refusal is None:
                kernel.point(widened(kernel.numbers, limbs))
        return self.refusal is None

    def _lists(self) -> dict[int, NDArray[Any]]:
        """The addresses of the members of every level that is wanted."""
        out = np.empty(sum(self.sizes[self.last : self.first + 1]), np.uint64)
        places = np.full(self.kept.residue.n + DEPTH + 1, -1, np.int64)
        lists, at = {}, 0
        for pegs in range(self.first, self.last - 1, -1):
            places[pegs] = at
            lists[pegs] = out[at : at + self.sizes[pegs]]
            at += self.sizes[pegs]
        for _, first, words, _ in self.kept.pieces(self.kept.words):
            self.tables.sort(words, first, places, out)
        return lists


class SparseKernel:
    """The arguments of the compiled kernel, and the arrays behind them."""

    def __init__(self, kept: Kept, size: int, limbs: int) -> None:
        self.kept, self.lookup = kept, Lookup(kept)
        self.ranks = np.empty(len(kept.words), np.uint32)
        binding.compiled().dense_rank(kept.words, len(kept.words), self.ranks)
        self.point(np.zeros((size, limbs), np.uint64))

    def point(self, numbers: NDArray[Any]) -> None:
        """Keep the numbers of all members in this array."""
        self.numbers = numbers
        self.struct = self.lookup.struct(self.kept.words, self.ranks, numbers)

    def rank(self, address: int) -> int:
        """The place of a member that is kept."""
        place = int(self.kept.places(np.array([address], np.uint64))[0])
        word, below = place >> WORD, (1 << (place & 63)) - 1
        return int(self.ranks[word]) + (int(self.kept.words[word]) & below).bit_count()

    def gather(self, places: NDArray[Any], threads: int, clock: Clock) -> bool:
        """Find the numbers of one level; False if the time is over."""
        cursor, stop = np.zeros(1, np.int64), np.zeros(1, np.int32)
        arguments = (self.struct, places, len(places), self.numbers.shape[1], cursor, stop)
        function = binding.compiled().dense_gather
        in_threads(min(threads, 1 + len(places) // 8192), lambda: function(*arguments), clock, stop)
        return not stop[0]

    def pick(self, places: NDArray[Any]) -> NDArray[Any]:
        """The numbers at some addresses."""
        out = np.empty((len(places), self.numbers.shape[1]), np.uint64)
        binding.compiled().dense_pick(self.struct, places, len(places), out, out.shape[1])
        return out
