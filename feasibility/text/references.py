"""What a user may write where a position or a board is wanted.

A file, `-`, a shipped problem (`problem:lucas/EL01`), or a board with holes named: `english33:-d4` is full
but for d4, `english33:+d4+e4` has only these two pegs, and so with the board of a file, `mine.txt:-c3`.
"""

from __future__ import annotations

import re
import warnings
from os.path import exists, isfile

from feasibility.base.errors import InputError, ReadingNote
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.text import board_text, catalogue, graphs
from feasibility.text.board_text import HowToRead
from feasibility.text.document import Document, Reading
from feasibility.text.known import DRAWN
from feasibility.text.named_holes import example, holes_on, named_holes, refuse_nearly_named, with_holes


def read_board(reference: str, *, lenient: bool = False, board: str | None = None) -> Board:
    """A board by name, the board of a file, or that of a drawing, of which `board` says what it is of."""
    if reference != "-" and catalogue.is_name(reference) and not isfile(reference):
        return _agreed(catalogue.board(reference), board)
    if graphs.is_graph(reference):
        return _agreed(graphs.board_of(reference), board)
    text = reference == "-" or reference.startswith("problem:") or exists(reference) or is_drawing(reference)
    if not text and not _looks_like_a_path(reference):
        raise catalogue.unknown_board(reference)
    return read_document(reference, lenient=lenient, board=board).board


def read_document(
    reference: str, *, like: Board | None = None, lenient: bool = False, board: str | None = None
) -> Document:
    """What a reference stands for; `like` is the start's board when a target is read.

    `board`: what a drawing is of, a name or `drawn`. Warns of what was left out, and of how the drawing was
    understood.
    """
    found, called = _read_document(reference, like, lenient, board)
    for line in found.ignored:
        warnings.warn(f"ignored {called}, {line}", ReadingNote, stacklevel=3)
    for note in found.notes:
        warnings.warn(f"{called}: {note}", ReadingNote, stacklevel=3)
    _agreed(found.board, board)
    return found


def _agreed(found: Board, board: str | None) -> Board:
    """The board of a reference, unless another one is named beside it."""
    if board is not None and board != DRAWN and found != catalogue.board(board):
        raise InputError("two boards", seen=f"{found.label} and {board}", expected="one of them")
    return found


def _read_document(
    reference: str, like: Board | None, lenient: bool, board: str | None
) -> tuple[Document, str]:
    """The document, and what it is called."""
    how: HowToRead = {"lenient": lenient, "board": board}
    if "\n" in reference:
        return board_text.parse(reference, like=like, **how), "the text"
    if like is not None and re.match(r"[+-].", reference):
        return holes_on(like, reference), reference
    if reference.startswith("problem:"):
        return catalogue.problem(reference.removeprefix("problem:"), lenient=lenient), reference
    match = named_holes(reference)
    if match is not None and not exists(reference):
        return with_holes(read_board(match["board"]), match), reference
    if graphs.is_graph(reference):
        raise _no_position(reference)
    if reference == "-" or exists(reference):
        return board_text.read_document(reference, like=like, **how), reference
    refuse_nearly_named(reference)
    if is_drawing(reference):
        return board_text.parse(reference, like=like, **how), "the text"
    if catalogue.is_name(reference):
        raise _no_position(reference)
    if _looks_like_a_path(reference):
        raise InputError("no such file", source=reference)
    examples = [example(name, catalogue.board(name)) for name in catalogue.near_boards(reference)]
    what, expected = "neither a file nor a board with holes named", "a file, -, problem:NAME or BOARD:-d4"
    raise InputError(what, seen=repr(reference[:60]), expected=" or ".join(examples) or expected)


def read_pair(
    start: str,
    target: str | None = None,
    *,
    pegs: int | None = None,
    complement: bool = False,
    lenient: bool = False,
    board: str | None = None,
) -> Pair:
    """The pair of two references; of one alone, its target part or else that of the rule.

    One empty hole: the last peg is to end there. More: any one peg may be left. `pegs`: any position with
    that many. `complement`: pegs and holes exchanged. `board`: what a drawing is of, a name or `drawn`.
    """
    return read_question(start, target, pegs=pegs, complement=complement, lenient=lenient, board=board).pair


def read_question(
    start: str,
    target: str | None = None,
    *,
    pegs: int | None = None,
    complement: bool = False,
    lenient: bool = False,
    board: str | None = None,
) -> Reading:
    """The pair as `read_pair` reads it, where its target comes from, and how its board was read."""
    if start == "-" and target == "-":
        what, expected = "start and target cannot both be standard input", "one text with a line of dashes"
        raise InputError(what, expected=expected)
    asked = {"a target": target, "a number of pegs": pegs, "the complement": complement or None}
    named = [what for what, value in asked.items() if value is not None]
    if len(named) > 1:
        seen = repr(pegs if target is None else target)
        raise InputError(" and ".join(named), seen=seen, expected="one of them")
    first = read_document(start, lenient=lenient, board=board)
    goal = first.target
    if target is not None:
        second = read_document(target, like=first.board, lenient=lenient)
        goal = board_text.join(first, second, (start, target)).target
    elif pegs is not None:
        goal = Target.with_pegs(first.board, pegs)
    elif complement:
        goal = Target.exactly(board_text.position(first, start).complement)
    return board_text.reading_of(first, goal, start)


def reference(position: Position, where: str | None = None) -> str | None:
    """A position as BOARD:+d4+e4 or BOARD:-d4, whichever is shorter; None where the board has no name.

    `where`: what the user called a board that has no name of its own, as the name of a file.
    """
    board, mask = position.board, position.mask
    where = board.name if catalogue.lists(board) else where
    pegs = 0 < 2 * position.count <= board.n or position.count == board.n
    named = position.pegs if pegs else bits(board.full & ~mask)
    if where is None or not named:
        return None
    return f"{where}:" + "".join(f"{'+' if pegs else '-'}{board.called(i)}" for i in named)


def place_of(text: str) -> str | None:
    """The board of a reference as the user called it, where that can stand before holes again."""
    match = named_holes(text)
    if match is not None and not exists(text):
        return match["board"]
    return text if isfile(text) else None


def _no_position(reference: str) -> InputError:
    expected = f"its holes too, as {example(catalogue.plain_name(reference), read_board(reference))}"
    return InputError("a board alone is not a position", seen=repr(reference), expected=expected)


def is_drawing(text: str) -> bool:
    """Whether a word is a drawing in one line and no name of a file: signs alone, as rows or lists."""
    if "\n" in text:
        return True
    path = any(part in (".", "..", "") for part in text.split("/")[:-1])
    signs = r"(?:[xXoOE0-9.?*@#_\-●○\s/,;|\[\](){}\"']|\\n)+|(?:[^\x00-\x7f]| )+"
    return len("".join(text.split())) > 2 and not path and re.fullmatch(signs, text) is not None


def _looks_like_a_path(reference: str) -> bool:
    return "/" in reference or "\\" in reference or "." in reference or "\0" in reference
