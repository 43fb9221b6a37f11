"""The only reader of board text; the grammar is in boards/GRAMMAR.md.

Text, without what mail and forums put around it (`quoting`, `code`), is header lines (`headers`), remarks
(`remarks`) and a start, with a target or without (`halves`). Their rows (`cells`) hold signs (`signs`),
which are pegs, empty holes or no holes of a board (`known`), all of it in one way (`drawing`), or the text
is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Unpack

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.base.values import replace
from feasibility.game.geometry import Board
from feasibility.game.position import Target, bits
from feasibility.text import catalogue
from feasibility.text.cells import Body, Lines, WordsBesideRow, body_of, is_title
from feasibility.text.document import DRAWN, Document, HowToRead
from feasibility.text.drawing import Wanted, settle
from feasibility.text.files import placed, read_text
from feasibility.text.halves import parts_of
from feasibility.text.headers import Headers, read_headers
from feasibility.text.quoting import plain_lines
from feasibility.text.remarks import (
    emptied_in_words,
    goal_in_words,
    refuse_both_ways,
    refuse_moves,
    refuse_other_jumps,
)
from feasibility.text.signs import FREE, OUTSIDE, PLAIN, WORDS

# a target, as the answers of commands say it
_ANY_WITH = r"\bpegs? to any position with ([0-9]{1,4}) pegs?\s*$"


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
    `board` is what `# board:` says, a name or `drawn`; `as_drawn`: as it stands where the text names none,
    with a note if that is doubtful.
    """
    with placed(source):
        _refuse_other_texts(text)
        headers, lines = read_headers(plain_lines(text))
        name, named = _board_named(headers, board)
        drawn = name == DRAWN
        wanted = Wanted(headers, named, like if name is None else None, drawn or (as_drawn and named is None))
        raw = [*enumerate(text.split("\n"), 1)]
        parts = _without_goal(parts_of(lines, frozenset(headers.roles)), raw, set(headers.roles))
        document, bodies, ignored = _settled(_with_start(parts, like), wanted, lenient)
        if all(headers.first(key) is None for key in ("board", "geometry", "jumps")) and board is None:
            refuse_other_jumps(raw, document.start.board.geometry)
        jumps = document.start.board.jump_index if headers.first("jumps") is not None else {}
        if any(jump[::-1] not in jumps for jump in jumps):
            refuse_both_ways(raw)
    name = DRAWN if name is None and as_drawn else name
    kept = [(header.key, header.value) for header in headers.lines if header.key != "board"]
    kept += [("board", name)] if name is not None else []
    note = None if drawn else document.note
    document = replace(document, headers=tuple(kept), ignored=tuple(ignored), note=note)
    told = {header.line for header in headers.lines}
    words = [line for line in raw if line[0] not in told]
    with placed(source):
        return _with_words(document, bodies, words, lenient, alone=like is None)


def _refuse_other_texts(text: str) -> None:
    if not text.strip():
        raise InputError("the text is empty", expected="a grid of x, . and ?")
    if '"pegfeas-certificate"' in text:
        what = "a certificate, or an answer with one, in place of a position"
        raise InputError(what, expected="a drawing; `pegfeas verify FILE` checks certificates")
    if re.fullmatch(r"\s*[A-Za-z][\w,:]*:[+-][\w+-]+\s*", text):
        expected = "a drawing; names stand in the command, as `pegfeas check english33:-d4`"
        raise InputError("holes named in a text", line=1, seen=repr(text.strip()[:40]), expected=expected)
    if {7 * "<", 7 * "=", 7 * ">"} <= {line[:8].rstrip() for line in text.split("\n")}:
        raise InputError("two versions between marks of conflict, `<<<<<<<`", expected="one of them")


def _with_start(parts: list[Lines], like: Board | None) -> list[Lines]:
    """The parts, of which a target may stand alone, as `target:` above all rows, where there is a start."""
    if len(parts) < 2 or any(line.strip() for _, line in parts[0]):
        return parts
    if like is None:
        below = next((n for n, line in parts[1] if line.strip()), None)
        raise InputError("a target, and no start above it", line=below, expected="the start, then the target")
    return parts[1:]


