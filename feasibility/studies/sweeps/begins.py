"""Where the last sweep is to begin: a hole from which its jumps count, or its first jump."""

from __future__ import annotations

from feasibility.api.asking import as_hole
from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Jump
from feasibility.game.symmetry import Permutation, apply_to_jump
from feasibility.text.moves import format_jump, parse_coordinate, parse_jumps
from feasibility.text.tokens import tokens

Begins = int | Jump


def as_begins(board: Board, begins: Begins | str) -> Begins:
    """A hole or a jump of the board; a text of one hole is a hole, another has to be one jump."""
    if isinstance(begins, str):
        try:
            moves = tokens(board, begins)
        except InputError:
            moves = []
        if not moves:
            return parse_coordinate(board, begins)
        jumps = parse_jumps(board, begins)
        if len(jumps) == 1:
            return jumps[0]
        raise InputError("not one jump", seen=repr(begins[:40]), expected="the first jump of the sweep")
    if not isinstance(begins, Jump):
        return as_hole(board, begins)
    if begins not in board.jump_index:
        raise InputError(f"{board.label} has no such jump", seen=str(begins), expected="one of its jumps")
    return begins


def moved(permutation: Permutation, begins: Begins) -> Begins:
    """The same under a symmetry."""
    return apply_to_jump(permutation, begins) if isinstance(begins, Jump) else permutation[begins]


def in_words(board: Board, begins: Begins | None) -> str:
    """As it is said of a sweep."""
    if begins is None:
        return ""
    if isinstance(begins, Jump):
        return f" that begins with {format_jump(board, begins)}"
    return f" from {board.called(begins)} on"
