"""Which board a drawing is of: the rules of boards/GRAMMAR.md, in their order.

The known boards are one closed table by the lengths of their rows. A drawing is that board if the lengths of
its rows are. The damage that text takes on its way, a sign or a row lost, doubled, joined or moved, leaves a
drawing of some other board; what one such step makes of a known board, or of a rectangle, is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Geometry, Hole
from feasibility.text import catalogue
from feasibility.text.catalogue import ROWS
from feasibility.text.document import DRAWN
from feasibility.text.grid import Grid

RowLengths = tuple[int, ...]
KnownPlaces = list[list[int | None]]  # the holes of a rectangle's places, row by row


def known(geometry: Geometry | None) -> dict[RowLengths, str]:
    """The known boards by the lengths of their rows; those of one geometry, where it is named."""
    kinds = (True, False) if geometry is None else (geometry is Geometry.TRIANGULAR,)
    return {rows: name for name, rows in ROWS.items() if name.startswith("triangle") in kinds}


def on(board: Board, grid: Grid, held: set[int], what: str) -> tuple[int | None, ...]:
    """The hole of every cell, or None, of a drawing of a board (`what`); `held`: cells that are not empty."""
    wanted, counts = tuple(Counter(row for row, _ in board.holes).values()), grid.counts
    if counts in (wanted, (board.n,)):
        return tuple(range(board.n))
    ways: dict[tuple[int | None, ...], tuple[int | None, ...]] = {}  # by where the cells that are held stand
    for frame in frames(board):
        cells = tuple(hole for row in frame for hole in row)
        if counts == tuple(map(len, frame)) and all(cells[i] is not None for i in held):
            ways.setdefault(tuple(cells[i] for i in sorted(held)), cells)
    if len(ways) > 1:
        what_is, expected = "the rows of the triangle may be left or right", "blanks where there is no hole"
        raise InputError(what_is, line=grid.first_line, expected=expected)
    if ways:
        return next(iter(ways.values()))
    for nth, (row, n, wants) in enumerate(zip(grid.rows, counts, wanted, strict=False), 1):
        if n != wants:
            seen, expected = plural(n, "sign"), plural(wants, "sign")
            raise InputError(f"row {nth} does not fit {what}", line=row.line, seen=seen, expected=expected)
    line = grid.rows[min(len(counts), len(wanted)) - 1].line
    seen, expected = plural(len(counts), "row"), plural(len(wanted), "row")
    raise InputError(f"not {what}", line=line, seen=seen, expected=expected)


@lru_cache(maxsize=64)
def frames(board: Board) -> list[KnownPlaces]:
    """The rectangles in which a board is typed with a sign for every place."""
    height, width = board.holes[-1][0] + 1, max(column for _, column in board.holes) + 1
    ways: list[tuple[int, list[Hole]]] = [(width, list(board.holes))]
    if board.geometry is Geometry.TRIANGULAR:
        left = min(2 * c - r for r, c in board.holes)
        slanted = [(r, 2 * c - r - left) for r, c in board.holes]
        ways.append((max(column for _, column in slanted) + 1, slanted))
        ways.append((width, [(r, width - 1 - r + c) for r, c in board.holes]))
    inside = [way for way in ways if board.n < height * way[0] and all(0 <= c < way[0] for _, c in way[1])]
    indexed = [(across, {hole: i for i, hole in enumerate(holes)}) for across, holes in inside]
    return [[[index.get((r, c)) for c in range(across)] for r in range(height)] for across, index in indexed]


def is_framed(board: Board, grid: Grid) -> bool:
    """Whether the cells of a drawing are all places of a board's holes in a rectangle, and no other."""
    return any(_places_of(frame) == _cells_of(grid).keys() for frame in frames(board))


