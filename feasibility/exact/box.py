"""Integer linear systems M x = rhs over a box, and what certifies that one is empty.

A row vector w certifies emptiness iff w.rhs > max of (w.M) x over the box: any solution x
would have (w.M) x = w.rhs. This one test (Farkas 1902, with the bounds folded in) covers
pagoda functions, patterns, leaves of trees of cases and turning points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from typing import TYPE_CHECKING

from feasibility.base.cached import cached_property
from feasibility.base.values import Value, replace

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

Column = tuple[tuple[int, int], ...]

_SAFE = 1 << 62  # sums whose absolute terms add up to less stay inside int64


class IntMatrix(Value):
    """A sparse integer matrix: per column its (row, value) entries, rows distinct, values not 0."""

    rows: int
    columns: tuple[Column, ...]

    @classmethod
    def from_columns(cls, rows: int, columns: Iterable[Iterable[tuple[int, int]]]) -> IntMatrix:
        """Sorts the entries, adds up repeated rows and drops zeros."""
        packed = []
        for column in columns:
            entries: dict[int, int] = {}
            for row, value in column:
                entries[row] = entries.get(row, 0) + value
            packed.append(tuple(sorted((r, v) for r, v in entries.items() if v)))
        return cls(rows, tuple(packed))

    @classmethod
    def from_rows(cls, dense: Sequence[Sequence[int]], width: int | None = None) -> IntMatrix:
        """From a dense list of rows; `width` is needed only when there are none."""
        width = len(dense[0]) if width is None else width
        return cls.from_columns(
            len(dense), ([(i, row[j]) for i, row in enumerate(dense)] for j in range(width))
        )

    @property
    def width(self) -> int:
        return len(self.columns)

    @cached_property
    def largest_column_sum(self) -> int:
        return max((sum(abs(v) for _, v in column) for column in self.columns), default=0)

    @cached_property
    def padded(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Row indices and values per column, padded with zeros to the longest column (int64 only)."""
        import numpy as np

        depth = max((len(column) for column in self.columns), default=0)
        index = np.zeros((depth, self.width), dtype=np.int64)
        value = np.zeros((depth, self.width), dtype=np.int64)
        for j, column in enumerate(self.columns):
            for k, (row, entry) in enumerate(column):
                index[k, j] = row
                value[k, j] = entry
        return index, value

    def weigh(self, weights: Sequence[int]) -> list[int]:
        """weights . M, exactly."""
        heaviest = max(max(weights, default=0), -min(weights, default=0))
        if self.width > 40 and heaviest * self.largest_column_sum < _SAFE:
            import numpy as np

            index, value = self.padded
            dense = np.asarray(weights, dtype=np.int64)
            products: list[int] = (dense[index] * value).sum(axis=0).tolist()
            return products
        return [sum(weights[row] * entry for row, entry in column) for column in self.columns]


class BoxSystem(Value):
    """M x = rhs with lower <= x <= upper; an upper bound of None is infinite."""

    matrix: IntMatrix
    rhs: tuple[int, ...]
    lower: tuple[int, ...]
    upper: tuple[int | None, ...]

    def __post_init__(self) -> None:
        if len(self.rhs) != self.matrix.rows:
            raise ValueError(f"{len(self.rhs)} right-hand sides for {self.matrix.rows} rows")
        if not len(self.lower) == len(self.upper) == self.matrix.width:
            raise ValueError(f"{len(self.lower)}/{len(self.upper)} bounds for {self.matrix.width} columns")

    @classmethod
    def cone(cls, matrix: IntMatrix, rhs: Sequence[int]) -> BoxSystem:
        """M x = rhs, x >= 0."""
        return cls(matrix, tuple(rhs), (0,) * matrix.width, (None,) * matrix.width)

    @property
    def is_box_empty(self) -> bool:
        return any(u is not None and u < lo for lo, u in zip(self.lower, self.upper, strict=True))

    def with_sum(self, terms: Mapping[int, int], least: int) -> BoxSystem:
        """This system with one more column: what factors times columns add up to, at least so much."""
        rows, columns = self.matrix.rows, list(self.matrix.columns)
        for column, factor in terms.items():
            columns[column] = (*columns[column], (rows, factor))
        matrix = IntMatrix(rows + 1, (*columns, ((rows, -1),)))
        return BoxSystem(matrix, (*self.rhs, 0), (*self.lower, least), (*self.upper, None))

    def with_bounds(self, changes: Iterable[tuple[int, int, int | None]]) -> BoxSystem:
        """This system with new bounds, each (column, lower, upper)."""
        lower, upper = list(self.lower), list(self.upper)
        for column, low, high in changes:
            lower[column], upper[column] = low, high
        return replace(self, lower=tuple(lower), upper=tuple(upper))

    def narrowed(self, column: int, low: int | None = None, high: int | None = None) -> BoxSystem:
        """This system with a column also within these limits."""
        least, most = self.lower[column], self.upper[column]
        least = least if low is None else max(least, low)
        most = most if high is None else high if most is None else min(most, high)
        return self.with_bounds([(column, least, most)])


def gap(system: BoxSystem, weights: Sequence[int]) -> int | None:
    """weights.rhs minus the greatest (weights.M) x over the box; None where that is infinite.

    Positive means that the system has no real solution in the box.
    """
    total = sum(w * b for w, b in zip(weights, system.rhs, strict=True))
    for value, low, high in zip(system.matrix.weigh(weights), system.lower, system.upper, strict=True):
        if value < 0:
            total -= value * low
        elif value > 0:
            if high is None:
                return None
            total -= value * high
    return total


def certifies(system: BoxSystem, weights: Sequence[int]) -> bool:
    """Whether these integer weights prove that the system has no solution, by integers alone."""
    if len(weights) != system.matrix.rows:
        return False
    if system.is_box_empty:
        return True
    slack = gap(system, weights)
    return slack is not None and slack > 0


def satisfies(system: BoxSystem, point: Sequence[int | Fraction]) -> bool:
    """Whether the point solves the system, exactly; integrality is the caller's to ask."""
    if len(point) != system.matrix.width:
        return False
    common = lcm(*(value.denominator for value in point))
    rest = [common * b for b in system.rhs]
    for exact, low, high, column in zip(
        point, system.lower, system.upper, system.matrix.columns, strict=True
    ):
        value = exact.numerator * (common // exact.denominator)
        if value < common * low or (high is not None and value > common * high):
            return False
        if value:
            for row, entry in column:
                rest[row] -= entry * value
    return not any(rest)
