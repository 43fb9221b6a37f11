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
from feasibility.text.document import Document, Reading
from feasibility.text.known import DRAWN
from feasibility.text.named_holes import NAMED_HOLES, example, holes_on, refuse_nearly_named, with_holes


def read_board(reference: str, *, lenient: bool = False, board: str | None = None) -> Board:
    """A board by name, the board of a file, or that of a drawing, of which `board` says what it is of."""
    if reference != "-" and catalogue.is_name(reference) and not isfile(reference):
        return _agreed(catalogue.board(reference), board)
    if graphs.is_graph(reference):
        return _agreed(graphs.board_of(reference), board)
    is_text = reference == "-" or reference.startswith("problem:")
    is_text = is_text or exists(reference) or is_drawing(reference)
    if not is_text and not _looks_like_a_path(reference):
        raise catalogue.unknown_board(reference)
    return read_document(reference, lenient=lenient, board=board).board


def read_document(
    reference: str, *, like: Board | None = None, lenient: bool = False, board: str | None = None
) -> Document:
    """What a reference stands for; `like` is the start's board when a target is read.

    `board`: what a drawing is of, a name or `drawn`.
    """
    found = _read_document(reference, like, lenient, board)
    _agreed(found.board, board)
    return found


def _agreed(found: Board, board: str | None) -> Board:
    """The board of a reference, unless another one is named beside it."""
    if board is not None and board != DRAWN and found != catalogue.board(board):
        raise InputError("two boards", seen=f"{found.label} and {board}", expected="one of them")
    return found


def _read_document(reference: str, like: Board | None, lenient: bool, board: str | None) -> Document:
    if "\n" in reference:
        return tell(board_text.parse(reference, lenient=lenient, like=like, board=board), "the text")
    if like is not None and re.match(r"[+-].", reference):
        return tell(holes_on(like, reference), reference)
    if reference.startswith("problem:"):
        return tell(catalogue.problem(reference.removeprefix("problem:"), lenient=lenient), reference)
    match = graphs.holes_of(reference) or re.fullmatch(NAMED_HOLES, reference)
    if match is not None and not exists(reference):
        return tell(with_holes(read_board(match["board"]), match), reference)
    if graphs.is_graph(reference):
        raise _no_position(reference)
    if reference == "-" or exists(reference):
        return tell(board_text.read_document(reference, lenient=lenient, like=like, board=board), reference)
    refuse_nearly_named(reference)
    if is_drawing(reference):
        return tell(board_text.parse(reference, lenient=lenient, like=like, board=board), "the text")
    if catalogue.is_name(reference):
        raise _no_position(reference)
    if _looks_like_a_path(reference):
        raise InputError("no such file", source=reference)
    examples = [example(name, catalogue.board(name)) for name in catalogue.near_boards(reference)]
    raise InputError(
        "neither a file nor a board with holes named",
        seen=repr(reference[:60]),
        expected=" or ".join(examples) or "a file, -, problem:NAME or BOARD:-d4",
    )


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
        raise InputError(
            "start and target cannot both be standard input", expected="one text with a line of dashes"
        )
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
    if catalogue.is_name(board.name) and catalogue.board(board.name) == board:
        where = board.name
    if where is None:
        return None
    pegs = 0 < 2 * position.count <= board.n or position.count == board.n
    named = position.pegs if pegs else bits(board.full & ~mask)
    return f"{where}:" + "".join(f"{'+' if pegs else '-'}{board.called(i)}" for i in named) if named else None


def place_of(text: str) -> str | None:
    """The board of a reference as the user called it, where that can stand before holes again."""
    match = graphs.holes_of(text) or re.fullmatch(NAMED_HOLES, text)
    if match is not None and not exists(text):
        return match["board"]
    return text if isfile(text) else None


def tell(document: Document, reference: str) -> Document:
    """Warns of what was left out, and of how the drawing was understood."""
    for line in document.ignored:
        warnings.warn(f"ignored {reference}, {line}", ReadingNote, stacklevel=3)
    for note in document.notes:
        warnings.warn(f"{reference}: {note}", ReadingNote, stacklevel=3)
    return document


def _no_position(reference: str) -> InputError:
    expected = f"its holes too, as {example(catalogue.plain_name(reference), read_board(reference))}"
    return InputError("a board alone is not a position", seen=repr(reference), expected=expected)


def is_drawing(text: str) -> bool:
    """Whether a word is a drawing in one line and no name of a file: signs alone, as rows or lists."""
    if "\n" in text:
        return True
    path = any(part in (".", "..", "") for part in text.split("/")[:-1])
    signs = sum(not sign.isspace() for sign in text)
    return (
        signs > 2
        and not path
        and re.fullmatch(r"(?:[xXoOE0-9.?*@#_\-●○\s/,;|\[\](){}\"']|\\n)+|(?:[^\x00-\x7f]| )+", text)
        is not None
    )


def _looks_like_a_path(reference: str) -> bool:
    return "/" in reference or "\\" in reference or "." in reference or "\0" in reference
