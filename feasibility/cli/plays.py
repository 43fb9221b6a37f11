"""Plays as `solve` prints and `replay` reads them: jumps, and the one peg that the French rule puts back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from feasibility.base.errors import IllegalJump, InputError
from feasibility.base.values import Value
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position, Target
from feasibility.text.moves import Chosen, choices, format_jump, format_jumps, jumps_of, the_moves
from feasibility.text.notation import lead
from feasibility.text.notations import Notation
from feasibility.text.plans import refuse_another_number
from feasibility.text.readings import legal_reading, told

PUT_BACK = r"\(\s*put\s+back\s+([^\s()]+)\s*\)"


class PutBack(Value):
    """A peg is put into `hole` when `after` jumps have been played."""

    hole: int
    after: int


def words(
    board: Board,
    jumps: tuple[Jump, ...],
    back: PutBack | None = None,
    style: str = "coordinates",
    *,
    sweeps: bool = False,
) -> list[str]:
    """The jumps (or sweeps) of a play, and `(put back d4)` at its place, as `read_play` understands them."""
    if back is None:
        return format_jumps(board, jumps, style, sweeps=sweeps).split()
    parts = jumps[: back.after], jumps[back.after :]
    before, after = (format_jumps(board, part, style, sweeps=sweeps).split() for part in parts)
    return [*before, _put_back(board, back.hole), *after]


def _put_back(board: Board, hole: int) -> str:
    return f"(put back {board.called(hole)})"


class Asked(Value):
    """Where a text of moves comes from, and what may be in it.

    `hole`: whose peg may be put back; `places`: the holes of a planning problem's locations.
    """

    hole: int | None = None
    source: str | None = None
    places: Mapping[str, int] | None = None
    notation: str | None = None


def read_play(
    start: Position, text: str, asked: Asked, target: Target | None = None
) -> tuple[tuple[Jump, ...], PutBack | None, tuple[Notation, ...]]:
    """The jumps of a text, where it puts the peg back, and the notations that were chosen for it."""
    board, source = start.board, asked.source
    moves, number = the_moves(board, text, source, asked.places)
    comments_blank = re.sub(r"(?m)^[ \t]*#.*$", lambda m: " " * len(m[0]), moves)
    mark = _mark(board, comments_blank, asked)
    end = 0 if mark is None else mark.end()
    before = "" if mark is None else comments_blank[: mark.start()]
    rest = re.sub(r"[^\n]", " ", comments_blank[:end]) + comments_blank[end:]  # errors keep their place

    def read(chosen: Chosen) -> tuple[tuple[Jump, ...], PutBack | None]:
        first = jumps_of(board, before, chosen, source)
        jumps = first + jumps_of(board, rest, chosen, source)
        refuse_another_number(len(jumps), number, source)
        return jumps, None if mark is None else PutBack(asked.hole or 0, len(first))

    def replay(play: tuple[tuple[Jump, ...], PutBack | None]) -> Position:
        return [start, *positions(start, *play)][-1]

    options = choices(board, before + rest[len(before) :], asked.notation, source)
    chosen, (jumps, back) = legal_reading(start, options, read, replay, target, asked.hole)
    return jumps, back, told(chosen)


def _mark(board: Board, text: str, asked: Asked) -> re.Match[str] | None:
    """Where the text puts a peg back: once at most, and only the peg that may."""
    marks = list(re.finditer(PUT_BACK, text))
    hole = asked.hole
    for number, match in enumerate(marks):
        if hole is not None and number == 0 and match[1] == board.called(hole):
            continue
        before = text[: match.start()]
        raise InputError(
            "no peg may be put back" if hole is None else "one peg goes back once",
            source=asked.source,
            line=before.count("\n") + 1,
            column=match.start() - before.rfind("\n"),
            seen=match[0],
            expected=f"--return-peg {match[1]}" if hole is None else board.called(hole),
        )
    return marks[0] if marks else None


def positions(start: Position, jumps: tuple[Jump, ...], back: PutBack | None = None) -> Iterator[Position]:
    """What every jump and the peg put back lead to, one after the other; IllegalJump at what is illegal."""
    position = start
    for number in range(len(jumps) + 1):
        if back is not None and number == back.after:
            position = _with_peg(position, back)
            yield position
        if number < len(jumps):
            try:
                position = position.replay(jumps[number : number + 1])
            except IllegalJump as error:
                raise IllegalJump(number, error.jump, error.reason) from None
            yield position


def _with_peg(position: Position, back: PutBack) -> Position:
    if position.mask >> back.hole & 1:
        name = position.board.called(back.hole)
        raise IllegalJump(back.after, f"put back {name}", f"{name} holds a peg")
    return Position(position.board, position.mask | 1 << back.hole)


def trace(start: Position, jumps: tuple[Jump, ...], back: PutBack | None = None) -> None:
    """Print the board before the first jump and after every one."""
    names = [f"{number}. {format_jump(start.board, jump)}" for number, jump in enumerate(jumps, 1)]
    if back is not None:
        names.insert(back.after, _put_back(start.board, back.hole))
    print(f"start:\n{lead(start.board)}{start}\n")
    for name, position in zip(names, positions(start, jumps, back), strict=True):
        print(f"{name}\n{position}\n")
