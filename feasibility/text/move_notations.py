"""The table of notations: how jumps are written in the texts on the game, each with its source.

A notation names holes and has a form. Texts of one form look alike: `46-44` may mean column and row, line and
column, or the numbers of two holes. Which one a text means is told by name, or found by `readings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import lru_cache, partial
from typing import NamedTuple

from feasibility.base.errors import InputError, unknown
from feasibility.game.geometry import Board, Geometry, Hole, Jump
from feasibility.text import holes
from feasibility.text.holes import Frame


class Form(Enum):
    """What a move looks like."""

    NAMES = "d2d4"
    NUMBERS = "43-45"
    LETTERS = "ex"
    STEPS = "4,5:E"
    HEADED = "3:3 -> Sud"
    INDICES = "3/9/16"
    BACK = "(put back d4)"


COLUMN_ROW = Frame(row_first=False, from_bottom=True)
LINE_COLUMN = Frame(row_first=True, from_bottom=False)


class Notation(NamedTuple):
    """One line of the table; `names`: what holes are called."""

    name: str
    form: Form
    example: str
    means: str
    source: str
    names: Callable[[Board], list[str]] = holes.own_names


# Jumps by a direction as the board is drawn.
_COMPASS = {"N": (-1, 0), "S": (1, 0), "E": (0, 1), "W": (0, -1)}
_DIAGONALS = {"NE": (-1, 1), "NW": (-1, -1), "SE": (1, 1), "SW": (1, -1)}
# Rows of a triangle are shifted by half a step: in its columns, north-east is straight up.
_SLANTED = {"E": (0, 1), "W": (0, -1), "NE": (-1, 0), "NW": (-1, -1), "SE": (1, 1), "SW": (1, 0)}
_OF: dict[Geometry, dict[str, Hole]] = {
    Geometry.ORTHOGONAL: _COMPASS,
    Geometry.DIAGONAL: _COMPASS | _DIAGONALS,
    Geometry.TRIANGULAR: _SLANTED,
}
FRENCH = {"N": "Nord", "S": "Sud", "E": "Est", "W": "Ouest"}


def _two_digits(name: str, frame: Frame, example: str, source: str) -> Notation:
    return Notation(name, Form.NUMBERS, example, frame.words, source, frame.names)


def _number(name: str, first: int, example: str, source: str) -> Notation:
    means = f"holes counted row by row from {first}"
    return Notation(name, Form.NUMBERS, example, means, source, partial(holes.counted, first))


def _direction(name: str, form: Form, frame: Frame, example: str, source: str) -> Notation:
    names = partial(frame.names, between="," if form is Form.STEPS else ":")
    return Notation(name, form, example, f"{frame.words}; directions", source, names)


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
        "Wikipedia, Peg solitaire", holes.letters,
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
        "this program", partial(holes.counted, 0),
    ),
)  # fmt: skip
NAMES = tuple(notation.name for notation in NOTATIONS)


def named(name: str) -> Notation:
    if name not in NAMES:
        raise unknown("notation of moves", name, NAMES)
    return NOTATIONS[NAMES.index(name)]


def of_form(form: Form) -> tuple[Notation, ...]:
    return tuple(notation for notation in NOTATIONS if notation.form is form)


def read_hole(notation: Notation, board: Board, text: str) -> int:
    if notation.form is Form.NAMES:
        return holes.parse_coordinate(board, text if board.names is not None else text.lower())
    known = _called(notation, board)
    name = re.sub(r"\b0+(?=[0-9])", "", text)
    if name not in known:
        raise InputError(f"no hole {text[:40]} on {board.label}", expected=notation.means)
    return known[name]


@lru_cache(maxsize=32)
def _called(notation: Notation, board: Board) -> dict[str, int]:
    return {name: hole for hole, name in enumerate(notation.names(board))}


def write_sweep(notation: Notation, board: Board, jumps: Sequence[Jump]) -> str:
    """Consecutive jumps of one peg, as one token where the notation has one."""
    names, path = notation.names(board), [jumps[0].start, *(jump.landing for jump in jumps)]
    if notation.form is Form.STEPS:
        ways = [way_of(board, jump) for jump in jumps]
        if split(board, "".join(ways)) != ways:  # on diagonal boards N, E is not NE
            return " ".join(write_sweep(notation, board, [jump]) for jump in jumps)
        return f"{names[path[0]]}:{''.join(ways)}"
    if notation.form is Form.HEADED:
        ways = [way_of(board, jump) for jump in jumps]
        begun = zip(jumps, ways, strict=True)
        return " ".join(f"{names[jump.start]}->{FRENCH.get(way, way)}" for jump, way in begun)
    if notation.form is Form.INDICES:
        return "/".join(map(str, [path[0], *(hole for jump in jumps for hole in jump[1:])]))
    nameless = next((hole for hole in path if not names[hole]), None)
    if nameless is not None:
        seen, expected = board.called(nameless), "at most 9 rows and columns"
        raise InputError("two digits do not name this hole", seen=seen, expected=expected)
    return ("" if notation.form is Form.LETTERS and len(path) == 2 else "-").join(
        names[hole] for hole in path
    )


def directions(board: Board) -> dict[str, Hole]:
    steps = _OF.get(board.geometry)
    if steps is None:
        raise InputError(f"{board.label} has no directions", expected="holes by their names")
    return steps


def split(board: Board, text: str) -> list[str]:
    """`EN` as the directions of a sweep, each as long as can be."""
    known = directions(board)
    ways = re.findall("|".join([*sorted(known, key=len, reverse=True), "."]), text.upper())
    wrong = next((way for way in ways if way not in known), None)
    if wrong is not None:
        what, expected = f"no such direction on {board.geometry} boards", ", ".join(known)
        raise InputError(what, seen=repr(wrong), expected=expected)
    return ways


def jumps_along(board: Board, start: int, ways: str) -> Iterator[Jump]:
    """The jumps of one peg from a hole, direction by direction."""
    row, column = board.holes[start]
    for way in split(board, ways):
        down, right = directions(board)[way]
        places = [(row + k * down, column + k * right) for k in range(3)]
        row, column = places[-1]
        missing = next((place for place in places if place not in board.index), None)
        if missing is not None:
            what = f"no hole at row {missing[0] + 1}, column {missing[1] + 1} of {board.label}"
            raise InputError(what, expected="jumps from hole to hole of it")
        yield Jump(*(board.index[place] for place in places))


def way_of(board: Board, jump: Jump) -> str:
    (row, column), (down, right) = board.holes[jump.start], board.holes[jump.over]
    return next(way for way, step in directions(board).items() if step == (down - row, right - column))
