"""Jumps by a hole and a direction as the board is drawn: N, E, S, W; on slanted rows NE, E, SE, SW, W, NW."""

from __future__ import annotations

import re

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Geometry, Hole, Jump
from feasibility.text.holes import Frame

_COMPASS = {"N": (-1, 0), "S": (1, 0), "E": (0, 1), "W": (0, -1)}
_DIAGONALS = {"NE": (-1, 1), "NW": (-1, -1), "SE": (1, 1), "SW": (1, -1)}
# Rows of a triangle are shifted by half a step: in its columns, north-east is straight up.
_SLANTED = {"E": (0, 1), "W": (0, -1), "NE": (-1, 0), "NW": (-1, -1), "SE": (1, 1), "SW": (1, 0)}
_OF: dict[Geometry, dict[str, Hole]] = {
    Geometry.ORTHOGONAL: _COMPASS,
    Geometry.DIAGONAL: _COMPASS | _DIAGONALS,
    Geometry.TRIANGULAR: _SLANTED,
}


def directions(board: Board) -> dict[str, Hole]:
    """The step of each direction."""
    steps = _OF.get(board.geometry)
    if steps is None:
        raise InputError(f"{board.label} has no directions", expected="holes by their names")
    return steps


def split(board: Board, text: str) -> list[str]:
    """`EN` as the directions of a sweep, each as long as can be."""
    known = directions(board)
    longest_first = sorted(known, key=len, reverse=True)
    ways = re.findall("|".join([*longest_first, "."]), text.upper())
    wrong = next((way for way in ways if way not in known), None)
    if wrong is not None:
        raise InputError(
            f"no such direction on {board.geometry} boards", seen=repr(wrong), expected=", ".join(known)
        )
    return ways


def jumps_along(board: Board, frame: Frame, numbers: tuple[int, int], ways: list[str]) -> list[Jump]:
    """The jumps of one peg from a hole, direction by direction."""
    row, column = frame.place(board, numbers)
    jumps = []
    for way in ways:
        down, right = directions(board)[way]
        places = [(row + k * down, column + k * right) for k in range(3)]
        missing = next((place for place in places if place not in board.index), None)
        if missing is not None:
            where = f"row {missing[0] + 1}, column {missing[1] + 1}"
            raise InputError(f"no hole at {where} of {board.label}", expected=frame.words)
        jumps.append(Jump(*(board.index[place] for place in places)))
        row, column = places[2]
    return jumps


def way_of(board: Board, jump: Jump) -> str:
    (row, column), (down, right) = board.holes[jump.start], board.holes[jump.over]
    return next(way for way, step in directions(board).items() if step == (down - row, right - column))
