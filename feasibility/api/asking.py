"""What the public functions take: values, or the words and names that the commands take in their place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from feasibility.base.errors import InputError
from feasibility.game.aim import aim_of
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.text import catalogue
from feasibility.text.document import goal_on, position_of
from feasibility.text.files import placed
from feasibility.text.notations import parse_coordinate
from feasibility.text.references import read_board, read_document, read_pair, read_start

if TYPE_CHECKING:
    import networkx as nx

    from feasibility.engines.positions.question import PositionQuestion

BoardLike: TypeAlias = "Board | str | nx.Graph[Any]"
StartLike: TypeAlias = Position | str
TargetLike: TypeAlias = Target | Position | str
PairLike: TypeAlias = Pair | Position | str


def as_board(board: BoardLike) -> Board:
    """A board, by its name, from a file, or of a networkx graph."""
    if isinstance(board, Board):
        return board
    return read_board(board) if isinstance(board, str) else catalogue.board(board)


def as_start(start: StartLike, board: str | None = None) -> Position:
    """A position, or `BOARD:-d4`, a file, `problem:NAME`, a drawing; `board`: what a drawing is of."""
    if isinstance(start, Position):
        _refuse_board(board)
        return start
    return position_of(read_start(_text(start, "a position"), board=board), start)


def _refuse_board(board: str | None) -> None:
    if board is not None:
        raise InputError("a value, and a board for it", seen=repr(board), expected="board= beside a drawing")


def as_pair(
    start: PairLike,
    target: TargetLike | None = None,
    pegs: int | None = None,
    board: str | None = None,
) -> Pair:
    """A pair; a start alone gets the target in its text, or that of the rule, or any position with `pegs`.

    `board`: what a drawing is of, a name or `drawn`.
    """
    if isinstance(start, Pair):
        _refuse_board(board)
        if target is not None or pegs is not None:
            raise InputError("a pair, and a target as well", expected="one of them")
        return start
    if target is not None and pegs is not None:
        raise InputError("a target and a number of pegs", expected="one of them")
    if isinstance(start, str) and isinstance(target, str | None):
        return read_pair(start, target, pegs=pegs, board=board)
    begin = as_start(start, board)
    if pegs is not None:
        return Pair(begin, Target.with_pegs(begin.board, pegs))
    return Pair(begin, aim_of(begin)[0] if target is None else as_target(target, begin.board))


def as_target(target: TargetLike, board: Board, *, lenient: bool = False) -> Target:
    """A target on a board; `+d4` and `-d4` are holes of that board."""
    if isinstance(target, Position | Target):
        if target.board != board:
            what, expected = "the target is on another board", f"a position on {board.label}"
            raise InputError(what, seen=target.board.label, expected=expected)
        return Target.exactly(target) if isinstance(target, Position) else target
    text = _text(target, "a target")
    document = read_document(text, like=board, lenient=lenient)
    with placed(text):
        return goal_on(board, document)


def as_hole(board: Board, hole: int | str) -> int:
    """The index of a hole, or of the one that is called so."""
    if isinstance(hole, str):
        return parse_coordinate(board, hole)
    if not (hasattr(hole, "__index__") and 0 <= hole < board.n):
        raise InputError("no such hole", seen=str(hole)[:40], expected=f"0 to {board.n - 1}")
    return index(hole)


def as_jumps(board: Board, jumps: Iterable[Sequence[int | str]]) -> tuple[Jump, ...]:
    """Jumps that are given as values, or each as its three holes."""
    try:
        listed = [(start, over, landing) for start, over, landing in jumps]
    except (TypeError, ValueError):
        expected = "text, or the start, over and landing of each"
        raise InputError("not jumps", seen=repr(jumps)[:40], expected=expected) from None
    return tuple(Jump(*(as_hole(board, hole) for hole in jump)) for jump in listed)


def boards() -> tuple[str, ...]:
    """The names of the boards that come with the program, as `pegfeas boards` lists them.

    >>> "english33" in boards()
    True
    """
    return catalogue.names()


def problems() -> tuple[str, ...]:
    """The problems that come with the program, as `check` takes them.

    >>> "problem:lucas/EL01" in problems()
    True
    """
    return tuple(f"problem:{name}" for name in catalogue.problems())


def as_question(pair: Pair) -> PositionQuestion:
    """What is asked, with functions that tell which positions no play passes."""
    from feasibility.engines.positions.question import of_pair
    from feasibility.systems.pruning_pool import pruning_pool

    return of_pair(pair, pagodas=pruning_pool(pair))


def _text(value: Any, wanted: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"not {wanted}", seen=type(value).__name__, expected="a value or text")
    return value
