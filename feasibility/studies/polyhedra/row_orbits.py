"""Extreme rays up to the symmetries of a cone {w : rows.w >= 0}; a ray is known by its tight rows.

A symmetry is a permutation of the rows that some linear map makes. So nothing here depends on coordinates,
and a cone that is cut out of another one has symmetries of the same form: those that keep its rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.base.cached import cached_property
from feasibility.engines.positions.words import Symmetries, Words, as_words
from feasibility.studies.polyhedra.cone import Ints, RowMasks

_ROOM = 64  # orbits at first


@dataclass(frozen=True, eq=False)
class RowCone:
    """A pointed, full-dimensional cone {w : rows.w >= 0}; a line of `group` is a permutation of the rows."""

    rows: Ints
    group: Ints

    @property
    def dimension(self) -> int:
        return int(self.rows.shape[1])

    @cached_property
    def symmetries(self) -> Symmetries:
        """The group, ready to act on sets of rows."""
        return Symmetries(map(tuple, self.group.tolist()), len(self.rows))

    def tight(self, rays: Ints) -> RowMasks:
        """For each ray the rows that are 0 on it."""
        tight: RowMasks = rays @ self.rows.T == 0
        return tight

    def least(self, tight: Words) -> Words:
        """The least images of sets of rows: equal for tight rows of rays of one orbit, and for no others."""
        return self.symmetries.canonical(tight)

    def without(self, hole: int, kept: RowMasks) -> RowCone:
        """Only the `kept` rows, one coordinate set to 0, and the symmetries that keep those rows."""
        inside = kept[self.group[:, kept]].all(axis=1)
        place = np.cumsum(kept) - 1
        group = np.unique(place[self.group[inside][:, kept]], axis=0)
        return RowCone(np.delete(self.rows[kept], hole, axis=1), group)


class Orbits:
    """The orbits met so far, numbered as they came, and which of them have been worked through.

    By number: `rays` has a ray of each orbit, `sizes` how many rays it has, `excess` the tight rows beyond
    the least number that an extreme ray has, and `done` is True where it has been worked through.
    """

    rays: Ints
    sizes: Ints
    excess: Ints
    done: RowMasks

    def __init__(self, cone: RowCone) -> None:
        self.cone = cone
        self.count = self.finished = 0
        self.total = 0  # rays in all orbits together
        self.left = 0  # rays in the orbits that are not done
        self._numbers: dict[bytes, int] = {}
        counts = [np.zeros(_ROOM, dtype=np.int64) for _ in range(2)]
        rays, done = np.zeros((_ROOM, cone.dimension), dtype=np.int64), np.zeros(_ROOM, dtype=np.bool_)
        self._tables: list[NDArray[Any]] = [rays, *counts, done]
        self._append(np.zeros((0, cone.dimension), dtype=np.int64), np.zeros(0, dtype=np.int64))

    def add(self, rays: Ints, names: Words | None = None) -> list[int]:
        """Takes extreme rays in, with their names where known; the numbers of the orbits that are new."""
        names = self.cone.least(as_words(self.cone.tight(rays))) if names is None else names
        fresh: dict[bytes, int] = {}  # where the first ray of each new orbit stands
        for place, name in enumerate(map(bytes, names)):
            if name not in self._numbers:
                fresh.setdefault(name, place)
        numbers = list(range(self.count, self.count + len(fresh)))
        self._numbers.update(zip(fresh, numbers, strict=True))
        places = list(fresh.values())
        self._append(rays[places], self.cone.symmetries.sizes(names[places]))
        return numbers

    def _append(self, rays: Ints, sizes: Ints) -> None:
        first, self.count = self.count, self.count + len(rays)
        if self.count > len(self._tables[0]):
            room = max(self.count, 2 * len(self._tables[0]))
            self._tables = [np.resize(table, (room, *table.shape[1:])) for table in self._tables]
        self.rays, self.sizes, self.excess, self.done = (table[: self.count] for table in self._tables)
        self.rays[first:] = rays
        self.sizes[first:] = sizes
        self.excess[first:] = self.cone.tight(rays).sum(axis=1) - (self.cone.dimension - 1)
        self.done[first:] = False
        self.total += int(sizes.sum())
        self.left += int(sizes.sum())

    def finish(self, numbers: Iterable[int]) -> None:
        """The neighbours of these are all known."""
        for number in numbers:
            if not self.done[number]:
                self.done[number] = True
                self.finished += 1
                self.left -= int(self.sizes[number])

    def complete(self) -> bool:
        """Whether no orbit can be missing.

        A cut through the cone is a polytope of one dimension less, d - 1, whose graph stays connected when
        fewer than d - 1 vertices are taken away (Balinski 1961). So where fewer rays than that are left to
        do, and one is done, every ray is a neighbour of one that is done, or among those that are left.
        """
        return self.left == 0 or (self.left < self.cone.dimension - 1 and self.left < self.total)
