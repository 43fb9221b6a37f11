"""Addresses for the positions of one residue class.

Over GF(2) the position changes by start + over + landing at every jump, so p.y is constant for
every y in the left kernel of the jump matrix. With kernel dimension r, r *pivot* holes are
determined by the n - r others, whose values, read as bits in a chosen order, are the address.
Both directions are affine over GF(2), so tables of bytes evaluate them on whole arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.cached import cached_property
from feasibility.engines.dense.address_order import BLOCK, address_order, busiest_first
from feasibility.exact.gf2 import echelon
from feasibility.game.automorphism import Triple
from feasibility.native import binding


@dataclass(frozen=True)
class ResidueClass:
    """All positions with the residue of one position, numbered 0 .. 2^bits - 1."""

    n: int
    order: tuple[int, ...]  # the hole of each address bit
    pivots: tuple[int, ...]  # the holes that the others determine
    rows: tuple[int, ...]  # per pivot: the address bits whose parity it is
    offset: int = 0  # per pivot one bit, added to the parity
    block_bits: int = BLOCK  # how many address bits a block of a closure takes at best

    @property
    def bits(self) -> int:
        """The residue class has 2^bits positions."""
        return len(self.order)

    def through(self, position: int) -> ResidueClass:
        """The residue class of `position`, with the same layout."""
        return replace(self, offset=self._residue(position))

    def contains(self, position: int) -> bool:
        """Whether `position` lies in this residue class."""
        return 0 <= position < 1 << self.n and self._residue(position) == self.offset

    def address(self, position: int) -> int:
        """The address of a member; the pivots are not looked at."""
        return sum((position >> hole & 1) << bit for bit, hole in enumerate(self.order))

    def position(self, address: int) -> int:
        mask = sum((address >> bit & 1) << hole for bit, hole in enumerate(self.order))
        for index, (pivot, row) in enumerate(zip(self.pivots, self.rows, strict=True)):
            mask |= ((address & row).bit_count() + (self.offset >> index) & 1) << pivot
        return mask

    def _residue(self, position: int) -> int:
        address = self.address(position)
        residue = 0
        for index, (pivot, row) in enumerate(zip(self.pivots, self.rows, strict=True)):
            residue |= ((address & row).bit_count() + (position >> pivot) & 1) << index
        return residue

    @cached_property
    def addresses(self) -> ByteTables:
        """`address` on an array of uint64."""
        columns = [0] * self.n
        for bit, hole in enumerate(self.order):
            columns[hole] = 1 << bit
        return ByteTables(0, columns)

    @cached_property
    def positions(self) -> ByteTables:
        """`position` on an array of uint64."""
        zero = self.position(0)
        return ByteTables(zero, [self.position(1 << bit) ^ zero for bit in range(self.bits)])


class ByteTables:
    """An affine map over GF(2) on arrays of uint64, one table of 256 per byte."""

    def __init__(self, constant: int, columns: Sequence[int]) -> None:
        self.constant = constant
        self.tables = np.zeros((-(-len(columns) // 8), 256), np.uint64)
        for place, column in enumerate(columns):
            table, bit = self.tables[place >> 3], place & 7
            table[1 << bit : 2 << bit] = table[: 1 << bit] ^ np.uint64(column)

    def __call__(self, values: NDArray[Any]) -> NDArray[Any]:
        result, library = np.full(values.shape, self.constant, np.uint64), binding.library()
        if library is not None and values.ndim == 1:
            values = np.ascontiguousarray(values)
            library.affine(values, len(values), len(self.tables), self.tables, self.constant, result)
            return result
        for index, table in enumerate(self.tables):
            result ^= table[(values >> np.uint64(8 * index)).astype(np.uint8)]
        return result


def residue_layout(n: int, jumps: Iterable[Triple]) -> ResidueClass:
    """The layout of the residue classes of a board, at the residue class of the empty position."""
    return _layout(n, tuple(jumps))


@lru_cache(maxsize=64)
def _layout(n: int, jumps: tuple[Triple, ...]) -> ResidueClass:
    triples = sorted({tuple(sorted(jump)) for jump in jumps})
    rows = [sum(1 << hole for hole in triple) for triple in triples]
    chosen = address_order(n, jumps, _by_lead(rows, busiest_first(n, triples)))
    by_lead = _by_lead(rows, [hole for hole in range(n) if hole not in chosen.pivots])
    parities = tuple(
        sum(1 << bit for bit, hole in enumerate(chosen.order) if by_lead.get(hole, 0) >> pivot & 1)
        for pivot in chosen.pivots
    )
    return ResidueClass(n, chosen.order, chosen.pivots, parities, block_bits=chosen.block_bits)


def _by_lead(rows: Sequence[int], preference: Sequence[int]) -> dict[int, int]:
    """The rows in reduced echelon form over GF(2), by their leading holes."""
    reduced = echelon(rows, preference)
    return dict(zip(reduced.pivots, reduced.rows, strict=True))
