"""What the public functions take: values, or the words that the commands take in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.text import notation
from feasibility.text.catalogue import board as named_board
from feasibility.text.moves import parse_coordinate
from feasibility.text.reading import holes_on, read_board, read_document, read_pair

if TYPE_CHECKING:
    import networkx as nx

BoardLike: TypeAlias = "Board | str | nx.Graph"
StartLike: TypeAlias = Position | str
TargetLike: TypeAlias = Target | Position | str
PairLike: TypeAlias = Pair | Position | str


def as_board(board: BoardLike) -> Board:
    """A board, by its name, from a file, or of a networkx graph."""
    if isinstance(board, Board):
        return board
    return read_board(board) if isinstance(board, str) else named_board(board)


def as_start(start: StartLike) -> Position:
    """A position, or `BOARD:-d4`, a file, `problem:NAME`."""
    if isinstance(start, Position):
        return start
    return notation.position(read_document(_text(start, "a position")), start)


def as_pair(start: PairLike, target: TargetLike | None = None, pegs: int | None = None) -> Pair:
    """A pair; a start alone gets the target in its text, or its complement, or any position with `pegs`."""
    if isinstance(start, Pair):
        if target is not None or pegs is not None:
            raise InputError("a pair, and a target as well", expected="one of them")
        return start
    if target is not None and pegs is not None:
        raise InputError("a target and a number of pegs", expected="one of them")
    if isinstance(start, str) and isinstance(target, str | None):
        return read_pair(start, target, pegs=pegs)
    begin = as_start(start)
    if pegs is not None:
        return Pair(begin, Target.with_pegs(begin.board, pegs))
    return Pair(begin, begin.complement if target is None else as_target(target, begin.board))


def as_target(target: TargetLike, board: Board) -> Target:
    """A target on a board; `+d4` and `-d4` are holes of that board."""
    if isinstance(target, Position):
        return Target.exactly(target)
    if isinstance(target, Target):
        return target
    text = _text(target, "a target")
    if text[:1] in ("+", "-") and text != "-":
        return holes_on(board, text)
    document = read_document(text, like=board)
    if document.board != board:
        raise InputError("the target is on another board", source=text, expected=board.label)
    return document.start if document.target is None else document.target


def as_hole(board: Board, hole: int | str) -> int:
    """The index of a hole, or of the one that is called so."""
    if isinstance(hole, str):
        return parse_coordinate(board, hole)
    if not 0 <= hole < board.n:
        raise InputError("no such hole", seen=str(hole), expected=f"0 to {board.n - 1}")
    return hole


def as_limits(limits: Limits | float | None) -> Limits:
    """Limits, or seconds in their place."""
    if limits is None or isinstance(limits, Limits):
        return limits or Limits()
    return Limits(seconds=limits)


def _text(value: Any, wanted: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"not {wanted}", seen=type(value).__name__, expected="a value or text")
    return value
