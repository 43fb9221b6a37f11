"""A drawn grid: which cell holds which symbol, where it stands in its text, and which hole it is."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.errors import InputError
from feasibility.base.values import Value
from feasibility.game.geometry import MOST_HOLES, Geometry, Hole

SQUARE = (Geometry.ORTHOGONAL, Geometry.DIAGONAL)  # drawn with one column for each column of holes
PEGS, EMPTY, FREE = "x●", ".○o", "?"
OUTSIDE = "E"


class Grid(Value):
    """Symbols by (row, column) of the drawing, in reading order; `lines` has the line number of each row."""

    cells: dict[tuple[int, int], str]
    lines: tuple[int, ...]

    @property
    def first_line(self) -> int:
        return self.lines[next(iter(self.cells))[0]]

    @property
    def every_second(self) -> bool:
        """Whether all symbols stand in every second column: drawn with spaces between neighbours."""
        columns = {column for _, column in self.cells}
        return len(columns) > 1 and len({column % 2 for column in columns}) == 1

    @property
    def shifted(self) -> bool:
        """Whether no two symbols are neighbours, and rows are shifted against each other by one column."""
        parities: dict[int, set[int]] = {}
        for row, column in self.cells:
            parities.setdefault(row, set()).add(column % 2)
        alike = all(len(kinds) == 1 for kinds in parities.values())
        return alike and len(set().union(*parities.values())) == 2 and len(self.cells) > 2

    def closed_up(self) -> Grid:
        """Every second column left out."""
        cells = {(row, column // 2): symbol for (row, column), symbol in self.cells.items()}
        return Grid(cells, self.lines)


def read_grid(numbered: Sequence[tuple[int, str]], first: int | None = None) -> Grid:
    """The grid of some numbered lines in the symbols of the grammar; `first` is where it would begin."""
    cells: dict[tuple[int, int], str] = {}
    lines: list[int] = []
    for number, line in numbered:
        if len(cells) + len(line) - line.count(" ") - line.count(OUTSIDE) > MOST_HOLES:
            raise InputError(
                "the board is too large", line=number,
                seen=f"more than {MOST_HOLES} holes", expected=f"at most {MOST_HOLES}",
            )  # fmt: skip
        cells |= {(len(lines), i): symbol for i, symbol in enumerate(line) if symbol not in (" ", OUTSIDE)}
        lines.append(number)
    if not cells:
        raise InputError("no hole in this grid", line=first, expected="a grid of x, . and ?")
    return Grid(cells, tuple(lines))


def holes_of(grid: Grid, geometry: Geometry) -> list[Hole]:
    """The holes of the cells, in their order, with least row and column 0."""
    places = list(grid.cells)
    if geometry is Geometry.TRIANGULAR:
        parity = sum(places[0]) % 2
        for row, column in places:
            if (row + column) % 2 != parity:
                raise InputError(
                    "this hole is off the triangular lattice",
                    line=grid.lines[row],
                    column=column + 1,
                    expected="neighbours two columns apart, each row shifted by one",
                )
        places = [(row, (column + row + parity) // 2) for row, column in places]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    return [(row - top, column - left) for row, column in places]
