"""One block of each orbit of a set, and numbers of plays into its members.

Equivalent members have equal numbers, and those of the others are read there. A number has as many 64-bit
limbs as the level above could make necessary.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.cached import cached_property
from feasibility.engines.dense.address_order import UNIT, WORD
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.images import BlockImages
from feasibility.engines.dense.levels import addresses, blocks_of, pieces
from feasibility.engines.dense.numbers import total_of
from feasibility.engines.dense.residue_class import ResidueClass
from feasibility.engines.positions.words import legal_tables
from feasibility.game.automorphism import Triple
from feasibility.native import binding


@dataclass(frozen=True, eq=False)
class KeptBlocks:
    """The blocks that are kept, one after the other; a member's place is its bit among theirs."""

    residue: ResidueClass
    jumps: tuple[Triple, ...]
    parts: BlockImages
    block_bits: int
    words: NDArray[Any]

    @classmethod
    def of(cls, dense: DenseSet) -> KeptBlocks:
        """Of a set, which need not be kept besides."""
        parts, block_bits = blocks_of(dense)
        words = dense.words
        if parts.steps:
            words = words.reshape(-1, 1 << block_bits - WORD)[parts.order].ravel()
        return cls(dense.residue, dense.jumps, parts, block_bits, words)

    def pieces(self, words: NDArray[Any]) -> Iterator[tuple[int, int, NDArray[Any], int]]:
        """Parts of an array of as many words: where each begins there, and in the whole set; for how many
        blocks it stands.
        """
        size, lengths = len(words) // len(self.parts.order), self.parts.lengths().tolist()
        for turn, block in enumerate(self.parts.order.tolist()):
            yield turn * size, block * size, words[turn * size : (turn + 1) * size], lengths[turn]

    def weights(self, addresses: NDArray[Any]) -> NDArray[Any]:
        """For how many blocks the block of each address stands."""
        turn, _ = self.parts.homes
        blocks = (addresses >> np.uint64(self.block_bits)).astype(int)
        return np.asarray(self.parts.lengths()[turn[blocks]])

    def places(self, addresses: NDArray[Any]) -> NDArray[Any]:
        """Where members, or their images, are kept."""
        turn, via = self.parts.homes
        block = (addresses >> np.uint64(self.block_bits)).astype(np.intp)
        low = addresses & np.uint64((1 << self.block_bits) - 1)
        places: NDArray[Any] = turn[block].astype(np.uint64) << np.uint64(self.block_bits)
        moved = np.flatnonzero(via[block] >= 0)
        if len(moved):
            by, there = via[block[moved]], low[moved].astype(np.intp)
            units = self.parts.units[by, there >> UNIT].astype(np.uint64)
            bits = self.parts.within[by, there & (1 << UNIT) - 1].astype(np.uint64)
            low = low.copy()
            low[moved] = units << np.uint64(UNIT) | bits
        places |= low
        return places

    @cached_property
    def _arrays(self) -> dict[str, NDArray[Any]]:
        """What the kernels need to find the members that are kept, and their predecessors."""
        to_position, (turn, via) = self.residue.positions, self.parts.homes
        holes = [sum(1 << hole for hole in jump) for jump in self.jumps]
        landings = [1 << jump[2] for jump in self.jumps]
        return {
            "position": np.array([*to_position.tables, np.zeros(256, np.uint64)], np.uint64),
            "legal": legal_tables(list(zip(holes, landings, strict=True)), self.residue.n, 8),
            "steps": np.array([self.residue.address(mask) for mask in holes], np.uint64),
            "turn": turn,
            "via": via,
            "place": self.parts.units,
            "within": self.parts.within,
            "order": self.parts.order,
        }

    def struct(self, words: NDArray[Any], ranks: NDArray[Any], numbers: NDArray[Any]) -> binding.Sparse:
        """For a set of members, those before each word, and their numbers; all arrays must stay."""
        given = {**self._arrays, "words": words, "ranks": ranks, "numbers": numbers}
        return binding.Sparse(
            constant=self.residue.positions.constant,
            bytes=len(self.residue.positions.tables),
            sets=given["legal"].shape[0],
            holes=given["legal"].shape[1],
            block_bits=self.block_bits,
            **{name: binding.address(array) for name, array in given.items()},
        )


@dataclass(frozen=True, eq=False)
class CountedLevel:
    """Members that are kept, and the number of plays into each: those with one number of pegs.

    `listed`: their addresses, where the arrays hold the members of all levels.
    """

    kept: KeptBlocks
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
        return total_of(self.pick(np.array([address], np.uint64)))

    def pick(self, members: NDArray[Any]) -> NDArray[Any]:
        """The numbers of plays into members, by their addresses."""
        library = binding.library()
        if library is None:
            return np.asarray(self.numbers[self.ranks(self.kept.places(members))])
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
        return np.asarray(self.before[word].astype(np.intp) + np.bitwise_count(below))

    @cached_property
    def struct(self) -> binding.Sparse:
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
