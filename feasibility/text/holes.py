"""The names of holes as text: by coordinates, by a board's own names, by two numbers, by one, by a letter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from feasibility.base.errors import InputError, near
from feasibility.game.geometry import Board, Hole, coordinate

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
        return _by_own_name(board, text)
    form = r"([a-z]{1,6})([0-9]{1,7})"
    match = re.fullmatch(form, text)
    if match is None:
        lower = text.lower() if re.fullmatch(form, text.lower()) else None
        wanted = "a column letter and a row number, as d4" if lower is None else lower
        raise InputError("not the name of a hole", seen=repr(text), expected=wanted)
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 96
    place = (int(match[2]) - 1, column - 1)
    index = board.index.get(place)
    if index is None:
        raise InputError(f"no hole {text} on {board.label}", expected=_nearest(board, place))
    return index


def _nearest(board: Board, place: Hole) -> str:
    """The holes next to a place that has no hole."""
    away = [max(abs(row - place[0]), abs(column - place[1])) for row, column in board.holes]
    return any_of(coordinate(hole) for hole, far in zip(board.holes, away, strict=True) if far == min(away))


def _by_own_name(board: Board, text: str) -> int:
    if text not in board.by_name:
        similar = any_of(near(text, board.by_name))
        few = f"one of {', '.join(list(board.by_name)[:4])}, ..."
        raise InputError(f"no hole {text[:40]} on {board.label}", expected=similar or few)
    return board.by_name[text]


class Frame(NamedTuple):
    """Two numbers for a hole: which comes first, where rows are counted from, the least, rows left out."""

    row_first: bool
    from_bottom: bool
    origin: int = 1
    above: int = 0

    def names(self, board: Board, between: str = "") -> list[str]:
        """`4,3`, or `43`: nothing for a hole that needs more than two digits."""
        last = board.holes[-1][0]
        named = []
        for row, column in board.holes:
            down = (last - row if self.from_bottom else row) + self.origin + self.above
            pair = (down, column + self.origin) if self.row_first else (column + self.origin, down)
            named.append(between.join(map(str, pair)) if between or max(pair) <= 9 else "")
        return named

    @property
    def words(self) -> str:
        side = "bottom" if self.from_bottom else "top"
        parts = [f"row from the {side}", "column from the left"]
        first, second = parts if self.row_first else parts[::-1]
        left_out = f", {self.above} empty rows above" if self.above else ""
        return f"{first}, then {second}, both from {self.origin}{left_out}"


def own_names(board: Board) -> list[str]:
    return [board.called(hole) for hole in range(board.n)]


def counted(first: int, board: Board) -> list[str]:
    return [str(hole + first) for hole in range(board.n)]


def letters(board: Board) -> list[str]:
    """The letter of every hole in order, for the two boards that have them."""
    rows = _LETTERS.get(board.n, ())
    drawn = [(i, (7 - len(row)) // 2 + k) for i, row in enumerate(rows) for k in range(len(row))]
    if tuple(drawn) != board.holes or not drawn:
        raise InputError(f"{board.label} has no letters", expected="the English or the French board")
    return list("".join(rows))
