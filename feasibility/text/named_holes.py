"""Positions by the holes of a board: `-d4` is full but for d4, `+d4+e4` has only these two pegs.

Capitals are read as small letters, and numbers as E. Lucas wrote them, column and then row from the bottom,
where they cannot be the holes counted row by row as well.
"""

from __future__ import annotations

import math
import re

from feasibility.base.errors import InputError
from feasibility.game.geometry import HOLE_NAME, Board
from feasibility.game.position import Target
from feasibility.text import catalogue, graphs
from feasibility.text.document import Document
from feasibility.text.grid import SQUARE
from feasibility.text.holes import counted, parse_coordinate
from feasibility.text.move_notations import COLUMN_ROW

_LISTED = r"(?P<sign>[+-])(?P<holes>{0}(?:[+-]{0})*)"
HOLES = _LISTED.format(r"(?:[A-Za-z]+[0-9]+|[0-9]{2})")
_VERTICES = _LISTED.format(HOLE_NAME)
_NEARLY = r"(?:(?P<board>.+?):)?(?P<sign>[+-]?)(?P<holes>[a-z]+[0-9]+(?:[+-]?[, ]*[+-]?[a-z]+[0-9]+)*)"
LUCAS = "french37"  # the board of his problems


def named_holes(reference: str) -> re.Match[str] | None:
    """A board with holes named in its parts; no text of a graph holds a colon and a sign."""
    match = re.fullmatch(f"(?P<board>.+?):{_VERTICES}", reference)
    if match is not None and graphs.is_graph(match["board"]):
        return match
    return re.fullmatch(f"(?P<board>.+?):{HOLES}", reference)


def holes_on(board: Board, text: str) -> Document:
    """The position that `-d4` or `+d4+e4` names on a board."""
    match = re.fullmatch(HOLES if board.names is None else _VERTICES, text)
    if match is None:
        refuse_nearly_named(text)
        raise InputError("no holes named", seen=repr(text[:60]), expected="-d4, or +d4+e4")
    return with_holes(board, match)


def with_holes(board: Board, match: re.Match[str]) -> Document:
    if {"+", "-"} <= set(match["sign"] + match["holes"]):
        expected = "only + (these pegs) or only - (all but these)"
        raise InputError("+ and - do not mix", seen=repr(match[0][:60]), expected=expected)
    names = re.split("[+-]", match["holes"])
    notes: tuple[str, ...] = ()
    if board.names is None and any(name.isdecimal() for name in names):
        holes = _numbered(board, names, match["sign"])
        notes = ("numbers of holes are read as Lucas wrote them: column, then row from the bottom",)
    else:
        holes = [parse_coordinate(board, name.lower() if board.names is None else name) for name in names]
    mask = sum(1 << hole for hole in set(holes))
    return Document(Target(board, mask if match["sign"] == "+" else board.full & ~mask), notes=notes)


def _numbered(board: Board, names: list[str], sign: str) -> list[int]:
    """The holes of two digits each; refused where they could be the numbers of holes counted row by row."""
    written = COLUMN_ROW.names(board) if board.geometry in SQUARE else []
    wrong = next((name for name in names if name not in written), None)
    if wrong is not None:
        raise InputError(f"no hole {wrong} on {board.label}", expected="holes by their names, as d4")
    holes, count = [written.index(name) for name in names], counted(1, board)
    others = [count.index(name) for name in names if name in count]
    if board.name != LUCAS and len(others) == len(holes) and others != holes:
        lucas, other = ("".join(f"{sign}{board.called(hole)}" for hole in them) for them in (holes, others))
        what = "numbers that may be column and row, or holes counted row by row"
        raise InputError(what, seen=" ".join(names), expected=f"{lucas} or {other}")
    return holes


def example(name: str, board: Board) -> str:
    """A position as one writes it: the board full, but for the hole that is nearest to the middle."""
    if board.names is not None:  # a graph has no middle
        return f"{name}:-{board.called(0)}"
    middle = [sum(place) / board.n for place in zip(*board.holes, strict=True)]
    nearest = min(range(board.n), key=lambda hole: math.dist(board.holes[hole], middle))
    return f"{name}:-{board.called(nearest)}"


def refuse_nearly_named(reference: str) -> None:
    """Every hole has a sign before it; who writes d4,e4, or no sign at all, learns of it."""
    match = re.fullmatch(_NEARLY, reference, re.IGNORECASE | re.ASCII)
    if match is None or not (match["sign"] or catalogue.is_name(match["board"] or "")):
        return
    words = re.findall("[A-Za-z]+[0-9]+", match["holes"])
    board = f"{match['board']}:" if match["board"] else ""
    expected = board + "".join((match["sign"] or "-") + word.lower() for word in words)
    raise InputError("each hole has a sign", seen=repr(reference[:60]), expected=expected)
