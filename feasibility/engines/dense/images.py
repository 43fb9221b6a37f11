"""Symmetric closures: one block of each orbit is closed, and its images are copied from it.

A symmetry that keeps the pivots, the holes of a unit's address bits and those of a block's among
themselves permutes address bits part by part: it carries blocks to blocks, units to units, and
within a unit it is a few exchanges of two address bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.cached import cached_property
from feasibility.engines.dense.address_order import UNIT, WORD
from feasibility.engines.dense.plan import BIT, EVERY, words_of_unit
from feasibility.engines.dense.residue_class import ResidueClass
from feasibility.game.automorphism import Permutation
from feasibility.game.symmetry import apply, inverse

STEP = 32  # words per exchange, the layout in native/layout.h


@dataclass(frozen=True)
class BlockImages:
    """Which blocks to close, and where each symmetry but the identity carries them."""

    order: NDArray[Any]  # the blocks to close: the first of each orbit
    blocks: NDArray[Any]  # by symmetry and block of `order`: its image, -1 if an earlier symmetry leads there
    units: NDArray[Any]  # by symmetry and unit: where the unit goes
    steps: tuple[tuple[tuple[int, int], ...], ...]  # by symmetry: exchanges of address bits within units
    inverses: tuple[int, ...]  # by symmetry: the number of its inverse

    def lengths(self) -> NDArray[Any]:
        """How many blocks the orbit of each block of `order` has."""
        return np.asarray(1 + ((self.blocks >= 0) & (self.blocks != self.order)).sum(axis=0))

    @cached_property
    def homes(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """By block: the place in `order` of its orbit, and a symmetry that carries it there, -1 for none."""
        blocks = int(self.lengths().sum())
        turn, via = np.zeros(blocks, np.int32), np.full(blocks, -1, np.int32)
        turn[self.order] = np.arange(len(self.order), dtype=np.int32)
        for symmetry, goes in enumerate(self.blocks):
            moved = np.flatnonzero((goes >= 0) & (goes != self.order))
            turn[goes[moved]], via[goes[moved]] = moved, self.inverses[symmetry]
        return turn, via

    @cached_property
    def within(self) -> NDArray[Any]:
        """By symmetry and bit of a unit: where the bit goes."""
        goes = np.tile(np.arange(1 << UNIT, dtype=np.int32), (len(self.steps), 1))
        for symmetry, steps in enumerate(self.steps):
            for low, high in steps:
                differ = (goes[symmetry] >> low ^ goes[symmetry] >> high) & 1
                goes[symmetry] ^= differ << low | differ << high
        return goes

    def step_words(self) -> NDArray[Any]:
        """All exchanges as the compiled kernel reads them: three masks, then by how much."""
        rows = [_step(*bits) for steps in self.steps for bits in steps]
        return np.array(rows, np.uint64).reshape(-1, STEP)

    def first_steps(self) -> NDArray[Any]:
        """By symmetry: the index of its first exchange; at the end how many there are."""
        return np.cumsum([0, *map(len, self.steps)], dtype=np.int64)


def images(residue: ResidueClass, block_bits: int, symmetries: Sequence[Permutation]) -> BlockImages:
    """For a group of symmetries of a set; those that do not fit the addresses are left out."""
    blocks = 1 << residue.bits - block_bits if residue.bits > block_bits else 1
    kept = {address_bits(residue, g) for g in symmetries} if blocks > 1 else set()
    group = [
        bits
        for bits in kept
        if bits is not None and _fits(bits, block_bits) and bits != tuple(range(len(bits)))
    ]
    group.sort()
    every = np.arange(blocks, dtype=np.int32)
    first = every.copy()
    for bits in group:
        np.minimum(first, _permuted(every, bits[block_bits:], block_bits), out=first)
    order = every[first == every]
    goes = np.empty((len(group), len(order)), np.int32)
    units = np.empty((len(group), 1 << max(0, block_bits - UNIT)), np.int32)
    for row, bits in enumerate(group):
        goes[row] = _permuted(order, bits[block_bits:], block_bits)
        again = (goes[:row] == goes[row]).any(axis=0) & (goes[row] != order)
        goes[row][again] = -1
        units[row] = _permuted(np.arange(units.shape[1], dtype=np.int32), bits[UNIT:block_bits], UNIT)
    steps = tuple([tuple(_exchanges(bits[:UNIT])) for bits in group])
    inverses = tuple([group.index(inverse(bits)) for bits in group])
    return BlockImages(order, goes, units, steps, inverses)


def address_bits(residue: ResidueClass, symmetry: Permutation) -> tuple[int, ...] | None:
    """Where a symmetry carries each address bit; None if it mixes them with pivots or leaves the class."""
    bit_of = {hole: bit for bit, hole in enumerate(residue.order)}
    bits = tuple([bit_of[symmetry[hole]] for hole in residue.order if symmetry[hole] in bit_of])
    return bits if len(bits) == residue.bits and keeps(residue, symmetry) else None


def keeps(residue: ResidueClass, symmetry: Permutation) -> bool:
    """Whether a symmetry carries every member to a member.

    One member is not enough: with more pivots than have a parity a class is a union of finer ones, and
    its symmetries may carry some of these into it and some out of it.
    """
    basis = (0, *(1 << bit for bit in range(residue.bits)))
    return all(residue.contains(apply(symmetry, residue.position(address))) for address in basis)


def _fits(bits: Sequence[int], block_bits: int) -> bool:
    """Whether units and blocks are kept together."""
    return set(bits[:UNIT]) == set(range(UNIT)) and set(bits[:block_bits]) == set(range(block_bits))


def _permuted(values: NDArray[Any], bits: Sequence[int], lowest: int) -> NDArray[Any]:
    """Bit i of each value at place bits[i] - lowest."""
    result = values & 0
    for i, place in enumerate(bits):
        result |= (values >> i & 1) << place - lowest
    return result


def _exchanges(bits: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Transpositions that carry each bit i to bits[i], one after the other."""
    holds = list(range(len(bits)))  # which bit has come to each place
    for place in range(len(bits)):
        here = next(p for p, i in enumerate(holds) if bits[i] == place)
        if here != place:
            holds[place], holds[here] = holds[here], holds[place]
            yield place, here


def _step(low: int, high: int) -> list[int]:
    """Exchanging two address bits of a unit: the bits that stay, those that come from below, from above."""
    keep = EVERY & ~(BIT[low] ^ BIT[high])
    from_low, from_high = BIT[high] & ~BIT[low], BIT[low] & ~BIT[high]
    if high < WORD:  # within words
        words, shift, up, down = 0, (1 << high) - (1 << low), from_low, from_high
    elif low < WORD:  # between words: to the one with the high bit the low bit is lost
        words, shift, up, down = 1 << high - WORD, 1 << low, from_high, from_low
    else:  # whole words
        words, shift, up, down = (1 << high | 1 << low) >> WORD, 0, from_low | from_high, 0
    return [*words_of_unit(keep), *words_of_unit(up), *words_of_unit(down), words, shift, *[0] * 6]
