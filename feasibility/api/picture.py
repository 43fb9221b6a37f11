"""The answer of a public function as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from feasibility.api.asking import BoardLike, as_board
from feasibility.base.errors import InputError
from feasibility.decide.plays import Solution
from feasibility.game.geometry import Board
from feasibility.registry import is_offered, offered
from feasibility.render.scene import Scene


class NothingToDraw(InputError):
    """An answer without a picture: there is no play, no army, no bound."""


def picture(
    answer: object,
    board: BoardLike | None = None,
    *,
    theme: str = "auto",
    path: str | PathLike[str] | None = None,
) -> str:
    """What `survey`, `bounds`, `army`, `count`, `solve`, `facets` or `graph` returned, as SVG.

    The picture is the one of the command's `--picture`; `path` writes it as well. Facets and a graph do not
    name their board, so it is given with them.

    >>> from feasibility import solve
    >>> picture(solve("line:4:-b1", pegs=2)).startswith("<svg")
    True
    """
    from feasibility.api.draw import as_svg

    return as_svg(scene(answer, None if board is None else as_board(board)), theme, path)


def scene(answer: object, board: Board | None = None) -> Scene:
    """The picture of an answer, before it is written in some format; a study draws its own answers."""
    one = answer
    if isinstance(answer, Sequence) and not isinstance(answer, str):
        if not answer:
            raise nothing("there are no facets", "a board with facets")
        one = answer[0]
    what = f"a picture of {type(one).__name__}"
    if not is_offered(what):
        expected = "what a command with --picture returns"
        raise InputError("an answer without a picture", seen=type(one).__name__, expected=expected)
    drawn: Scene = offered(what)(answer, board)
    return drawn


def of_play(solution: Solution, board: Board | None = None) -> Scene:
    """The play sweep by sweep."""
    del board
    from feasibility.render.gallery import play

    if solution.play is None:
        raise nothing("there is no play, or none is known", "a pair with a play")
    return play(solution.pair.start, solution.play)


def nothing(why: str, expected: str) -> NothingToDraw:
    """Why an answer has no picture, and what has one."""
    return NothingToDraw(f"there is nothing to draw: {why}", expected=expected)
