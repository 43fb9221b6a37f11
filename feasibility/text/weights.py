"""Weights as people type them: integers in hole order, between spaces, commas or line ends."""

from __future__ import annotations

import re
from os.path import isfile

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board
from feasibility.text.files import read_bytes

_LONGEST = 15  # digits


def read_weights(reference: str, board: Board) -> tuple[int, ...]:
    """The weights that a text holds, or a file, or standard input (-); InputError says what is wrong."""
    source = None
    text = reference
    if reference == "-" or isfile(reference):
        data, source = read_bytes(reference)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise InputError("not UTF-8", source=source, expected="integers") from None
    weights = []
    for number, row in enumerate(text.split("\n"), 1):
        for match in re.finditer(r"[^\s,;\[\]()]+", row):
            word = match[0]
            if not re.fullmatch(rf"[+-]?[0-9]{{1,{_LONGEST}}}", word):
                raise InputError(
                    "not an integer weight",
                    source=source,
                    line=number,
                    column=match.start() + 1,
                    seen=repr(word[:40]),
                    expected=f"integers of at most {_LONGEST} digits",
                )
            weights.append(int(word))
    if len(weights) != board.n:
        raise InputError(
            "wrong number of weights",
            source=source,
            seen=str(len(weights)),
            expected=f"{board.n}, one per hole",
        )
    return tuple(weights)
