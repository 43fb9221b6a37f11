"""The only reader and writer of jumps as text, in every notation of the table (`notations`).

Where start and landing do not determine the jumped hole (tori, graphs), it stands between, `a1(b1)c1`. Jumps
of one peg join to a sweep, `d2-d4-f4`. A text is read in the first notation that names jumps of the board;
where its start is known, in the one in which it is legal: several must be one play up to a symmetry of the
start, or whoever asks names the notation. By the French rule one peg may be put back, `(put back d4)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from feasibility.base.errors import IllegalJump, InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Position, PutBack, Target, positions
from feasibility.game.symmetry import apply_to_jump, stabiliser
from feasibility.text import notations
from feasibility.text.files import placed
from feasibility.text.notations import FRENCH, Form, Notation, any_of, named, of_form, read_hole
from feasibility.text.tokens import Token, tokens

NotationOfForm = Mapping[Form, Notation]  # in which notation each form of a text is read


ReadPlay = tuple[tuple[Jump, ...], PutBack | None]


def format_jump(board: Board, jump: Jump, style: str = "coordinates") -> str:
    return format_sweep(board, [jump], style)


def format_sweep(board: Board, jumps: Sequence[Jump], style: str = "coordinates") -> str:
    notation = named(style)
    if notation.form is not Form.NAMES:
        return notations.write_sweep(notation, board, jumps)
    text = board.called(jumps[0].start)
    for jump in jumps:
        # a graph shows its paths; on a torus the jumped hole is named if two jumps join the same holes
        is_explicit = board.geometry is Geometry.EXPLICIT
        if board.names is not None or (is_explicit and len(_between(board, jump.start, jump.landing)) > 1):
            text += f"({board.called(jump.over)})"
        elif len(jumps) > 1:
            text += "-"
        text += board.called(jump.landing)
    return text


def format_jumps(
    board: Board, jumps: Iterable[Sequence[int]], style: str = "coordinates", *, sweeps: bool = False
) -> str:
    """A play as text, jumps (or sweeps) separated by spaces."""
    made = [Jump(*jump) for jump in jumps]
    groups = join_sweeps(made) if sweeps else [[jump] for jump in made]
    return " ".join(format_sweep(board, group, style) for group in groups)


def join_sweeps(jumps: Sequence[Jump]) -> list[list[Jump]]:
    """The jumps of a play grouped so that consecutive jumps of one peg stand together."""
    groups: list[list[Jump]] = []
    for jump in jumps:
        if groups and groups[-1][-1].landing == jump.start:
            groups[-1].append(jump)
        else:
            groups.append([jump])
    return groups


def parse_jumps(board: Board, text: str, *, notation: str | None = None) -> tuple[Jump, ...]:
    """Read a play: moves in any notation between spaces, commas or new lines, a plan, an answer, a report."""
    return next(readings(board, text, notation))[1][0]


def readings(
    board: Board, text: str, notation: str | None, hole: int | None = None
) -> Iterator[tuple[NotationOfForm, ReadPlay]]:
    """What a text means where it means something, by the order of the table; `hole`: of a peg put back."""
    listed, told = tokens(board, text)
    for token in listed:
        if token.form is Form.LETTERS and notation is None and not notations.has_letters(board):
            raise token.refused()
    forms = {token.form for token in listed} - {Form.BACK}
    kept = None if notation is None else named(notation)
    if kept is not None:
        notations.require_clear(kept, board)
    lists = [[kept] if kept and kept.form is form else of_form(form) for form in Form if form in forms]
    errors = []
    choices = [{kind.form: kind for kind in kinds} for kinds in product(*lists)]
    for chosen in choices:
        try:
            play = _play(board, listed, chosen, hole)
            if told not in (None, len(play[0])):  # a report that was cut, or changed, is not read as if whole
                seen = plural(len(play[0]), "jump")
                raise InputError("not all of this play was read", seen=seen, expected=str(told))
        except InputError as error:
            errors.append(error)
        else:
            yield chosen, play
    if len(errors) == len(choices):
        raise errors[0]


def _play(board: Board, listed: Sequence[Token], chosen: NotationOfForm, hole: int | None) -> ReadPlay:
    jumps: list[Jump] = []
    back = None
    for token in listed:
        try:
            if token.form is not Form.BACK:
                jumps += _jumps(board, token, chosen[token.form])
            elif hole is None:
                expected = f"--return-peg {token.parts[0]}"
                raise InputError("no peg may be put back", seen=token.text, expected=expected)
            elif back is not None or token.parts[0] != board.called(hole):
                raise InputError("one peg goes back once", seen=token.text, expected=board.called(hole))
            else:
                back = PutBack(hole, len(jumps))
        except InputError as error:
            seen = repr(token.text[:40]) if error.seen is None else error.seen
            error.at(line=token.line, column=token.column, seen=seen)
            raise
    return tuple(jumps), back


def _jumps(board: Board, token: Token, notation: Notation) -> Iterator[Jump]:
    """The jumps of a token, direction by direction, or from hole to hole; one in brackets is jumped over."""
    if token.form in (Form.STEPS, Form.HEADED):
        first, second, way = token.parts
        start = read_hole(notation, board, f"{first}{',' if token.form is Form.STEPS else ':'}{second}")
        if token.form is Form.HEADED:
            way = next((known for known, french in FRENCH.items() if french.lower() == way.lower()), way)
        yield from notations.jumps_along(board, start, way)
        return
    start, over = read_hole(notation, board, token.parts[0]), None
    for place, part in enumerate(token.parts[1:], 1):
        hole = read_hole(notation, board, part.strip("()"))
        if part.startswith("(") or (token.form is Form.INDICES and place % 2):
            over = hole
            continue
        yield _the_jump(board, start, over, hole)
        start, over = hole, None


def _between(board: Board, start: int, landing: int) -> list[Jump]:
    return [jump for jump in board.jumps if jump.start == start and jump.landing == landing]


def _the_jump(board: Board, start: int, over: int | None, landing: int) -> Jump:
    found = [jump for jump in _between(board, start, landing) if over in (None, jump.over)]
    if len(found) == 1:
        return found[0]
    names = f"from {board.called(start)} to {board.called(landing)}"
    if found:
        expected = f"the jumped hole in brackets: {' or '.join(board.called(j.over) for j in found)}"
        raise InputError(f"several jumps {names}", expected=expected)
    near = [j for j in board.jumps if j.start == start] or [j for j in board.jumps if j.landing == landing]
    others = any_of(format_jump(board, jump) for jump in near) or None
    beyond = "" if over is None else f" over {board.called(over)}"
    raise InputError(f"{board.label} has no jump {names}{beyond}", expected=others)


class _Tried(NamedTuple):
    """A text in the notations that were told: how many jumps of the play are legal, and where they end."""

    told: tuple[Notation, ...]
    play: ReadPlay
    legal: int
    end: Position | None


def read_moves(
    start: Position, text: str, *, notation: str | None = None, target: Target | None = None
) -> tuple[Jump, ...]:
    """The jumps of a text in the notation in which they can be played."""
    return read_play(start, text, notation=notation, target=target)[0]


def read_play(
    start: Position,
    text: str,
    *,
    hole: int | None = None,
    source: str | None = None,
    notation: str | None,
    target: Target | None,
) -> tuple[tuple[Jump, ...], PutBack | None, tuple[Notation, ...]]:
    """The jumps of a text, where it puts the peg back, and the notations that were chosen for it.

    `hole`: whose peg may be put back. Without a legal reading it is the one that comes farthest.
    """
    with placed(source):
        tried = [_tried(start, *reading) for reading in readings(start.board, text, notation, hole)]
        legal = [(one, one.end) for one in tried if one.end is not None]
        there = [pair for pair in legal if target is not None and target.contains(pair[1].mask)]
        best = max(tried, key=lambda one: one.legal)
        if legal:
            best = _the_only(start, [one for one, _ in there or legal], hole)
        return *best.play, best.told


def _tried(start: Position, chosen: NotationOfForm, play: ReadPlay) -> _Tried:
    told = tuple(kind for form, kind in chosen.items() if len(of_form(form)) > 1)
    try:
        return _Tried(told, play, len(play[0]), [start, *positions(start, *play)][-1])
    except IllegalJump as error:
        return _Tried(told, play, error.index, None)


def _the_only(start: Position, legal: Sequence[_Tried], hole: int | None) -> _Tried:
    """The first, if all others are the same play, perhaps turned."""
    (jumps, back), others = legal[0].play, [one for one in legal if one.play != legal[0].play]
    images = [g for g in stabiliser(start) if hole is None or g[hole] == hole] if others else []
    turned = {tuple(apply_to_jump(g, jump) for jump in jumps) for g in images}
    if all(one.play[0] in turned and one.play[1] == back for one in others):
        return legal[0]
    options = [one.told for one in (legal[0], *others)]
    seen = "; ".join(", ".join(f"{kind.name} ({kind.means})" for kind in kinds) for kinds in options)
    expected = " or ".join(f"--notation {kind.name}" for kinds in options for kind in kinds)
    raise InputError("this play is legal in several notations", seen=seen, expected=expected)