def _with_words(document: Document, bodies: list[Body], words: Lines, lenient: bool, alone: bool) -> Document:
    """With what the words beside the drawings ask and tell, and with a note of what is left out."""
    titles = sorted((row for body in bodies for row in body.titles), key=lambda row: row.number)
    asked = [found for row in titles if (found := re.search(_ANY_WITH, row.written)) is not None]
    if document.target is None and asked and not lenient and alone:
        document = replace(document, target=Target.with_pegs(document.board, int(asked[0][1])))
        titles = [row for row in titles if row.written != asked[0].string]
    left_out, ignored = [said for body in bodies for said in body.left_out], [*document.ignored]
    them = [(row.number, dict(words).get(row.number, row.written).strip()) for row in titles]
    (ignored if lenient else left_out).extend(f"line {number}: {line[:40]!r}" for number, line in them)
    notes = (f"left out {' and '.join(dict.fromkeys(left_out))}",) if left_out else ()
    known = {str(document.start.must.bit_count()), *(sign for sign, _ in document.signs)}
    goal = goal_in_words(words, known) if document.target is None and not lenient else None
    board, said = document.board, [] if lenient else [row[:2] for row in titles]
    refuse_moves(said, board.by_name)
    pegs = [board.called(hole) for hole in bits(document.start.must)]
    emptied = emptied_in_words(said, None if len(pegs) == board.n else pegs)
    return replace(
        document, ignored=tuple(ignored), notes=document.notes + notes, goal=goal, emptied=emptied,
    )  # fmt: skip


def _without_goal(parts: list[Lines], raw: Lines, told: set[str]) -> list[Lines]:
    """The parts in one where words stand beside `target:`, and rows above or below them alone."""
    if len(parts) < 2:
        return parts
    above, below = ([line for line in part if line[1].strip()] for part in parts)
    alone = not above or all(is_title(line, told) for _, line in below)
    if alone and below and is_title(below[0][1], told) and goal_in_words([raw[below[0][0] - 1]]) is not None:
        return [parts[0] + parts[1]]
    return parts


def _settled(parts: Sequence[Lines], wanted: Wanted, lenient: bool) -> tuple[Document, list[Body], list[str]]:
    """What the parts are read as, their drawings, and the lines that lenient reading leaves out."""
    firsts = [1, *(part[0][0] if part else None for part in parts[1:])]
    told = wanted.headers.roles

    def settled(kept: Sequence[Lines]) -> tuple[Document, list[Body]]:
        bodies = [body_of(part, told, wanted.headers.words) for part in kept]
        return settle(bodies, firsts, wanted), bodies

    try:
        return *settled(parts), []
    except InputError as error:
        allowed = {*PLAIN, "o", " ", FREE, *told, *WORDS.values()}
        allowed |= set() if "outside" in told.values() else {OUTSIDE}
        bad = {line for part in parts for line in part if not allowed.issuperset(line[1])}
        safe = all(is_title(line, told) for _, line in bad) and not isinstance(error, WordsBesideRow)
        if not bad or not (lenient or safe):
            raise
        try:
            found = settled([[line for line in part if line not in bad] for part in parts])
        except InputError as other:
            raise (other if lenient else error) from None
        if lenient:
            return *found, [f"line {number}: {line[:40]!r}" for number, line in sorted(bad)]
        less = plural(len(bad), "line")
        error.details += f"\nLenient reading, --lenient, leaves out {less} and reads the rest."
        raise


def _board_named(headers: Headers, board: str | None) -> tuple[str | None, Board | None]:
    """What the text or whoever asks calls the board, in place of its geometry and jumps."""
    header = headers.first("board")
    name = board if header is None else header.value
    if board is not None and name != board:
        seen = f"{board} and {name}"
        where = None if header is None else header.line
        raise InputError("a board is named twice", line=where, seen=seen, expected="one of them")
    other = next((h for h in headers.lines if h.key in ("geometry", "jumps", "names", "spacing")), None)
    if header is not None and other is not None and name != DRAWN:
        what = f"a board is named, and its {other.key} as well"
        raise InputError(what, line=other.line, expected="one of them")
    if name in (None, DRAWN):
        return name, None
    with placed(line=header.line if header is not None and board is None else None):
        if not catalogue.is_name(name):
            raise catalogue.unknown_board(name)
        return name, catalogue.board(name)
