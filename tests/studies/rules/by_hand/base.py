"""What the rules of this folder know rightly: a search of a few jumps, exact as far as it looks."""

from __future__ import annotations

from functools import cache

from feasibility.game.geometry import Board
from feasibility.game.position import Position

FEW = 3  # jumps


def stuck(position: Position, target: Position) -> bool:
    """No jump is possible, and the target is not there."""
    return position.mask != target.mask and position.is_stuck


@cache
def _ends(board: Board, mask: int, jumps: int) -> frozenset[int]:
    """What so many jumps can lead to."""
    if not jumps:
        return frozenset([mask])
    moves = (mask ^ care for want, care in board.jump_masks if mask & care == want)
    return frozenset(end for after in moves for end in _ends(board, after, jumps - 1))


def lost(position: Position, target: Position) -> bool:
    """Sound: too few pegs, or a search of all few jumps that are left does not find the target."""
    left = position.count - target.count
    if left < 0:
        return True
    if left > FEW:
        return stuck(position, target)
    return target.mask not in _ends(position.board, position.mask, left)
