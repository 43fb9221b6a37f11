"""What a user may write where a position or a board is wanted.

A file, `-`, a shipped problem (`problem:lucas/EL01`), or a board with holes named: `english33:-d4` is full
but for d4, `english33:+d4+e4` has only these two pegs, and so with the board of a file, `mine.txt:-c3`.
Numbers are read as E. Lucas wrote them, where they cannot be the holes counted row by row as well.
"""

from __future__ import annotations

import math
import re
import warnings
from itertools import pairwise
from os.path import exists, isfile
from typing import Unpack

from feasibility.base.errors import InputError, ReadingNote
from feasibility.game.geometry import HOLE_NAME, SQUARE, Board
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.text import catalogue, graphs
from feasibility.text.document import (
    DRAWN,
    TARGET_LEFT_OUT,
    Document,
    HowToRead,
    Reading,
    join,
    position_of,
    reading_of,
)  # fmt: skip
from feasibility.text.files import called
from feasibility.text.notations import COLUMN_ROW, counted, parse_coordinate

_LISTED = r"(?P<sign>[+-])(?P<holes>{0}(?:[+-]{0})*)"
HOLES = _LISTED.format(r"(?:[A-Za-z]+[0-9]+|[0-9]{2})")
_VERTICES = _LISTED.format(HOLE_NAME)
_NEARLY = r"(?:(?P<board>.+?):)?(?P<sign>[+-]?)(?P<holes>[a-z]+[0-9]+(?:[+-]?[, ]*[+-]?[a-z]+[0-9]+)*)"


