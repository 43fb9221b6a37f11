"""How every answer begins: what was read and asked, in a sentence and a picture with names of holes."""

from __future__ import annotations

from feasibility.game.aim import Aim
from feasibility.game.geometry import Board, Geometry, column_letters
from feasibility.game.position import Pair, Position, Target
from feasibility.render.columns import drawn, fold, shortened, side_by_side, visible
from feasibility.render.phrases import ENGLISH, phrase
from feasibility.text.writing import lead

MOST_COLUMNS = 26  # that have a letter each
SHORTEST = 24  # columns for the name of a board, where a title folds
FEW = 3  # names of holes that stand for a row


def opening(
    pair: Pair,
    aim: Aim = Aim.GIVEN,
    note: str | None = None,
    width: int = 100,
    language: str = ENGLISH,
    named: bool = True,
) -> str:
    """Of a pair: what it asks, and how to ask otherwise where the target was not given; and both drawn."""
    title = fold(said(pair, aim, note, width, language), width)
    target = [] if pair.target.pegs is not None else drawn(pair.target, width).split("\n")
    return _together(title, pair.start, target, width, language, named)


def opening_of(position: Position, note: str | None, width: int, language: str, named: bool) -> str:
    """Of a position alone; `named`: with the names of its holes."""
    title = _sentences(_title("alone", position, width, language), note)
    return _together(fold(title, width), position, [], width, language, named)


def said(
    pair: Pair, aim: Aim = Aim.GIVEN, note: str | None = None, width: int = 100, language: str = ENGLISH
) -> str:
    """What is asked of a pair and why, in sentences."""
    why = None if aim is Aim.GIVEN else phrase(f"aim.{aim}", language)
    return _sentences(_asked(pair, width, language), why, note)


def _sentences(title: str, *more: str | None) -> str:
    """A title alone has no full stop."""
    known = [sentence for sentence in more if sentence is not None]
    return " ".join([f"{title}.", *known]) if known else title


def _asked(pair: Pair, width: int, language: str) -> str:
    """The board, and how many pegs are to become how many."""
    target = pair.target
    if target.pegs is not None:
        return _title("number", pair.start, width, language, pegs=target.pegs)
    kind, free = ("pattern", target.free.bit_count()) if target.free else ("position", 0)
    return _title(kind, pair.start, width, language, pegs=target.must.bit_count(), free=free)


def _title(kind: str, start: Position, width: int, language: str, **numbers: int) -> str:
    key, values = f"asked.{kind}", {"start": start.count, **numbers}
    room = width - visible(phrase(key, language, board="", **values))
    return phrase(key, language, board=shortened(start.board.label, max(SHORTEST, room)), **values)


def _together(
    title: str, start: Position, target: list[str], width: int, language: str, named: bool = True
) -> str:
    """Title, picture, and what the names of the holes are where they stand at its rim."""
    board, left = start.board, drawn(Target.exactly(start), width)
    rows = board.geometry is Geometry.TRIANGULAR
    # whether letters of columns and numbers of rows say what the holes are called
    lettered = board.names is None and max(column for _, column in board.holes) < MOST_COLUMNS
    if not (named and lettered) or left.startswith("("):
        picture = side_by_side(left.split("\n"), target, width)
        return f"{title}\n\n{lead(start)}{picture}"
    if target and not rows:
        target = ["", *target]  # beside the letters of the columns
    picture = side_by_side(with_names(board, left), target, width)
    # what holes of the first row are called; of the last one, which is longer, if rows are shifted
    row = board.holes[-1 if rows else 0][0]
    names = [board.called(i) for i, hole in enumerate(board.holes) if hole[0] == row]
    listed = " ".join(names[:FEW]) + (" ..." if len(names) > FEW else "")
    words = phrase("names.rows" if rows else "names.columns", language, holes=listed)
    return f"{title}\n{fold(words, width)}\n\n{lead(start)}{picture}"


def with_names(board: Board, picture: str) -> list[str]:
    """The lines of a drawing with numbers of the rows, and letters of columns that are upright."""
    lines = picture.split("\n")
    digits = len(str(len(lines)))
    rows = [f"{number:{digits}} {line}" for number, line in enumerate(lines, 1)]
    if board.geometry is Geometry.TRIANGULAR:
        return rows
    columns = {column for _, column in board.holes}
    letters = "".join(column_letters(i) for i in range(min(columns), max(columns) + 1))
    return [f"{'':{digits}} {letters}", *rows]
