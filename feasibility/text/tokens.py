"""A text of moves cut into tokens: what each looks like, before it is known which holes it names.

Numbers of moves (`1.`, `2 :`, `[0]`) and lines that begin with `#` are left out. Two holes that stand alone,
`d2 d4`, are one jump.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.game.geometry import HOLE_NAME, Board
from feasibility.text.move_notations import Form

# Compiled when first used: most commands read no moves.
_ARROW = r"[ \t]*(?:->|→|=>|>|–|-)[ \t]*"
_NAME = r"[A-Za-z]+[0-9]+"
_END = r"(?=$|[\s,;\[\](){}\"'])"
_COLUMN_X = 23  # on a board that has it, an x may begin the name of a hole
_PARTS = {
    Form.NAMES: rf"\({_NAME}\)|{_NAME}",
    Form.LETTERS: "[A-Za-z]",
    Form.STEPS: "[0-9]+|[A-Za-z]+",
    Form.HEADED: "[0-9]+|[A-Za-z]+",
    Form.BACK: r"[^\s()]+(?=\s*\))",
}


class Token(NamedTuple):
    """A move as written: the texts of its holes in order, those jumped over in brackets."""

    form: Form
    text: str
    parts: tuple[str, ...]
    line: int
    column: int


def tokens(board: Board, text: str) -> list[Token]:
    """The moves of a text, two lone holes joined."""
    joined: list[Token] = []
    for token in _each(board, text):
        lone = joined[-1] if joined and _is_lone(joined[-1]) else None
        if lone is None:
            joined.append(token)
        elif _is_lone(token) and lone.form is token.form:
            joined[-1] = lone._replace(text=f"{lone.text} {token.text}", parts=lone.parts + token.parts)
        else:
            raise _no_jump(lone.text, lone.line, lone.column)
    if joined and _is_lone(joined[-1]):
        raise _no_jump(joined[-1].text, joined[-1].line, joined[-1].column)
    return joined


def _is_lone(token: Token) -> bool:
    return len(token.parts) == 1 and token.form is not Form.BACK


def _no_jump(text: str, line: int, column: int) -> InputError:
    expected = "d2d4, 43-45, 3/9/16 or 4,5:E"
    return InputError("not a jump", line=line, column=column, seen=repr(text[:40]), expected=expected)


def _each(board: Board, text: str) -> Iterator[Token]:
    text = re.sub(r"(?m)^[ \t]*#.*$", lambda match: " " * len(match[0]), text)
    own_names, x_joins = board.names is not None, max(column for _, column in board.holes) < _COLUMN_X
    line, begin = 1, 0  # of the line in which the last match stands
    for match in _pattern(own_names, x_joins).finditer(text):
        line += text.count("\n", begin, match.start())
        begin = max(begin, text.rfind("\n", 0, match.start()) + 1)
        kind, column = str(match.lastgroup), match.start() - begin + 1
        if kind == "count":
            continue
        if kind == "other":
            raise _no_jump(match[0], line, column)
        form = Form[kind.removesuffix("_PAIR")]
        parts = (
            rf"\({HOLE_NAME}\)|{HOLE_NAME}"
            if form is Form.NAMES and own_names
            else _PARTS.get(form, "[0-9]+")
        )
        written = re.sub(r"(?<=[0-9])[xX](?=[A-Za-z])", "-", match[0]) if x_joins else match[0]
        yield Token(form, " ".join(match[0].split()), tuple(re.findall(parts, written)), line, column)


@cache
def _pattern(own_names: bool, x_joins: bool) -> re.Pattern[str]:
    joint = rf"(?:{_ARROW}|[xX])" if x_joins else rf"(?:{_ARROW})"
    letter_joint = _ARROW.replace(r"[ \t]*", "")
    path = rf"{HOLE_NAME}(?:-?(?:\({HOLE_NAME}\)|-){HOLE_NAME})+"
    back = r"(?P<BACK>\(\s*put\s+back\s+[^\s()]+\s*\))"
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
    return re.compile("|".join([back, *forms, r"(?P<other>[^\s,;\[\]\"']+)"]))
