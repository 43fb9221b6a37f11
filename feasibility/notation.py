"""The only reader and writer of board text; the grammar is in boards/GRAMMAR.md.

A document is optional header lines (`# key: value`), a grid, and optionally a line of dashes and a second
grid, the target. Other lines that begin with `#` are comments.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

from feasibility.board import MOST_HOLES, Board, Geometry, Hole, coordinate
from feasibility.errors import InputError
from feasibility.position import Pair, Pattern, PegCount, Position, Target
from feasibility.values import Value

MOST_BYTES = 4 << 20

PEGS, EMPTY, FREE = "x●", ".○", "?"
OUTSIDE = "E"
HEADERS = ("name", "geometry", "outside", "jumps", "source", "play")

_DASHES = r"-{3,}\s*"
_HEADER = r"#\s*([A-Za-z]+)\s*:\s*(.*?)\s*"
_JUMP = r"([a-z]+[0-9]+)-([a-z]+[0-9]+)-([a-z]+[0-9]+)"


class Document(Value):
    """What a text holds: a board with a start, the target if there is one, and its headers."""

    start: Pattern
    target: Pattern | None = None
    headers: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        """The board of the start."""
        return self.start.board

    def header(self, key: str) -> str | None:
        """The value of a header; several lines of one key are joined by a space."""
        values = [value for name, value in self.headers if name == key]
        return " ".join(values) if values else None


class _Grid(Value):
    """Cells of one grid with the places they were read from, in file coordinates."""

    cells: dict[tuple[int, int], str]
    first_line: int
    source: str | None


def read_bytes(path: str) -> tuple[bytes, str]:
    """The content of a file (`-`: standard input) and the name to use in messages."""
    if path == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        name = "standard input"
    else:
        name = path
        try:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
        except FileNotFoundError:
            raise InputError("no such file", source=path) from None
        except IsADirectoryError:
            raise InputError("this is a directory", source=path, expected="a text file") from None
        except (OSError, ValueError) as error:
            reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
            raise InputError(f"cannot be read: {reason}", source=path) from None
    if len(data) > MOST_BYTES:
        raise InputError("the file is too large", source=name, expected=f"at most {MOST_BYTES >> 20} MiB")
    return data, name


def read_document(path: str, *, lenient: bool = False, like: Board | None = None) -> Document:
    """Read a file, or standard input for `-`."""
    data, name = read_bytes(path)
    return parse(decode(data, name), source=name, lenient=lenient, like=like)


def decode(data: bytes, source: str | None = None) -> str:
    """UTF-8 text, a byte order mark allowed; anything else is refused with its place."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            "not a text file",
            source=source,
            line=line,
            seen=f"byte {data[error.start]:#04x}",
            expected="UTF-8",
        ) from None
    return text


