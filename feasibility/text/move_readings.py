"""A play that somebody wrote down, in the notation that is meant: the one in which it is legal.

If it is legal in several, they must be the same play up to a symmetry of the start, and the first is taken;
otherwise whoever asks has to name the notation. By the French rule one peg may be put back, `(put back d4)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from feasibility.base.errors import IllegalJump, InputError
from feasibility.game.geometry import Jump
from feasibility.game.position import Position, Target
from feasibility.game.symmetry import apply_to_jump, stabiliser
from feasibility.text.files import placed
from feasibility.text.move_notations import Notation, of_form
from feasibility.text.moves import NotationOfForm, PutBack, ReadPlay, readings


class _Tried(NamedTuple):
    """A text in some notations: the play, how many of its jumps are legal, and where all of them lead."""

    chosen: NotationOfForm
    play: ReadPlay
    legal: int
    end: Position | None

    @property
    def told(self) -> tuple[Notation, ...]:
        """The notations that were chosen where a text could have been in another."""
        return tuple(kind for form, kind in self.chosen.items() if len(of_form(form)) > 1)


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

    `hole`: whose peg may be put back. Without a legal reading it is the one that comes farthest, for the
    caller to refuse.
    """
    with placed(source):
        tried = [_tried(start, *reading) for reading in readings(start.board, text, notation, hole)]
        legal = [one for one in tried if one.end is not None]
        there = [
            one
            for one in legal
            if one.end is not None and target is not None and target.contains(one.end.mask)
        ]
        best = _the_only(start, there or legal, hole) if legal else max(tried, key=lambda one: one.legal)
        return *best.play, best.told


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


def _tried(start: Position, chosen: NotationOfForm, play: ReadPlay) -> _Tried:
    try:
        end = [start, *positions(start, *play)][-1]
    except IllegalJump as error:
        return _Tried(chosen, play, error.index, None)
    return _Tried(chosen, play, len(play[0]), end)


def _the_only(start: Position, legal: Sequence[_Tried], hole: int | None) -> _Tried:
    """The first, if all others are the same play, perhaps turned."""
    (jumps, back), others = legal[0].play, [one for one in legal if one.play != legal[0].play]
    images = [g for g in stabiliser(start) if hole is None or g[hole] == hole] if others else []
    turned = {tuple(apply_to_jump(g, jump) for jump in jumps) for g in images}
    if all(one.play[0] in turned and one.play[1] == back for one in others):
        return legal[0]
    options = [one.told for one in (legal[0], *others)]
    raise InputError(
        "this play is legal in several notations",
        seen="; ".join(", ".join(f"{kind.name} ({kind.means})" for kind in kinds) for kinds in options),
        expected=" or ".join(f"--notation {kind.name}" for kinds in options for kind in kinds),
    )
