"""What a text was read as, by which rule, and what follows: a position, a pair."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from typing import TypedDict

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.base.values import Value
from feasibility.game.aim import Aim, aim_of
from feasibility.game.geometry import SQUARE, Board
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.text.files import placed
from feasibility.text.signs import ROLES, header, word_of

TARGET_LEFT_OUT = "the text has another target, which is left out"
DRAWN = "drawn"  # what `# board:` says of a board that is meant as it stands


class HowToRead(TypedDict, total=False):
    """How a text is to be read, by whoever asks: as options of commands and words of Python say it."""

    lenient: bool
    board: str | None


class How(StrEnum):
    """By what a text was taken for its board."""

    NAME = "by its name"  # a name, or the header `# board:`
    DRAWN = "as drawn"
    ROWS = "by its rows"  # whose lengths are those of one known board, wherever they stand
    JUMPS = "by its jumps"  # where they are listed


class Document(Value):
    """A start, perhaps a target, and headers; `ignored` lines, and how the rest and its `signs` were read.

    `goal`: without a target the line that tells it in words, and its number. `emptied`: that which may tell
    which hole of a full drawing is empty.
    """

    start: Target
    target: Target | None = None
    headers: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    how: How = How.NAME
    note: str | None = None
    signs: tuple[tuple[str, str], ...] = ()
    goal: tuple[int, str] | None = None
    emptied: tuple[int, str] | None = None

    @property
    def board(self) -> Board:
        return self.start.board

    def header(self, key: str) -> str | None:
        """The value of a header; several lines of one key are joined by a space."""
        return " ".join(value for name, value in self.headers if name == key) or None


class Reading(Value):
    """A pair, where its target comes from, how the board was known; `note`: how to ask for another one.

    `said`: what of the texts was left out, and how their signs were read.
    """

    pair: Pair
    aim: Aim
    how: How
    note: str | None = None
    said: tuple[str, ...] = ()

    @property
    def given(self) -> Target | None:
        return self.pair.target if self.aim is Aim.GIVEN else None

    @property
    def facts(self) -> dict[str, str]:
        """What JSON says of it, beside the answer."""
        noted = {} if self.note is None else {"note": self.note}
        return {"aim": str(self.aim), "reading": str(self.how), **noted}


def position_of(document: Document, source: str | None = None) -> Position:
    """The start of a document; free holes are for targets only, and blanks between pegs no empty holes."""
    board, start = document.board, document.start
    with placed(source):
        if start.free:
            seen = f"'?' at {board.called(bits(start.free)[0])}"
            raise InputError("a start has no free holes", seen=seen, expected="x or .")
        if document.emptied is not None:
            line, said = document.emptied
            what, expected = "an empty hole in words, and not in the drawing", "its sign in its row, as xx.x"
            raise InputError(what, line=line, seen=repr(said.strip()[:60]), expected=expected)
        if start.must == board.full and document.how is How.DRAWN and document.header("board") is None:
            gaps = [b for a, b in pairwise(board.holes) if a[0] == b[0] and b[1] > a[1] + 1]
            if gaps and board.geometry in SQUARE:
                what, expected = "no sign for empty holes", f". for each of them, or '# board: {DRAWN}'"
                raise InputError(what, seen="pegs with blanks between", expected=expected)
    return Position(board, start.must)


def pair_of(document: Document, source: str | None = None) -> Pair:
    """The pair of one document, whose target may be left to the rule."""
    return reading_of(document, document.target, source).pair


def reading_of(document: Document, target: Target | Position | None, source: str | None = None) -> Reading:
    """The start of a document with a target; without one, with that of the rule."""
    start = position_of(document, source)
    if target is None and document.goal is not None:
        with placed(source):
            raise goal_not_read(*document.goal)
    goal, aim = aim_of(start) if target is None else (target, Aim.GIVEN)
    return Reading(Pair(start, goal), aim, document.how, document.note)


def goal_not_read(line: int, said: str) -> InputError:
    """The error about a goal in words, in place of which the rule would answer another question."""
    what = "a target in words"
    beside = "--pegs N, --complement or TARGET in the command (in JSON `pegs` or `target`)"
    expected = f"{beside}, or its rows below a line `target:`"
    return InputError(what, line=line, seen=repr(said.strip()[:60]), expected=expected)


def _refuse_other_names(board: Board, of_start: Board) -> None:
    """An error where the holes of a target's board are called otherwise, so that its names mislead."""
    if board.names is not None and of_start.names is not None:
        for seen, expected in zip(board.names, of_start.names, strict=True):
            if seen != expected:
                what = "the holes of start and target have other names"
                raise InputError(what, seen=seen, expected=f"{expected}, as the start")


def _refuse_other_signs(start: Document, target: Document) -> None:
    """An error where a sign is a peg in one text and a hole in the other, unless both say so above."""
    told = all(any(key in ROLES for key, _ in one.headers) for one in (start, target))
    mine = {} if told else dict(start.signs)
    for sign, role in target.signs:
        if mine.get(sign, role) != role:
            seen = f"{word_of(sign)} as {ROLES[role]}, and in the start as {ROLES[mine[sign]]}"
            expected = f"`{header(mine[sign], [sign])}` or `{header(role, [sign])}` above each of them"
            raise InputError("a sign with two meanings", seen=seen, expected=expected)


def join(start: Document, target: Document, sources: Sequence[str | None] = (None, None)) -> Pair:
    """The pair of two documents, whose boards must agree, and whose signs unless headers tell both."""
    first = position_of(start, sources[0])
    with placed(sources[1]):
        goal = goal_on(first.board, target)
        _refuse_other_signs(start, target)
    return Pair(first, goal)


def goal_on(board: Board, target: Document) -> Target:
    """The one grid of a target, which must be of the start's board."""
    goal = target.start
    if target.target is not None:
        raise InputError("the target holds two grids", expected="one grid")
    if goal.board != board:
        seen, expected = (
            f"{one.name}: " * bool(one.name)
            + f"{one.geometry}, {plural(one.n, 'hole')}, {plural(len(one.jumps), 'jump')}"
            for one in (goal.board, board)
        )
        what = "the boards of start and target differ"
        raise InputError(what, seen=seen, expected=f"{expected}, as the start")
    _refuse_other_names(goal.board, board)
    return Target(board, goal.must, goal.free)