def read_board(reference: str, *, lenient: bool = False, board: str | None = None) -> Board:
    """A board by name, the board of a file, or that of a drawing, of which `board` says what it is of."""
    named = None if exists(reference) or "\n" in reference else named_holes(reference)
    if named is not None:
        what, expected = "holes named, where a board alone is wanted", named["board"]
        raise InputError(what, seen=repr(reference[:60]), expected=expected)
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

    `board`: what a drawing is of, or `drawn`. Warns of what was left out, and of how it was understood.
    """
    found, name = _read_document(reference, like, {"lenient": lenient, "board": board})
    said = [f"ignored {name}, {line}" for line in found.ignored]
    for note in (*said, *(f"{name}: {note}" for note in found.notes)):
        warnings.warn(note, ReadingNote, stacklevel=3)
    _agreed(found.board, board)
    return found


def _agreed(found: Board, board: str | None) -> Board:
    """The board of a reference, unless another one is named beside it."""
    if board is not None and board != DRAWN and found != catalogue.board(board):
        raise InputError("two boards", seen=f"{found.label} and {board}", expected="one of them")
    return found


def _read_document(reference: str, like: Board | None, how: HowToRead) -> tuple[Document, str]:
    """The document, and what it is called."""
    if like is not None and "\n" not in reference and re.match(r"[+-].", reference):
        match = re.fullmatch(HOLES if like.names is None else _VERTICES, reference)
        if match is None:
            _refuse_nearly_named(reference)
            raise InputError("no holes named", seen=repr(reference[:60]), expected="-d4, or +d4+e4")
        return _with_holes(like, match), reference
    if reference.startswith("problem:") and "\n" not in reference:
        return catalogue.problem(reference.removeprefix("problem:"), lenient=how["lenient"]), reference
    match = named_holes(reference)
    if match is not None and not exists(reference):
        return _with_holes(read_board(match["board"]), match), reference
    from feasibility.text import board_text  # plain names need none of it

    if "\n" not in reference and not graphs.is_graph(reference):
        if reference == "-" or exists(reference):
            return board_text.read_document(reference, like=like, **how), called(reference)
        _refuse_nearly_named(reference)
    if is_drawing(reference):
        return board_text.parse(reference, like=like, **how), "the text"
    if graphs.is_graph(reference) or catalogue.is_name(reference):
        expected = f"its holes too, as {_example(catalogue.plain_name(reference), read_board(reference))}"
        raise InputError("a board alone is not a position", seen=repr(reference), expected=expected)
    before = re.fullmatch("(.+?):[+-].*", reference)  # only its holes are wrong
    if before is not None and isfile(before[1]):
        expected = _example(before[1], read_board(before[1]))
        raise InputError("no holes named", seen=repr(reference[:60]), expected=expected)
    if _looks_like_a_path(reference):
        raise InputError("no such file", source=reference)
    is_known = before is not None and catalogue.is_name(before[1])
    names = [before[1]] if before is not None and is_known else catalogue.near_boards(reference)
    examples = [_example(name, catalogue.board(name)) for name in names]
    what, expected = "neither a file nor a board with holes named", "a file, -, problem:NAME or BOARD:-d4"
    expected = f"+d4 or -d4, {expected}" if like is not None else expected
    raise InputError(what, seen=repr(reference[:60]), expected=" or ".join(examples) or expected)


def named_holes(reference: str) -> re.Match[str] | None:
    """A board with holes named in its parts; no text of a graph holds a colon and a sign."""
    match = re.fullmatch(f"(?P<board>.+?):{_VERTICES}", reference)
    if match is not None and graphs.is_graph(match["board"]):
        return match
    return re.fullmatch(f"(?P<board>.+?):{HOLES}", reference)


def _with_holes(board: Board, match: re.Match[str]) -> Document:
    if {"+", "-"} <= set(match["sign"] + match["holes"]):
        expected = "only + (these pegs) or only - (all but these)"
        raise InputError("+ and - do not mix", seen=repr(match[0][:60]), expected=expected)
    names = re.split("[+-]", match["holes"])
    notes: tuple[str, ...] = ()
    if board.names is None and any(name.isdecimal() for name in names):
        holes = _numbered(board, names, match["sign"])
        notes = ("numbers of holes are read as Lucas wrote them: column, then row from the bottom",)
    else:
        holes = [parse_coordinate(board, name.lower() if board.names is None else name) for name in names]
    twice = next((a for a, b in pairwise(sorted(holes)) if a == b), None)
    if twice is not None:
        what, expected = "a hole is named twice", f"{board.called(twice)} once, or another hole"
        raise InputError(what, seen=repr(match[0][:60]), expected=expected)
    mask = sum(1 << hole for hole in holes)
    return Document(Target(board, mask if match["sign"] == "+" else board.full & ~mask), notes=notes)


def _numbered(board: Board, names: list[str], sign: str) -> list[int]:
    """The holes of two digits each; refused where they could be the numbers of holes counted row by row."""
    written = COLUMN_ROW.names(board) if board.geometry in SQUARE else []
    wrong = next((name for name in names if name not in written), None)
    if wrong is not None:
        raise InputError(f"no hole {wrong} on {board.label}", expected="holes by their names, as d4")
    holes, count = [written.index(name) for name in names], counted(1, board)
    others = [count.index(name) for name in names if name in count]
    is_lucas = board.name == "french37"  # the board of his problems
    if not is_lucas and len(others) == len(holes) and others != holes:
        lucas, other = ("".join(f"{sign}{board.called(hole)}" for hole in them) for them in (holes, others))
        what = "numbers that may be column and row, or holes counted row by row"
        raise InputError(what, seen=" ".join(names), expected=f"{lucas} or {other}")
    return holes


def _example(name: str, board: Board) -> str:
    """A position as one writes it: the board full, but for the hole that is nearest to the middle."""
    middle = [sum(place) / board.n for place in zip(*board.holes, strict=True)]
    nearest = min(range(board.n), key=lambda hole: math.dist(board.holes[hole], middle))
    return f"{name}:-{board.called(nearest if board.names is None else 0)}"  # a graph has no middle


def _refuse_nearly_named(reference: str) -> None:
    """Every hole has a sign before it; who writes d4,e4, or no sign at all, learns of it."""
    match = re.fullmatch(_NEARLY, reference, re.IGNORECASE | re.ASCII)
    if match is not None and (match["sign"] or catalogue.is_name(match["board"] or "")):
        words = re.findall("[A-Za-z]+[0-9]+", match["holes"])
        board = f"{match['board']}:" if match["board"] else ""
        expected = board + "".join((match["sign"] or "-") + word.lower() for word in words)
        alone = expected == reference.lower()
        what, expected = (
            ("holes without a board", f"BOARD:{expected}") if alone else ("each hole has a sign", expected)
        )
        raise InputError(what, seen=repr(reference[:60]), expected=expected)


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
    return read_question(start, target, pegs, complement, lenient=lenient, board=board).pair


def read_question(
    start: str,
    target: str | None = None,
    pegs: int | None = None,
    complement: bool = False,
    **how: Unpack[HowToRead],
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
    first = read_document(start, **how)
    goal = first.target
    if target is not None:
        second = read_document(target, like=first.board, lenient=how.get("lenient", False))
        goal = join(first, second, (start, target)).target
    elif pegs is not None:
        goal = Target.with_pegs(first.board, pegs)
    elif complement:
        goal = Target.exactly(position_of(first, start).complement)
    if first.target not in (None, goal):
        warnings.warn(TARGET_LEFT_OUT, ReadingNote, stacklevel=3)
    return reading_of(first, goal, start)


def read_start(start: str, *, like: Board | None = None, **how: Unpack[HowToRead]) -> Document:
    """A start where no target is asked about, on a board `like` that one; warns of a target in its text."""
    found = read_document(start, like=like, **how)
    if found.target is not None:
        note = "the text has a target, which is left out: only its start is asked about"
        warnings.warn(note, ReadingNote, stacklevel=3)
    return found


def reference(position: Position, where: str | None = None) -> str | None:
    """A position as BOARD:+d4+e4 or BOARD:-d4, the shorter; `where`: what a nameless board was called."""
    board = position.board
    where = board.name if catalogue.lists(board) else where
    pegs = 0 < 2 * position.count <= board.n or position.count == board.n
    named = position.pegs if pegs else bits(board.full & ~position.mask)
    if where is None or not named:
        return None
    return f"{where}:" + "".join(f"{'+' if pegs else '-'}{board.called(i)}" for i in named)


def is_drawing(text: str) -> bool:
    """Whether a word is a drawing in one line and no name of a file: signs alone, as rows or lists."""
    if "\n" in text:
        return True
    path = any(part in (".", "..", "") for part in text.split("/")[:-1])
    signs = r"(?:[xXoOE0-9.?*@#_\-●○\s/,;|\[\](){}\"']|\\n)+|(?:[^\x00-\x7f]| )+"
    return len("".join(text.split())) > 2 and not path and re.fullmatch(signs, text) is not None


def _looks_like_a_path(reference: str) -> bool:
    return not {"/", "\\", ".", "\0"}.isdisjoint(reference)
