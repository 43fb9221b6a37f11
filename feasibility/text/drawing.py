"""What the drawings of a text mean: of all ways to take their signs, the one that is left, and its board.

Without a header a sign is `no hole` only where the rest is a known board as it stands, or where it is a wall.
Where more ways than one are left, nothing is read: the refusal draws each, with the headers that choose it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.base.values import replace
from feasibility.game.geometry import SQUARE, Board, Geometry
from feasibility.game.position import Target
from feasibility.text import catalogue, known, signs
from feasibility.text.cells import Body, Line, is_wide, refused
from feasibility.text.document import Document, How
from feasibility.text.files import placed
from feasibility.text.grid import Grid, holes_of, read_grid
from feasibility.text.headers import Headers, jumps_on
from feasibility.text.known import Doubt, doubts_about
from feasibility.text.signs import FREE, HOLE, NOTHING, PEG, PLAIN, Roles


class Wanted(NamedTuple):
    """What is told of a board: it is `board`, that of the start (`like`), or what is drawn, as it stands."""

    headers: Headers
    board: Board | None
    like: Board | None
    drawn: bool


class SettledDrawing(NamedTuple):
    """What is drawn by one way to take the signs; `known`: the board is of the table, or was named."""

    document: Document
    roles: Roles
    known: bool


def settle(bodies: Sequence[Body], firsts: Sequence[int | None], wanted: Wanted) -> Document:
    """The one way to read the rows of a start, and of a target; `firsts`: the lines where they begin."""
    lines, told = [line for body in bodies for line in body.rows], wanted.headers.roles
    used = {sign for line in lines for sign in line.text if sign != " "}
    errors: list[InputError] = []
    guesses: list[InputError] = []  # of signs that may be outside on a known board only
    found: list[SettledDrawing] = []
    for roles in signs.ways(used, told):
        try:
            one = _settled(bodies, firsts, roles, wanted)
        except InputError as error:
            (errors if roles.sure else guesses).append(error)
            continue
        if one.known or (roles.sure and (wanted.drawn or _is_walled(lines, roles, told))):
            found.append(one)
    doubts = [error for error in errors if isinstance(error, Doubt)]
    doubts += [error for error in guesses if isinstance(error, Doubt) and error.sure]
    left = [one for one in found if one.known] or ([] if doubts else found)
    different = {(one.document.start, one.document.target): one for one in left}
    if len(different) == 1 and left[0].roles.clear:
        document, roles = left[0].document, left[0].roles
        notes = (*_foreign(roles, told), *document.notes)
        return replace(document, notes=notes, signs=tuple(sorted(roles.of.items())))
    if left:
        raise _unclear(lines, list(different.values()), told)
    if not used:  # of a text without a sign
        read_grid([], firsts[0])
    doubts.sort(key=lambda doubt: not doubt.boards)  # what can be chosen is worth more than a place
    doubtful_guesses = [error for error in guesses if isinstance(error, Doubt) and not errors]
    raise (doubts or errors or doubtful_guesses or [_no_way(lines, used, told)])[0]


def _is_walled(lines: Sequence[Line], roles: Roles, told: Mapping[str, str]) -> bool:
    """Whether signs of walls, if there are such, stand in several rows, and all rows have one width."""
    walls = {sign for sign in roles.signs(NOTHING) if sign in signs.WALLS and sign not in told}
    rows = [line.text.rstrip() for line in lines if line.text.strip()]
    several = sum(not walls.isdisjoint(row) for row in rows) > 1 and len(set(map(len, rows))) == 1
    return not walls or several


def _settled(
    bodies: Sequence[Body], firsts: Sequence[int | None], roles: Roles, wanted: Wanted
) -> SettledDrawing:
    """The drawings by one way to take their signs."""
    outside = str.maketrans(dict.fromkeys(roles.signs(NOTHING), " "))
    grids = [
        read_grid([(line.number, line.text.translate(outside)) for line in body.rows], first)
        for body, first in zip(bodies, firsts, strict=True)
    ]
    notes: list[str] = []
    board, how, known, note, called = _board_of(grids[0], roles, wanted, notes)
    notes += _odd_about(board) if how is How.DRAWN and wanted.like is None else []
    start, goal = _filled(board, grids[0], roles, called), None
    if len(grids) > 1:
        goal = _filled(board, grids[1], roles, "the board of the start")
    found = Document(start, goal, notes=tuple(notes), how=how, note=note)
    return SettledDrawing(found, roles, known)


def _board_of(
    grid: Grid, roles: Roles, wanted: Wanted, notes: list[str]
) -> tuple[Board, How, bool, str | None, str]:
    """The board of a start by the rules of the grammar: how it was found, whether it is known, a note for a
    person, and what to call it where the drawing may have other blanks than the board.
    """
    geometry, headers = wanted.headers.geometry, wanted.headers
    listed = headers.first("jumps") is not None
    if wanted.board is not None:
        return wanted.board, How.NAME, True, None, wanted.board.label
    if wanted.like is not None and geometry is None and not listed:
        return wanted.like, How.DRAWN, True, None, "the board of the start"
    if geometry is Geometry.EXPLICIT or listed:
        return _as_it_stands(grid, wanted, notes), How.JUMPS, False, None, ""
    name = known.known(geometry).get(grid.counts)
    if name is None:
        doubt = next(doubts_about(grid, _held(grid, roles), geometry), None)
    else:
        board = catalogue.board(f"diagonal:{name}" if geometry is Geometry.DIAGONAL else name)
        own = headers.first("name")
        mine = board if own is None else Board(board.holes, board.geometry, None, own.value)
        if _stands(grid, board, wanted):
            return mine, How.DRAWN, True, None, ""
        if not wanted.drawn and (roles.sure or known.is_framed(board, grid)):
            note = f"Taken for {name} by the lengths of its rows; '# board: drawn' is for what is drawn"
            return mine, How.ROWS, True, f"{note}, as it stands", ""
        doubt = Doubt(f"the rows are as long as those of {name}", grid.first_line, [name])
    if doubt is not None and doubt.boards and not wanted.drawn:
        raise doubt
    board = _as_it_stands(grid, wanted, notes)
    if doubt is None or (board.listed and not board.name.startswith(("line", "rectangle"))):
        return board, How.DRAWN, False, None, ""  # one of the catalogue is no other board that was damaged
    if not wanted.drawn:
        raise doubt
    return board, How.DRAWN, False, f"Read as it is drawn: {doubt}", ""


def _stands(grid: Grid, board: Board, wanted: Wanted) -> bool:
    """Whether a drawing is a known board as it stands."""
    spacing = [header for header in wanted.headers.lines if header.key == "spacing"]
    kind = wanted._replace(headers=Headers(spacing, {}, {}))
    with suppress(InputError):
        return tuple(holes_of(_squared(grid, board.geometry, kind, []), board.geometry)) == board.holes
    return False


def _as_it_stands(grid: Grid, wanted: Wanted, notes: list[str]) -> Board:
    name, geometry = wanted.headers.first("name"), wanted.headers.first("geometry")
    kind = Geometry.ORTHOGONAL if wanted.headers.geometry is None else wanted.headers.geometry
    holes = holes_of(_squared(grid, kind, wanted, notes), kind)
    listed, called, line = jumps_on(holes, wanted.headers)
    with placed(line=geometry.line if line is None and geometry is not None else line):
        board = Board(holes, kind, listed, name.value if name else "", called or None)
    if name is None:
        known_name = catalogue.name_of(board)
        if known_name is not None:
            return Board(board.holes, kind, None, known_name, listed=True)
    return board


def _squared(grid: Grid, kind: Geometry, wanted: Wanted, notes: list[str]) -> Grid:
    """The drawing as a person reads it: signs a space apart are neighbours."""
    line = grid.first_line
    if kind is Geometry.TRIANGULAR and grid.height > 1 and not wanted.drawn:
        raise Doubt("empty lines between the rows", line, (), "none on a triangular board")
    if wanted.headers.are_spaced or kind not in SQUARE:
        return grid
    if grid.shifted and wanted.headers.first("geometry") is None:
        what = "rows are shifted by half a step, and no geometry is named"
        expected = "a first line '# geometry: triangular', or '# geometry: orthogonal' if that is meant"
        raise InputError(what, line=line, expected=expected)
    if grid.uneven and not grid.shifted and not wanted.drawn:
        what = "blanks between the signs of most rows, but not the same number of them"
        raise Doubt(what, line, (), "as many blanks everywhere, or '# spacing: 1'")
    across, down = grid.pitch, grid.height
    double = across == 2 and all(is_wide(sign) for sign in grid.cells.values())
    if (1 if double else across, down) != (1, 1):
        notes.append("symbols a space apart were read as neighbours (# spacing: 1 says otherwise)")
    return grid.closed_up(across, down)


def _held(grid: Grid, roles: Roles) -> set[int]:
    """The cells that are not empty holes, by their order."""
    return {i for i, sign in enumerate(grid.cells.values()) if roles.of.get(sign) != HOLE}


def _filled(board: Board, grid: Grid, roles: Roles, called: str) -> Target:
    """The signs on a board: on one that is called so, by its rows; else in their order."""
    holes = known.on(board, grid, _held(grid, roles), called) if called else range(board.n)
    must = free = 0
    for hole, sign in zip(holes, grid.cells.values(), strict=True):
        if hole is not None:
            must |= (roles.of.get(sign) == PEG) << hole
            free |= (sign == FREE) << hole
    return Target(board, must, free)


def _odd_about(board: Board) -> list[str]:
    """What a drawing seldom means: a board without jumps, or without jumps along its rows."""
    rows = {board.holes[jump.start][0] == board.holes[jump.over][0] for jump in board.jumps}
    if True in rows:
        return []
    what = "no jump along a row" if rows else "no jump at all"
    hint = "; is a first line missing, as '# geometry: triangular'?" if board.geometry in SQUARE else ""
    return [f"WARNING: {what} is possible on this board of {plural(board.n, 'hole')}{hint}"]


def _foreign(roles: Roles, told: Mapping[str, str]) -> list[str]:
    """How signs were taken that no header tells, or that mean the reverse in the grammar."""
    plain = {*PLAIN.items(), (signs.OUTSIDE, NOTHING)}
    taken = [(sign, role) for role in signs.ROLES for sign in roles.signs(role)]
    mine = [(sign, role) for sign, role in taken if sign not in told or PLAIN.get(sign, role) != role]
    said = [f"{signs.word_of(sign)} as {signs.ROLES[its]}" for sign, its in mine if (sign, its) not in plain]
    return [f"read {', '.join(said)}"] if said else []


def _unclear(
    lines: Sequence[Line], distinct: Sequence[SettledDrawing], told: Mapping[str, str]
) -> InputError:
    """The refusal of signs that can be meant in several ways, with each of them drawn."""
    roles = [one.roles for one in distinct]
    free = {sign for its in roles for sign in its.of if sign not in told}
    doubtful = {sign for sign in free if len(roles) == 1 or len({its.of.get(sign) for its in roles}) > 1}
    named = " and ".join(signs.word_of(sign) for sign in sorted(doubtful))
    what = f"it is not clear what {named} {'mean' if len(doubtful) > 1 else 'means'}"
    ways = [signs.chosen_by(its, [other for other in roles if other != its], told) for its in roles]
    error = refused(InputError(what, expected=" or ".join(dict.fromkeys(ways))), lines, doubtful)
    for way, one in zip(ways[:4], distinct, strict=False):
        error.details += f"\n\nA line {way} above it reads\n{one.document.start}"
    return error


def _no_way(lines: Sequence[Line], used: set[str], told: Mapping[str, str]) -> InputError:
    """The refusal of signs of which no way to take them is known."""
    free = used - set(told) - {FREE}
    bad = {sign for sign in free if signs.group(sign) in ("other", "")} or free - set(PLAIN) or free
    what = "a character that is not allowed here"
    if any(sign.isalnum() and signs.group(sign) != "other" for sign in bad) and len(free) > 2:
        what = f"a third sign beside {' and '.join(sorted(free - bad)) or 'two others'}"
    line, sign = next((line, sign) for line in lines for sign in line.text if sign in bad)
    if re.fullmatch(r"\W*[A-Za-z]\d{1,2}(?:\W+[A-Za-z]\d{1,2})*\W*", line.text):
        what, expected = (
            "holes named where rows are drawn",
            "rows of signs; names stand in the command, as +d4",
        )
        return InputError(what, line=line.number, seen=repr(line.text.strip()[:60]), expected=expected)
    error = refused(signs.unreadable(sign, what), lines, bad)
    if sign.isprintable() and sign not in "?,;|[](){}\"'":
        roles = [role for role in signs.ROLES if role not in told.values() or role != NOTHING]
        options = " or ".join(f"`{signs.header(role, [sign])}`" for role in roles)
        error.details += f"\nA line above the drawing says what signs mean: {options}."
    return error
