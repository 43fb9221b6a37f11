"""Positions by the holes of a board: `-d4` is full but for d4, `+d4+e4` has only these two pegs.

Capitals are read as small letters, and numbers as E. Lucas wrote them, column and then row from the bottom,
where they cannot be the holes counted row by row as well.
"""

from __future__ import annotations

import math
import re

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board
from feasibility.game.position import Target
from feasibility.text import catalogue, graphs
from feasibility.text.document import Document
from feasibility.text.grid import SQUARE
from feasibility.text.holes import counted, parse_coordinate
from feasibility.text.move_notations import COLUMN_ROW

_HOLE = r"(?:[A-Za-z]+[0-9]+|[0-9]{2})"
HOLES = rf"(?P<sign>[+-])(?P<holes>{_HOLE}(?:[+-]{_HOLE})*)"
NAMED_HOLES = rf"(?P<board>.+?):{HOLES}"
_NEARLY = r"(?:(?P<board>.+?):)?(?P<sign>[+-]?)(?P<holes>[a-z]+[0-9]+(?:[+-]?[, ]*[+-]?[a-z]+[0-9]+)*)"
LUCAS = "french37"  # the board of his problems


def holes_on(board: Board, text: str) -> Document:
    """The position that `-d4` or `+d4+e4` names on a board."""
    match = re.fullmatch(HOLES if board.names is None else graphs.VERTICES, text)
    if match is None:
        refuse_nearly_named(text)
        raise InputError("no holes named", seen=repr(text[:60]), expected="-d4, or +d4+e4")
    return with_holes(board, match)


def with_holes(board: Board, match: re.Match[str]) -> Document:
    if {"+", "-"} <= set(match["sign"] + match["holes"]):
        raise InputError(
            "+ and - do not mix",
            seen=repr(match[0][:60]),
            expected="only + (these pegs) or only - (all but these)",
        )
    names = re.split("[+-]", match["holes"])
    numbered = board.names is None and any(name.isdecimal() for name in names)
    if numbered:
        holes = _numbered(board, names, match["sign"])
    else:
        holes = [parse_coordinate(board, name.lower() if board.names is None else name) for name in names]
    notes = ("numbers of holes are read as Lucas wrote them: column, then row from the bottom",)
    mask = sum(1 << hole for hole in set(holes))
    return Document(
        Target(board, mask if match["sign"] == "+" else board.full & ~mask), notes=notes if numbered else ()
    )


def _numbered(board: Board, names: list[str], sign: str) -> list[int]:
    """The holes of two digits each; refused where they could be the numbers of holes counted row by row."""
    by_name = (
        {name: hole for hole, name in enumerate(COLUMN_ROW.names(board))} if board.geometry in SQUARE else {}
    )
    wrong = next((name for name in names if name not in by_name), None)
    if wrong is not None:
        raise InputError(f"no hole {wrong} on {board.label}", expected="holes by their names, as d4")
    holes = [by_name[name] for name in names]
    count = {name: hole for hole, name in enumerate(counted(1, board))}
    others = [count[name] for name in names if name in count]
    if board.name != LUCAS and len(others) == len(holes) and others != holes:
        lucas, other = ("".join(f"{sign}{board.called(hole)}" for hole in them) for them in (holes, others))
        raise InputError(
            "numbers that may be column and row, or holes counted row by row",
            seen=" ".join(names), expected=f"{lucas} or {other}",
        )  # fmt: skip
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
    sign, words = match["sign"] or "-", re.findall("[A-Za-z]+[0-9]+", match["holes"])
    board = f"{match['board']}:" if match["board"] else ""
    expected = board + "".join(sign + word.lower() for word in words)
    raise InputError("each hole has a sign", seen=repr(reference[:60]), expected=expected)
