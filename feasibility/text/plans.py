"""Plays as programs write them, turned into the tokens that `moves` reads.

Answers and certificates in JSON, plans of planners for the peg solitaire domain, and the reports of this
program, of which the play alone is taken.
"""

from __future__ import annotations

import re
from typing import Any

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board
from feasibility.text.files import objects_in, placed

_ONE_LINE = r"(?:.*\ba play of|LEGAL:) ([0-9]+) jumps?\b.*\n+(.+)"
_PARAGRAPH = r"Play these ([0-9]+) jumps? \(.*\):\n\s*\n((?:.+\n?)+)"
_PLAN_STEP = r"\(\s*(?P<action>[^\s()]+)(?P<places>(?:\s+[^\s()]+)*)\s*\)"
_ACTIONS = {"jump-new-move": 3, "jump-continue-move": 3, "jump": 3, "end-move": 1}


def the_moves(board: Board, text: str) -> tuple[str, int | None]:
    """The moves that a text holds, a plan or an answer or a report, with their number where that is told.

    A text of another kind is returned as it is.
    """
    if text.lstrip().startswith("{"):
        return _of_json(text), None
    reports = [*re.finditer(_PARAGRAPH, text), *re.finditer(_ONE_LINE, text)]
    if reports:
        last = max(reports, key=lambda match: match.start())
        before = re.sub(r"[^\n]", " ", text[: last.start(2)])  # errors keep their place
        return before + last[2], int(last[1])
    plan = re.search(r"\(\s*(?:jump|end)-", text, re.IGNORECASE)
    return (_plan_as_indices(board, text) if plan else text), None


def refuse_another_number(count: int, told: int | None) -> None:
    """A report that was cut, or changed, is not replayed as if it were whole."""
    if told is not None and told != count:
        raise InputError("not all of this play was read", seen=plural(count, "jump"), expected=str(told))


def _of_json(text: str) -> str:
    """The play in an object: its jumps, which have one meaning, or else its moves."""
    for value in objects_in(text, ("certificate", "play", "proof"), "moves, or an answer"):
        moves = value.get("moves")
        are_words = isinstance(moves, list) and all(isinstance(move, str) for move in moves)
        words = " ".join(moves or ()) if are_words else None
        if words is not None and "put back" in words:
            return words
        for jumps in (value.get("jumps"), value.get("play")):  # the latter beside the proof of fewest sweeps
            if isinstance(jumps, list) and all(_is_triple(jump) for jump in jumps):
                return " ".join("/".join(map(str, jump)) for jump in jumps)
        if words is not None:
            return words
    raise InputError("no play in this answer", expected="moves, jumps, or a certificate")


def _is_triple(jump: Any) -> bool:
    return isinstance(jump, list) and len(jump) == 3 and all(type(hole) is int for hole in jump)


def _plan_as_indices(board: Board, text: str) -> str:
    """A plan as jumps by indices; its locations are pos-ROW-COLUMN from 0."""
    tokens = []
    for number, row in enumerate(text.split("\n"), 1):
        line = re.sub(r"^\s*[0-9.]+\s*:", "", row.partition(";")[0])
        with placed(line=number):
            for match in re.finditer(_PLAN_STEP, line):
                words = match["places"].lower().split()
                if _ACTIONS.get(match["action"].lower()) != len(words):
                    what, expected = "not a step of the peg solitaire domain", ", ".join(_ACTIONS)
                    raise InputError(what, seen=repr(match[0][:60]), expected=expected)
                holes = [_place(board, word) for word in words]
                tokens += ["/".join(map(str, holes))] if len(holes) == 3 else []
            rest = re.sub(r"\[[0-9.]*\]", "", re.sub(_PLAN_STEP, "", line)).strip()
            if rest:
                raise InputError("not a step of a plan", seen=repr(rest[:40]))
    return " ".join(tokens)


def _place(board: Board, word: str) -> int:
    match = re.fullmatch(r".*?([0-9]{1,7})[-_]([0-9]{1,7})", word)
    hole = board.index.get((int(match[1]), int(match[2]))) if match else None
    if hole is None:
        expected = f"as pos-{'-'.join(map(str, board.holes[-1]))}, from 0"
        raise InputError("no such location", seen=repr(word[:40]), expected=expected)
    return hole
