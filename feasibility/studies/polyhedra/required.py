"""What is required of a play, as text: `e3c3>=3`, `d2d4<=1`, `46-44=2`."""

from __future__ import annotations

import re

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board
from feasibility.proofs.claims import JumpBound
from feasibility.text.moves import format_jump, parse_jumps

_FORM = r"(?P<jump>.*?)\s*(?P<sign><=|>=|=)\s*(?P<times>[0-9]{1,9})\s*"


def requirement(board: Board, text: str) -> tuple[JumpBound, ...]:
    """One bound, or both that `=` stands for."""
    match = re.fullmatch(_FORM, text)
    jumps = parse_jumps(board, match["jump"]) if match else ()
    if match is None or len(jumps) != 1:
        raise InputError("not a requirement", seen=repr(text[:40]), expected="a jump, as e3c3>=3")
    times, sides = int(match["times"]), {"<=": [True], ">=": [False], "=": [True, False]}
    return tuple(JumpBound(jumps[0], at_most, times) for at_most in sides[match["sign"]])


def shown(board: Board, given: JumpBound) -> str:
    """As it is written."""
    return f"{format_jump(board, given.jump)}{'<=' if given.at_most else '>='}{given.times}"
