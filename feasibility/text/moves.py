"""The only reader and writer of jumps as text.

Three styles. `coordinates`: column letter, row number from the top, `d2d4` or `d2-d4`; where start and
landing do not determine the jumped hole (tori), it stands between in brackets, `a1(b1)c1`. `two-digit`:
10 * column + row, both from 1, rows counted from the bottom, `43-45` (Lucas 1891; Bergholt's pairs read
the same on symmetric boards). `indices`: hole indices with the jumped hole, `3/9/16`. Several jumps of one
peg join to a sweep, `d2-d4-f4`. Read alone are `4,5:E` (row, column, direction) and what `plans` knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise

from feasibility.base.errors import InputError
from feasibility.game.geometry import HOLE_NAME, Board, Hole, Jump
from feasibility.game.geometry import coordinate as coordinate  # noqa: PLC0414  (part of this module, too)
from feasibility.text import plans

FAR = 3  # rows or columns from a place to what may have been meant
STYLES = ("coordinates", "two-digit", "indices")

# Compiled when first used: most commands read no moves.
_TOKEN = r"[^\s,;\[\]\"']+"
_NAME = r"[a-z]+[0-9]+"
_COORDINATES = rf"{_NAME}(?:-?(?:\({_NAME}\)-?)?{_NAME})+"
_TWO_DIGIT = r"[1-9][1-9](?:[-x][1-9][1-9])+"
_INDICES = r"[0-9]+/[0-9]+/[0-9]+(?:/[0-9]+/[0-9]+)*"
_TOWARDS = r"([0-9]{1,7}),([0-9]{1,7}):([A-Za-z]+)"


def parse_coordinate(board: Board, text: str) -> int:
    """The index of a named hole."""
    if board.names is not None:
        return _by_own_name(board, text)
    form = r"([a-z]{1,6})([0-9]{1,7})"
    match = re.fullmatch(form, text)
    if match is None:
        lower = text.lower() if re.fullmatch(form, text.lower()) else None
        wanted = lower or "a column letter and a row number, as d4"
        raise InputError("not the name of a hole", seen=repr(text), expected=wanted)
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 96
    place = (int(match[2]) - 1, column - 1)
    index = board.index.get(place)
    if index is None:
        raise InputError(f"no hole {text} on {board.label}", expected=_nearest(board, place))
    return index


def _nearest(board: Board, place: Hole) -> str | None:
    """The holes next to a place that has no hole; None if even these are far away."""
    away = [max(abs(row - place[0]), abs(column - place[1])) for row, column in board.holes]
    if min(away) > FAR:
        return None
    return _any_of(coordinate(hole) for hole, far in zip(board.holes, away, strict=True) if far == min(away))


def _any_of(words: Iterable[str]) -> str:
    """A few of them, as in "d2d4 or d2b2"."""
    return " or ".join(islice(dict.fromkeys(words), 4))


def _by_own_name(board: Board, text: str) -> int:
    if text not in board.by_name:
        from difflib import get_close_matches

        near = _any_of(get_close_matches(text, board.by_name, n=3))
        few = f"one of {', '.join(list(board.by_name)[:4])}, ..."
        raise InputError(f"no hole {text[:40]} on {board.label}", expected=near or few)
    return board.by_name[text]


def format_jump(board: Board, jump: Jump, style: str = "coordinates") -> str:
    """One jump as text."""
    return format_sweep(board, [jump], style)


def format_sweep(board: Board, jumps: Sequence[Jump], style: str = "coordinates") -> str:
    """Consecutive jumps of one peg as one token."""
    if style == "indices":
        return "/".join(str(h) for h in (jumps[0].start, *(h for j in jumps for h in (j.over, j.landing))))
    if style == "two-digit":
        return "-".join(_two_digit(board, h) for h in (jumps[0].start, *(j.landing for j in jumps)))
    if style != "coordinates":
        raise InputError("no such style of moves", seen=repr(style), expected=", ".join(STYLES))
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


def parse_jumps(
    board: Board, text: str, *, source: str | None = None, places: Mapping[str, int] | None = None
) -> tuple[Jump, ...]:
    """Read a play: tokens of any style between spaces, commas or new lines, or a plan, an answer, a report.

    `places` are the holes that the locations of a planning problem stand for.
    """
    text, told = plans.only_the_play(text, source)
    if plans.is_plan(text):
        text = plans.plan_as_indices(board, text, places, source)
    jumps: list[Jump] = []
    for number, line in enumerate(_pairs_as_tokens(text).splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        for match in re.finditer(rf"{_TOWARDS}|{_TOKEN}", line):
            try:
                jumps += _parse_token(board, match[0])
            except InputError as error:
                seen = error.seen or repr(match[0][:40])
                error.at(source=source, line=number, column=match.start() + 1, seen=seen)
                raise
    plans.refuse_another_number(len(jumps), told, source)
    return tuple(jumps)


def _pairs_as_tokens(text: str) -> str:
    """JSON pairs as `[45, 65]` become the token `45-65`."""
    return re.sub(r"\[\s*([0-9]+)\s*,\s*([0-9]+)\s*\]", r"\1-\2", text)


def _parse_token(board: Board, token: str) -> list[Jump]:
    step = re.fullmatch(_TOWARDS, token)
    if step is not None:
        holes = plans.towards(board, int(step[1]), int(step[2]), step[3])
        return [_triple(board, holes, token)]
    if board.names is not None and not re.fullmatch(_INDICES, token):
        return _parse_path(board, token)
    if re.fullmatch(_COORDINATES, token):
        return _parse_names(board, re.findall(rf"\(({_NAME})\)|({_NAME})", token), token)
    if re.fullmatch(_TWO_DIGIT, token):
        holes = [_parse_two_digit(board, part) for part in re.split("[-x]", token)]
        return [_between(board, a, b, token) for a, b in pairwise(holes)]
    if re.fullmatch(_INDICES, token):
        numbers = [int(part) for part in token.split("/")]
        return [_triple(board, numbers[i : i + 3], token) for i in range(0, len(numbers) - 2, 2)]
    lower = re.fullmatch(_COORDINATES, token.lower()) is not None
    raise InputError(
        "not a jump",
        seen=repr(token[:40]),
        expected=token[:40].lower() if lower else "d2d4, 43-45, 3/9/16 or 4,5:E",
    )


def _parse_path(board: Board, token: str) -> list[Jump]:
    """Holes with names of their own: `0(1)2`, or `0-2` where that is clear."""
    if not re.fullmatch(rf"{HOLE_NAME}(?:-?(?:\({HOLE_NAME}\)|-){HOLE_NAME})+", token):
        raise InputError(
            "not a jump", seen=repr(token[:40]), expected="two holes and the one between, as 0(1)2"
        )
    return _parse_names(board, re.findall(rf"\(({HOLE_NAME})\)|({HOLE_NAME})", token), token)


def _parse_names(board: Board, parts: Sequence[tuple[str, str]], token: str) -> list[Jump]:
    jumps, start, over = [], parse_coordinate(board, parts[0][1]), None
    for bracketed, plain in parts[1:]:
        if bracketed:
            over = parse_coordinate(board, bracketed)
            continue
        landing = parse_coordinate(board, plain)
        jumps.append(
            _between(board, start, landing, token)
            if over is None
            else _triple(board, [start, over, landing], token)
        )
        start, over = landing, None
    return jumps


def _two_digit(board: Board, hole: int) -> str:
    height = board.holes[-1][0] + 1
    row, column = board.holes[hole]
    number = (column + 1, height - row)
    if max(number) > 9:
        raise InputError(
            "two digits do not name this hole",
            seen=board.called(hole),
            expected="at most 9 rows and columns",
        )
    return f"{number[0]}{number[1]}"


def _parse_two_digit(board: Board, text: str) -> int:
    height = board.holes[-1][0] + 1
    index = board.index.get((height - int(text[1]), int(text[0]) - 1))
    if index is None:
        raise InputError(
            f"no hole {text} on {board.label}",
            expected="column, then row from the bottom, both from 1",
        )
    return index


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
        raise InputError(
            f"{board.label} has no jump from {names}",
            seen=repr(token[:40]),
            expected=_others(board, start, landing),
        )
    if len(candidates) > 1:
        overs = " or ".join(board.called(j.over) for j in candidates)
        raise InputError(
            f"several jumps from {names}",
            seen=repr(token[:40]),
            expected=f"the jumped hole in brackets: {overs}",
        )
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
    return _any_of(format_jump(board, jump) for jump in near) or None
