"""Bounds by weights, applied to all positions of a level at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from feasibility.base.cached import cached_property
from feasibility.engines.positions.question import PositionQuestion, weigh
from feasibility.engines.positions.words import Flags, Symmetries, Words, look_up, pack, sum_tables
from feasibility.native import binding
from feasibility.proofs.kinds.sweeps import SweepWeights
from feasibility.studies.sweeps.regions import Regions
from feasibility.studies.sweeps.weights import kept

MOST_SUM = (1 << 31) - 1


class Bounds:
    """By each bound, what every play takes from a position to the target, or (back) from the start to it.

    The positions are least images. Back they are complements, and a bound is about the least image of the
    position itself, which need not be the complement of the complement's.
    """

    def __init__(
        self,
        question: PositionQuestion,
        regions: Regions,
        symmetries: Symmetries,
        bounds: Sequence[SweepWeights],
        back: bool,
    ) -> None:
        self.question, self.holes, self.regions, self.back = question, question.holes, regions, back
        self.bounds, self.symmetries = tuple(bounds), symmetries
        self.full = pack([question.full], question.holes)
        self.per_sweep = np.array([bound.per_sweep for bound in bounds], dtype=np.int64)
        added = [
            weigh(bound.weights, question.start) - sum(bound.weights)
            if back
            else -kept(bound, question, regions)
            for bound in bounds
        ]
        self.added = np.array(added, dtype=np.int64)

    def within(self, positions: Words, most: int) -> Words:
        """The positions for which so many sweeps may suffice."""
        if not self.bounds or not len(positions):
            return positions
        if self.compiled is not None:
            return self.compiled.within(positions, most)
        for few in self.few:
            positions = positions[few.suffice(positions, most).all(axis=1)]
        return positions

    @cached_property
    def few(self) -> list[Bounds]:
        """The bounds a block at a time: numpy has a number for each position and bound."""
        blocks = [
            self.bounds[low : low + binding.BOUNDS] for low in range(0, len(self.bounds), binding.BOUNDS)
        ]
        return [Bounds(self.question, self.regions, self.symmetries, block, self.back) for block in blocks]

    @cached_property
    def of_holes(self) -> list[Words]:
        """What the pieces of a position weigh."""
        return tables([bound.weights for bound in self.bounds], self.holes)

    @cached_property
    def of_regions(self) -> list[Words]:
        """What the pieces of a set of regions weigh."""
        return tables([bound.region_weights for bound in self.bounds], 64)

    @cached_property
    def compiled(self) -> CompiledBounds | None:
        """The compiled loop, where there is one, for sums of at most 32 bits."""
        library = binding.library()
        if library is None or max(map(reach, self.bounds)) > MOST_SUM:
            return None
        return CompiledBounds(library, self)

    def suffice(self, positions: Words, most: int) -> Flags:
        """For each position and bound whether so many sweeps may take as much as plays do."""
        flags: Flags = self.taken(positions) <= self.per_sweep * most
        return flags

    def taken(self, positions: Words) -> npt.NDArray[np.int64]:
        """For each position and bound what plays take at least."""
        positions = self.looked_at(positions)
        regions = self.regions.asked_by(positions, self.back)[:, None]
        weights = look_up(positions, self.of_holes, self.holes) + look_up(regions, self.of_regions, 64)
        taken: npt.NDArray[np.int64] = weights.view(np.int64) + self.added
        return taken

    def looked_at(self, positions: Words) -> Words:
        """The positions, or complements, that the bounds are about."""
        return self.symmetries.canonical(positions ^ self.full) ^ self.full if self.back else positions

    def asked_for(self, positions: Words) -> npt.NDArray[np.float64]:
        """For each position the most sweeps that a bound asks for, in fractions."""
        if not self.bounds:
            return np.zeros(len(positions))
        sweeps: npt.NDArray[np.float64] = (self.taken(positions) / np.maximum(1, self.per_sweep)).max(axis=1)
        return sweeps


class CompiledBounds:
    """The compiled loop: one block of bounds after the other, by tables of the bytes of a position."""

    def __init__(self, library: binding.Kernels, of: Bounds) -> None:
        self.kernel, self.of = library.sweep_bounds, of
        self.bytes, self.set_bytes = -(-of.holes // 8), -(-len(of.regions.masks) // 8)
        self.broken = of.regions.broken_tables(of.holes, of.back, 8)
        self.blocks = -(-len(of.bounds) // binding.BOUNDS)
        rows = (
            [*padded(bound.weights, 8 * self.bytes), *padded(bound.region_weights, 8 * self.set_bytes)]
            for bound in of.bounds
        )
        self.tables = byte_tables(list(rows), self.blocks)

    def within(self, positions: Words, most: int) -> Words:
        """The positions for which so many sweeps may suffice."""
        limits = np.full(self.blocks * binding.BOUNDS, MOST_SUM, dtype=np.int64)
        limits[: len(self.of.bounds)] = self.of.per_sweep * most - self.of.added
        limits = np.clip(limits, -MOST_SUM - 1, MOST_SUM).astype(np.int32)
        kept = positions.copy()
        looked = self.of.looked_at(kept) if self.of.back else kept
        regions = (*self.of.regions.counting(self.of.back), self.set_bytes)
        given = (kept, looked, len(kept), self.bytes, self.broken, *regions)
        return kept[: int(self.kernel(*given, self.tables, limits, self.blocks))]


def padded(numbers: Sequence[int], width: int) -> list[int]:
    return [*numbers, *[0] * (width - len(numbers))]


def byte_tables(rows: Sequence[Sequence[int]], blocks: int) -> npt.NDArray[np.int32]:
    """By block of bounds, byte and value of it: what the byte weighs by each bound of the block."""
    each = np.zeros((blocks * binding.BOUNDS, len(rows[0])), dtype=np.int32)
    each[: len(rows)] = rows
    bits = each.reshape(blocks, binding.BOUNDS, -1, 8).transpose(0, 2, 3, 1)  # block, byte, bit, bound
    result = np.zeros((*bits.shape[:2], 256, binding.BOUNDS), dtype=np.int32)
    for bit in range(8):
        result[:, :, 1 << bit : 2 << bit] = result[:, :, : 1 << bit] + bits[:, :, bit, None]
    return result


def reach(bound: SweepWeights) -> int:
    """What no sum of weights of a bound goes beyond."""
    return sum(map(abs, bound.weights)) + sum(bound.region_weights)


def tables(rows: Sequence[Sequence[int]], width: int) -> list[Words]:
    """What the pieces of a position of so many holes weigh, by each row."""
    values = np.zeros((width, len(rows)), dtype=np.int64)
    for number, row in enumerate(rows):
        values[: len(row), number] = row
    return sum_tables(values.view(np.uint64), width)
