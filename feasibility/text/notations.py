"""The table of notations: how jumps are written in the texts on the game, each with its source.

A notation names holes and has a form. Texts of one form look alike: `46-44` may mean column and row, line and
column, or the numbers of two holes. Which one a text means is told by name, or found by `readings`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Jump
from feasibility.text import directions, holes
from feasibility.text.holes import Frame


class Form(Enum):
    """What a jump looks like."""

    NAMES = "d2d4"
    NUMBERS = "43-45"
    LETTERS = "ex"
    STEPS = "4,5:E"
    HEADED = "3:3 -> Sud"
    INDICES = "3/9/16"


COLUMN_ROW = Frame(row_first=False, from_bottom=True)
LINE_COLUMN = Frame(row_first=True, from_bottom=False)


class Notation(NamedTuple):
    """One line of the table. `frame`: what the two numbers of a hole mean; `read` and `write`: its text."""

    name: str
    form: Form
    example: str
    means: str
    source: str
    frame: Frame = LINE_COLUMN
    read: Callable[[Board, str], int] = holes.parse_coordinate
    write: Callable[[Board, int], str] = Board.called


FRENCH = {"N": "Nord", "S": "Sud", "E": "Est", "W": "Ouest"}


def _two_digits(name: str, frame: Frame, example: str, source: str) -> Notation:
    read, write = partial(holes.parse_two_digits, frame), partial(holes.two_digits, frame)
    return Notation(name, Form.NUMBERS, example, frame.words, source, frame, read, write)


def _number(name: str, first: int, example: str, source: str) -> Notation:
    read, write = partial(holes.parse_number, first), partial(holes.number, first)
    means = f"holes counted row by row from {first}"
    return Notation(name, Form.NUMBERS, example, means, source, read=read, write=write)


def _direction(name: str, form: Form, frame: Frame, example: str, source: str) -> Notation:
    return Notation(name, form, example, f"{frame.words}; directions", source, frame)


NOTATIONS: tuple[Notation, ...] = (
    Notation(
        "coordinates", Form.NAMES, "d2d4, d2-d4-f4", "column letter, then row from the top",
        "pages of J. D. Beasley and of G. I. Bell",
    ),
    _two_digits("two-digit", COLUMN_ROW, "43-45, (43, 45)", "the problems of E. Lucas (1891)"),
    _two_digits("line-column", LINE_COLUMN, "46x44, 1 : 46x44", "E. Bergholt's 18 sweeps (1912)"),
    _number("numbers", 1, "5-17, 5->17", "M. Kiyomi, T. Matsui (2001)"),
    _number("numbers-0", 0, "4->16", "Durango Bill, 33 Hole Peg Solitaire"),
    Notation(
        "letters", Form.LETTERS, "ex, e-x-c", "a letter for each hole, its capital opposite, x in the centre",
        "Wikipedia, Peg solitaire", read=holes.parse_letter, write=holes.letter,
    ),
    _direction("x-y", Form.STEPS, COLUMN_ROW, "4,5:E, 2,4:EN", "a program for the problems of Lucas"),
    _direction("row-column", Form.STEPS, LINE_COLUMN, "4,5:E", "this program"),
    _direction(
        "contest", Form.HEADED, Frame(True, False, 0), "[0]3:3 -> Sud", "a program of a contest of 2009"
    ),
    _direction(
        "contest-2", Form.HEADED, Frame(True, False, 0, 2), "[0]3:3 -> Sud", "the same, with its board"
    ),
    Notation(
        "indices", Form.INDICES, "3/9/16", "holes counted row by row from 0, the jumped one between",
        "this program",
    ),
)  # fmt: skip
NAMES = tuple(notation.name for notation in NOTATIONS)


def named(name: str) -> Notation:
    for notation in NOTATIONS:
        if notation.name == name:
            return notation
    raise InputError("no such notation of moves", seen=repr(name[:40]), expected=", ".join(NAMES))


def of_form(form: Form) -> tuple[Notation, ...]:
    """The notations that look alike, in the order of the table."""
    return tuple(notation for notation in NOTATIONS if notation.form is form)


def write_sweep(notation: Notation, board: Board, jumps: Sequence[Jump]) -> str:
    """Consecutive jumps of one peg, as one token where the notation has one."""
    if notation.form is Form.STEPS:
        return _steps(notation, board, jumps)
    if notation.form is Form.HEADED:
        return " ".join(_headed(notation, board, jump) for jump in jumps)
    path = [notation.write(board, hole) for hole in (jumps[0].start, *(jump.landing for jump in jumps))]
    return "".join(path) if notation.form is Form.LETTERS and len(path) == 2 else "-".join(path)


def _steps(notation: Notation, board: Board, jumps: Sequence[Jump]) -> str:
    ways = [directions.way_of(board, jump) for jump in jumps]
    if directions.split(board, "".join(ways)) != ways:  # on diagonal boards N, E is not NE
        return " ".join(_steps(notation, board, [jump]) for jump in jumps)
    first, second = notation.frame.numbers(board, jumps[0].start)
    return f"{first},{second}:{''.join(ways)}"


def _headed(notation: Notation, board: Board, jump: Jump) -> str:
    first, second = notation.frame.numbers(board, jump.start)
    way = directions.way_of(board, jump)
    return f"{first}:{second}->{FRENCH.get(way, way)}"
