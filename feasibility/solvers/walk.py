"""Random programs over the cone of pagoda functions, and random walks along its edges, many at a time.

A random linear program ends in a given extreme ray with a chance equal to that ray's share of all directions.
For nearly all rays the share is tiny. A walk from ray to ray costs one pivot a step and meets those rays too.
The walkers are a stack of dictionaries in floats; what they meet is proved in integers elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feasibility.base.report import Look, patient
from feasibility.exact.box import IntMatrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feasibility.base.arrays import Floats, Ints

    Indices = NDArray[np.intp]

REBUILD = 50  # steps after which the dictionaries are computed afresh
_NOISE = 1e-7


def independent(rows: Ints) -> list[int]:
    """The first rows of which none is a combination of those before."""
    reduced, chosen = rows.astype(np.float64), list[int]()
    for i in range(len(rows)):
        pivot = int(np.abs(reduced[i]).argmax())
        if abs(reduced[i, pivot]) > _NOISE:
            chosen.append(i)
            if len(chosen) == rows.shape[1]:
                break
            reduced[i + 1 :] -= np.outer(reduced[i + 1 :, pivot] / reduced[i, pivot], reduced[i])
    return chosen


def frame_of(rows: Ints, ray: Ints) -> tuple[list[int], int]:
    """Independent rows, all but one of them tight at the extreme ray, and the place of that one."""
    slack = rows @ ray
    order = np.argsort(slack != 0, kind="stable")
    chosen: list[int] = order[independent(rows[order])].tolist()
    return chosen, next(place for place, row in enumerate(chosen) if slack[row])


class RandomPrograms:
    """max c.w over the w with rows.w >= 0 whose slacks add up to at most 1, for random c; by its dual."""

    def __init__(self, rows: Ints, seed: int) -> None:
        from feasibility.solvers.highs import HotModel

        columns = [[(i, -int(v)) for i, v in enumerate(row) if v] for row in rows]
        columns.append([(i, int(v)) for i, v in enumerate(rows.sum(axis=0)) if v])
        matrix = IntMatrix.from_columns(rows.shape[1], columns)
        self.model = HotModel(matrix)
        costs = np.zeros(matrix.width)
        costs[-1] = 1.0
        self.model.set_costs(costs)
        self.random = np.random.default_rng(seed)
        self.size: int = rows.shape[1]

    def draw(self, count: int, look: Look = patient) -> Floats:
        duals = np.zeros((count, self.size))
        for i in range(count):
            look()
            self.model.set_rhs(self.random.standard_normal((self.size,)))
            self.model.solve()
            duals[i] = self.model.duals()[0]
        return duals


class Walkers:
    """Each walker has a frame of d independent rows, and its ray runs along column `at` of its table.

    The table is [rows; identity] times the inverse of the frame: column `at` holds the slacks of the ray,
    none below 0, and under them the ray itself.
    """

    def __init__(self, rows: Ints, starts: Ints, seed: int) -> None:
        self.height = len(rows)
        self.random = np.random.default_rng(seed)
        self.stack = np.vstack([rows, np.eye(rows.shape[1])])
        frames = [frame_of(rows, ray) for ray in starts]
        self.frames = np.array([frame for frame, _ in frames])
        self.at = np.array([place for _, place in frames])
        self.every = np.arange(len(starts))
        self.steps = 0
        self._rebuild()

    def _rebuild(self) -> None:
        self.tables = self.stack @ np.linalg.inv(self.stack[self.frames])

    def rays(self) -> Floats:
        """Where the walkers are, each scaled in its own way."""
        return self.tables[self.every, self.height :, self.at]

    def step(self) -> None:
        """Every walker goes along a random edge, away from its ray if its frame shows such an edge."""
        slacks = self.tables[:, : self.height]
        here = slacks[self.every, :, self.at]
        column = self._direction(slacks, here)
        along = slacks[self.every, :, column]
        falls = along < -_NOISE
        ratio = np.where(falls, here, np.inf) / np.where(falls, -along, 1.0)
        least = ratio.min(axis=1)
        leaves = np.isfinite(least)
        ties = ratio <= least[:, None] + _NOISE
        row = np.where(ties, self.random.random(ratio.shape), -1.0).argmax(axis=1)
        self.at = np.where(leaves, self.at, column)
        self._pivot(np.flatnonzero(leaves), column[leaves], row[leaves])
        self.steps += 1
        if self.steps % REBUILD == 0:
            self._rebuild()

    def _direction(self, slacks: Floats, here: Floats) -> Indices:
        """A random other column, preferably one along which no tight row would be left at once."""
        tight = here < _NOISE
        blocked = np.matmul(tight[:, None, :].astype(np.float32), (slacks < -_NOISE).astype(np.float32))[:, 0]
        score = self.random.random(blocked.shape) - (blocked > 0.5)
        score[self.every, self.at] = -2.0
        return np.asarray(score.argmax(axis=1))

    def _pivot(self, walkers: Indices, columns: Indices, rows: Indices) -> None:
        """The row takes the column's place in the frame."""
        if not len(walkers):
            return
        everyone = len(walkers) == len(self.every)
        tables = self.tables if everyone else self.tables[walkers]
        count = np.arange(len(walkers))
        line = tables[count, rows].copy()
        pivot = line[count, columns].copy()
        line /= pivot[:, None]
        line[count, columns] = 0.0
        entering = tables[count, :, columns].copy()
        tables -= entering[:, :, None] * line[:, None, :]
        tables[count, :, columns] = entering / pivot[:, None]
        if not everyone:
            self.tables[walkers] = tables
        self.frames[walkers, columns] = rows
