"""Which board a drawing is of: the rules of boards/GRAMMAR.md, in their order.

The known boards are one closed table by the lengths of their rows. A drawing is that board if the lengths of
its rows are; what is nearly one of them, or could be one that lost its blanks, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Geometry, Hole
from feasibility.text.grid import Grid

DRAWN = "drawn"
ROWS = {
    "english33": (3, 3, 7, 7, 7, 3, 3),
    "french37": (3, 5, 7, 7, 7, 5, 3),
    "wiegleb45": (3, 3, 3, 9, 9, 9, 3, 3, 3),
    "diamond41": (1, 3, 5, 7, 9, 7, 5, 3, 1),
    "asymmetric39": (3, 3, 3, 8, 8, 8, 3, 3),
    **{f"triangle:{side}": tuple(range(1, side + 1)) for side in range(4, 9)},
}


KnownPlaces = list[list[int | None]]  # the holes of a rectangle's places, row by row


class Placed(NamedTuple):
    """A board, and the hole of every cell of a drawing in reading order; None where a cell is no hole."""

    board: Board
    holes: tuple[int | None, ...]


def known(geometry: Geometry | None) -> dict[tuple[int, ...], str]:
    """The known boards by the lengths of their rows; those of one geometry, where it is named."""
    kinds = (True, False) if geometry is None else (geometry is Geometry.TRIANGULAR,)
    return {rows: name for name, rows in ROWS.items() if name.startswith("triangle") in kinds}


@lru_cache
def board_of(name: str, diagonal: bool = False) -> Board:
    """A known board; `diagonal`: with jumps along its diagonals too."""
    rows = ROWS[name]
    if name.startswith("triangle"):
        return Board(
            [(r, c) for r, n in enumerate(rows) for c in range(n)],
            Geometry.TRIANGULAR,
            name=name,
            listed=True,
        )
    holes = [(r, (max(rows) - n) // 2 + c) for r, n in enumerate(rows) for c in range(n)]
    kind = Geometry.DIAGONAL if diagonal else Geometry.ORTHOGONAL
    return Board(holes, kind, name=f"diagonal:{name}" if diagonal else name, listed=True)


def on(board: Board, grid: Grid, held: set[int], what: str) -> Placed:
    """The cells of a drawing as the holes of a board that is known, whatever the blanks.

    `held`: the cells that are not empty, `what`: the board in words.
    """
    rows = grid.rows
    wanted = _lengths(board)
    counts = [len(row.columns) for row in rows]
    if counts == wanted or (len(rows) == 1 and counts[0] == board.n):
        return Placed(board, tuple(range(board.n)))
    for places in frames(board):
        height, width = len(wanted), len(places[0])
        cells = [hole for row in places for hole in row]
        fits = len(rows) == height and all(n == width for n in counts)
        if fits and all(cells[i] is not None for i in held):
            return Placed(board, tuple(cells))
    for row, n, wants in zip(rows, counts, wanted, strict=False):
        if n != wants:
            nth = rows.index(row) + 1
            raise InputError(
                f"row {nth} does not fit {what}",
                line=row.line,
                seen=plural(n, "sign"),
                expected=plural(wants, "sign"),
            )
    line = rows[min(len(rows), len(wanted)) - 1].line
    raise InputError(
        f"not {what}", line=line, seen=plural(len(rows), "row"), expected=plural(len(wanted), "row")
    )


def _lengths(board: Board) -> list[int]:
    rows: dict[int, int] = {}
    for row, _ in board.holes:
        rows[row] = rows.get(row, 0) + 1
    return list(rows.values())


def frames(board: Board) -> Iterator[KnownPlaces]:
    """The rectangles in which a board is typed with a sign for every place: the hole of each, or none."""
    height, width = board.holes[-1][0] + 1, max(column for _, column in board.holes) + 1
    ways: list[tuple[int, list[Hole]]] = [(width, list(board.holes))]
    if board.geometry is Geometry.TRIANGULAR:
        slant = [2 * c - r for r, c in board.holes]
        left = min(slant)
        ways.append(
            (max(slant) - left + 1, [(r, s - left) for (r, _), s in zip(board.holes, slant, strict=True)])
        )
        ways.append((width, [(r, width - 1 - r + c) for r, c in board.holes]))
    for across, holes in ways:
        places: KnownPlaces = [[None] * across for _ in range(height)]
        if all(0 <= column < across for _, column in holes):
            for index, (row, column) in enumerate(holes):
                places[row][column] = index
            if board.n < height * across:
                yield places


def taken_for(grid: Grid, geometry: Geometry | None) -> str | None:
    """The known board whose rows have the lengths of those of a drawing."""
    return known(geometry).get(tuple(len(row.columns) for row in grid.rows))


def is_framed(board: Board, grid: Grid) -> bool:
    """Whether the cells of a drawing are all places of a board's holes in a rectangle, and no other."""
    cells = cells_of(grid)
    return any(places_of(places) == cells.keys() for places in frames(board))


def cells_of(grid: Grid) -> dict[Hole, int]:
    """The cells of a drawing by row and column, neighbours one apart, each with its place in the order."""
    left = min(row.columns[0] for row in grid.rows)
    places = ((r, (c - left) // grid.pitch) for r, row in enumerate(grid.rows) for c in row.columns)
    return {place: i for i, place in enumerate(places)}


def places_of(places: KnownPlaces) -> set[Hole]:
    return {(r, c) for r, row in enumerate(places) for c, hole in enumerate(row) if hole is not None}
