"""A colouring as a rule: each jump changes the number of pegs of a colour by the same, modulo d.

The file is the drawn board with a letter for each hole, after a line `colours` or `colours modulo 3`.
If every jump changes the number of pegs on a colour by c modulo d, then that number plus c times the pegs is
the same at both ends, since each jump takes one peg: a residue with weights c, and c + 1 on the colour.
"""

from __future__ import annotations

import re

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board
from feasibility.proofs.functional import Functional

FIRST = re.compile(r"colours(?: modulo (?P<modulus>[0-9]{1,9}))?")


def is_colouring(text: str) -> bool:
    """Whether a file says that it is a colouring."""
    return _lines(text)[:1] != [] and FIRST.fullmatch(_lines(text)[0][1]) is not None


def _lines(text: str) -> list[tuple[int, str]]:
    stripped = ((number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, line) for number, line in stripped if line]


def parse(board: Board, text: str, source: str) -> tuple[Functional, ...]:
    """A residue for each colour; what the first jump does to the colour is what all must do."""
    (_, head), *rest = _lines(text)
    match = FIRST.fullmatch(head)
    modulus = int((match and match["modulus"]) or 2)
    letters = [letter for _, line in rest for letter in line if not letter.isspace()]
    if modulus < 2:
        raise InputError("not a modulus", source=source, seen=str(modulus), expected="2 or more")
    if len(letters) != board.n:
        seen = plural(len(letters), "letter")
        raise InputError("not a letter for each hole", source=source, seen=seen, expected=str(board.n))
    holes = []
    for colour in sorted(set(letters)):
        weights = tuple(int(letter == colour) for letter in letters)
        change = Functional(weights).change(board.jumps[0]) if board.jumps else 0
        residue = tuple((weight + change) % modulus for weight in weights)
        if any(residue):
            holes.append(Functional(residue, modulus))
    return tuple(holes)
