"""A board's jumps as masked ORs between parts of a bit array over one residue class.

The address of a position splits into four fields: bit in a word (6 bits), word in a unit of 512
bits (3), unit in a block, block. A jump fixes the values of its holes' address bits before and
after, so it moves every bit it applies to by one constant: a shift, a step of words, a step of
units and another block. A hole that is a pivot has a parity of address bits as its value; the
parity over units and blocks picks a mask from a table, the rest of it is in the mask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.engines.dense.address_order import UNIT, WORD
from feasibility.engines.dense.residue_class import ResidueClass
from feasibility.game.automorphism import Triple

FIELDS = 16  # numbers per move, the layout in native/layout.h


@dataclass(frozen=True)
class Operation:
    """One jump (or one jump taken back) as an operation on the bit array; all values at its end."""

    block_mask: int  # all bits of it are flipped, as those of the unit are
    block_value: int
    unit_mask: int
    unit_value: int
    word_mask: int
    word_value: int
    word_step: int
    shift: int
    unit_rows: tuple[int, ...]  # per pivot among the holes: its parity over units
    block_rows: tuple[int, ...]
    masks: tuple[tuple[int, ...], ...]  # by the pivots' parities: eight masks, one per word of a unit

    @property
    def plain(self) -> bool:
        """Nothing to mask and nothing to shift."""
        full = (1 << 64) - 1
        return not self.unit_rows and self.shift == 0 and self.word_step == 0 and set(self.masks[0]) == {full}

    def numbers(self) -> list[int]:
        """The operation in the form that the compiled kernel reads."""
        none = [0] * (3 - len(self.unit_rows))
        units, blocks = [*self.unit_rows, *none], [*self.block_rows, *none]
        return [
            *(self.block_mask, self.block_value, self.block_mask),
            *(self.unit_mask, self.unit_value, self.unit_mask),
            *(self.word_step, self.shift, len(self.unit_rows)),
            *(*units, *blocks, int(self.plain)),
        ]


@dataclass(frozen=True)
class Operations:
    """All moves of a board in one direction, and the size of the array they act on."""

    residue: ResidueClass
    block_bits: int  # log2 of the bits in a block
    total_bits: int  # log2 of the bits in the array
    moves: tuple[Operation, ...]

    @property
    def blocks(self) -> int:
        return 1 << self.total_bits - self.block_bits

    @property
    def units(self) -> int:  # in a block
        return 1 << self.block_bits - UNIT

    @property
    def marks(self) -> int:
        """Words that hold one bit for every unit of a block."""
        return -(-self.units // 64)

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The moves' numbers and masks for the compiled kernel."""
        numbers = np.array([move.numbers() for move in self.moves], np.int64).reshape(-1, FIELDS)
        masks = np.zeros((max(1, len(self.moves)), 8, 8), np.uint64)
        for index, move in enumerate(self.moves):
            masks[index, : len(move.masks)] = np.array(move.masks, np.uint64)
        return numbers, masks


def total_bits(residue: ResidueClass) -> int:
    """log2 of the array's bits: at least one unit."""
    return max(UNIT, residue.bits)


@lru_cache(maxsize=64)
def plan(
    residue: ResidueClass, jumps: tuple[Triple, ...], block_bits: int, backward: bool = False
) -> Operations:
    """The moves of all jumps; `backward` takes jumps back."""
    total = total_bits(residue)
    block_bits = max(UNIT, min(block_bits, total))
    ends = (1, 1, 0) if backward else (0, 0, 1)
    moves = [operation_for(residue, dict(zip(jump, ends, strict=True)), block_bits) for jump in jumps]
    moves.sort(key=lambda move: (move.block_mask != 0, -move.unit_mask.bit_count()))
    return Operations(residue, block_bits, total, tuple(moves))


def operation_for(residue: ResidueClass, end: Mapping[int, int], block_bits: int) -> Operation:
    """The move that flips some holes, which hold the values of `end` afterwards."""
    care = residue.address(sum(1 << hole for hole in end))
    value = residue.address(sum(held << hole for hole, held in end.items()))
    parities = [
        (residue.rows[index], end[pivot] ^ residue.offset >> index & 1)
        for index, pivot in enumerate(residue.pivots)
        if pivot in end
    ]
    in_unit = (1 << block_bits - UNIT) - 1
    low = (1 << UNIT) - 1
    low_step = 2 * (value & low) - (care & low)
    shift = 2 * (value & 63) - (care & 63)
    return Operation(
        block_mask=care >> block_bits,
        block_value=value >> block_bits,
        unit_mask=care >> UNIT & in_unit,
        unit_value=value >> UNIT & in_unit,
        word_mask=care >> WORD & 7,
        word_value=value >> WORD & 7,
        word_step=(low_step - shift) >> WORD,
        shift=shift,
        unit_rows=tuple(row >> UNIT & in_unit for row, _ in parities),
        block_rows=tuple(row >> block_bits for row, _ in parities),
        masks=tuple(
            unit_masks(
                care & low,
                value & low,
                [(row & low, want ^ high >> i & 1) for i, (row, want) in enumerate(parities)],
            )
            for high in range(1 << len(parities))
        ),
    )


def pattern(residue: ResidueClass, must: int, free: int) -> Callable[[int, NDArray[Any]], None]:
    """What sets the bits of the positions that hold `must` and nothing outside `must` and `free`.

    It is told which word the words begin with, the first one of a unit, and those.
    """
    fixed = {hole: must >> hole & 1 for hole in range(residue.n) if not free >> hole & 1}
    move = operation_for(residue, fixed, UNIT)
    return partial(add_ends, move, np.array(move.masks, np.uint64))


def add_ends(move: Operation, masks: NDArray[Any], first: int, out: NDArray[Any]) -> None:
    """Set the bits that a move over blocks of one unit ends in; `out` begins with word `first`."""
    view = out.reshape(-1, 8)
    index = np.arange(first // 8, first // 8 + len(view), dtype=np.uint64)
    here = index & np.uint64(move.block_mask) == np.uint64(move.block_value)
    view[here] |= masks[parities(index[here], move.block_rows)]


def parities(numbers: NDArray[Any], rows: Sequence[int]) -> NDArray[np.intp]:
    """For each number the parities of its bits in some rows, as the bits of one number."""
    which = np.zeros(len(numbers), np.intp)
    for i, row in enumerate(rows):
        which |= (np.bitwise_count(numbers & np.uint64(row)) & 1).astype(np.intp) << i
    return which


# by bit: the addresses of a unit with this bit set, as the bits of one integer
BIT = tuple(sum(1 << address for address in range(1 << UNIT) if address >> bit & 1) for bit in range(UNIT))
EVERY = (1 << (1 << UNIT)) - 1


def unit_masks(care: int, value: int, parities: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Eight words with the bits of a unit whose address has these values and parities."""
    unit = EVERY
    for bit in range(UNIT):
        if care >> bit & 1:
            unit &= BIT[bit] if value >> bit & 1 else ~BIT[bit]
    for row, want in parities:
        odd = 0
        for bit in range(UNIT):
            odd ^= BIT[bit] if row >> bit & 1 else 0
        unit &= odd if want else ~odd
    return words_of_unit(unit)


def words_of_unit(unit: int) -> tuple[int, ...]:
    return tuple(unit >> 64 * word & (1 << 64) - 1 for word in range(8))
