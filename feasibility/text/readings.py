"""In which notation a text of moves is meant: the one in which the play is legal.

If it is legal in several, they must be the same play up to a symmetry of the start, and the first is taken;
otherwise whoever asks has to name the notation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from feasibility.base.errors import IllegalJump, InputError
from feasibility.game.geometry import Jump
from feasibility.game.position import Position, Target
from feasibility.game.symmetry import Permutation, apply_to_jump, stabiliser
from feasibility.text.moves import Chosen, choices, jumps_of, the_moves
from feasibility.text.notations import Notation, of_form
from feasibility.text.plans import refuse_another_number

# What a text says: its jumps first, and beside them what else it does (a peg put back).
Play = TypeVar("Play", bound=tuple[tuple[Jump, ...], object])


def read_moves(
    start: Position, text: str, *, notation: str | None = None, target: Target | None = None
) -> tuple[Jump, ...]:
    """The jumps of a text in the notation in which they can be played."""
    moves, told = the_moves(start.board, text)

    def read(chosen: Chosen) -> tuple[tuple[Jump, ...], None]:
        jumps = jumps_of(start.board, moves, chosen)
        refuse_another_number(len(jumps), told, None)
        return jumps, None

    options = choices(start.board, moves, notation)
    return legal_reading(start, options, read, lambda play: start.replay(play[0]), target)[1][0]


def legal_reading(
    start: Position,
    options: Sequence[Chosen],
    read: Callable[[Chosen], Play],
    replay: Callable[[Play], Position],
    target: Target | None = None,
    hole: int | None = None,
) -> tuple[Chosen, Play]:
    """The legal reading of a text; without one that which comes farthest, for the caller to refuse.

    `hole`: where a peg may be put back.
    """
    errors: list[InputError] = []
    legal: list[tuple[Chosen, Play, Position]] = []
    illegal: list[tuple[int, Chosen, Play]] = []
    for chosen in options:
        try:
            play = read(chosen)
        except InputError as error:
            errors.append(error)
            continue
        try:
            legal.append((chosen, play, replay(play)))
        except IllegalJump as error:
            illegal.append((error.index, chosen, play))
    if legal:
        at_the_target = [one for one in legal if target is not None and target.contains(one[2].mask)]
        images = [g for g in stabiliser(start) if hole is None or g[hole] == hole] if len(legal) > 1 else []
        return _the_only(images, [(chosen, play) for chosen, play, _ in at_the_target or legal])
    if illegal:
        _, chosen, play = max(illegal, key=lambda one: one[0])
        return chosen, play
    raise errors[0]


def _the_only(images: Sequence[Permutation], legal: Sequence[tuple[Chosen, Play]]) -> tuple[Chosen, Play]:
    """The first, if all others are the same play, perhaps turned."""
    first = legal[0]
    others = [(chosen, play) for chosen, play in legal if play != first[1]]
    if all(_turned(images, first[1], play) for _, play in others):
        return first
    options = [first, *others]
    raise InputError(
        "this play is legal in several notations",
        seen="; ".join(", ".join(f"{kind.name} ({kind.means})" for kind in told(c)) for c, _ in options),
        expected=" or ".join(f"--notation {kind.name}" for chosen, _ in options for kind in told(chosen)),
    )


def _turned(images: Sequence[Permutation], one: Play, other: Play) -> bool:
    turned = (tuple(apply_to_jump(g, jump) for jump in one[0]) for g in images)
    return one[1] == other[1] and other[0] in turned


def told(chosen: Chosen) -> tuple[Notation, ...]:
    """The notations that were chosen where a text could have been in another."""
    return tuple(kind for form, kind in chosen.items() if len(of_form(form)) > 1)
