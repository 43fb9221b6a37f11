"""The operations of beam search by compiled kernels, for positions of one word or two, without numpy."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from functools import lru_cache

from feasibility.engines.beam.levels import BeamLevel, BeamPlace, width_of
from feasibility.engines.positions.question import Move, PositionQuestion
from feasibility.native import binding

LEAST_ROOM, TIMES = 1 << 10, 4  # positions, and by how many a level may grow before there is more room
MET_BITS = 16  # of the table of those met, at most: it stays in the second-level cache


class BeamTables:
    """What questions with the same moves and symmetries share; nothing changes it any more."""

    def __init__(
        self,
        moves: tuple[Move, ...],
        holes: int,
        permutations: tuple[tuple[int, ...], ...],
        places: tuple[BeamPlace, ...],
        library: binding.Kernels,
    ) -> None:
        width, order = 8 * max(1, -(-holes // 64)), len(permutations)
        self.cares = packed([m.care for m in moves], width)
        self.wants = packed([m.want for m in moves], width)
        size = -(-holes // 8)
        self.images = room(order * size * 256 * width)
        self.moved = room(len(moves) * order * width)
        self.spreads = room(size * 256 * 4 * 8)
        self.shape = binding.Beaming(
            holes=holes, bytes=size, words=width // 8, moves=len(moves), order=order,
            cares=place_of(self.cares), wants=place_of(self.wants), images=ctypes.addressof(self.images),
            moved=ctypes.addressof(self.moved), spreads=ctypes.addressof(self.spreads),
        )  # fmt: skip
        holed = packed([target for p in permutations for target in p], 8)
        library.beam_prepare(self.shape, holed, packed([x for place in places for x in place], 8))


tables_of = lru_cache(maxsize=8)(BeamTables)  # pairs come many in a row from one board


class CompiledLevels:
    """Levels by kernels, in room of their own."""

    def __init__(
        self, library: binding.Kernels, question: PositionQuestion, places: tuple[BeamPlace, ...]
    ) -> None:
        self.library, self.question, self.width = library, question, width_of(question)
        identity = tuple(range(question.holes))
        permutations = tuple(sorted({tuple(p) for p in question.symmetries} - {identity}))
        self.tables = tables_of(question.moves, question.holes, permutations, places, library)
        self.shape = binding.Beaming.from_buffer_copy(self.tables.shape)
        self.full, self.target, self.cared, self.misplaced = (
            mask.to_bytes(self.width, "little")
            for mask in (
                question.full,
                question.target,
                question.full & ~question.free,
                question.full & ~question.target,
            )
        )
        self._widen(LEAST_ROOM)

    def _widen(self, positions: int) -> None:
        """Room for levels of so many positions, repetitions included."""
        self.out, self.scratch = room(positions * self.width), room(positions * self.width)
        self.scores = room(3 * 8 * positions)
        bits = min(MET_BITS, positions.bit_length())  # never 0: the kernel shifts by 64 less it
        self.met = room(self.width << bits)
        self.shape.room, self.shape.met_bits = positions, bits
        self.shape.met, self.shape.scratch = ctypes.addressof(self.met), ctypes.addressof(self.scratch)
        self.shape.scores = ctypes.addressof(self.scores)

    def _fit(self, positions: int) -> None:
        if self.shape.room < positions:
            self._widen(1 << (positions - 1).bit_length())

    def following(self, block: BeamLevel) -> BeamLevel:
        self._fit(TIMES * self._size(block))
        while True:
            made: int = self.library.beam_expand(self.shape, block, self._size(block), self.out)
            if made >= 0:
                return self._written(made)
            self._widen(2 * self.shape.room)

    def merged(self, parts: Sequence[BeamLevel]) -> BeamLevel:
        whole = b"".join(parts)
        self._fit(self._size(whole))
        ctypes.memmove(self.out, whole, len(whole))
        return self._written(self.library.beam_distinct(self.shape, self.out, self._size(whole)))

    def best(self, level: BeamLevel, most: int, targeted: bool) -> BeamLevel:
        self._fit(self._size(level))
        care = self.misplaced if targeted else self.full
        self.library.beam_keep(self.shape, level, self._size(level), care, most, self.out)
        return self._written(most)

    def meeting(self, level: BeamLevel, near: BeamLevel) -> int | None:
        size = self._size(level)
        at = self.library.beam_meet(self.shape, level, size, self.full, near, self._size(near))
        return self._mask(level, at)

    def answering(self, level: BeamLevel) -> int | None:
        pegs = -1 if self.question.pegs is None else self.question.pegs
        size = self._size(level)
        at = self.library.beam_match(self.shape, level, size, self.cared, self.target, pegs)
        return self._mask(level, at)

    def back(self, mask: int, level: BeamLevel) -> Move:
        own = mask.to_bytes(self.width, "little")
        at: int = self.library.beam_back(self.shape, own, level, self._size(level))
        if at < 0:
            raise LookupError("no move leads here from the level before")
        return self.question.moves[at]

    def _size(self, level: BeamLevel) -> int:
        return len(level) // self.width

    def _written(self, positions: int) -> BeamLevel:
        return ctypes.string_at(self.out, positions * self.width)

    def _mask(self, level: BeamLevel, at: int) -> int | None:
        return None if at < 0 else int.from_bytes(level[at * self.width : (at + 1) * self.width], "little")


def packed(numbers: Iterable[int], width: int) -> bytes:
    """Numbers from 0 as bytes, the lowest first."""
    return b"".join([number.to_bytes(width, "little") for number in numbers])


def room(size: int) -> ctypes.Array[ctypes.c_char]:
    """So many bytes of zeros, and one where there would be none."""
    return (ctypes.c_char * max(1, size))()


def place_of(data: bytes) -> int | None:
    """Where the data is, for a structure; it must outlive it."""
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value
