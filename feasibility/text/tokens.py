"""Plays cut into moves: as people write them, and as answers, certificates, planners and our reports do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.game.geometry import HOLE_NAME, Board
from feasibility.text.files import objects_in, placed
from feasibility.text.notations import Form

_ONE_LINE = r"(?:.*\ba play of|LEGAL:) ([0-9]+) jumps?\b.*\n+(.+)"
_PARAGRAPH = r"Play these ([0-9]+) jumps? \(.*\):\n\s*\n((?:.+\n?)+)"
_PLAN_STEP = r"\(\s*(?P<action>[^\s()]+)(?P<places>(?:\s+[^\s()]+)*)\s*\)"
_ACTIONS = {"jump-new-move": 3, "jump-continue-move": 3, "jump": 3, "end-move": 1}
# Compiled when first used: most commands read no moves.
_ARROW = r"[ \t]*(?:->|→|=>|>|–|-)[ \t]*"
_NAME = r"[A-Za-z]+[0-9]+"
_END = r"(?=$|[\s,;\[\](){}\"'])"
_COLUMN_X = 23  # on a board that has it, an x may begin the name of a hole
_PARTS = {
    Form.NAMES: rf"\({_NAME}\)|{_NAME}",
    Form.LETTERS: "[A-Za-z]",
    **dict.fromkeys((Form.STEPS, Form.HEADED), "[0-9]+|[A-Za-z]+"),
    Form.BACK: r"[^\s()]+(?=\s*\))",
}


class Token(NamedTuple):
    """A move as written: the texts of its holes in order, those jumped over in brackets."""

    form: Form
    text: str
    parts: tuple[str, ...]
    line: int
    column: int

    @property
    def is_lone(self) -> bool:
        return len(self.parts) == 1 and self.form is not Form.BACK

    def refused(self) -> InputError:
        expected, seen = "d2d4, 43-45, 3/9/16 or 4,5:E", repr(self.text[:40])
        return InputError("not a jump", line=self.line, column=self.column, seen=seen, expected=expected)


def tokens(board: Board, text: str) -> tuple[list[Token], int | None]:
    """The moves of a text, two lone holes joined, and how many jumps they are where that is told."""
    joined: list[Token] = []
    told = None
    reports = [*re.finditer(_PARAGRAPH, text), *re.finditer(_ONE_LINE, text)]
    if text.lstrip().startswith("{"):
        text = _of_json(board, text)
    elif reports:
        last = max(reports, key=lambda match: match.start())
        told, before = int(last[1]), re.sub(r"[^\n]", " ", text[: last.start(2)])  # errors keep their place
        text = before + last[2]
    elif re.search(r"\(\s*(?:jump|end)-", text, re.IGNORECASE):
        text = _plan_as_indices(board, text)
    for token in _each(board, text):
        lone = joined[-1] if joined and joined[-1].is_lone else None
        if lone is None:
            joined.append(token)
        elif token.is_lone and lone.form is token.form:
            joined[-1] = lone._replace(text=f"{lone.text} {token.text}", parts=lone.parts + token.parts)
        else:
            raise lone.refused()
    if joined and joined[-1].is_lone:
        raise joined[-1].refused()
    if not joined and text.lstrip().startswith("#"):  # as `#1 d2-d4`, which is no play of no jump
        what, expected = "no move beside comments", "moves; a line that begins with # is a comment"
        first = 1 + text[: len(text) - len(text.lstrip())].count("\n")
        raise InputError(what, line=first, seen=repr(text.strip()[:40]), expected=expected)
    return joined, told


def _of_json(board: Board, text: str) -> str:
    """The play in an object: its jumps, which have one meaning, or else its moves."""
    for value in objects_in(text, ("certificate", "play", "proof"), "moves, or an answer"):
        plays = value.get("plays")
        if isinstance(plays, list) and len(plays) > 1:
            raise InputError(
                "several plays in this answer", seen=f"{len(plays)} plays", expected="one of them"
            )
        moves = value.get("moves")
        are_words = isinstance(moves, list) and all(isinstance(move, str) for move in moves)
        words = " ".join(moves or ()) if are_words else None
        if words is not None and "put back" in words:
            return words
        for jumps in (value.get("jumps"), value.get("play")):  # the latter beside the proof of fewest sweeps
            rows: list[object] = jumps if isinstance(jumps, list) else [None]
            if all(isinstance(row, list) and [*map(type, row)] == [int] * 3 for row in rows):
                if words is not None:
                    _refuse_other_moves(board, words.split(), jumps or [])
                return " ".join(_by_indices(board, jump) for jump in jumps or ())
        if words is not None:
            return words
    raise InputError("no play in this answer", expected="moves, jumps, or a certificate")


def _refuse_other_moves(board: Board, moves: list[str], jumps: list[list[int]]) -> None:
    """An error where moves by names of holes are not the jumps beside them: which of both is meant?"""
    named = [re.fullmatch(rf"({_NAME})-?({_NAME})", move.lower()) for move in moves]
    inside = board.names is None and all(0 <= hole < board.n for jump in jumps for hole in jump)
    told = [move and move.groups() for move in named]
    if inside and all(told) and told != [(board.called(start), board.called(end)) for start, _, end in jumps]:
        raise InputError("moves and jumps that differ", expected="one of them, or both alike")


def _by_indices(board: Board, jump: Sequence[int]) -> str:
    """A jump; the one from the hand beside the board (`game.hand`) puts its peg back."""
    start, over, landing = jump
    back = (start, over) == (board.n, board.n + 1) and 0 <= landing < board.n
    return f"(put back {board.called(landing)})" if back else f"{start}/{over}/{landing}"


def _plan_as_indices(board: Board, text: str) -> str:
    """A plan as jumps by indices; its locations are pos-ROW-COLUMN from 0."""
    jumps = []
    for number, row in enumerate(text.split("\n"), 1):
        line = re.sub(r"^\s*[0-9.]+\s*:", "", row.partition(";")[0])
        with placed(line=number):
            for match in re.finditer(_PLAN_STEP, line):
                words = match["places"].lower().split()
                if _ACTIONS.get(match["action"].lower()) != len(words):
                    what, expected = "not a step of the peg solitaire domain", ", ".join(_ACTIONS)
                    raise InputError(what, seen=repr(match[0][:60]), expected=expected)
                ends = [re.fullmatch(r".*?([0-9]{1,7})[-_]([0-9]{1,7})", word) for word in words]
                holes = [board.index.get((int(end[1]), int(end[2]))) if end else None for end in ends]
                if None in holes:
                    seen = repr(words[holes.index(None)][:40])
                    expected = f"as pos-{'-'.join(map(str, board.holes[-1]))}, from 0"
                    raise InputError("no such location", seen=seen, expected=expected)
                jumps += ["/".join(map(str, holes))] if len(holes) == 3 else []
            rest = re.sub(r"\[[0-9.]*\]", "", re.sub(_PLAN_STEP, "", line)).strip()
            if rest:
                raise InputError("not a step of a plan", seen=repr(rest[:40]))
    return " ".join(jumps)


def _each(board: Board, text: str) -> Iterator[Token]:
    text = re.sub(r"(?m)^[ \t]*#.*$", lambda match: " " * len(match[0]), text)
    own_names, x_joins = board.names is not None, max(column for _, column in board.holes) < _COLUMN_X
    parts_of = _PARTS | {Form.NAMES: rf"\({HOLE_NAME}\)|{HOLE_NAME}"} if own_names else _PARTS
    line, begin = 1, 0  # of the line in which the last match stands
    for match in _pattern(own_names, x_joins).finditer(text):
        line += text.count("\n", begin, match.start())
        begin = max(begin, text.rfind("\n", 0, match.start()) + 1)
        kind, column = str(match.lastgroup), match.start() - begin + 1
        if kind == "count":
            continue
        if kind == "other":
            raise Token(Form.NAMES, match[0], (), line, column).refused()
        form = Form[kind.removesuffix("_PAIR")]
        written = re.sub(r"(?<=[0-9])[xX](?=[A-Za-z])", "-", match[0]) if x_joins else match[0]
        parts = re.findall(parts_of.get(form, "[0-9]+"), written)
        yield Token(form, " ".join(match[0].split()), tuple(parts), line, column)


@cache
def _pattern(own_names: bool, x_joins: bool) -> re.Pattern[str]:
    joint = rf"(?:{_ARROW}|[xX])" if x_joins else rf"(?:{_ARROW})"
    letter_joint = _ARROW.replace(r"[ \t]*", "")
    path = rf"{HOLE_NAME}(?:-?(?:\({HOLE_NAME}\)|-){HOLE_NAME})+"
    indices = rf"(?P<INDICES>[0-9]+/[0-9]+/[0-9]+(?:/[0-9]+/[0-9]+)*){_END}"
    others = [
        r"(?P<count>(?:[0-9]+[ \t]*[.:)](?![0-9])|\[[0-9]+\](?=[ \t]*[0-9])))",
        rf"(?P<STEPS>[0-9]+,[0-9]+:[A-Za-z]+){_END}",
        rf"(?P<HEADED>[0-9]+:[0-9]+[ \t]*(?:->|→)[ \t]*[A-Za-z]+){_END}",
        indices,
        rf"(?P<NUMBERS_PAIR>[(\[]\s*[0-9]+\s*(?:,|{joint})\s*[0-9]+\s*[)\]])",
        rf"(?P<NUMBERS>[0-9]+(?:(?:{_ARROW}|x)[0-9]+)*){_END}",
        rf"(?P<NAMES>{_NAME}(?:{joint}?(?:\({_NAME}\){joint}?)?{_NAME})*){_END}",
        rf"(?P<LETTERS>[A-Za-z](?:{letter_joint}[A-Za-z])+|[A-Za-z]{{2}}){_END}",
    ]
    forms = [indices, rf"(?P<NAMES>{path}){_END}"] if own_names else others
    back, other = r"(?P<BACK>\(\s*put\s+back\s+[^\s()]+\s*\))", r"(?P<other>[^\s,;\[\]\"']+)"
    return re.compile("|".join([back, *forms, other]))
