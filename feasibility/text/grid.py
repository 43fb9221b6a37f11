"""The grid of the signs of a drawing, and the holes that they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import gcd
from typing import NamedTuple

from feasibility.base.cached import cached_property
from feasibility.base.errors import InputError
from feasibility.base.values import Value
from feasibility.game.geometry import MOST_HOLES, Geometry, Hole


class GridRow(NamedTuple):
    """The columns of the signs of a row, and its line."""

    line: int
    columns: tuple[int, ...]


class Grid(Value):
    """Signs by (row, column) of the drawing, in reading order; `lines` has the line number of each row."""

    cells: dict[Hole, str]
    lines: tuple[int, ...]

    @cached_property
    def rows(self) -> list[GridRow]:
        """The rows that have signs."""
        columns: dict[int, list[int]] = {}
        for row, column in self.cells:
            columns.setdefault(row, []).append(column)
        return [GridRow(self.lines[row], tuple(them)) for row, them in columns.items()]

    @property
    def counts(self) -> tuple[int, ...]:
        """The lengths of the rows."""
        return tuple(len(row.columns) for row in self.rows)

    @property
    def first_line(self) -> int:
        return self.rows[0].line

    @cached_property
    def pitch(self) -> int:
        """How many columns apart the signs stand, those of all rows."""
        return gcd(*(column - self.rows[0].columns[0] for _, column in self.cells)) or 1

    @cached_property
    def height(self) -> int:
        """How many lines apart the rows stand."""
        first = next(iter(self.cells))[0]
        return gcd(*(row - first for row, _ in self.cells)) or 1

    @property
    def shifted(self) -> bool:
        """Whether no two signs are neighbours, and rows are shifted against each other by half a step."""
        places = [{column % (2 * self.pitch) for column in row.columns} for row in self.rows]
        alike = all(len(kinds) == 1 for kinds in places)
        return alike and len(set().union(*places)) == 2 and len(self.cells) > 2

    @property
    def uneven(self) -> bool:
        """Whether blanks stand between the signs of most rows, but no common number of them."""
        rows = [row.columns for row in self.rows if len(row.columns) > 1]
        gaps = [min(b - a for a, b in pairwise(columns)) > 1 for columns in rows]
        return self.pitch == 1 and 2 * sum(gaps) > len(gaps)

    def closed_up(self, across: int, down: int) -> Grid:
        """The columns and lines left out between signs that stand so far apart."""
        top, left = next(iter(self.cells))[0], min(column for _, column in self.cells)
        cells = {((r - top) // down, (c - left) // across): sign for (r, c), sign in self.cells.items()}
        return Grid(cells, self.lines[top::down])


def read_grid(numbered: Sequence[tuple[int, str]], first: int | None) -> Grid:
    """The grid of some numbered lines, where a blank is no hole; `first` is where it would begin."""
    cells: dict[Hole, str] = {}
    for row, (number, line) in enumerate(numbered):
        if len(cells) + len(line) - line.count(" ") > MOST_HOLES:
            seen, expected = f"more than {MOST_HOLES} holes", f"at most {MOST_HOLES}"
            raise InputError("the board is too large", line=number, seen=seen, expected=expected)
        cells |= {(row, i): sign for i, sign in enumerate(line) if sign != " "}
    if not cells:
        raise InputError("no hole in this grid", line=first, expected="a grid of x, . and ?")
    return Grid(cells, tuple(number for number, _ in numbered))


def holes_of(grid: Grid, geometry: Geometry) -> list[Hole]:
    """The holes of the cells, in their order, with least row and column 0."""
    places = list(grid.cells)
    if geometry is Geometry.TRIANGULAR:
        parity = sum(places[0]) % 2
        for row, column in places:
            if (row + column) % 2 != parity:
                what, at = "this hole is off the triangular lattice", grid.lines[row]
                expected = "neighbours two columns apart, each row shifted by one"
                raise InputError(what, line=at, column=column + 1, expected=expected)
        places = [(row, (column + row + parity) // 2) for row, column in places]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    return [(row - top, column - left) for row, column in places]
