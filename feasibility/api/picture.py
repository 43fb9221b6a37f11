"""Pictures of boards, positions and pairs, and of what the public functions answer."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from os.path import exists
from typing import Protocol, runtime_checkable

from feasibility.api.asking import BoardLike, PairLike, TargetLike, as_board, as_jumps, as_pair
from feasibility.base.errors import InputError, ReadingNote
from feasibility.decide.plays import Solution
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position
from feasibility.render import pictures
from feasibility.render.scene import Scene
from feasibility.render.svg import svg
from feasibility.text import graphs
from feasibility.text.document import pair_of, position_of
from feasibility.text.moves import readings
from feasibility.text.notations import of_form
from feasibility.text.references import is_drawing, read_board, read_document, read_question
from feasibility.text.weights import read_weights

Drawable = Board | Position | Pair


@runtime_checkable
class Pictured(Protocol):
    """An answer of a study that draws itself."""

    def scene(self) -> Scene:
        """Its picture."""


class NothingToDraw(InputError):
    """An answer without a picture: there is no play, no army, no exclusion."""


def picture(answer: object, *, theme: str = "auto") -> str:
    """The picture of what `survey`, `exclusions`, `army` or `solve` returned, as their `--picture` draws it.

    >>> from feasibility import solve
    >>> picture(solve("line:4:-b1", pegs=2)).startswith("<svg")
    True
    """
    return svg(scene(answer), theme) + "\n"


def scene(answer: object) -> Scene:
    """The picture of an answer, before it is written in some format; a play is drawn sweep by sweep."""
    if isinstance(answer, Pictured):
        return answer.scene()
    if not isinstance(answer, Solution):
        expected = "what a command with --picture returns"
        raise InputError("an answer without a picture", seen=type(answer).__name__, expected=expected)
    if answer.play is None:
        raise nothing("there is no play, or none is known", "a pair with a play")
    return pictures.play(answer.pair.start, answer.play)


def nothing(why: str, expected: str) -> NothingToDraw:
    """Why an answer has no picture, and what has one."""
    return NothingToDraw(f"there is nothing to draw: {why}", expected=expected)


def draw(
    start: BoardLike | PairLike,
    target: TargetLike | None = None,
    *,
    board: str | None = None,
    weights: Sequence[int] | str | None = None,
    jumps: Sequence[Jump] | str | None = None,
    classes: bool = False,
    numbers: str = "none",
    theme: str = "auto",
) -> str:
    """A board, a position or a pair as SVG, as `pegfeas draw` makes it.

    >>> draw("english33:-d4").startswith("<svg")
    True
    >>> draw("line:3", weights="1 1 2").count("<circle")
    3
    """
    drawn = drawing(
        shown(start, target, board=board), weights=weights, jumps=jumps, classes=classes, numbers=numbers
    )
    return svg(drawn, theme) + "\n"


def shown(
    start: BoardLike | PairLike,
    target: TargetLike | None = None,
    *,
    lenient: bool = False,
    board: str | None = None,
) -> Drawable:
    """What is to be drawn: a board by name, a document with one grid, or a pair."""
    if target is not None:
        if lenient and isinstance(start, str) and isinstance(target, str):
            return read_question(start, target, lenient=True, board=board).pair
        return as_pair(start, target, board=board)  # type: ignore[arg-type]  # a board has no target, which as_pair says
    if isinstance(start, Board | Position | Pair):
        return start
    if not isinstance(start, str):
        return as_board(start)
    if _is_board(start):
        return read_board(start, lenient=lenient, board=board)
    document = read_document(start, lenient=lenient, board=board)
    one = document.target is None
    return position_of(document, start) if one else pair_of(document, start)


def drawing(
    what: Drawable,
    *,
    weights: Sequence[int] | str | None = None,
    jumps: Sequence[Jump] | str | None = None,
    classes: bool = False,
    numbers: str = "none",
) -> Scene:
    """The picture, before it is written in some format."""
    if sum((weights is not None, jumps is not None, classes)) > 1:
        raise InputError("one of weights, jumps and classes at a time")
    board = what if isinstance(what, Board) else what.board
    start = what.start if isinstance(what, Pair) else what if isinstance(what, Position) else None
    if isinstance(what, Pair) and (classes or weights is not None or jumps is not None):
        warnings.warn("the target is not drawn beside weights, jumps or classes", ReadingNote, stacklevel=3)
    if classes:
        from feasibility.systems.corners import corners

        return pictures.classes(board, {c.members: c.corners for c in corners(board)})
    if weights is not None:
        table = read_weights(weights, board) if isinstance(weights, str) else tuple(weights)
        return pictures.weights(board, table, start)
    if jumps is not None:
        if start is None:
            raise InputError("arrows need a position", seen=board.label, expected="a START with pegs")
        shown = _read_jumps(board, jumps) if isinstance(jumps, str) else as_jumps(board, jumps)
        return pictures.jumps(start, shown)
    if isinstance(what, Pair):
        return pictures.pair(what, numbers)
    return pictures.board(board, numbers) if start is None else pictures.position(start, numbers)


def _read_jumps(board: Board, text: str) -> tuple[Jump, ...]:
    """Arrows need be no play, and nothing tells which notation is meant: the first is taken, and said."""
    chosen, (jumps, _) = next(readings(board, text, None))
    if not jumps:  # as of a command whose answer is put here, and that failed
        raise InputError("no move", expected="moves, as d2d4")
    for form, kind in chosen.items():
        if len(of_form(form)) > 1:
            warnings.warn(f"jumps are read as {kind.name}: {kind.means}", ReadingNote, stacklevel=4)
    return jumps


def _is_board(reference: str) -> bool:
    """A graph, or a name, known or mistyped: neither text, nor a file of a drawing, nor a position."""
    text = reference == "-" or reference.startswith("problem:") or re.search(r":[+-]", reference)
    return not text and (graphs.is_graph(reference) or not (exists(reference) or is_drawing(reference)))