def _cells_of(grid: Grid) -> dict[Hole, int]:
    """The cells of a drawing by row and column, neighbours one apart, each with its place in the order."""
    left = min(row.columns[0] for row in grid.rows)
    places = ((r, (c - left) // grid.pitch) for r, row in enumerate(grid.rows) for c in row.columns)
    return {place: i for i, place in enumerate(places)}


def _places_of(frame: KnownPlaces) -> set[Hole]:
    return {(r, c) for r, row in enumerate(frame) for c, hole in enumerate(row) if hole is not None}


class Doubt(InputError):
    """A drawing that may be of another board than it is as it stands, as of `boards`; `sure`: of several."""

    def __init__(self, what: str, line: int, boards: Sequence[str] = (), instead: str = "") -> None:
        choice = [f"'# board: {name}'" for name in (*boards, DRAWN)]
        expected = f"{instead}, or " * bool(instead) + " or ".join(choice)
        super().__init__(what, line=line, expected=f"{expected} for what is drawn, as it stands")
        self.boards, self.sure = tuple(boards), False


def doubts_about(grid: Grid, held: set[int], geometry: Geometry | None) -> Iterator[Doubt]:
    """What stands against a drawing, the most first; `held`: the cells that are not empty."""
    counts, first, table = grid.counts, grid.first_line, known(geometry)
    if len(counts) == 1:  # all signs of a known board, or about as many, or rows with blanks between
        (n,) = counts
        if any(abs(sum(rows) - n) <= (n > 12) for rows in table):
            of = [name for rows, name in table.items() if sum(rows) == n]
            yield Doubt(f"{n} signs in one line", first, of)
        if n > 8 and not _even(grid.rows[0].columns):
            yield Doubt("one line with blanks between its signs", first, (), "a line for each row")
        return
    framed = [name for name in table.values() if held and _in_a_frame(name, grid, held)]
    if framed:
        yield Doubt("empty holes where another board has no holes", first, framed)
    if _itemised(grid) or tuple(n - 1 for n in counts) in table:
        yield Doubt("marks of a list before the rows, or a column of holes", first, (), "rows alone")
    if set(counts) == {2} and "".join(grid.cells.values()).isdecimal():
        yield Doubt("pairs of digits, as of places", first, (), "a sign for each hole")
    yield from _twice(grid)
    yield from _nearly(grid, table, 2 if geometry is None else 1)
    if geometry is None:
        yield from _without_blanks(grid)
    yield from _off_by_one(grid)
    yield from _filled_between(grid, held)


def _itemised(grid: Grid) -> bool:
    """Whether each row begins with one mark, as in a list, with a blank behind it."""
    firsts = {grid.cells[min(c for c in grid.cells if c[0] == row)] for row, _ in grid.cells}
    apart = all(len(row.columns) < 2 or row.columns[1] - row.columns[0] > 1 for row in grid.rows)
    if len(grid.rows) < 3 or len(firsts) > 1 or len({row.columns[0] for row in grid.rows}) > 1 or not apart:
        return False
    (mark,) = firsts
    return mark == "-" or (mark in "*•+" and list(grid.cells.values()).count(mark) == len(grid.rows))


def _in_a_frame(name: str, grid: Grid, held: set[int]) -> bool:
    """Whether a known board is among the cells, the rest empty; a row may be lost or doubled."""
    cells = _cells_of(grid)
    width, height = max(column for _, column in cells) + 1, len(grid.rows)
    few = name.startswith("triangle") and 2 * len(held) < len(cells)  # any three pegs are in a corner
    for frame in frames(catalogue.board(name)):
        whole = len(cells) == width * height and width == len(frame[0]) and not few
        for rows in _damaged(frame) if whole else [frame]:
            if (height, width) != (len(rows), len(rows[0])) or not (holes := _places_of(rows)) < cells.keys():
                continue
            if not any(cells[place] in held for place in cells.keys() - holes):
                return True
    return False


def _damaged(rows: KnownPlaces) -> Iterator[KnownPlaces]:
    """The rows of a rectangle, all of them, twice, or with one lost or doubled."""
    yield from (rows, rows + rows)
    for i in range(len(rows)):
        yield from (rows[:i] + rows[i + 1 :], rows[: i + 1] + rows[i:])


def _twice(grid: Grid) -> Iterator[Doubt]:
    """One shape several times, below or beside each other: start and target without anything between."""
    counts, first = grid.counts, grid.first_line
    whole_in_lines = len(set(counts)) == 1 and counts[0] in map(sum, ROWS.values())
    several = any(rows * (len(counts) // len(rows)) == counts != rows for rows in ROWS.values())
    half, apart = len(counts) // 2, grid.height if len(counts) > 2 else 1
    several |= counts[:half] == counts[-half:] in ROWS.values()  # a row between
    below, beside = _parts(list(grid.cells), apart), _parts([(c, r) for r, c in grid.cells], grid.pitch)
    whole_in_lines |= several
    if whole_in_lines or below > 0:
        alike = whole_in_lines or below == 1
        what = f"several drawings{' of one shape' * alike}, one below the other"
        cut = f"{'' if alike else 'no empty line, or '}a line of dashes, ---, between start and target"
        doubt = Doubt(what, first, (), cut)
        doubt.sure = several
        yield doubt
    if beside > 0 or (all(n % 2 == 0 for n in counts) and tuple(n // 2 for n in counts) in ROWS.values()):
        what = f"two drawings{' of one shape' * (beside < 2)} side by side"
        yield Doubt(what, first, (), "--> between start and target")


def _parts(cells: Sequence[Hole], step: int) -> int:
    """How many shapes there are, where empty lines across the first coordinate divide some cells; else 0."""
    parts: list[list[Hole]] = []
    for cell in sorted(cells):
        if not parts or cell[0] > parts[-1][-1][0] + step:
            parts.append([])
        parts[-1].append(cell)
    least = [[min(places) for places in zip(*part, strict=True)] for part in parts]
    shapes = {tuple((a - x, b - y) for a, b in part) for part, (x, y) in zip(parts, least, strict=True)}
    return len(shapes) if len(parts) > 1 else 0


def _nearly(grid: Grid, table: dict[RowLengths, str], most: int) -> Iterator[Doubt]:
    """The rows of a known board, but for so many signs; or but for two rows."""
    counts = grid.counts
    for rows, name in table.items():
        alike = len(rows) == len(counts)
        few = alike and sum(abs(n - m) for n, m in zip(counts, rows, strict=True)) <= most
        steps = 2 if len(rows) > 4 or sum(rows) == sum(counts) else 1
        if few or (most > 1 and _steps(counts, rows) <= steps):
            pairs = enumerate(zip(counts, rows, strict=False))
            i = next((i for i, (n, m) in pairs if n != m), len(counts) - 1)
            what = f"{plural(len(counts), 'row')} that are nearly the {len(rows)} of {name}"
            if alike:
                what = f"row {i + 1} has {plural(counts[i], 'sign')}, and that of {name} {rows[i]}"
            yield Doubt(what, grid.rows[i].line, (), f"the rows of {name}")


def _steps(some: RowLengths, others: RowLengths) -> int:
    """How many rows must be put in, taken out or changed, to make the one of the other."""
    last = list(range(len(others) + 1))
    for i, n in enumerate(some, 1):
        row = [i]
        for j, m in enumerate(others, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (n != m)))
        last = row
    return last[-1]


def _without_blanks(grid: Grid) -> Iterator[Doubt]:
    """Rows that all begin in one column, as those of a board that lost its blanks, or of a triangle."""
    counts, first, n = grid.counts, grid.first_line, len(grid.counts)
    left, right = ({row.columns[end] for row in grid.rows} for end in (0, -1))
    middles = [row.columns[0] + row.columns[-1] for row in grid.rows]
    aligned = len(left) == 1 or len(right) == 1
    if n < 3 or not (aligned or max(middles) - min(middles) <= 1):
        return
    if counts == tuple(range(1, n + 1)):
        yield Doubt(f"rows of 1 to {n} holes", first, [f"triangle:{n}"])
    if counts == tuple(range(n, 0, -1)):
        what = f"a triangle upside down, or rows of {n} holes to 1"
        yield Doubt(what, first, (), "the row of one hole first")
    half = list(counts[: (n + 1) // 2])
    rises = half == sorted(half) and counts == counts[::-1] and len(set(counts)) > 1
    if (n > 4 and aligned and rises) or (len(left) == 1 and counts[::-1] in ROWS.values()):
        yield Doubt("a board whose rows may have lost their blanks", first, (), "blanks before its rows")


def _off_by_one(grid: Grid) -> Iterator[Doubt]:
    """A rectangle of which a row is longer, shorter or elsewhere than the others, and not in their middle."""
    shapes = [row.columns for row in grid.rows]
    usual = max(set(shapes), key=shapes.count)
    if len(shapes) < 4 or len(usual) < 3 or 2 * shapes.count(usual) <= len(shapes) or not _even(usual):
        return
    for i, shape in enumerate(shapes):
        if shape != usual and (shape[0] + shape[-1] != usual[0] + usual[-1] or not _even(shape)):
            what = f"row {i + 1} is not as the others: {plural(len(shape), 'sign')}"
            what += " beside theirs" if len(shape) == len(usual) else f", and they have {len(usual)}"
            yield Doubt(what, grid.rows[i].line, (), "a row like theirs")


def _filled_between(grid: Grid, held: set[int]) -> Iterator[Doubt]:
    """Pegs in every row that are as far apart in all of them, as where a triangular board is filled up."""
    pegs: dict[int, list[int]] = {row: [] for row, _ in grid.cells}
    for i, (row, column) in enumerate(grid.cells):
        pegs[row] += [column // grid.pitch] if i in held else []
    steps = {b - a for columns in pegs.values() for a, b in pairwise(columns)}
    few = (
        any(not columns for columns in pegs.values())
        or sum(len(columns) > 1 for columns in pegs.values()) < 2
    )
    if len(steps) == 1 and min(steps) > 1 and not few and len(held) > 4:
        what = "signs between pegs that are as far apart in every row, where there may be no holes"
        yield Doubt(what, grid.first_line, (), "blanks where there is no hole, and `# geometry: triangular`")


def _even(columns: Sequence[int]) -> bool:
    return len({b - a for a, b in pairwise(columns)}) <= 1