def parse(
    text: str, *, source: str | None = None, lenient: bool = False, like: Board | None = None
) -> Document:
    """Read a document. `lenient` leaves out whole lines that hold a character which is not allowed.

    `like` is the board of the start when a target is read: its geometry holds where the text names none.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    headers = _headers(lines, source)
    settings = dict(headers)
    outside = _outside(settings.get("outside"), source)
    grids: list[_Grid] = []
    ignored: list[str] = []
    begin = 0
    for number in [*(i for i, line in enumerate(lines) if re.fullmatch(_DASHES, line)), len(lines)]:
        grids.append(_grid(lines, begin, number, outside, source, ignored if lenient else None))
        begin = number + 1
    if len(grids) > 2:
        raise InputError(
            "more than two grids",
            source=source,
            line=grids[2].first_line,
            expected="a start and at most one target",
        )
    geometry = settings.get("geometry", "orthogonal")
    jumps = " ".join(value for key, value in headers if key == "jumps") if "jumps" in settings else None
    if like is not None and "geometry" not in settings:
        start = _pattern(like, grids[0])
    else:
        start = _start(grids[0], geometry, jumps, settings.get("name", ""))
    target = _pattern(start.board, grids[1]) if len(grids) == 2 else None
    return Document(start, target, headers, tuple(ignored))


def position(document: Document, source: str | None = None) -> Position:
    """The start of a document; free holes are for targets only."""
    if document.start.free:
        hole = min(i for i in range(document.board.n) if document.start.free >> i & 1)
        raise InputError(
            "a start has no free holes", source=source, seen=f"'?' at {coordinate(document.board.holes[hole])}",
            expected="x or .",
        )  # fmt: skip
    return Position(document.board, document.start.must)


def as_target(pattern: Pattern) -> Target:
    """A pattern without free holes is a position."""
    return pattern if pattern.free else Position(pattern.board, pattern.must)


def pair_of(document: Document, source: str | None = None) -> Pair:
    """The pair of one document: without a target, the complement of the start."""
    start = position(document, source)
    return Pair(start, start.complement if document.target is None else as_target(document.target))


def join(start: Document, target: Document, sources: Sequence[str | None] = (None, None)) -> Pair:
    """The pair of two documents; the boards must agree, and the first hole that differs is named."""
    first = position(start, sources[0])
    if target.target is not None:
        raise InputError("the target holds two grids", source=sources[1], expected="one grid")
    goal, board = target.start, first.board
    if goal.board != board:
        if set(goal.board.holes) != set(board.holes):
            raise _boards_differ(goal.board.holes, board.holes, sources[1], None)
        seen, expected = (
            f"{goal.board.geometry} with {len(goal.board.jumps)} jumps",
            f"{board.geometry} with {len(board.jumps)}",
        )
        raise InputError(
            "start and target have different jumps", source=sources[1], seen=seen, expected=expected
        )
    return Pair(first, as_target(Pattern(board, goal.must, goal.free)))


def _boards_differ(
    holes: Sequence[Hole], wanted: Sequence[Hole], source: str | None, line: int | None
) -> InputError:
    hole = min(set(holes) ^ set(wanted))
    owner = "target" if hole in set(holes) else "start"
    return InputError(
        f"the boards of start and target differ: only the {owner} has a hole {coordinate(hole)}",
        source=source,
        line=line,
        seen=f"{len(holes)} holes",
        expected=f"the same {len(wanted)} holes as the start",
    )


def write_grid(target: Target) -> str:
    """The grid of a position or a pattern."""
    if isinstance(target, PegCount):
        raise InputError("a peg count cannot be drawn", expected="a position or a pattern")
    return str(target)


def write_headers(board: Board) -> str:
    """The header lines that a board needs to be read back."""
    lines = [f"# name: {_one_line(board.name)}"] if _one_line(board.name) else []
    if board.geometry is not Geometry.ORTHOGONAL:
        lines.append(f"# geometry: {board.geometry}")
    if board.geometry is Geometry.EXPLICIT:
        names = ["-".join(coordinate(board.holes[h]) for h in jump) for jump in board.jumps]
        lines += ["# jumps: " + " ".join(names[i : i + 8]) for i in range(0, len(names), 8)]
        lines = lines if names else [*lines, "# jumps:"]
    return "".join(line + "\n" for line in lines)


def write(value: Target | Pair) -> str:
    """A position, a pattern or a pair as text that parse reads back."""
    if isinstance(value, Pair):
        return f"{write_headers(value.board)}{write_grid(value.start)}\n---\n{write_grid(value.target)}\n"
    return f"{write_headers(value.board)}{write_grid(value)}\n"


def _one_line(name: str) -> str:
    return " ".join(name.split())


def _headers(lines: Sequence[str], source: str | None) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(_HEADER, line) if line.startswith("#") else None
        if match is None:
            continue
        key = match[1].lower()
        if key in HEADERS:
            if key in ("name", "geometry", "outside") and key in dict(found):
                raise InputError(f"a second '{key}' header", source=source, line=number, seen=repr(line[:40]))
            found.append((key, match[2]))
        else:
            _typo(key, source, number)
    return tuple(found)


def _typo(key: str, source: str | None, line: int) -> None:
    """A comment may hold a colon; a header with a typing error must not pass for a comment."""
    from difflib import get_close_matches

    near = get_close_matches(key, HEADERS, n=1, cutoff=0.75)
    if near:
        raise InputError("no such header", source=source, line=line, seen=repr(key), expected=repr(near[0]))


def _outside(declared: str | None, source: str | None) -> str:
    if declared is None:
        return OUTSIDE
    if len(declared) != 1 or declared in PEGS + EMPTY + FREE + "#-" or not declared.isprintable():
        raise InputError(
            "not a letter for outside",
            source=source,
            seen=repr(declared),
            expected="one character other than x . ? ● ○ # -",
        )
    return declared


def _grid(
    lines: Sequence[str], begin: int, end: int, outside: str, source: str | None, ignored: list[str] | None
) -> _Grid:
    cells: dict[tuple[int, int], str] = {}
    first_line, row = 0, 0
    allowed = PEGS + EMPTY + FREE + " " + outside
    for number in range(begin, end):
        line = lines[number]
        if line.startswith("#"):
            continue
        bad = next((i for i, symbol in enumerate(line) if symbol not in allowed), None)
        if bad is not None:
            if ignored is None:
                raise _bad_symbol(line[bad], source, number + 1, bad + 1, outside)
            ignored.append(f"line {number + 1}: {line[:60]!r}")
            continue
        for column, symbol in enumerate(line):
            if symbol not in (" ", outside):
                cells[row, column] = symbol
                first_line = first_line or number + 1
        row += 1
        if len(cells) > MOST_HOLES:
            raise InputError(
                "the board is too large", source=source, line=number + 1,
                seen=f"more than {MOST_HOLES} holes", expected=f"at most {MOST_HOLES}",
            )  # fmt: skip
    if not cells:
        what = "the text is empty" if not any(line.strip() for line in lines) else "no hole in this grid"
        raise InputError(
            what,
            source=source,
            line=None if what.endswith("empty") else begin + 1,
            expected="a grid of x, . and ?",
        )
    return _Grid(cells, first_line, source)


def _bad_symbol(symbol: str, source: str | None, line: int, column: int, outside: str) -> InputError:
    names = {"\t": "a tab", "\r": "a carriage return", "\0": "a zero byte", "\ufeff": "a byte order mark"}
    seen = names.get(symbol, repr(symbol))
    hint = "" if symbol != "X" else " (pegs are lower case)"
    return InputError(
        f"a character that is not allowed here{hint}",
        source=source,
        line=line,
        column=column,
        seen=seen,
        expected=f"x . ? ● ○ space or {outside} for outside",
    )


def _start(grid: _Grid, geometry: str, jumps: str | None, name: str) -> Pattern:
    holes = _holes(grid, geometry)
    try:
        board = Board(holes, geometry, None if jumps is None else _listed(jumps, holes), name)
    except InputError as error:
        raise InputError(
            error.message, source=grid.source, seen=error.seen, expected=error.expected
        ) from None
    return _filled(board, holes, grid)


def _listed(text: str, holes: Sequence[Hole]) -> list[tuple[int, ...]]:
    """Jumps of a header; coordinates count from the grid's least row and column."""
    names = {coordinate(hole): i for i, hole in enumerate(holes)}
    found = []
    for token in text.split():
        match = re.fullmatch(_JUMP, token)
        if match is None or not all(part in names for part in match.groups()):
            raise InputError(
                "not a jump of this board", seen=repr(token[:40]), expected="three of its holes, as a1-b1-c1"
            )
        found.append(tuple(names[part] for part in match.groups()))
    return found


