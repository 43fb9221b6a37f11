"""Levels of a search: sorted positions that can be read in blocks, in memory here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from feasibility.engines.positions.words import BLOCK, Flags, Words, contains, unique_of_own

if TYPE_CHECKING:
    from feasibility.engines.frontier.level_files import LevelFile
    from feasibility.engines.frontier.partitions import PartitionedLevel
    from feasibility.engines.frontier.sides import SideWatch

CountOrbits: TypeAlias = Callable[[Words], int]  # positions without symmetry, from one position per orbit
LEAST = 1 << 20  # positions that wait before they are merged

# One position of every orbit of a level, sorted; `positions` counts without symmetry.
OrbitLevel: TypeAlias = "MemoryLevel | LevelFile | PartitionedLevel"


def blocks(level: OrbitLevel, stride: int) -> Iterator[Words]:
    """The positions, so many at once."""
    for low in range(0, level.size, stride):
        yield level.block(low, min(low + stride, level.size))


class MemoryLevel:
    def __init__(self, words: Words, positions: int) -> None:
        self.words, self.size, self.positions = words, len(words), positions

    def block(self, low: int, high: int) -> Words:
        """The positions number low to high - 1."""
        return self.words[low:high]

    def holds(self, words: Words) -> Flags:
        """For each of the (canonical) positions whether it is in the level."""
        return contains(self.words, words)


class Collector:
    """Takes sorted arrays of a new level and makes the level; merges when new ones outweigh the others."""

    def __init__(self, width: int, count: CountOrbits) -> None:
        self.width, self.count = width, count
        self.merged: Words = np.empty((0, width), dtype=np.uint64)
        self.pending: list[Words] = []
        self.waiting = 0

    def add(self, words: Words) -> None:
        self.pending.append(words)
        self.waiting += len(words)
        if self.waiting > max(len(self.merged), LEAST):
            self.merge()

    def merge(self) -> Words:
        """The union so far, sorted."""
        if self.pending:
            everything = np.concatenate([self.merged, *self.pending])
            self.pending, self.waiting = [], 0
            self.merged = unique_of_own(everything)
        return self.merged

    def finish(self) -> OrbitLevel:
        words = self.merge()
        return MemoryLevel(words, self.count(words))


class Store:
    """Where the levels of one search live: here in memory, as long as it does.

    `stride` positions are looked up together.
    """

    on_disk = False
    stride = BLOCK

    def __init__(self, width: int, count: CountOrbits) -> None:
        self.width = width
        self.count = count

    def fit(self, memory: int | None) -> None:
        """Told the limit before the search starts, which itself stops before a level that does not fit."""

    def load(self, side: str) -> list[OrbitLevel]:
        """The levels that an earlier run finished, in order."""
        return []

    def collector(self, side: str, index: int) -> Collector:
        return Collector(self.width, self.count)

    def made_by_others(self, side: str, levels: list[OrbitLevel], watch: SideWatch) -> OrbitLevel | None:
        """The next level, where tasks make it."""
        return None

    def close(self) -> None:
        """The search is over."""
