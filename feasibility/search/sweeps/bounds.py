"""Bounds by weights, applied to all positions of a level at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from feasibility.proofs.claims import SweepWeights
from feasibility.search.positions.question import Question, weigh
from feasibility.search.positions.words import Flags, Symmetries, Words, look_up, pack, sum_tables
from feasibility.search.sweeps.regions import Regions
from feasibility.search.sweeps.weights import kept


class Bounds:
    """By each bound, what every play takes from a position to the target, or (back) from the start to it.

    The positions are least images. Back they are complements, and a bound is about the least image of the
    position itself, which need not be the complement of the complement's.
    """

    def __init__(
        self,
        asked: Question,
        regions: Regions,
        symmetries: Symmetries,
        bounds: Sequence[SweepWeights],
        back: bool,
    ) -> None:
        self.holes, self.regions, self.back, self.bounds = asked.holes, regions, back, tuple(bounds)
        self.symmetries, self.full = symmetries, pack([asked.full], asked.holes)
        self.of_holes = tables([bound.weights for bound in bounds], asked.holes)
        self.of_regions = tables([bound.region_weights for bound in bounds], 64)
        self.per_sweep = np.array([bound.per_sweep for bound in bounds], dtype=np.int64)
        added = [
            weigh(bound.weights, asked.start) - sum(bound.weights) if back else -kept(bound, asked, regions)
            for bound in bounds
        ]
        self.added = np.array(added, dtype=np.int64)

    def within(self, positions: Words, most: int) -> Words:
        """The positions for which so many sweeps may suffice."""
        if not self.bounds or not len(positions):
            return positions
        kept: Words = positions[self.suffice(positions, most).all(axis=1)]
        return kept

    def suffice(self, positions: Words, most: int) -> Flags:
        """For each position and bound whether so many sweeps may take as much as plays do."""
        flags: Flags = self.taken(positions) <= self.per_sweep * most
        return flags

    def taken(self, positions: Words) -> npt.NDArray[np.int64]:
        """For each position and bound what plays take at least."""
        if self.back:
            positions = self.symmetries.canonical(positions ^ self.full) ^ self.full
        regions = self.regions.asked_by(positions, self.back)[:, None]
        weights = look_up(positions, self.of_holes, self.holes) + look_up(regions, self.of_regions, 64)
        taken: npt.NDArray[np.int64] = weights.view(np.int64) + self.added
        return taken

    def asked_for(self, positions: Words) -> npt.NDArray[np.float64]:
        """For each position the most sweeps that a bound asks for, in fractions."""
        if not self.bounds:
            return np.zeros(len(positions))
        sweeps: npt.NDArray[np.float64] = (self.taken(positions) / np.maximum(1, self.per_sweep)).max(axis=1)
        return sweeps


def tables(rows: Sequence[Sequence[int]], width: int) -> list[Words]:
    """What the pieces of a position of so many holes weigh, by each row."""
    values = np.zeros((width, len(rows)), dtype=np.int64)
    for number, row in enumerate(rows):
        values[: len(row), number] = row
    return sum_tables(values.view(np.uint64), width)