def _pattern(board: Board, grid: _Grid) -> Pattern:
    """A grid on a board that is known already."""
    holes = _holes(grid, board.geometry.value)
    if set(holes) != set(board.holes):
        raise _boards_differ(holes, board.holes, grid.source, grid.first_line)
    return _filled(board, holes, grid)


def _filled(board: Board, holes: Sequence[Hole], grid: _Grid) -> Pattern:
    must = free = 0
    for hole, symbol in zip(holes, grid.cells.values(), strict=True):
        bit = 1 << board.index[hole]
        must |= bit if symbol in PEGS else 0
        free |= bit if symbol in FREE else 0
    return Pattern(board, must, free)


def _holes(grid: _Grid, geometry: str) -> list[Hole]:
    """Holes of the cells, in their order, with least row and column 0."""
    places = list(grid.cells)
    if geometry == Geometry.TRIANGULAR.value:
        parity = sum(places[0]) % 2
        for row, column in places:
            if (row + column) % 2 != parity:
                raise InputError(
                    "this hole is off the triangular lattice",
                    source=grid.source, line=grid.first_line + row - places[0][0], column=column + 1,
                    expected="neighbours two columns apart, each row shifted by one",
                )  # fmt: skip
        shift = parity + 2 * len(places) * (places[-1][0] + 1)
        places = [(row, (column + row + shift) // 2) for row, column in places]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    return [(row - top, column - left) for row, column in places]
