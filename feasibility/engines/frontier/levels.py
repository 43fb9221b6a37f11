"""Levels of a search: sorted positions that can be read in blocks, in memory here."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from feasibility.engines.positions.words import BLOCK, Flags, Words, contains, unique_of_own


class Level(Protocol):
    """One position of every orbit of a level, sorted; `positions` counts without symmetry."""

    @property
    def size(self) -> int: ...

    @property
    def positions(self) -> int: ...

    def block(self, low: int, high: int) -> Words:
        """The positions number low to high - 1."""
        ...

    def holds(self, words: Words) -> Flags:
        """For each of the (canonical) positions whether it is in the level."""
        ...


class Collector(Protocol):
    """Takes sorted arrays of a new level and makes the level."""

    def add(self, words: Words) -> None: ...

    def finish(self) -> Level: ...


class Store(Protocol):
    """Where levels live; `stride` positions are looked up together."""

    on_disk: bool
    stride: int

    def fit(self, memory: int | None) -> None:
        """Told the limit on memory before the search starts."""
        ...

    def load(self, side: str) -> list[Level]:
        """The levels that an earlier run finished, in order."""
        ...

    def collector(self, side: str, index: int) -> Collector: ...

    def close(self) -> None:
        """The search is over; a store serves one."""
        ...


class MemoryLevel:
    """A level held as one array."""

    def __init__(self, words: Words, positions: int) -> None:
        self.words = words
        self.positions = positions

    @property
    def size(self) -> int:
        return len(self.words)

    def block(self, low: int, high: int) -> Words:
        return self.words[low:high]

    def holds(self, words: Words) -> Flags:
        return contains(self.words, words)


class Merger:
    """Keeps the union of sorted arrays; merges when the new ones outweigh what is merged."""

    def __init__(self, width: int, least: int = 1 << 20) -> None:
        self.merged: Words = np.empty((0, width), dtype=np.uint64)
        self.pending: list[Words] = []
        self.waiting = 0
        self.least = least

    @property
    def held(self) -> int:
        """Positions held now, repetitions included."""
        return len(self.merged) + self.waiting

    def add(self, words: Words) -> None:
        self.pending.append(words)
        self.waiting += len(words)
        if self.waiting > max(len(self.merged), self.least):
            self.merge()

    def merge(self) -> Words:
        """The union so far, sorted."""
        if self.pending:
            everything = np.concatenate([self.merged, *self.pending])
            self.pending, self.waiting = [], 0
            self.merged = unique_of_own(everything)
        return self.merged


class MemoryStore:
    """Levels that live as long as the search."""

    on_disk = False
    stride = BLOCK

    def __init__(self, width: int, count: CountOrbits) -> None:
        self.width = width
        self.count = count

    def fit(self, memory: int | None) -> None:
        """Nothing to adapt: the search itself stops before a level that does not fit."""

    def load(self, side: str) -> list[Level]:
        return []

    def collector(self, side: str, index: int) -> Collector:
        return MemoryCollector(self.width, self.count)

    def close(self) -> None:
        """Nothing is held."""


class CountOrbits(Protocol):
    """Counts positions without symmetry from one position per orbit."""

    def __call__(self, words: Words, /) -> int: ...


class MemoryCollector:
    """Collects a level in memory."""

    def __init__(self, width: int, count: CountOrbits) -> None:
        self.merger = Merger(width)
        self.count = count

    def add(self, words: Words) -> None:
        self.merger.add(words)

    def finish(self) -> Level:
        words = self.merger.merge()
        return MemoryLevel(words, self.count(words))
