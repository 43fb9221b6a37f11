"""How many pegs the bits of a word of a dense set stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.engines.dense.address_order import WORD
from feasibility.engines.dense.residue_class import ResidueClass
from feasibility.native import binding

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEPTH = 16  # levels that the bits of one word can span: 6 bits and at most 8 pivots


@dataclass(frozen=True, eq=False)
class LevelTables:
    """How many pegs the bits of a word stand for."""

    parities: NDArray[Any]  # per 12 bits of the word's index: the pivots' parities
    low: NDArray[Any]  # the pivots' parities over the 64 bits of a word
    masks: NDArray[Any]  # by parities and further pegs: the bits of the word
    base: int  # pivots that always hold a peg

    @classmethod
    def of(cls, residue: ResidueClass) -> LevelTables:
        rows = [(row, residue.offset >> i & 1) for i, row in enumerate(residue.rows) if row]
        base = sum(residue.offset >> i & 1 for i, row in enumerate(residue.rows) if not row)
        index = np.arange(4096, dtype=np.uint64)
        parities = np.zeros((3, 4096), np.uint8)
        low = np.array([_parities(rows, bit) for bit in range(64)], np.uint8)
        masks = np.zeros((1 << len(rows), DEPTH), np.uint64)
        for i, (row, offset) in enumerate(rows):
            for piece in range(3):
                part = np.uint64(row >> WORD + 12 * piece & 4095)
                parities[piece] ^= (np.bitwise_count(index & part) & 1).astype(np.uint8) << i
            parities[0] ^= np.uint8(offset << i)
        for high in range(1 << len(rows)):
            for bit in range(64):
                pegs = bit.bit_count() + (high ^ int(low[bit])).bit_count()
                masks[high, pegs] |= np.uint64(1 << bit)
        return cls(parities, low, masks, base)

    def _words(self, first: int, count: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Per word its own pegs and the row of the masks."""
        index = np.arange(first, first + count, dtype=np.uint64)
        row = self.parities[0][index & 4095] ^ self.parities[1][index >> 12 & 4095]
        row ^= self.parities[2][index >> 24]
        return np.bitwise_count(index).astype(np.int64) + self.base, row

    def _arguments(self) -> list[Any]:
        return [self.parities, self.masks, DEPTH, self.base]

    def histogram(self, words: NDArray[Any], first: int, into: NDArray[Any]) -> None:
        """Add the members of some words, by pegs."""
        library = binding.library()
        if library:
            library.dense_histogram(words, first, len(words), *self._arguments(), into)
            return
        pegs, row = self._words(first, len(words))
        for further in range(DEPTH):
            populations = np.bitwise_count(words & self.masks[row, further])
            counts = np.bincount(pegs + further, weights=populations, minlength=len(into))
            into += counts[: len(into)].astype(np.int64)

    def sort(self, words: NDArray[Any], first: int, places: NDArray[Any], out: NDArray[Any]) -> None:
        """Append the members' addresses to the lists of their levels; `places[p]` < 0 leaves p pegs out."""
        head = (words, first, len(words), self.parities, self.low, self.base)
        binding.compiled().dense_sort(*head, places, out)

    def level(self, words: NDArray[Any], first: int, pegs: int, out: NDArray[Any]) -> int:
        """The members with `pegs` pegs; returns their number."""
        library = binding.library()
        if library:
            return int(library.dense_level(words, first, len(words), *self._arguments(), pegs, out))
        own, row = self._words(first, len(words))
        further = pegs - own
        inside = (further >= 0) & (further < DEPTH)
        np.copyto(out, np.where(inside, words & self.masks[row, np.where(inside, further, 0)], 0))
        return int(np.bitwise_count(out).sum(dtype=np.int64))


def _parities(rows: list[tuple[int, int]], bit: int) -> int:
    return sum(((bit & row).bit_count() & 1) << i for i, (row, _) in enumerate(rows))
