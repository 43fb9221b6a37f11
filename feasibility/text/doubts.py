"""Why a drawing that is no known board may not be the board that it is as it stands.

The damage that text takes on its way, a sign or a row lost, doubled, joined or moved, leaves a drawing of
some other board; what one such step makes of a known board, or of a rectangle, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Geometry, Hole
from feasibility.text.grid import Grid
from feasibility.text.known import DRAWN, ROWS, KnownPlaces, board_of, cells_of, frames, known, places_of

SignCounts = tuple[int, ...]


class Doubt(InputError):
    """A drawing that may be of another board than it is as it stands; `boards`: those that it may be of."""

    boards: tuple[str, ...] = ()


def same_rows(name: str, line: int) -> Doubt:
    """Of a drawing whose rows are as long as those of a known board, and that is read as it stands."""
    return _doubt(f"the rows are as long as those of {name}", line, [name, DRAWN])


def doubt_about(grid: Grid, held: set[int], geometry: Geometry | None) -> Doubt | None:
    """What stands against a drawing; `held`: the cells that are not empty."""
    table = known(geometry)
    counts = tuple(len(row.columns) for row in grid.rows)
    if len(counts) == 1:
        return _one_line(grid, table)
    framed = [name for name in table.values() if held and _in_a_frame(name, grid, held)]
    if framed:
        what = "empty holes where another board has no holes"
        return _doubt(what, grid.first_line, [*framed, DRAWN])
    if _itemised(grid):
        what = "marks of a list before the rows, or a column of holes"
        return _doubt(what, grid.first_line, [DRAWN], "rows alone, or ")
    if geometry is not None:
        return _twice(grid, counts) or _nearly(grid, counts, table, 1) or _off_by_one(grid, counts)
    return (
        _twice(grid, counts)
        or _nearly(grid, counts, table, 2)
        or _without_blanks(grid, counts)
        or _off_by_one(grid, counts)
    )


def _itemised(grid: Grid) -> bool:
    """Whether each row begins with one mark, as in a list, with a blank behind it."""
    rows: dict[int, Hole] = {}
    for place in grid.cells:
        rows.setdefault(place[0], place)
    firsts = list(rows.values())
    marks, columns = {grid.cells[place] for place in firsts}, {column for _, column in firsts}
    apart = all(len(row.columns) < 2 or row.columns[1] - row.columns[0] > 1 for row in grid.rows)
    if len(firsts) < 3 or len(marks) > 1 or len(columns) > 1 or not apart:
        return False
    (mark,) = marks
    return mark == "-" or (mark in "*•+" and list(grid.cells.values()).count(mark) == len(firsts))


def _one_line(grid: Grid, table: dict[SignCounts, str]) -> Doubt | None:
    """All signs of a known board in one line, or about as many, or rows with blanks between."""
    (row,) = grid.rows
    n = len(row.columns)
    names = [name for rows, name in table.items() if abs(sum(rows) - n) <= (n > 12)]
    exact = [name for name in names if board_of(name).n == n]
    if names:
        return _doubt(f"{n} signs in one line", row.line, [*exact, DRAWN])
    if not _even(row.columns) and n > 8:
        return _doubt("one line with blanks between its signs", row.line, [DRAWN], "a line for each row, or ")
    return None


def _in_a_frame(name: str, grid: Grid, held: set[int]) -> bool:
    """Whether a known board is among the cells, the rest empty; a row may be lost or doubled."""
    cells = cells_of(grid)
    width, height = max(column for _, column in cells) + 1, len(grid.rows)
    whole = len(cells) == width * height
    if name.startswith("triangle") and 2 * len(held) < len(cells):  # of few pegs any three are in a corner
        whole = False
    for places in frames(board_of(name)):
        if width != len(places[0]):
            continue
        for rows in _damaged(places) if whole else [places]:
            holes = places_of(rows)
            inside = len(rows) == height and holes < cells.keys()
            if inside and not any(cells[place] in held for place in cells.keys() - holes):
                return True
    return False


def _damaged(rows: KnownPlaces) -> Iterator[KnownPlaces]:
    """The rows of a rectangle, all of them, twice, or with one lost or doubled."""
    yield from (rows, rows + rows)
    for i in range(len(rows)):
        yield from (rows[:i] + rows[i + 1 :], rows[: i + 1] + rows[i:])


def _twice(grid: Grid, counts: SignCounts) -> Doubt | None:
    """One shape several times, below or beside each other: start and target without anything between."""
    if _are_known(counts) or _below(grid):
        what = "several drawings of one shape, one below the other"
        return _doubt(what, grid.first_line, [DRAWN], "a line of dashes, ---, between start and target, or ")
    halves = [
        (row.columns[: len(row.columns) // 2], row.columns[len(row.columns) // 2 :]) for row in grid.rows
    ]
    if any(len(first) != len(second) for first, second in halves):
        return None
    apart = {b - a for first, second in halves for a, b in zip(first, second, strict=True)}
    between = min(second[0] for _, second in halves) - max(first[-1] for first, _ in halves)
    doubled = tuple(len(first) for first, _ in halves) in ROWS.values()
    if doubled or (len(apart) == 1 and between >= 2 * grid.pitch):
        what = "two drawings of one shape side by side"
        return _doubt(what, grid.first_line, [DRAWN], "--> between start and target, or ")
    return None


def _are_known(counts: SignCounts) -> bool:
    """Whether rows are those of several known boards, or several lines with all signs of one."""
    lines = len(counts) > 1 and len(set(counts)) == 1 and counts[0] in map(sum, ROWS.values())
    many = [
        rows
        for rows in ROWS.values()
        if len(counts) > len(rows) and counts == rows * (len(counts) // len(rows))
    ]
    return lines or bool(many)


def _below(grid: Grid) -> bool:
    """Whether empty lines divide the rows into parts of one shape."""
    parts: list[list[Hole]] = []
    for row, column in grid.cells:
        if not parts or row > parts[-1][-1][0] + grid.height:
            parts.append([])
        parts[-1].append((row, column))
    shapes = {tuple((r - part[0][0], c - part[0][1]) for r, c in part) for part in parts}
    return len(parts) > 1 and len(shapes) == 1


def _nearly(grid: Grid, counts: SignCounts, table: dict[SignCounts, str], most: int) -> Doubt | None:
    """The rows of a known board, but for so many signs; or but for two rows."""
    for rows, name in table.items():
        alike = len(rows) == len(counts)
        few = alike and sum(abs(n - m) for n, m in zip(counts, rows, strict=True)) <= most
        if few or (
            most > 1 and _steps(counts, rows) <= (2 if len(rows) > 4 or sum(rows) == sum(counts) else 1)
        ):
            i = next((i for i, pair in enumerate(zip(counts, rows, strict=False)) if len(set(pair)) > 1), -1)
            i = min(i, len(counts) - 1)
            what = f"row {i + 1} has {plural(counts[i], 'sign')}, and that of {name} {rows[i]}"
            if not alike:
                what = f"{plural(len(counts), 'row')} that are nearly the {len(rows)} of {name}"
            return _doubt(what, grid.rows[i].line, [DRAWN], f"the rows of {name}, or ")
    return None


def _steps(some: SignCounts, others: SignCounts) -> int:
    """How many rows must be put in, taken out or changed, to make the one of the other."""
    last = list(range(len(others) + 1))
    for i, n in enumerate(some, 1):
        row = [i]
        for j, m in enumerate(others, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (n != m)))
        last = row
    return last[-1]


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
    if n > 4 and (flush or right) and rises:
        return _doubt(
            "a board whose rows may have lost their blanks", first, [DRAWN], "blanks before its rows, or "
        )
    turned = {rows[::-1] for rows in ROWS.values()}
    if flush and counts in turned:
        return _doubt(
            "a board whose rows may have lost their blanks", first, [DRAWN], "blanks before its rows, or "
        )
    return None


def _centred(grid: Grid) -> bool:
    """Whether every row has about the same middle."""
    middles = [row.columns[0] + row.columns[-1] for row in grid.rows]
    return max(middles) - min(middles) <= 1


def _off_by_one(grid: Grid, counts: SignCounts) -> Doubt | None:
    """A rectangle of which a row is longer, shorter or elsewhere than the others, and not in their middle."""
    shapes = [row.columns for row in grid.rows]
    usual = max(set(shapes), key=shapes.count)
    if len(counts) < 4 or len(usual) < 3 or 2 * shapes.count(usual) <= len(shapes) or not _even(usual):
        return None
    for i, shape in enumerate(shapes):
        middle = shape[0] + shape[-1] == usual[0] + usual[-1] and _even(shape)
        if shape != usual and not middle:
            what = f"row {i + 1} is not as the others: {plural(counts[i], 'sign')}"
            what += " beside theirs" if counts[i] == len(usual) else f", and they have {len(usual)}"
            return _doubt(what, grid.rows[i].line, [DRAWN], "a row like theirs, or ")
    return None


def _even(columns: Sequence[int]) -> bool:
    return len({b - a for a, b in pairwise(columns)}) <= 1


def _doubt(what: str, line: int, boards: Sequence[str], before: str = "") -> Doubt:
    """A refusal that names the header lines that choose."""
    choice = [f"'# board: {name}'" + " for what is drawn, as it stands" * (name == DRAWN) for name in boards]
    doubt = Doubt(what, line=line, expected=before + " or ".join(choice))
    doubt.boards = tuple(name for name in boards if name != DRAWN)
    return doubt
