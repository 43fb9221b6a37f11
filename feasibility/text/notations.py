"""The names of holes, and the table of notations: how jumps are written in the texts on the game.

A notation names holes and has a form. Texts of one form look alike: `46-44` may mean column and row, line and
column, or the numbers of two holes. Which one a text means is told by name, or found by `moves.readings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache, partial
from itertools import islice
from typing import NamedTuple

from feasibility.base.errors import InputError, near, unknown
from feasibility.game.geometry import Board, Geometry, Hole, Jump, coordinate

# Each letter stands opposite its capital, x in the centre.
_LETTERS = {
    33: ("abc", "def", "ghijklm", "nopxPON", "MLKJIHG", "FED", "CBA"),
    37: ("abc", "ydefz", "ghijklm", "nopxPON", "MLKJIHG", "ZFEDY", "CBA"),
}


def any_of(words: Iterable[str]) -> str:
    """A few of them, as in "d2d4 or d2b2"."""
    return " or ".join(islice(dict.fromkeys(words), 4))


def parse_coordinate(board: Board, text: str) -> int:
    if board.names is not None:
        if text not in board.by_name:
            few = any_of(near(text, board.by_name)) or f"one of {', '.join(list(board.by_name)[:4])}, ..."
            raise InputError(f"no hole {text[:40]} on {board.label}", expected=few)
        return board.by_name[text]
    form = r"([a-z]{1,6})([0-9]{1,7})"
    match = re.fullmatch(form, text)
    if match is None:
        is_capital = re.fullmatch(form, text.lower())
        wanted = text.lower() if is_capital else "a column letter and a row number, as d4"
        raise InputError("not the name of a hole", seen=repr(text), expected=wanted)
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 96
    place = (int(match[2]) - 1, column - 1)
    if place not in board.index:
        away = [max(abs(row - place[0]), abs(column - place[1])) for row, column in board.holes]
        nearest = (coordinate(hole) for hole, far in zip(board.holes, away, strict=True) if far == min(away))
        raise InputError(f"no hole {text} on {board.label}", expected=any_of(nearest))
    return board.index[place]


class Frame(NamedTuple):
    """Two numbers for a hole: which comes first, where rows are counted from, the least, rows left out."""

    row_first: bool
    from_bottom: bool
    origin: int = 1
    above: int = 0

    def names(self, board: Board, between: str = "") -> list[str]:
        """`4,3`, or `43`: nothing for a hole that needs more than two digits."""
        named = []
        for row, column in board.holes:
            down = (board.holes[-1][0] - row if self.from_bottom else row) + self.origin + self.above
            pair = (down, column + self.origin) if self.row_first else (column + self.origin, down)
            named.append(between.join(map(str, pair)) if between or max(pair) <= 9 else "")
        return named

    @property
    def words(self) -> str:
        parts = [f"row from the {'bottom' if self.from_bottom else 'top'}", "column from the left"]
        first, second = parts if self.row_first else parts[::-1]
        left_out = f", {self.above} empty rows above" if self.above else ""
        return f"{first}, then {second}, both from {self.origin}{left_out}"


def counted(first: int, board: Board) -> list[str]:
    return [str(hole + first) for hole in range(board.n)]


def letters(board: Board) -> list[str]:
    """The letter of every hole in order, for the two boards that have them."""
    if not has_letters(board):
        raise InputError(f"{board.label} has no letters", expected="the English or the French board")
    return list("".join(_LETTERS[board.n]))


def has_letters(board: Board) -> bool:
    rows = enumerate(_LETTERS.get(board.n, ()))
    return tuple((i, (7 - len(row)) // 2 + k) for i, row in rows for k in range(len(row))) == board.holes


class Form(Enum):
    """What a move looks like."""

    NAMES = "d2d4"
    NUMBERS = "43-45"
    LETTERS = "ex"
    STEPS = "4,5:E"
    HEADED = "3:3 -> Sud"
    INDICES = "3/9/16"
    BACK = "(put back d4)"


class Notation(NamedTuple):
    """One line of the table; `names`: what holes are called."""

    name: str
    form: Form
    example: str
    means: str
    source: str
    names: Callable[[Board], list[str]]


# Jumps by a direction as the board is drawn.
_COMPASS = {"N": (-1, 0), "S": (1, 0), "E": (0, 1), "W": (0, -1)}
# Rows of a triangle are shifted by half a step: in its columns, north-east is straight up.
_SLANTED = {"E": (0, 1), "W": (0, -1), "NE": (-1, 0), "NW": (-1, -1), "SE": (1, 1), "SW": (1, 0)}
_OF: dict[Geometry, dict[str, Hole]] = {Geometry.ORTHOGONAL: _COMPASS, Geometry.TRIANGULAR: _SLANTED}
_OF[Geometry.DIAGONAL] = _COMPASS | {"NE": (-1, 1), "NW": (-1, -1), "SE": (1, 1), "SW": (1, -1)}
FRENCH = {"N": "Nord", "S": "Sud", "E": "Est", "W": "Ouest"}

COLUMN_ROW = Frame(row_first=False, from_bottom=True)
LINE_COLUMN = Frame(row_first=True, from_bottom=False)


def _framed(name: str, form: Form, frame: Frame, example: str, source: str) -> Notation:
    between = {Form.NUMBERS: "", Form.STEPS: ",", Form.HEADED: ":"}[form]
    means = frame.words + ("; directions" if between else "")
    return Notation(name, form, example, means, source, partial(frame.names, between=between))


NOTATIONS: tuple[Notation, ...] = (
    Notation(
        "coordinates", Form.NAMES, "d2d4, d2-d4-f4", "column letter, then row from the top",
        "pages of J. D. Beasley and of G. I. Bell", lambda board: list(board.by_name),
    ),
    _framed("two-digit", Form.NUMBERS, COLUMN_ROW, "43-45, (43, 45)", "the problems of E. Lucas (1891)"),
    _framed("line-column", Form.NUMBERS, LINE_COLUMN, "46x44, 1 : 46x44", "E. Bergholt's 18 sweeps (1912)"),
    Notation(
        "numbers", Form.NUMBERS, "5-17, 5->17", "holes counted row by row from 1",
        "M. Kiyomi, T. Matsui (2001)", partial(counted, 1),
    ),
    Notation(
        "numbers-0", Form.NUMBERS, "4->16", "holes counted row by row from 0",
        "Durango Bill, 33 Hole Peg Solitaire", partial(counted, 0),
    ),
    Notation(
        "letters", Form.LETTERS, "ex, e-x-c", "a letter for each hole, its capital opposite, x in the centre",
        "Wikipedia, Peg solitaire", letters,
    ),
    _framed("x-y", Form.STEPS, COLUMN_ROW, "4,5:E, 2,4:EN", "a program for the problems of Lucas"),
    _framed("row-column", Form.STEPS, LINE_COLUMN, "4,5:E", "this program"),
    _framed("contest", Form.HEADED, Frame(True, False, 0), "[0]3:3 -> Sud", "a program of a contest of 2009"),
    _framed("contest-2", Form.HEADED, Frame(True, False, 0, 2), "[0]3:3 -> Sud", "the same, with its board"),
    Notation(
        "indices", Form.INDICES, "3/9/16", "holes counted row by row from 0, the jumped one between",
        "this program", partial(counted, 0),
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
        return parse_coordinate(board, text if board.names is not None else text.lower())
    known, name = _called(notation, board), re.sub(r"\b0+(?=[0-9])", "", text)
    if name not in known:
        raise InputError(f"no hole {text[:40]} on {board.label}", expected=notation.means)
    return known[name]


@lru_cache(maxsize=32)
def _called(notation: Notation, board: Board) -> dict[str, int]:
    return {name: hole for hole, name in enumerate(notation.names(board))}


def write_sweep(notation: Notation, board: Board, jumps: Sequence[Jump]) -> str:
    """Consecutive jumps of one peg, as one token where the notation has one."""
    form, names = notation.form, notation.names(board)
    path = [jumps[0].start, *(jump.landing for jump in jumps)]
    if form is Form.INDICES:
        return "/".join(map(str, [path[0], *(hole for jump in jumps for hole in jump[1:])]))
    require_clear(notation, board, jumps)
    if form in (Form.STEPS, Form.HEADED):
        ways_of = {step: way for way, step in _directions(board).items()}
        ends = [(board.holes[jump.start], board.holes[jump.over]) for jump in jumps]
        ways = [ways_of[over[0] - start[0], over[1] - start[1]] for start, over in ends]
        if form is Form.HEADED:
            begun = zip(path, ways, strict=False)
            return " ".join(f"{names[start]}->{FRENCH.get(way, way)}" for start, way in begun)
        if _split(board, "".join(ways)) != ways:  # on diagonal boards N, E is not NE
            return " ".join(write_sweep(notation, board, [jump]) for jump in jumps)
        return f"{names[path[0]]}:{''.join(ways)}"
    nameless = next((hole for hole in path if not names[hole]), None)
    if nameless is not None:
        seen, expected = board.called(nameless), "at most 9 rows and columns"
        raise InputError("two digits do not name this hole", seen=seen, expected=expected)
    return ("" if form is Form.LETTERS and len(path) == 2 else "-").join(names[hole] for hole in path)


def require_clear(notation: Notation, board: Board, jumps: Sequence[Jump] = ()) -> None:
    """An error where vertices may be called by numbers, or a jump may be over one peg or over another."""
    if board.geometry is not Geometry.EXPLICIT or notation.form in (Form.NAMES, Form.INDICES):
        return
    ends = [(jump.start, jump.landing) for jump in board.jumps]
    if board.names is not None or any(ends.count((jump.start, jump.landing)) > 1 for jump in jumps):
        what, expected = f"not a notation for the jumps of {board.label}", "coordinates or indices"
        raise InputError(what, seen=notation.name, expected=expected)


def _directions(board: Board) -> dict[str, Hole]:
    if board.geometry not in _OF:
        raise InputError(f"{board.label} has no directions", expected="holes by their names")
    return _OF[board.geometry]


def _split(board: Board, text: str) -> list[str]:
    """`EN` as the directions of a sweep, each as long as can be."""
    known = _directions(board)
    ways = re.findall("|".join([*sorted(known, key=len, reverse=True), "."]), text.upper())
    wrong = next((way for way in ways if way not in known), None)
    if wrong is not None:
        what, expected = f"no such direction on {board.geometry} boards", ", ".join(known)
        raise InputError(what, seen=repr(wrong), expected=expected)
    return ways


def jumps_along(board: Board, start: int, ways: str) -> Iterator[Jump]:
    """The jumps of one peg from a hole, direction by direction."""
    row, column = board.holes[start]
    for way in _split(board, ways):
        down, right = _directions(board)[way]
        places = [(row + k * down, column + k * right) for k in range(3)]
        row, column = places[-1]
        missing = next((place for place in places if place not in board.index), None)
        if missing is not None:
            what = f"no hole at row {missing[0] + 1}, column {missing[1] + 1} of {board.label}"
            raise InputError(what, expected="jumps from hole to hole of it")
        yield Jump(*(board.index[place] for place in places))
