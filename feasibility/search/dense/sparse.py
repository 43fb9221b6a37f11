"""Numbers of plays over sparse sets, such as winning positions: members listed level by level.

Where few bits are set, going through the members is cheaper than going through the words. All
members are numbered at once by their addresses, so a predecessor is looked up in the bit array.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.limits import Clock
from feasibility.native import binding
from feasibility.search.dense.address_order import Triple
from feasibility.search.dense.closure import DenseSet
from feasibility.search.dense.kernel import in_threads
from feasibility.search.dense.levels import DEPTH, LevelTables, level_counts, pieces
from feasibility.search.dense.numbers import first_numbers, limbs_after, widened
from feasibility.search.dense.plan import UNIT, WORD
from feasibility.search.dense.residue_class import ByteTables, ResidueClass
from feasibility.search.dense.run import memory_refusal
from feasibility.search.results import Stopped

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPARSE = 16  # at most one bit in so many: then listing is cheaper
MOST_MEMBERS = 1 << 32


@dataclass(frozen=True, eq=False)
class ListedLevel:
    """The members with one number of pegs, in address order, and the number of plays into each."""

    pegs: int
    addresses: NDArray[Any]
    kernel: SparseKernel

    def __len__(self) -> int:
        return len(self.addresses)

    @cached_property
    def numbers(self) -> NDArray[Any]:
        """In the order of the addresses."""
        return self.kernel.pick(self.addresses)

    def rank(self, address: int) -> int:
        """The place of a member."""
        return int(np.searchsorted(self.addresses, np.uint64(address)))


def is_sparse(found: DenseSet, size: int) -> bool:
    """Whether the compiled kernel should list the members."""
    if binding.library() is None or not found.jumps or len(found.jumps) > binding.MOST_JUMPS:
        return False
    return size < MOST_MEMBERS and size * SPARSE <= len(found.words) << WORD


class Listing:
    """A sparse set as lists, and the numbers of plays into all members so far.

    `symmetries` are hole permutations, a group that fixes the set and its start: equivalent members
    have equal numbers, so each is found once per orbit.
    """

    def __init__(
        self, found: DenseSet, last: int, clock: Clock, threads: int, symmetries: Sequence[Sequence[int]] = ()
    ) -> None:
        self.found, self.clock, self.threads = found, clock, threads
        self.sizes = level_counts(found)
        self.first, self.last = found.roots[0].bit_count(), last
        self.refusal = memory_refusal(self._bytes(1), clock)
        self.symmetries = sorted(set(map(tuple, symmetries)) - {tuple(range(found.residue.n))})

    def _bytes(self, limbs: int) -> int:
        listed = sum(self.sizes[self.last : self.first + 1])
        return 8 * listed + (len(self.found.words) >> 1) + 8 * limbs * (sum(self.sizes) + 2 * max(self.sizes))

    def levels(self, weight: int) -> Iterator[ListedLevel]:
        """The levels from the start down; the start counts as `weight` plays."""
        if self.refusal:
            return
        lists, ranks = self._lists(), self._ranks()
        out = first_numbers(self.sizes[self.first], weight)
        kernel = SparseKernel(self.found, self.symmetries, ranks, sum(self.sizes), out.shape[1])
        for pegs in range(self.first, self.last - 1, -1):
            if not self.sizes[pegs]:
                return
            if pegs < self.first:
                if not self._widen(kernel, limbs_after(out, len(self.found.jumps))):
                    return
                out = np.zeros((self.sizes[pegs], kernel.numbers.shape[1]), np.uint64)
            if not kernel.gather(lists[pegs], out, self.threads, self.clock):
                self.refusal = Stopped("time", f"the time was over in the level of {pegs} pegs")
                return
            yield ListedLevel(pegs, lists[pegs], kernel)

    def _ranks(self) -> NDArray[Any]:
        ranks = np.empty(len(self.found.words) >> UNIT - WORD, np.uint32)
        binding.compiled().dense_unit_ranks(self.found.words, len(ranks), ranks)
        return ranks

    def _widen(self, kernel: SparseKernel, limbs: int) -> bool:
        if limbs > kernel.numbers.shape[1]:
            self.refusal = memory_refusal(8 * limbs * len(kernel.numbers), self.clock)
            if self.refusal is None:
                kernel.point(widened(kernel.numbers, limbs))
        return self.refusal is None

    def _lists(self) -> dict[int, NDArray[Any]]:
        """The addresses of the members of every level that is wanted."""
        tables = LevelTables.of(self.found.residue)
        out = np.empty(sum(self.sizes[self.last : self.first + 1]), np.uint64)
        places = np.full(self.found.residue.n + DEPTH + 1, -1, np.int64)
        lists, at = {}, 0
        for pegs in range(self.first, self.last - 1, -1):
            places[pegs] = at
            lists[pegs] = out[at : at + self.sizes[pegs]]
            at += self.sizes[pegs]
        for first, words in pieces(self.found.words):
            tables.sort(words, first, places, out)
        return lists


class SparseKernel:
    """The arguments of the compiled kernel, and the arrays behind them."""

    def __init__(
        self,
        found: DenseSet,
        symmetries: Sequence[tuple[int, ...]],
        ranks: NDArray[Any],
        size: int,
        limbs: int,
    ) -> None:
        residue = found.residue
        maps = [residue.to_position, *(_image_map(residue, symmetry) for symmetry in symmetries)]
        tables = np.zeros((len(maps), 8, 256), np.uint64)
        for into, one in zip(tables, maps, strict=True):
            if one.tables:
                into[: len(one.tables)] = one.tables
        constants = np.array([one.constant for one in maps], np.uint64)
        jumps = np.array([_jump_numbers(residue, jump) for jump in found.jumps], np.uint64)
        self.arrays = (found.words, ranks, tables[:1], tables[1:], constants, jumps)
        words, before, position, images, first, moves = map(binding.address, self.arrays)
        head = [words, before, 0, position, images, first, -(-residue.bits // 8), len(symmetries), moves]
        self.struct = binding.Sparse(*head, len(found.jumps))
        self.point(np.zeros((size, limbs), np.uint64))

    def point(self, numbers: NDArray[Any]) -> None:
        """Keep the numbers of all members in this array."""
        self.numbers = numbers
        self.struct.numbers = binding.address(numbers)

    def gather(self, places: NDArray[Any], out: NDArray[Any], threads: int, clock: Clock) -> bool:
        """Find the numbers of one level; False if the time is over."""
        cursor, stop = np.zeros(1, np.int64), np.zeros(1, np.int32)
        arguments = (self.struct, places, len(places), out, out.shape[1], cursor, stop)
        function = binding.compiled().dense_gather
        in_threads(min(threads, 1 + len(places) // 8192), lambda: function(*arguments), clock, stop)
        return not stop[0]

    def pick(self, places: NDArray[Any]) -> NDArray[Any]:
        """The numbers at some addresses."""
        out = np.empty((len(places), self.numbers.shape[1]), np.uint64)
        binding.compiled().dense_pick(self.struct, places, len(places), out, out.shape[1])
        return out


def _image_map(residue: ResidueClass, symmetry: Sequence[int]) -> ByteTables:
    """A permutation of the holes as a map of addresses."""

    def image(address: int) -> int:
        position = residue.position(address)
        moved = sum((position >> hole & 1) << symmetry[hole] for hole in range(residue.n))
        return residue.address(moved)

    zero = image(0)
    return ByteTables(zero, tuple(image(1 << bit) ^ zero for bit in range(residue.bits)))


def _jump_numbers(residue: ResidueClass, jump: Triple) -> list[int]:
    """The holes of a jump, their pegs afterwards, and what it changes of the address."""
    start, over, landing = (1 << hole for hole in jump)
    care = start | over | landing
    return [care, landing, residue.address(care)]
