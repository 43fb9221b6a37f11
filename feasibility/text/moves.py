"""The only reader and writer of jumps as text, in every notation of the table (`notations`).

Where start and landing do not determine the jumped hole (tori, graphs), it stands between in brackets,
`a1(b1)c1`. Several jumps of one peg join to a sweep, `d2-d4-f4`. Read as well is what `plans` knows. A text
that could be read in several notations is read in the first of the table that names jumps of the board;
`readings` also asks in which of them the play is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Jump
from feasibility.game.geometry import coordinate as coordinate  # noqa: PLC0414  (part of this module, too)
from feasibility.text import move_notations, plans
from feasibility.text.holes import any_of
from feasibility.text.holes import parse_coordinate as parse_coordinate  # noqa: PLC0414  (part of this module, too)
from feasibility.text.move_notations import FRENCH, Form, Notation, named, of_form, read_hole
from feasibility.text.tokens import Token, tokens

NotationOfForm = Mapping[Form, Notation]  # in which notation each form of a text is read


def format_jump(board: Board, jump: Jump, style: str = "coordinates") -> str:
    return format_sweep(board, [jump], style)


def format_sweep(board: Board, jumps: Sequence[Jump], style: str = "coordinates") -> str:
    notation = named(style)
    if notation.form is Form.INDICES:
        return "/".join(str(h) for h in (jumps[0].start, *(h for j in jumps for h in (j.over, j.landing))))
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


def choices(board: Board, text: str, notation: str | None = None) -> list[NotationOfForm]:
    """In which notations a text can be read, the first of the table first; `notation`: in which it is."""
    present = {token.form for token in tokens(board, text)}
    kept = None if notation is None else named(notation)
    lists = [[kept] if kept and kept.form is form else of_form(form) for form in Form if form in present]
    return [{kind.form: kind for kind in kinds} for kinds in product(*lists)]


def parse_jumps(board: Board, text: str, *, notation: str | None = None) -> tuple[Jump, ...]:
    """Read a play: moves in any notation between spaces, commas or new lines, a plan, an answer, a report."""
    text, told = plans.the_moves(board, text)
    errors = []
    for chosen in choices(board, text, notation):
        try:
            jumps = jumps_of(board, text, chosen)
        except InputError as error:
            errors.append(error)
        else:
            plans.refuse_another_number(len(jumps), told)
            return jumps
    raise errors[0]


def jumps_of(board: Board, text: str, chosen: NotationOfForm) -> tuple[Jump, ...]:
    jumps: list[Jump] = []
    for token in tokens(board, text):
        try:
            jumps += _jumps(board, token, chosen[token.form])
        except InputError as error:
            seen = repr(token.text[:40]) if error.seen is None else error.seen
            error.at(line=token.line, column=token.column, seen=seen)
            raise
    return tuple(jumps)


def _jumps(board: Board, token: Token, notation: Notation) -> Iterator[Jump]:
    if token.form is Form.INDICES:
        numbers = [int(part) for part in token.parts]
        return iter([_triple(board, numbers[i : i + 3], token.text) for i in range(0, len(numbers) - 2, 2)])
    if token.form in (Form.STEPS, Form.HEADED):
        first, second, ways = token.parts
        if token.form is Form.HEADED:
            ways = next((way for way, french in FRENCH.items() if french.lower() == ways.lower()), ways)
        return move_notations.jumps_along(board, notation.frame, (int(first[:7]), int(second[:7])), ways)
    lower = token.form is Form.NAMES and board.names is None
    parts = [part.lower() for part in token.parts] if lower else token.parts
    return _path(board, [(part, read_hole(notation, board, part.strip("()"))) for part in parts], token.text)


def _path(board: Board, stations: Sequence[tuple[str, int]], token: str) -> Iterator[Jump]:
    """The jumps from hole to hole; one in brackets is jumped over."""
    start, over = stations[0][1], None
    for text, hole in stations[1:]:
        if text.startswith("("):
            over = hole
            continue
        if over is None:
            yield _between(board, start, hole, token)
        else:
            yield _triple(board, [start, over, hole], token)
        start, over = hole, None


def _candidates(board: Board, start: int, landing: int) -> list[Jump]:
    return [j for j in board.jumps if j.start == start and j.landing == landing]


def _unclear(board: Board, jump: Jump) -> bool:
    """A graph shows its paths; on a torus the jumped hole is named if two jumps join the same holes."""
    if board.names is not None:
        return True
    return board.geometry.value == "explicit" and len(_candidates(board, jump.start, jump.landing)) > 1


def _between(board: Board, start: int, landing: int, token: str) -> Jump:
    candidates = _candidates(board, start, landing)
    names = f"{board.called(start)} to {board.called(landing)}"
    if not candidates:
        expected = _others(board, start, landing)
        raise InputError(f"{board.label} has no jump from {names}", seen=repr(token[:40]), expected=expected)
    if len(candidates) > 1:
        expected = f"the jumped hole in brackets: {' or '.join(board.called(j.over) for j in candidates)}"
        raise InputError(f"several jumps from {names}", seen=repr(token[:40]), expected=expected)
    return candidates[0]


def _triple(board: Board, numbers: Sequence[int], token: str) -> Jump:
    jump = Jump(*numbers)
    if jump not in board.jump_index:
        known = all(0 <= hole < board.n for hole in jump)
        near = _others(board, jump.start, jump.landing) if known else f"hole indices from 0 to {board.n - 1}"
        raise InputError(
            f"{board.label} has no jump {'/'.join(map(str, numbers))}", seen=repr(token[:40]), expected=near
        )
    return jump


def _others(board: Board, start: int, landing: int) -> str | None:
    """The jumps from one hole, or else those into the other."""
    near = [j for j in board.jumps if j.start == start] or [j for j in board.jumps if j.landing == landing]
    return any_of(format_jump(board, jump) for jump in near) or None
