"""Which board a drawing is of: the rules of boards/GRAMMAR.md, in their order.

The known boards are one closed table by the lengths of their rows. A drawing is that board if the lengths of
its rows are; what is nearly one of them, or could be one that lost its blanks, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

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


def known(geometry: Geometry | None) -> dict[tuple[int, ...], str]:
    """The known boards by the lengths of their rows; those of one geometry, where it is named."""
    kinds = (True, False) if geometry is None else (geometry is Geometry.TRIANGULAR,)
    return {rows: name for name, rows in ROWS.items() if name.startswith("triangle") in kinds}


@lru_cache
def board_of(name: str, diagonal: bool = False) -> Board:
    """A known board; `diagonal`: with jumps along its diagonals too."""
    rows, triangle = ROWS[name], name.startswith("triangle")
    left = [0 if triangle else (max(rows) - n) // 2 for n in rows]
    holes = [(r, left[r] + c) for r, n in enumerate(rows) for c in range(n)]
    plain = Geometry.TRIANGULAR if triangle else Geometry.ORTHOGONAL
    if diagonal:
        return Board(holes, Geometry.DIAGONAL, name=f"diagonal:{name}", listed=True)
    return Board(holes, plain, name=name, listed=True)


def on(board: Board, grid: Grid, held: set[int], what: str) -> tuple[int | None, ...]:
    """The hole of every cell of a drawing of a board that is known, whatever the blanks.

    None where a cell is no hole. `held`: the cells that are not empty, `what`: the board in words.
    """
    wanted = tuple(sum(row == r for row, _ in board.holes) for r in dict(board.holes))
    counts = grid.counts
    if counts in (wanted, (board.n,)):
        return tuple(range(board.n))
    for frame in frames(board):
        cells = tuple(hole for row in frame for hole in row)
        if counts == tuple(map(len, frame)) and all(cells[i] is not None for i in held):
            return cells
    for nth, (row, n, wants) in enumerate(zip(grid.rows, counts, wanted, strict=False), 1):
        if n != wants:
            seen, expected = plural(n, "sign"), plural(wants, "sign")
            raise InputError(f"row {nth} does not fit {what}", line=row.line, seen=seen, expected=expected)
    line = grid.rows[min(len(counts), len(wanted)) - 1].line
    seen, expected = plural(len(counts), "row"), plural(len(wanted), "row")
    raise InputError(f"not {what}", line=line, seen=seen, expected=expected)


def frames(board: Board) -> Iterator[KnownPlaces]:
    """The rectangles in which a board is typed with a sign for every place."""
    height, width = board.holes[-1][0] + 1, max(column for _, column in board.holes) + 1
    ways: list[tuple[int, list[Hole]]] = [(width, list(board.holes))]
    if board.geometry is Geometry.TRIANGULAR:
        left = min(2 * c - r for r, c in board.holes)
        slanted = [(r, 2 * c - r - left) for r, c in board.holes]
        ways.append((max(column for _, column in slanted) + 1, slanted))
        ways.append((width, [(r, width - 1 - r + c) for r, c in board.holes]))
    for across, holes in ways:
        if board.n == height * across or not all(0 <= column < across for _, column in holes):
            continue
        frame: KnownPlaces = [[None] * across for _ in range(height)]
        for index, (row, column) in enumerate(holes):
            frame[row][column] = index
        yield frame


def is_framed(board: Board, grid: Grid) -> bool:
    """Whether the cells of a drawing are all places of a board's holes in a rectangle, and no other."""
    return any(places_of(frame) == cells_of(grid).keys() for frame in frames(board))


def cells_of(grid: Grid) -> dict[Hole, int]:
    """The cells of a drawing by row and column, neighbours one apart, each with its place in the order."""
    left = min(row.columns[0] for row in grid.rows)
    places = ((r, (c - left) // grid.pitch) for r, row in enumerate(grid.rows) for c in row.columns)
    return {place: i for i, place in enumerate(places)}


def places_of(frame: KnownPlaces) -> set[Hole]:
    return {(r, c) for r, row in enumerate(frame) for c, hole in enumerate(row) if hole is not None}
