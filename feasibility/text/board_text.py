"""The only reader of board text; the grammar is in boards/GRAMMAR.md.

Text, without what mail and forums put around it (`quoting`), is header lines (`headers`) and a start, with
a target or without (`parts`). Their rows (`cells`) hold signs (`signs`), which are pegs, empty holes or no
holes of a board (`known`), all of it in one way (`drawing`), or the text is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypedDict, Unpack

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.aim import Aim, aim_of
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.text import cells, drawing, known
from feasibility.text.cells import Body
from feasibility.text.document import Document, How, Reading
from feasibility.text.drawing import SettledDrawing, Wanted
from feasibility.text.files import placed, read_text
from feasibility.text.grid import SQUARE
from feasibility.text.headers import Header, Told, first_of, read_headers, told_by
from feasibility.text.parts import parts_of
from feasibility.text.quoting import Lines, plain_lines
from feasibility.text.signs import FREE, OUTSIDE, PLAIN, WORDS


class HowToRead(TypedDict, total=False):
    """How a text is to be read, by whoever asks: as options of commands and words of Python say it."""

    lenient: bool
    board: str | None


def read_document(
    path: str, *, like: Board | None = None, as_drawn: bool = False, **how: Unpack[HowToRead]
) -> Document:
    text, name = read_text(path)
    return parse(text, source=name, like=like, as_drawn=as_drawn, **how)


def parse(
    text: str,
    *,
    source: str | None = None,
    lenient: bool = False,
    like: Board | None = None,
    board: str | None = None,
    as_drawn: bool = False,
) -> Document:
    """Read a document. `lenient` leaves out whole lines that hold a character which is not allowed.

    `like` is the board of the start when a target is read: it is the target's where the text names none.
    `board` is what `# board:` says, a name or `drawn`; `as_drawn`: as it stands where
    the text names none, with a note if that is doubtful.
    """
    with placed(source):
        return _parsed(text, lenient, like, board, as_drawn)


def _parsed(text: str, lenient: bool, like: Board | None, board: str | None, as_drawn: bool) -> Document:
    if not text.strip():
        raise InputError("the text is empty", expected="a grid of x, . and ?")
    headers, lines = read_headers(plain_lines(text))
    told = told_by(headers)
    name = _name_of(headers, board)
    drawn = name == known.DRAWN
    with placed(line=None if board is not None else getattr(first_of(headers, "board"), "line", None)):
        named = None if name is None or drawn else _named_board(name)
    like = like if name is None else None
    wanted = Wanted(tuple(headers), named, like, drawn or (as_drawn and named is None))
    settled, bodies, ignored = _settled(parts_of(lines, frozenset(told.roles)), told, wanted, lenient)
    titles = [row for body in bodies for row in body.titles]
    left_out = [said for body in bodies for said in body.left_out]
    if lenient:
        ignored += [f"line {row.number}: {row.written[:60]!r}" for row in titles]
    else:
        left_out += [f"the title in line {row.number}" for row in titles]
    notes = [f"left out {' and '.join(dict.fromkeys(left_out))}"] if left_out else []
    name = known.DRAWN if name is None and as_drawn else name
    kept = [(header.key, header.value) for header in headers if header.key != "board"]
    kept += [("board", name)] if name is not None else []
    return Document(
        settled.start, settled.target, tuple(kept), tuple(ignored), (*settled.notes, *notes), settled.how,
        None if drawn else settled.note,
    )  # fmt: skip


def _settled(
    parts: Sequence[Lines], told: Told, wanted: Wanted, lenient: bool
) -> tuple[SettledDrawing, list[Body], list[str]]:
    """The drawings of the parts, and the lines that lenient reading leaves out."""
    firsts = [1, *(part[0][0] if part else None for part in parts[1:])]

    def settled(kept: Sequence[Lines]) -> tuple[SettledDrawing, list[Body]]:
        bodies = [cells.body(part, told.roles, told.words) for part in kept]
        return drawing.settle([body.rows for body in bodies], firsts, told.roles, wanted), bodies

    try:
        return *settled(parts), []
    except InputError as error:
        allowed = {*PLAIN, "o", " ", FREE, *told.roles, *WORDS.values()}
        allowed |= set() if "outside" in told.roles.values() else {OUTSIDE}
        bad = {line for part in parts for line in part if not allowed.issuperset(line[1])}
        if not bad or not (lenient or all(cells.is_title(line, told.roles) for _, line in bad)):
            raise
        try:
            found = settled([[line for line in part if line not in bad] for part in parts])
        except InputError as other:
            raise (other if lenient else error) from None
        if lenient:
            return *found, [f"line {number}: {line[:60]!r}" for number, line in sorted(bad)]
        less = plural(len(bad), "line")
        error.details += f"\nLenient reading, --lenient, leaves out {less} and reads the rest."
        raise


def _name_of(headers: Sequence[Header], board: str | None) -> str | None:
    """What the text or whoever asks calls the board, in place of its geometry and jumps."""
    header = first_of(headers, "board")
    if header is None:
        return board
    if board is not None and board != header.value:
        seen = f"{board} and {header.value}"
        raise InputError("a board is named twice", line=header.line, seen=seen, expected="one of them")
    other = next((h for h in headers if h.key in ("geometry", "jumps", "names", "spacing")), None)
    if other is not None and header.value != known.DRAWN:
        what = f"a board is named, and its {other.key} as well"
        raise InputError(what, line=other.line, expected="one of them")
    return header.value


def _named_board(name: str) -> Board:
    from feasibility.text import catalogue

    if not catalogue.is_name(name):
        raise catalogue.unknown_board(name)
    return catalogue.board(name)


def position(document: Document, source: str | None = None) -> Position:
    """The start of a document; free holes are for targets only, and blanks between pegs no empty holes."""
    board, start = document.board, document.start
    if start.free:
        seen = f"'?' at {board.called(bits(start.free)[0])}"
        raise InputError("a start has no free holes", source=source, seen=seen, expected="x or .")
    if start.must == board.full and document.how is How.DRAWN and document.header("board") is None:
        gaps = [b for a, b in pairwise(board.holes) if a[0] == b[0] and b[1] > a[1] + 1]
        if gaps and board.geometry in SQUARE:
            what, expected = "no sign for empty holes", f". for each of them, or '# board: {known.DRAWN}'"
            raise InputError(what, source=source, seen="pegs with blanks between", expected=expected)
    return Position(board, start.must)


def pair_of(document: Document, source: str | None = None) -> Pair:
    """The pair of one document, whose target may be left to the rule."""
    return reading_of(document, document.target, source).pair


def reading_of(document: Document, target: Target | Position | None, source: str | None = None) -> Reading:
    """The start of a document with a target; without one, with that of the rule."""
    start = position(document, source)
    goal, aim = aim_of(start) if target is None else (target, Aim.GIVEN)
    return Reading(Pair(start, goal), aim, document.how, document.note)


def join(start: Document, target: Document, sources: Sequence[str | None] = (None, None)) -> Pair:
    """The pair of two documents, whose boards must agree."""
    first, goal = position(start, sources[0]), target.start
    with placed(sources[1]):
        if target.target is not None:
            raise InputError("the target holds two grids", expected="one grid")
        if goal.board != first.board:
            seen, expected = (_described(board) for board in (goal.board, first.board))
            raise InputError(
                "the boards of start and target differ", seen=seen, expected=f"{expected}, as the start"
            )
    return Pair(first, Target(first.board, goal.must, goal.free))


def _described(board: Board) -> str:
    of_its_own = f"{board.name}: " if board.name else ""
    return f"{of_its_own}{board.geometry}, {plural(board.n, 'hole')}, {plural(len(board.jumps), 'jump')}"
