"""The programs that enumerate extreme rays, and which of them suits a board.

The builtin double description and Normaliz (GPL, an optional extra, run in a process of its own) hold all
rays in memory and give them at their end. The engine "symmetry" lists one ray of each orbit, from neighbour
to neighbour, as it meets them. Whatever they say is proved in integers by the caller.
"""

from __future__ import annotations

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board
from feasibility.studies.polyhedra import normaliz
from feasibility.studies.polyhedra.double_description import extreme_rays

WHOLE = {"builtin": extreme_rays, "normaliz": normaliz.extreme_rays}  # rows, clock, report in; all rays out
SYMMETRY = "symmetry"
BUILTIN_HOLES = 18  # of a board whose facets the builtin engine lists within seconds
MOST_SYMMETRIES = 2000  # so many images of every ray


def choose(name: str | None, board: Board) -> str:
    """The engine of that name, or without a name one that suits the board.

    On a large board the builtin one would find nothing before its end, which may be days away.
    """
    order = len(board.symmetries)
    if name is None:
        return "builtin" if board.n <= BUILTIN_HOLES or order > MOST_SYMMETRIES else SYMMETRY
    if name not in (*WHOLE, SYMMETRY):
        known = ", ".join((*WHOLE, SYMMETRY))
        raise InputError("no such engine", seen=repr(name[:40]), expected=known)
    if name == "normaliz":
        normaliz.require()
    if name == SYMMETRY and order > MOST_SYMMETRIES:
        raise InputError(
            "too many symmetries for the engine symmetry", seen=f"{order:,}", expected="--engine builtin"
        )
    return name
