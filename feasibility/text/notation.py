"""The only reader of board text; the grammar is in boards/GRAMMAR.md.

A document is optional header lines (`# key: value`), a grid, and optionally a line of dashes and a second
grid, the target. Other lines that begin with `#` are comments. What commands print is read as well: the two
grids of a pair side by side with `-->` between them, and the lines `start:` and `target:` above them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Geometry, Hole, as_geometry, coordinate
from feasibility.game.position import Pair, Position, Target
from feasibility.text import hand
from feasibility.text.beside import one_below_the_other
from feasibility.text.document import Document, How
from feasibility.text.files import placed, read_text
from feasibility.text.grid import FREE, PEGS, SQUARE, Grid, holes_of, read_grid
from feasibility.text.headers import Header, first_of, read_headers, roles_of, spacing_of

_DASHES = r"-{3,}\s*"
_JUMP = r"([a-z]+[0-9]+)-([a-z]+[0-9]+)-([a-z]+[0-9]+)"


def read_document(path: str, *, lenient: bool = False, like: Board | None = None) -> Document:
    text, name = read_text(path)
    return parse(text, source=name, lenient=lenient, like=like)


def parse(
    text: str, *, source: str | None = None, lenient: bool = False, like: Board | None = None
) -> Document:
    """Read a document. `lenient` leaves out whole lines that hold a character which is not allowed.

    `like` is the board of the start when a target is read: its geometry holds where the text names none.
    """
    with placed(source):
        return _parsed(text, lenient, like)


def _parsed(text: str, lenient: bool, like: Board | None) -> Document:
    if not text.strip():
        raise InputError("the text is empty", expected="a grid of x, . and ?")
    lines, walls = hand.without_walls(list(enumerate(text.replace("\r\n", "\n").split("\n"), 1)))
    lines = one_below_the_other(lines)
    headers = read_headers(lines)
    dashes = [place for place, (_, line) in enumerate(lines) if re.fullmatch(_DASHES, line)]
    if len(dashes) > 1:
        line, expected = lines[dashes[1]][0], "a start and at most one target"
        raise InputError("a second line of dashes", line=line, expected=expected)
    ignored: list[str] | None = [] if lenient else None
    bounds = zip([0, *(place + 1 for place in dashes)], [*dashes, len(lines)], strict=True)
    parts = [lines[begin:end] for begin, end in bounds]
    drawn, notes = hand.plain(parts, roles_of(headers), ignored)
    notes = [*([f"read {walls} as no hole"] if walls else []), *notes]
    grids = [read_grid(rows, part[0][0] if part else None) for rows, part in zip(drawn, parts, strict=True)]
    named = _named_board(headers)
    if named is not None:
        start = _target(named, grids[0])
    elif like is not None and first_of(headers, "geometry") is None:
        start = _on_the_start(like, grids[0])
    else:
        start = _start(grids[0], headers, notes)
    target = _target(start.board, grids[1]) if dashes else None
    notes += [*_odd_about(start.board), *_perhaps_outside(start)]
    if not dashes and _two_drawings(start.board):
        notes.append("WARNING: two drawings of one shape, taken for one board; --- parts start from target")
    kept = tuple((header.key, header.value) for header in headers)
    how = How.DRAWN if named is None else How.NAME
    return Document(start, target, kept, tuple(ignored or ()), tuple(notes), how)


def _named_board(headers: Sequence[Header]) -> Board | None:
    """The board that the text names in place of its geometry and jumps."""
    from feasibility.text import catalogue

    header = first_of(headers, "board")
    if header is None:
        return None
    other = next((h for h in headers if h.key in ("geometry", "jumps", "names", "spacing")), None)
    if other is not None:
        what = f"a board is named, and its {other.key} as well"
        raise InputError(what, line=other.line, expected="one of them")
    with placed(line=header.line):
        if not catalogue.is_name(header.value):
            raise catalogue.unknown_board(header.value)
        return catalogue.board(header.value)


def _odd_about(board: Board) -> list[str]:
    """What a drawing seldom means: a board without jumps, or without jumps along its rows."""
    rows = {board.holes[jump.start][0] == board.holes[jump.over][0] for jump in board.jumps}
    if True in rows or (board.geometry is Geometry.EXPLICIT and rows):
        return []
    what = "no jump along a row" if rows else "no jump at all"
    hint = "; is a first line missing, as '# geometry: triangular'?" if board.geometry in SQUARE else ""
    return [f"WARNING: {what} is possible on this board of {plural(board.n, 'hole')}{hint}"]


def _perhaps_outside(start: Target) -> list[str]:
    """A rectangle whose corners are empty holes, where without them it is a board that has a name."""
    board = start.board
    height, width = board.holes[-1][0], max(column for _, column in board.holes)
    corners = {(0, 0), (0, width), (height, 0), (height, width)}
    empty = {hole for i, hole in enumerate(board.holes) if not (start.must | start.free) >> i & 1}
    if board.geometry is not Geometry.ORTHOGONAL or board.n != (height + 1) * (width + 1):
        return []
    if not corners <= empty or len(empty) == board.n:
        return []
    reached, fresh = set(corners), corners
    while fresh:
        near = {(r + down, c + right) for r, c in fresh for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        fresh = near & empty - reached
        reached |= fresh
    from feasibility.text.catalogue import name_of

    name = name_of(Board(set(board.holes) - reached))
    meant = f"WARNING: the corners of this {board.label} are empty holes; for {name} leave them blank"
    return [meant] if name else []


def position(document: Document, source: str | None = None) -> Position:
    """The start of a document; free holes are for targets only."""
    if document.start.free:
        hole = min(i for i in range(document.board.n) if document.start.free >> i & 1)
        raise InputError(
            "a start has no free holes",
            source=source,
            seen=f"'?' at {document.board.called(hole)}",
            expected="x or .",
        )
    return Position(document.board, document.start.must)


def pair_of(document: Document, source: str | None = None) -> Pair:
    """The pair of one document: without a target, the complement of the start."""
    start = position(document, source)
    return Pair(start, complement_of(start, source) if document.target is None else document.target)


def complement_of(start: Position, source: str | None = None) -> Position:
    """What a start without a target is to become; refused where the target was drawn below it."""
    if _two_drawings(start.board):
        message = "two drawings of one shape, with an empty line between them"
        expected = "a line of dashes, ---, between start and target, or '# name: ...' above one board"
        raise InputError(message, source=source, expected=expected)
    return start.complement


def _two_drawings(board: Board) -> bool:
    """Whether a board without a name is one shape twice, the second below the first: start and target."""
    holes, half = board.holes, board.n // 2
    if board.name or board.names or board.n < 2 or board.n % 2 or holes[half][0] < holes[half - 1][0] + 2:
        return False
    down, right = (b - a for a, b in zip(holes[0], holes[half], strict=True))
    return holes[half:] == tuple((row + down, column + right) for row, column in holes[:half])


def join(start: Document, target: Document, sources: Sequence[str | None] = (None, None)) -> Pair:
    """The pair of two documents; the boards must agree, and the first hole that differs is named."""
    first = position(start, sources[0])
    if target.target is not None:
        raise InputError("the target holds two grids", source=sources[1], expected="one grid")
    goal, board = target.start, first.board
    with placed(sources[1]):
        _refuse_other_board(goal.board, board)
    return Pair(first, Target(board, goal.must, goal.free))


def _refuse_other_board(seen: Board, wanted: Board) -> None:
    """What differs between the boards of a target and of its start."""
    if seen == wanted:
        return
    kinds = (seen.geometry, wanted.geometry)
    if len(set(kinds)) == 2 and Geometry.TRIANGULAR in kinds:  # holes cannot be compared by their names
        default = "; a text without a line '# geometry: ...' is orthogonal"
        raise InputError(
            "start and target have different geometries", seen=seen.geometry.value,
            expected=f"{wanted.geometry}, as the start{default if Geometry.ORTHOGONAL in kinds else ''}",
        )  # fmt: skip
    _refuse_other_holes(seen.holes, wanted.holes)
    seen_jumps = f"{seen.geometry} with {plural(len(seen.jumps), 'jump')}"
    expected = f"{wanted.geometry} with {len(wanted.jumps)}"
    raise InputError("start and target have different jumps", seen=seen_jumps, expected=expected)


def _refuse_other_holes(holes: Sequence[Hole], wanted: Sequence[Hole], line: int | None = None) -> None:
    for hole in sorted(set(holes) ^ set(wanted)):
        owner = "target" if hole in holes else "start"
        raise InputError(
            f"the boards of start and target differ: only the {owner} has a hole {coordinate(hole)}",
            line=line, seen=plural(len(holes), "hole"),
            expected=f"the same {plural(len(wanted), 'hole')} as the start",
        )  # fmt: skip


def _start(grid: Grid, headers: Sequence[Header], notes: list[str]) -> Target:
    name, geometry = first_of(headers, "name"), first_of(headers, "geometry")
    with placed(line=geometry and geometry.line):
        kind = Geometry.ORTHOGONAL if geometry is None else as_geometry(geometry.value)
    if kind in SQUARE:
        grid = _on_squares(grid, headers, notes)
    holes = holes_of(grid, kind)
    listed = [header for header in headers if header.key == "jumps"]
    jumps = [triple for header in listed for triple in _listed(header.value, holes, header.line)]
    called = [word for header in headers if header.key == "names" for word in header.value.split()]
    place = listed[0] if listed else geometry
    with placed(line=place and place.line):
        board = Board(holes, kind, jumps if listed else None, name.value if name else "", called or None)
    return _filled(board if name else _by_its_name(board), holes, grid)


def _by_its_name(board: Board) -> Board:
    """A drawn board that is one of the catalogue is called by its name."""
    from feasibility.text.catalogue import name_of

    name = name_of(board)
    return Board(board.holes, board.geometry, None, name, listed=True) if name else board


def _on_squares(grid: Grid, headers: Sequence[Header], notes: list[str]) -> Grid:
    """The drawing as a person reads it: symbols a space apart are neighbours."""
    spacing = spacing_of(headers)
    if spacing == 2 and not grid.every_second:
        raise InputError(
            "symbols stand in neighbouring columns",
            line=grid.first_line,
            expected="every second column empty, as # spacing: 2 has it",
        )
    if spacing != 1 and grid.every_second:
        if spacing is None:
            notes.append("symbols a space apart were read as neighbours (# spacing: 1 says otherwise)")
        return grid.closed_up()
    if grid.shifted and spacing is None and first_of(headers, "geometry") is None:
        raise InputError(
            "rows are shifted by one, and no geometry is named",
            line=grid.first_line,
            expected="a first line '# geometry: triangular', or '# geometry: orthogonal' if that is meant",
        )
    return grid


def _listed(text: str, holes: Sequence[Hole], line: int) -> list[tuple[int, ...]]:
    """Jumps of a header line; coordinates count from the grid's least row and column."""
    names = {coordinate(hole): i for i, hole in enumerate(holes)}
    jumps = []
    for token in text.split():
        match = re.fullmatch(_JUMP, token)
        triple = [names[part] for part in match.groups() if part in names] if match else []
        if len(set(triple)) != 3:
            raise InputError(
                "not a jump of this board", line=line, seen=repr(token[:40]),
                expected="three different holes of it, as a1-b1-c1",
            )  # fmt: skip
        jumps.append(tuple(triple))
    return jumps


def _on_the_start(board: Board, grid: Grid) -> Target:
    """A target without a geometry; an error says which one was taken, where that changes the drawing."""
    try:
        return _target(board, grid)
    except InputError as error:
        if board.geometry is Geometry.TRIANGULAR:
            taken = f"no geometry is named, so that of the start was taken: {board.geometry}"
            error.at(expected=f"{error.expected} ({taken})")
        raise


def _target(board: Board, grid: Grid) -> Target:
    """A grid on a board that is known already."""
    holes = holes_of(grid, board.geometry)
    if set(holes) != set(board.holes) and board.geometry in SQUARE and grid.every_second:
        holes = holes_of(grid.closed_up(), board.geometry)
    _refuse_other_holes(holes, board.holes, grid.first_line)
    return _filled(board, holes, grid)


def _filled(board: Board, holes: Sequence[Hole], grid: Grid) -> Target:
    must = free = 0
    for hole, symbol in zip(holes, grid.cells.values(), strict=True):
        bit = 1 << board.index[hole]
        must |= bit if symbol in PEGS else 0
        free |= bit if symbol in FREE else 0
    return Target(board, must, free)
