"""Which board a drawing is of: the rules of boards/GRAMMAR.md, in their order.

The known boards are one closed table by the lengths of their rows. A drawing is that board if the lengths of
its rows are; what is nearly one of them, or could be one that lost its blanks, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Geometry, Hole
from feasibility.text.grid import Grid

DRAWN = "drawn"
_ROWS = {
    "english33": (3, 3, 7, 7, 7, 3, 3),
    "french37": (3, 5, 7, 7, 7, 5, 3),
    "wiegleb45": (3, 3, 3, 9, 9, 9, 3, 3, 3),
    "diamond41": (1, 3, 5, 7, 9, 7, 5, 3, 1),
    "asymmetric39": (3, 3, 3, 8, 8, 8, 3, 3),
    **{f"triangle:{side}": tuple(range(1, side + 1)) for side in range(4, 9)},
}


class Placed(NamedTuple):
    """A board, and the hole of every cell of a drawing in reading order; None where a cell is no hole."""

    board: Board
    holes: tuple[int | None, ...]


class Doubt(InputError):
    """A drawing that may be of another board than it is as it stands; `boards`: those that it may be of."""

    boards: tuple[str, ...] = ()


def known(geometry: Geometry | None) -> dict[tuple[int, ...], str]:
    """The known boards by the lengths of their rows; those of one geometry, where it is named."""
    kinds = (True, False) if geometry is None else (geometry is Geometry.TRIANGULAR,)
    return {rows: name for name, rows in _ROWS.items() if name.startswith("triangle") in kinds}


@lru_cache
def board_of(name: str, diagonal: bool = False) -> Board:
    """A known board; `diagonal`: with jumps along its diagonals too."""
    rows = _ROWS[name]
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
    for places in _frames(board):
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


def _frames(board: Board) -> Iterator[list[list[int | None]]]:
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
        places: list[list[int | None]] = [[None] * across for _ in range(height)]
        if all(0 <= column < across for _, column in holes):
            for index, (row, column) in enumerate(holes):
                places[row][column] = index
            if board.n < height * across:
                yield places


def taken_for(grid: Grid, geometry: Geometry | None) -> str | None:
    """The known board whose rows have the lengths of those of a drawing."""
    return known(geometry).get(tuple(len(row.columns) for row in grid.rows))


def same_rows(name: str, line: int) -> Doubt:
    """Of a drawing whose rows are as long as those of a known board, and that is read as it stands."""
    return _doubt(f"the rows are as long as those of {name}", line, [name, DRAWN])


def doubt_about(grid: Grid, held: set[int], geometry: Geometry | None) -> Doubt | None:
    """Why a drawing that is no known board may not be the board that it is as it stands."""
    table = known(geometry)
    counts = tuple(len(row.columns) for row in grid.rows)
    first = grid.rows[0].line
    if len(counts) == 1:
        one_line = [name for rows, name in table.items() if sum(rows) == counts[0]]
        return _doubt(f"{counts[0]} signs in one line", first, [*one_line, DRAWN]) if one_line else None
    framed = [name for rows, name in table.items() if held and _in_a_frame(board_of(name), grid, held)]
    if framed:
        words = [*framed, DRAWN]
        return _doubt("empty holes where another board has no holes", first, words)
    return (
        _twice(grid)
        or _nearly(grid, counts, table, 2 if geometry is None else 1)
        or (None if geometry is not None else _without_blanks(grid, counts))
        or _off_by_one(grid, counts)
    )


def _in_a_frame(board: Board, grid: Grid, held: set[int]) -> bool:
    """Whether the cells are a known board's and some more, all of these empty."""
    rows = grid.rows
    left = min(row.columns[0] for row in rows)
    step = grid.pitch
    at = {(r, (c - left) // step): 0 for r, row in enumerate(rows) for c in row.columns}
    order = {place: i for i, place in enumerate(at)}
    for places in _frames(board):
        holes = {(r, c) for r, row in enumerate(places) for c, hole in enumerate(row) if hole is not None}
        inside = len(places) == len(rows) and holes < set(at) and max(c for _, c in at) < len(places[0])
        if inside and not any(order[place] in held for place in set(at) - holes):
            return True
    return False


def _twice(grid: Grid) -> Doubt | None:
    """One shape twice, the second below or beside the first: start and target without anything between."""
    cells = list(grid.cells)
    half, rows = len(cells) // 2, grid.rows
    if len(cells) % 2 or not half:
        return None
    (top, left), (below, beside) = cells[0], cells[half]
    if below - cells[half - 1][0] >= 2 * grid.height and cells[half:] == [
        (r + below - top, c + beside - left) for r, c in cells[:half]
    ]:
        what = "two drawings of one shape, with an empty line between them"
        return _doubt(what, grid.first_line, [DRAWN], "a line of dashes, ---, between start and target, or ")
    halves = [(row.columns[: len(row.columns) // 2], row.columns[len(row.columns) // 2 :]) for row in rows]
    apart = {b - a for first, second in halves for a, b in zip(first, second, strict=False)}
    even = all(len(first) == len(second) for first, second in halves)
    between = min(second[0] for _, second in halves) - max(first[-1] if first else 0 for first, _ in halves)
    counts = tuple(len(first) for first, _ in halves)
    if even and (
        (len(apart) == 1 and between >= 2 * grid.pitch and len(rows) > 1) or counts in _ROWS.values()
    ):
        what = "two drawings of one shape side by side"
        return _doubt(what, grid.first_line, [DRAWN], "--> between start and target, or ")
    return None


def _nearly(
    grid: Grid, counts: tuple[int, ...], table: dict[tuple[int, ...], str], most: int
) -> Doubt | None:
    """A known board with a few signs too few or too many, or with one row too few or too many."""
    for rows, name in table.items():
        n = len(rows)
        if len(counts) == n:
            wrong = [i for i in range(n) if counts[i] != rows[i]]
            if sum(abs(counts[i] - rows[i]) for i in wrong) <= most:
                i = wrong[0]
                what = f"row {i + 1} has {plural(counts[i], 'sign')}, and that of {name} {rows[i]}"
                return _doubt(what, grid.rows[i].line, [DRAWN], "a row of that length, or ")
        missing = most > 1 and len(counts) == n - 1 and n > 4
        extra = most > 1 and len(counts) == n + 1
        longer, shorter = (rows, counts) if missing else (counts, rows)
        if missing or extra:
            for i in range(len(longer)):
                if longer[:i] + longer[i + 1 :] == shorter:
                    what = f"a row {'less' if missing else 'more'} than {name} has"
                    line = grid.rows[min(i, len(counts) - 1)].line
                    return _doubt(what, line, [DRAWN], "all its rows, or ")
    return None


def _without_blanks(grid: Grid, counts: tuple[int, ...]) -> Doubt | None:
    """Rows that all begin in one column, as those of a board that lost its blanks, or of a triangle."""
    n, first = len(counts), grid.rows[0].line
    flush = len({row.columns[0] for row in grid.rows}) == 1
    right = len({row.columns[-1] for row in grid.rows}) == 1
    if n < 3 or not (flush or right or _centred(grid)):
        return None
    if counts == tuple(range(1, n + 1)):
        return _doubt(f"rows of 1 to {n} holes", first, [f"triangle:{n}", DRAWN])
    if counts == tuple(range(n, 0, -1)):
        what = f"a triangle upside down, or rows of {n} holes to 1"
        return _doubt(what, first, [DRAWN], "the row of one hole first, or ")
    half = counts[: (n + 1) // 2]
    rises = list(half) == sorted(half) and counts == counts[::-1] and len(set(counts)) > 1
    if (flush or right) and rises:
        return _doubt(
            "a board whose rows may have lost their blanks", first, [DRAWN], "blanks before its rows, or "
        )
    turned = {rows[::-1] for rows in _ROWS.values()}
    if flush and counts in turned:
        return _doubt(
            "a board whose rows may have lost their blanks", first, [DRAWN], "blanks before its rows, or "
        )
    return None


def _centred(grid: Grid) -> bool:
    """Whether every row has about the same middle."""
    middles = [row.columns[0] + row.columns[-1] for row in grid.rows]
    return max(middles) - min(middles) <= 1


def _off_by_one(grid: Grid, counts: tuple[int, ...]) -> Doubt | None:
    """A rectangle in which a sign is missing, is too much, or a row has slipped."""
    if len(counts) < 4:
        return None
    shapes = [row.columns for row in grid.rows]
    usual = max(set(shapes), key=shapes.count)
    odd = [i for i, shape in enumerate(shapes) if shape != usual]
    if not odd or 2 * len(odd) >= len(counts) or len(usual) < 3 or not _even(usual):
        return None
    step = usual[1] - usual[0]
    for i in odd:
        shape = shapes[i]
        moved = len(shape) == len(usual) and abs(shape[0] - usual[0]) <= 2 * step
        if abs(len(shape) - len(usual)) == 1 or moved:
            continue
        return None
    i = odd[0]
    what = f"row {i + 1} is not as the others: {plural(counts[i], 'sign')}"
    what += " a place beside theirs" if counts[i] == len(usual) else f", and they have {len(usual)}"
    return _doubt(what, grid.rows[i].line, [DRAWN], "a row like theirs, or ")


def _even(columns: Sequence[int]) -> bool:
    return len({b - a for a, b in pairwise(columns)}) <= 1


def _doubt(what: str, line: int, boards: Sequence[str], before: str = "") -> Doubt:
    """A refusal that names the header lines that choose."""
    choice = [f"'# board: {name}'" + " for what is drawn, as it stands" * (name == DRAWN) for name in boards]
    doubt = Doubt(what, line=line, expected=before + " or ".join(choice))
    doubt.boards = tuple(name for name in boards if name != DRAWN)
    return doubt
