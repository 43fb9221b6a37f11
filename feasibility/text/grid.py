"""A drawn grid: which cell holds which symbol, where it stands in its text, and which hole it is."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.errors import InputError
from feasibility.base.values import Value
from feasibility.game.geometry import MOST_HOLES, Geometry, Hole

PEGS, EMPTY, FREE = "x●", ".○o", "?"
OUTSIDE = "E"


class Grid(Value):
    """Symbols by (row, column) of the drawing, in reading order; `lines` has the line number of each row."""

    cells: dict[tuple[int, int], str]
    lines: tuple[int, ...]
    source: str | None

    @property
    def first_line(self) -> int:
        """The line of the first hole."""
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
        return Grid(cells, self.lines, self.source)


def read_grid(
    numbered: Sequence[tuple[int, str]], outside: str, source: str | None, ignored: list[str] | None
) -> Grid:
    """The grid of some numbered lines; lines with bad characters go to `ignored`, or raise if it is None."""
    cells: dict[tuple[int, int], str] = {}
    lines: list[int] = []
    allowed = frozenset(PEGS + EMPTY + FREE + " " + outside)
    for number, line in numbered:
        if line.startswith("#"):
            continue
        if not allowed.issuperset(line):
            if ignored is None:
                raise _bad_symbol(line, allowed, source, number, outside)
            ignored.append(f"line {number}: {line[:60]!r}")
            continue
        if len(cells) + len(line) - line.count(" ") - line.count(outside) > MOST_HOLES:
            raise InputError(
                "the board is too large",
                source=source,
                line=number,
                seen=f"more than {MOST_HOLES} holes",
                expected=f"at most {MOST_HOLES}",
            )
        cells |= {(len(lines), i): symbol for i, symbol in enumerate(line) if symbol not in (" ", outside)}
        lines.append(number)
    _refuse_unclear(cells, lines, source)
    if not cells:
        first = numbered[0][0] if numbered else None
        raise InputError("no hole in this grid", source=source, line=first, expected="a grid of x, . and ?")
    return Grid(cells, tuple(lines), source)


def _refuse_unclear(cells: dict[tuple[int, int], str], lines: Sequence[int], source: str | None) -> None:
    """An `o` is an empty hole beside `x`; some draw a peg so, and `.` for an empty hole."""
    symbols = set(cells.values())
    if "o" in symbols and ("x" not in symbols or "." in symbols):
        row, column = next(place for place, symbol in cells.items() if symbol == "o")
        raise InputError(
            "it is not clear whether o is a peg or an empty hole",
            source=source,
            line=lines[row],
            column=column + 1,
            seen="'o' " + ("and '.'" if "." in symbols else "without 'x'"),
            expected="x for a peg and . for an empty hole",
        )


def holes_of(grid: Grid, geometry: Geometry) -> list[Hole]:
    """The holes of the cells, in their order, with least row and column 0."""
    places = list(grid.cells)
    if geometry is Geometry.TRIANGULAR:
        parity = sum(places[0]) % 2
        for row, column in places:
            if (row + column) % 2 != parity:
                raise InputError(
                    "this hole is off the triangular lattice",
                    source=grid.source,
                    line=grid.lines[row],
                    column=column + 1,
                    expected="neighbours two columns apart, each row shifted by one",
                )
        places = [(row, (column + row + parity) // 2) for row, column in places]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    return [(row - top, column - left) for row, column in places]


def _bad_symbol(
    line: str, allowed: frozenset[str], source: str | None, number: int, outside: str
) -> InputError:
    column = next(i for i, symbol in enumerate(line) if symbol not in allowed)
    names = {"\t": "a tab", "\r": "a carriage return", "\0": "a zero byte", "\ufeff": "a byte order mark"}
    hint = " (pegs are lower case)" if line[column] == "X" else ""
    return InputError(
        f"a character that is not allowed here{hint}",
        source=source,
        line=number,
        column=column + 1,
        seen=names.get(line[column], repr(line[column])),
        expected=f"x . o ? ● ○ space or {outside} for outside",
    )
