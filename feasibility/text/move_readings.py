"""A play that somebody wrote down, in the notation that is meant: the one in which it is legal.

If it is legal in several, they must be the same play up to a symmetry of the start, and the first is taken;
otherwise whoever asks has to name the notation. By the French rule one peg may be put back, `(put back d4)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from feasibility.base.errors import IllegalJump, InputError
from feasibility.base.values import Value
from feasibility.game.automorphism import Permutation
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position, Target
from feasibility.game.symmetry import apply_to_jump, stabiliser
from feasibility.text.files import placed
from feasibility.text.move_notations import Notation, of_form
from feasibility.text.moves import NotationOfForm, choices, jumps_of
from feasibility.text.plans import refuse_another_number, the_moves

PUT_BACK = r"\(\s*put\s+back\s+([^\s()]+)\s*\)"


class PutBack(Value):
    """A peg is put into `hole` when `after` jumps have been played."""

    hole: int
    after: int


ReadPlay = tuple[tuple[Jump, ...], PutBack | None]


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
    notation: str | None = None,
    target: Target | None = None,
) -> tuple[tuple[Jump, ...], PutBack | None, tuple[Notation, ...]]:
    """The jumps of a text, where it puts the peg back, and the notations that were chosen for it.

    `hole`: whose peg may be put back.
    """
    board = start.board
    with placed(source):
        moves, number = the_moves(board, text)
        moves = re.sub(r"(?m)^[ \t]*#.*$", lambda comment: " " * len(comment[0]), moves)
        mark = _mark(board, moves, hole)
        before, end = ("", 0) if mark is None else (moves[: mark.start()], mark.end())
        rest = re.sub(r"[^\n]", " ", moves[:end]) + moves[end:]  # errors keep their place

        def read(chosen: NotationOfForm) -> ReadPlay:
            first = jumps_of(board, before, chosen)
            jumps = first + jumps_of(board, rest, chosen)
            refuse_another_number(len(jumps), number)
            return jumps, None if mark is None else PutBack(hole or 0, len(first))

        options = choices(board, before + rest[len(before) :], notation)
        chosen, (jumps, back) = _legal_reading(start, options, read, target, hole)
        return jumps, back, _told(chosen)


def positions(start: Position, jumps: tuple[Jump, ...], back: PutBack | None = None) -> Iterator[Position]:
    """What every jump and the peg put back lead to, one after the other; IllegalJump at what is illegal."""
    position = start
    for number in range(len(jumps) + 1):
        if back is not None and number == back.after:
            position = _with_peg(position, back)
            yield position
        if number < len(jumps):
            try:
                position = position.replay(jumps[number : number + 1])
            except IllegalJump as error:
                raise IllegalJump(number, error.jump, error.reason) from None
            yield position


def _with_peg(position: Position, back: PutBack) -> Position:
    if position.mask >> back.hole & 1:
        name = position.board.called(back.hole)
        raise IllegalJump(back.after, f"put back {name}", f"{name} holds a peg")
    return Position(position.board, position.mask | 1 << back.hole)


def _mark(board: Board, text: str, hole: int | None) -> re.Match[str] | None:
    """Where the text puts a peg back: once at most, and only the peg that may."""
    marks = list(re.finditer(PUT_BACK, text))
    for number, match in enumerate(marks):
        if hole is not None and number == 0 and match[1] == board.called(hole):
            continue
        before = text[: match.start()]
        raise InputError(
            "no peg may be put back" if hole is None else "one peg goes back once",
            line=before.count("\n") + 1,
            column=match.start() - before.rfind("\n"),
            seen=match[0],
            expected=f"--return-peg {match[1]}" if hole is None else board.called(hole),
        )
    return marks[0] if marks else None


def _legal_reading(
    start: Position,
    options: Sequence[NotationOfForm],
    read: Callable[[NotationOfForm], ReadPlay],
    target: Target | None,
    hole: int | None,
) -> tuple[NotationOfForm, ReadPlay]:
    """The legal reading of a text; without one that which comes farthest, for the caller to refuse."""
    errors: list[InputError] = []
    found: list[tuple[int, NotationOfForm, ReadPlay, Position | None]] = []
    for chosen in options:
        try:
            play = read(chosen)
        except InputError as error:
            errors.append(error)
            continue
        try:
            found.append((len(play[0]), chosen, play, [start, *positions(start, *play)][-1]))
        except IllegalJump as error:
            found.append((error.index, chosen, play, None))
    legal = [(chosen, play, end) for _, chosen, play, end in found if end is not None]
    if legal:
        at_the_target = [one for one in legal if target is not None and target.contains(one[2].mask)]
        images = [g for g in stabiliser(start) if hole is None or g[hole] == hole] if len(legal) > 1 else []
        return _the_only(images, [(chosen, play) for chosen, play, _ in at_the_target or legal])
    if not found:
        raise errors[0]
    _, chosen, play, _ = max(found, key=lambda one: one[0])
    return chosen, play


def _the_only(
    images: Sequence[Permutation], legal: Sequence[tuple[NotationOfForm, ReadPlay]]
) -> tuple[NotationOfForm, ReadPlay]:
    """The first, if all others are the same play, perhaps turned."""
    first = legal[0]
    others = [(chosen, play) for chosen, play in legal if play != first[1]]
    if all(_turned(images, first[1], play) for _, play in others):
        return first
    options = [_told(chosen) for chosen, _ in (first, *others)]
    raise InputError(
        "this play is legal in several notations",
        seen="; ".join(", ".join(f"{kind.name} ({kind.means})" for kind in kinds) for kinds in options),
        expected=" or ".join(f"--notation {kind.name}" for kinds in options for kind in kinds),
    )


def _turned(images: Sequence[Permutation], one: ReadPlay, other: ReadPlay) -> bool:
    turned = (tuple(apply_to_jump(g, jump) for jump in one[0]) for g in images)
    return one[1] == other[1] and other[0] in turned


def _told(chosen: NotationOfForm) -> tuple[Notation, ...]:
    """The notations that were chosen where a text could have been in another."""
    return tuple(kind for form, kind in chosen.items() if len(of_form(form)) > 1)
