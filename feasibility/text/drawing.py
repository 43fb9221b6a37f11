"""What the drawings of a text mean: of all ways to take their signs, the one that is left, and its board.

Without a header a sign is taken for `no hole` only where the rest is a known board as it stands, or where it
is a wall. If more than one way is left, or the one that is could be meant the other way round, nothing is
read: the refusal draws every way, with the header lines that choose it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.base.values import Value, replace
from feasibility.game.geometry import Board, Geometry, as_geometry
from feasibility.game.position import Target
from feasibility.text import doubts, known, signs
from feasibility.text.cells import Line, is_wide, refused
from feasibility.text.document import How
from feasibility.text.doubts import Doubt
from feasibility.text.files import placed
from feasibility.text.grid import SQUARE, Grid, holes_of, read_grid
from feasibility.text.headers import Header, first_of, jumps_on, spacing_of
from feasibility.text.known import Placed
from feasibility.text.signs import FREE, HOLE, NOTHING, PEG, PLAIN, Roles

AS_DRAWN = "'# board: drawn' is for what is drawn, as it stands"


class Wanted(Value):
    """What a text, or whoever asks, says of the board of its drawings.

    `board`: it is that one; `like`: the text is a target on it; `drawn`: it is what is drawn, as it stands.
    """

    headers: Sequence[Header] = ()
    board: Board | None = None
    like: Board | None = None
    drawn: bool = False

    @property
    def geometry(self) -> Geometry | None:
        header = first_of(self.headers, "geometry")
        with placed(line=header and header.line):
            return None if header is None else as_geometry(header.value)


class FoundBoard(NamedTuple):
    """The board of a start. `known`: it is one of the table, or the one that was named."""

    placed: Placed
    how: How
    known: bool
    note: str | None = None


class SettledDrawing(Value):
    """The drawings of a text as positions on a board, and how that was found."""

    start: Target
    target: Target | None
    how: How
    note: str | None
    notes: tuple[str, ...]
    roles: Roles
    known: bool


def settle(
    bodies: Sequence[Sequence[Line]], firsts: Sequence[int | None], told: Mapping[str, str], wanted: Wanted
) -> SettledDrawing:
    """The one way to read the rows of a start, and of a target; `firsts`: the lines where they begin."""
    used = {sign for body in bodies for line in body for sign in line.text if sign != " "}
    errors: list[InputError] = []
    guesses: list[InputError] = []  # of signs that may be outside on a known board only
    found: list[SettledDrawing] = []
    for roles in signs.ways(used, told):
        try:
            one = _settled(bodies, firsts, roles, wanted)
        except InputError as error:
            (errors if roles.sure else guesses).append(error)
            continue
        if one.known or (roles.sure and (wanted.drawn or _is_walled(bodies, roles, told))):
            found.append(one)
    of_known = [one for one in found if one.known]
    doubtful = [error for error in errors if isinstance(error, Doubt)]
    left = of_known or ([] if doubtful else found)
    if len({(one.start, one.target) for one in left}) == 1 and left[0].roles.clear:
        return replace(left[0], notes=(*_foreign(left[0].roles, told), *left[0].notes))
    lines = [line for body in bodies for line in body]
    if left:
        raise _unclear(lines, left, told)
    if not used:  # of a text without a sign
        read_grid([], firsts[0])
    doubtful.sort(key=lambda doubt: not doubt.boards)  # what can be chosen is worth more than a place
    doubtful_guesses = [error for error in guesses if isinstance(error, Doubt) and not errors]
    raise (doubtful or errors or doubtful_guesses or [_no_way(lines, used, told)])[0]


def _is_walled(bodies: Sequence[Sequence[Line]], roles: Roles, told: Mapping[str, str]) -> bool:
    """Whether signs of walls, if there are such, stand in several rows, and all rows have one width."""
    walls = {sign for sign in roles.signs(NOTHING) if sign in signs.WALLS and sign not in told}
    rows = [line.text.rstrip() for body in bodies for line in body if line.text.strip()]
    several = sum(bool(walls & set(row)) for row in rows) > 1 and len(set(map(len, rows))) == 1
    return not walls or several


def _settled(
    bodies: Sequence[Sequence[Line]], firsts: Sequence[int | None], roles: Roles, wanted: Wanted
) -> SettledDrawing:
    """The drawings by one way to take their signs."""
    outside = str.maketrans(dict.fromkeys(roles.signs(NOTHING), " "))
    grids = [
        read_grid([(line.number, line.text.translate(outside)) for line in body], first)
        for body, first in zip(bodies, firsts, strict=True)
    ]
    notes: list[str] = []
    first = _start(grids[0], roles, wanted, notes)
    board, start = first.placed.board, _filled(first.placed, grids[0], roles)
    target = None
    if len(grids) > 1:
        held = _held(grids[1], roles)
        target = _filled(known.on(board, grids[1], held, "the board of the start"), grids[1], roles)
    notes += _odd_about(board) if first.how is How.DRAWN and wanted.like is None else []
    return SettledDrawing(start, target, first.how, first.note, tuple(notes), roles, first.known)


def _start(grid: Grid, roles: Roles, wanted: Wanted, notes: list[str]) -> FoundBoard:
    held, geometry = _held(grid, roles), wanted.geometry
    listed = first_of(wanted.headers, "jumps") is not None
    if wanted.board is not None:
        return FoundBoard(known.on(wanted.board, grid, held, wanted.board.label), How.NAME, True)
    if wanted.like is not None and geometry is None and not listed:
        return FoundBoard(known.on(wanted.like, grid, held, "the board of the start"), How.DRAWN, True)
    if geometry is Geometry.EXPLICIT or listed:
        return FoundBoard(_as_it_stands(grid, wanted, notes), How.JUMPS, False)
    name = known.taken_for(grid, geometry)
    doubt = None
    if name is not None:
        board = known.board_of(name, geometry is Geometry.DIAGONAL)
        whole = _own_name(Placed(board, tuple(range(board.n))), wanted)
        if _stands(grid, board, wanted):
            return FoundBoard(whole, How.DRAWN, True)
        if not wanted.drawn and (roles.sure or known.is_framed(board, grid)):
            return FoundBoard(
                whole, How.ROWS, True, f"taken for {name} by the lengths of its rows; {AS_DRAWN}"
            )
        doubt = doubts.same_rows(name, grid.first_line)
    doubt = doubt or doubts.doubt_about(grid, held, geometry)
    if doubt is not None and doubt.boards and not wanted.drawn:
        raise doubt
    found = _as_it_stands(grid, wanted, notes)
    shaped = found.board.listed and not found.board.name.startswith(("line", "rectangle"))
    if shaped or doubt is None:  # a board of the catalogue is no other board that was damaged
        return FoundBoard(found, How.DRAWN, False)
    if not wanted.drawn:
        raise doubt
    return FoundBoard(found, How.DRAWN, False, f"read as it is drawn: {doubt}")


def _stands(grid: Grid, board: Board, wanted: Wanted) -> bool:
    """Whether a drawing is a known board as it stands."""
    try:
        kind = replace(wanted, headers=[h for h in wanted.headers if h.key == "spacing"])
        return tuple(holes_of(_squared(grid, board.geometry, kind, []), board.geometry)) == board.holes
    except InputError:
        return False


def _own_name(found: Placed, wanted: Wanted) -> Placed:
    """A known board under the name that the text gives it."""
    header, board = first_of(wanted.headers, "name"), found.board
    if header is None:
        return found
    return found._replace(board=Board(board.holes, board.geometry, None, header.value))


def _as_it_stands(grid: Grid, wanted: Wanted, notes: list[str]) -> Placed:
    headers = wanted.headers
    name, geometry = first_of(headers, "name"), first_of(headers, "geometry")
    kind = Geometry.ORTHOGONAL if wanted.geometry is None else wanted.geometry
    grid = _squared(grid, kind, wanted, notes)
    holes = holes_of(grid, kind)
    listed, called, line = jumps_on(holes, headers)
    if line is None and geometry is not None:
        line = geometry.line
    with placed(line=line):
        board = Board(holes, kind, listed, name.value if name else "", called or None)
    if name is None:
        from feasibility.text.catalogue import name_of

        known_name = name_of(board)
        if known_name is not None:
            board = Board(board.holes, kind, None, known_name, listed=True)
    return Placed(board, tuple(board.index[hole] for hole in holes))


def _squared(grid: Grid, kind: Geometry, wanted: Wanted, notes: list[str]) -> Grid:
    """The drawing as a person reads it: signs a space apart are neighbours."""
    spacing = spacing_of(wanted.headers)
    if spacing == 1 or kind not in SQUARE:
        return grid
    if spacing == 2 and grid.pitch % 2:
        raise InputError(
            "symbols stand in neighbouring columns",
            line=grid.first_line,
            expected="every second column empty, as # spacing: 2 has it",
        )
    if grid.shifted and spacing is None and first_of(wanted.headers, "geometry") is None:
        raise InputError(
            "rows are shifted by half a step, and no geometry is named",
            line=grid.first_line,
            expected="a first line '# geometry: triangular', or '# geometry: orthogonal' if that is meant",
        )
    if grid.uneven and not grid.shifted and spacing is None and not wanted.drawn:
        what = "blanks between the signs of most rows, but not the same number of them"
        raise Doubt(what, line=grid.first_line, expected="as many blanks everywhere, or '# spacing: 1'")
    across, down = (2 if spacing == 2 else grid.pitch), grid.height
    double = across == 2 and all(is_wide(sign) for sign in grid.cells.values())
    if (1 if double else across, down) != (1, 1) and spacing is None:
        notes.append("symbols a space apart were read as neighbours (# spacing: 1 says otherwise)")
    return grid.closed_up(across, down)


def _held(grid: Grid, roles: Roles) -> set[int]:
    """The cells that are not empty holes, by their order."""
    return {i for i, sign in enumerate(grid.cells.values()) if roles.of.get(sign) != HOLE}


def _filled(found: Placed, grid: Grid, roles: Roles) -> Target:
    must = free = 0
    for hole, sign in zip(found.holes, grid.cells.values(), strict=True):
        if hole is not None:
            must |= (roles.of.get(sign) == PEG) << hole
            free |= (sign == FREE) << hole
    return Target(found.board, must, free)


def _odd_about(board: Board) -> list[str]:
    """What a drawing seldom means: a board without jumps, or without jumps along its rows."""
    rows = {board.holes[jump.start][0] == board.holes[jump.over][0] for jump in board.jumps}
    if True in rows:
        return []
    what = "no jump along a row" if rows else "no jump at all"
    hint = "; is a first line missing, as '# geometry: triangular'?" if board.geometry in SQUARE else ""
    return [f"WARNING: {what} is possible on this board of {plural(board.n, 'hole')}{hint}"]


def _foreign(roles: Roles, told: Mapping[str, str]) -> list[str]:
    """How signs were taken that are not those of the grammar, and of which no header speaks."""
    order = {role: place for place, role in enumerate(signs.ROLES)}
    mine = [(role, sign) for sign, role in roles.of.items() if sign not in told and PLAIN.get(sign) != role]
    mine = [(role, sign) for role, sign in mine if sign != signs.OUTSIDE or role != NOTHING]
    mine.sort(key=lambda pair: (order[pair[0]], pair[1]))
    said = ", ".join(f"{signs.word_of(sign)} as {signs.ROLES[role]}" for role, sign in mine)
    return [f"read {said}"] if said else []


def _unclear(lines: Sequence[Line], left: Sequence[SettledDrawing], told: Mapping[str, str]) -> InputError:
    """The refusal of signs that can be meant in several ways, with each of them drawn."""
    distinct = list({(one.start, one.target): one for one in left}.values())
    roles = [one.roles for one in distinct]
    doubtful = {
        s
        for r in roles
        for s in r.of
        if s not in told and (len(roles) == 1 or any(o.of.get(s) != r.of[s] for o in roles))
    }
    named = " and ".join(signs.word_of(sign) for sign in sorted(doubtful))
    what = f"it is not clear what {named} {'mean' if len(doubtful) > 1 else 'means'}"
    places = [(line, i) for line in lines for i, sign in enumerate(line.text) if sign in doubtful]
    ways = [signs.chosen_by(one.roles, [o for o in roles if o != one.roles], told) for one in distinct]
    error = refused(InputError(what, expected=" or ".join(dict.fromkeys(ways))), lines, places)
    for way, one in list(zip(ways, distinct, strict=True))[:4]:
        error.details += f"\n\nA line {way} above it reads\n{one.start}"
    return error


def _no_way(lines: Sequence[Line], used: set[str], told: Mapping[str, str]) -> InputError:
    """The refusal of signs of which no way to take them is known."""
    bad, what = signs.no_way(used, told)
    places = [(line, i) for line in lines for i, sign in enumerate(line.text) if sign in bad or not bad]
    line, column = places[0]
    error = signs.unreadable(line.text[column])
    error.message = what
    error = refused(error, lines, places)
    sign = line.text[column]
    if sign.isprintable() and sign not in "?,;|[](){}\"'":
        options = [
            signs.header(role, [sign]) for role in signs.ROLES if role not in told.values() or role != NOTHING
        ]
        error.details += (
            f"\nA line above the drawing says what signs mean: {' or '.join(f'`{o}`' for o in options)}."
        )
    return error
