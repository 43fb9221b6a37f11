"""The only reader and writer of jumps as text, in every notation of the table (`notations`).

Where start and landing do not determine the jumped hole (tori, graphs), it stands between in brackets,
`a1(b1)c1`. Several jumps of one peg join to a sweep, `d2-d4-f4`. Read as well is what `plans` knows. A text
that could be read in several notations is read in the first of the table that names jumps of the board;
`move_readings` also asks in which of them the play is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.base.values import Value
from feasibility.game.geometry import HOLE_NAME, Board, Jump
from feasibility.game.geometry import coordinate as coordinate  # noqa: PLC0414  (part of this module, too)
from feasibility.text import move_notations, plans
from feasibility.text.holes import any_of
from feasibility.text.holes import parse_coordinate as parse_coordinate  # noqa: PLC0414  (part of this module, too)
from feasibility.text.move_notations import FRENCH, Form, Notation, named, of_form, read_hole

NotationOfForm = Mapping[Form, Notation]  # in which notation each form of a text is read


class PutBack(Value):
    """A peg is put into `hole` when `after` jumps have been played."""

    hole: int
    after: int


ReadPlay = tuple[tuple[Jump, ...], PutBack | None]


def format_jump(board: Board, jump: Jump, style: str = "coordinates") -> str:
    return format_sweep(board, [jump], style)


def format_sweep(board: Board, jumps: Sequence[Jump], style: str = "coordinates") -> str:
    notation = named(style)
    if notation.form is not Form.NAMES:
        return move_notations.write_sweep(notation, board, jumps)
    text = board.called(jumps[0].start)
    for jump in jumps:
        if _unclear(board, jump):
            text += f"({board.called(jump.over)})"
        elif len(jumps) > 1:
            text += "-"
        text += board.called(jump.landing)
    return text


def format_jumps(
    board: Board, jumps: Sequence[Jump], style: str = "coordinates", *, sweeps: bool = False
) -> str:
    """A play as text, jumps (or sweeps) separated by spaces."""
    groups = join_sweeps(jumps) if sweeps else [[j] for j in jumps]
    return " ".join(format_sweep(board, group, style) for group in groups)


def join_sweeps(jumps: Sequence[Jump]) -> list[list[Jump]]:
    """The jumps of a play grouped so that consecutive jumps of one peg stand together."""
    groups: list[list[Jump]] = []
    for jump in jumps:
        if groups and groups[-1][-1].landing == jump.start:
            groups[-1].append(jump)
        else:
            groups.append([jump])
    return groups


def parse_jumps(board: Board, text: str, *, notation: str | None = None) -> tuple[Jump, ...]:
    """Read a play: moves in any notation between spaces, commas or new lines, a plan, an answer, a report."""
    return next(readings(board, text, notation))[1][0]


def readings(
    board: Board, text: str, notation: str | None = None, hole: int | None = None
) -> Iterator[tuple[NotationOfForm, ReadPlay]]:
    """What a text means in the notations in which it means something, the first of the table first.

    `notation`: in which it is; `hole`: whose peg may be put back.
    """
    moves, told = plans.the_moves(board, text)
    listed = tokens(board, moves)
    forms = {token.form for token in listed}
    kept = None if notation is None else named(notation)
    lists = [
        [kept] if kept and kept.form is form else of_form(form)
        for form in Form
        if form in forms - {Form.BACK}
    ]
    errors = []
    choices = [{kind.form: kind for kind in kinds} for kinds in product(*lists)]
    for chosen in choices:
        try:
            play = _play(board, listed, chosen, hole)
            plans.refuse_another_number(len(play[0]), told)
        except InputError as error:
            errors.append(error)
        else:
            yield chosen, play
    if len(errors) == len(choices):
        raise errors[0]


def _play(board: Board, listed: Sequence[Token], chosen: NotationOfForm, hole: int | None) -> ReadPlay:
    jumps: list[Jump] = []
    back = None
    for token in listed:
        try:
            if token.form is not Form.BACK:
                jumps += _jumps(board, token, chosen[token.form])
            elif hole is None:
                raise InputError(
                    "no peg may be put back", seen=token.text, expected=f"--return-peg {token.parts[0]}"
                )
            elif back is not None or token.parts[0] != board.called(hole):
                raise InputError("one peg goes back once", seen=token.text, expected=board.called(hole))
            else:
                back = PutBack(hole, len(jumps))
        except InputError as error:
            seen = repr(token.text[:40]) if error.seen is None else error.seen
            error.at(line=token.line, column=token.column, seen=seen)
            raise
    return tuple(jumps), back


def _jumps(board: Board, token: Token, notation: Notation) -> Iterator[Jump]:
    """The jumps of a token, direction by direction, or from hole to hole; one in brackets is jumped over."""
    if token.form in (Form.STEPS, Form.HEADED):
        first, second, way = token.parts
        start = read_hole(notation, board, f"{first}{',' if token.form is Form.STEPS else ':'}{second}")
        if token.form is Form.HEADED:
            way = next((known for known, french in FRENCH.items() if french.lower() == way.lower()), way)
        yield from move_notations.jumps_along(board, start, way)
        return
    start, over = read_hole(notation, board, token.parts[0]), None
    for place, part in enumerate(token.parts[1:], 1):
        hole = read_hole(notation, board, part.strip("()"))
        if part.startswith("(") or (token.form is Form.INDICES and place % 2):
            over = hole
            continue
        yield _between(board, start, hole) if over is None else _known(board, Jump(start, over, hole))
        start, over = hole, None


def _candidates(board: Board, start: int, landing: int) -> list[Jump]:
    return [j for j in board.jumps if j.start == start and j.landing == landing]


def _unclear(board: Board, jump: Jump) -> bool:
    """A graph shows its paths; on a torus the jumped hole is named if two jumps join the same holes."""
    if board.names is not None:
        return True
    return board.geometry.value == "explicit" and len(_candidates(board, jump.start, jump.landing)) > 1


def _between(board: Board, start: int, landing: int) -> Jump:
    candidates = _candidates(board, start, landing)
    if len(candidates) == 1:
        return candidates[0]
    names = f"{board.called(start)} to {board.called(landing)}"
    if not candidates:
        raise InputError(f"{board.label} has no jump from {names}", expected=_others(board, start, landing))
    expected = f"the jumped hole in brackets: {' or '.join(board.called(j.over) for j in candidates)}"
    raise InputError(f"several jumps from {names}", expected=expected)


def _known(board: Board, jump: Jump) -> Jump:
    if jump not in board.jump_index:
        what = f"{board.label} has no jump {'/'.join(map(str, jump))}"
        raise InputError(what, expected=_others(board, jump.start, jump.landing))
    return jump


def _others(board: Board, start: int, landing: int) -> str | None:
    """The jumps from one hole, or else those into the other."""
    near = [j for j in board.jumps if j.start == start] or [j for j in board.jumps if j.landing == landing]
    return any_of(format_jump(board, jump) for jump in near) or None


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
