"""The only writer of board text (boards/GRAMMAR.md): what is printed or written is read back as the same."""

from __future__ import annotations

from contextlib import suppress

from feasibility.base.errors import InputError
from feasibility.game.geometry import SQUARE, Board, Geometry, coordinate
from feasibility.game.position import Pair, Position, Target
from feasibility.text import catalogue
from feasibility.text.document import DRAWN, position_of


def write_grid(target: Target) -> str:
    if target.pegs is not None:
        raise InputError("a number of pegs cannot be drawn", expected="a position or a pattern")
    return str(target)


def write_headers(value: Board | Position | Target | Pair) -> str:
    """The header lines that a value needs to be read back; a reader of the catalogue's finds their names."""
    board = value if isinstance(value, Board) else value.board
    known = not board.name or board.name == catalogue.name_of(board)
    name = "" if known else " ".join(board.name.split())
    return (f"# name: {name}\n" if name else "") + lead(value)


def drawing(value: Position | Target | Pair) -> str:
    """A position, a target or a pair as commands print it: the picture, below what it takes to read it."""
    return lead(value) + str(value)


def lead(value: Board | Position | Target | Pair) -> str:
    """The lines above a picture without which it would be read as another board, or not at all."""
    board = value if isinstance(value, Board) else value.board
    if board.geometry is Geometry.EXPLICIT and (board.listed or catalogue.lists(board)):
        return f"# board: {board.name}\n"
    if board.name in catalogue.ROWS and board == catalogue.board(board.name):  # known by its rows
        return "" if board.geometry is Geometry.ORTHOGONAL else f"# geometry: {board.geometry}\n"
    from feasibility.text.board_text import parse

    shape, start = _shape(board), value.start if isinstance(value, Pair) else value
    with suppress(InputError):
        found = parse(f"{shape}{start}")
        if (position_of(found).board if isinstance(start, Position) else found.board) == board:
            return shape
    return f"# board: {board.name}\n" if catalogue.lists(board) else f"# board: {DRAWN}\n{shape}"


def _shape(board: Board) -> str:
    from feasibility.text.grid import Grid

    lines = []
    drawn = Grid(dict.fromkeys(board.holes, "."), tuple(range(board.holes[-1][0] + 1)))
    if board.geometry is not Geometry.ORTHOGONAL or drawn.shifted:
        lines.append(f"# geometry: {board.geometry}")
    if board.geometry in SQUARE and max(drawn.pitch, drawn.height) > 1:
        lines.append("# spacing: 1")
    if board.geometry is Geometry.EXPLICIT:
        names = ["-".join(coordinate(board.holes[h]) for h in jump) for jump in board.jumps]
        lines += ["# jumps: " + " ".join(names[i : i + 8]) for i in range(0, len(names), 8)]
        lines = lines if names else [*lines, "# jumps:"]
        called = () if board.names is None else board.names
        lines += ["# names: " + " ".join(called[i : i + 16]) for i in range(0, len(called), 16)]
    return "".join(line + "\n" for line in lines)


def write(value: Position | Target | Pair) -> str:
    """A position, a target or a pair as text that parse reads back."""
    grid = write_grid(value) if isinstance(value, Target) else str(value)
    if isinstance(value, Pair):
        grid = f"{value.start}\n---\n{write_grid(value.target)}"
    return f"{write_headers(value)}{grid}\n"
