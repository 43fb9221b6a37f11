"""Weights as people type them and as the program prints them: integers in hole order, `.` for 0, or JSON."""

from __future__ import annotations

import re
from os.path import exists, isfile
from typing import NamedTuple

from feasibility.base.errors import InputError, near
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board
from feasibility.text.files import objects_in, placed, read_text

LONGEST = 15  # digits
_HEAD = r"(?m)^[^\n]*: the start weighs -?[0-9]+, the target -?[0-9]+(?: or more)?$"
_JUDGED = r"(?m)^(?:an extreme|a|not a) pagoda function\b"


class Weighed(NamedTuple):
    """A table: a weight for each hole; totals count modulo `modulus`, or as they are where that is 0."""

    weights: tuple[int, ...]
    modulus: int = 0


def read_weights(reference: str, board: Board) -> tuple[int, ...]:
    """The weights that a text holds, or a file, or standard input (-); InputError says what is wrong."""
    weights, modulus = read_weighed(reference, board)
    with placed(reference if isfile(reference) else None):
        if modulus:
            what, expected = "these totals count modulo a number", "weights without a modulus"
            raise InputError(what, seen=f"modulus {modulus}", expected=expected)
    return weights


def read_weighed(reference: str, board: Board, *, digits: int = LONGEST) -> Weighed:
    """A table of weights, with its modulus where JSON names one."""
    text, source = read_text(reference) if reference == "-" or exists(reference) else (reference, None)
    if source is None and re.search(r"[/\\]|[A-Za-z]{2}", text) and not _is_json(text):
        raise InputError("no such file", source=reference)
    with placed(source):
        table = _of_json(text) if _is_json(text) else Weighed(_numbers(_only_the_table(text), digits))
        if len(table.weights) != board.n:
            what = f"not a weight for each hole of {board.label}"
            raise InputError(what, seen=plural(len(table.weights), "weight"), expected=str(board.n))
        if table.modulus < 0 or table.modulus == 1:
            raise InputError("not a modulus", seen=str(table.modulus), expected="0, or 2 and more")
        return table


def _is_json(text: str) -> bool:
    """An object, or a list that is cut off; a whole list is read as people type it, `[1, +2]`."""
    text = text.strip()
    return text.startswith("{") or (text.startswith("[") and not text.endswith("]"))


def _only_the_table(text: str) -> str:
    """The one table of an answer of `pagoda`; a text of another kind is returned as it is."""
    heads = re.findall(_HEAD, text)
    if len(heads) > 1:
        seen = plural(len(heads), "table")
        raise InputError("more than one table of weights", seen=seen, expected="one of them")
    text = re.split(_JUDGED, text)[0]
    return re.sub(_HEAD, lambda head: " " * len(head[0]), text)  # errors keep their place


def _numbers(text: str, digits: int) -> tuple[int, ...]:
    weights = []
    for number, row in enumerate(text.split("\n"), 1):
        for match in re.finditer(r"[^\s,;\[\]()]+", row.partition("#")[0]):
            word = "0" if match[0] == "." else match[0]
            if not re.fullmatch(rf"[+-]?[0-9]{{1,{digits}}}", word):
                seen, expected = repr(word[:40]), f"integers of at most {digits} digits, . for 0"
                column = match.start() + 1
                raise InputError("not a weight", line=number, column=column, seen=seen, expected=expected)
            weights.append(int(word))
    return tuple(weights)


def _of_json(text: str) -> Weighed:
    """The table of an answer: its own, that of its only function, or of the proof in it."""
    expected = '{"weights": [integers in hole order]}, of one function'
    for value in objects_in(text, ("functions", "proof", "certificate"), expected):
        weights, modulus = value.get("weights"), value.get("modulus", 0)
        if isinstance(weights, list) and all(type(w) is int for w in [*weights, modulus]):
            if "modulus" not in value and (like := near("modulus", value)):  # else they are a pagoda function
                raise InputError("no such key", seen=repr(like[0][:40]), expected="modulus")
            return Weighed(tuple(weights), modulus)
    raise InputError("not a weight table", expected=expected)
