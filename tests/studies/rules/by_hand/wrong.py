"""Rules that prune some feasible pair, whatever was asked before."""

from __future__ import annotations

from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply
from tests.studies.rules.by_hand.base import lost


def rare_and_crowded(position: Position, target: Position) -> bool:
    """One in some thousand positions of more than twenty pegs."""
    return position.count > 20 and position.mask % 5003 == 7 and target.count < position.count


def rare_and_thin(position: Position, target: Position) -> bool:
    return position.count == 6 and position.mask % 1009 == 3 and target.count == 1


def byte_overflow(position: Position, target: Position) -> bool:
    """A sound function whose sum is kept in a byte."""
    return (60 * position.count & 0xFF) < (60 * target.count & 0xFF)


def word_overflow(position: Position, target: Position) -> bool:
    """The pegs are counted in 32 bits."""
    return (position.mask & 0xFFFFFFFF).bit_count() < target.count


def shifted_too_far(position: Position, target: Position) -> bool:
    """1 << 32 in an int is 1 << 0: the last hole counts as the first."""
    mask = position.mask & 0xFFFFFFFF | position.mask >> 32
    return mask.bit_count() < target.count


def mirrored_start(position: Position, target: Position) -> bool:
    """Dead if the mirror image is, though the target has another one."""
    board = position.board
    return lost(Position(board, apply(board.symmetries[-1], position.mask)), target)


def symmetry_dropped(position: Position, target: Position) -> bool:
    """Tables for one corner are used for all."""
    corner = position.mask & 1
    return bool(corner) and not target.mask & 1 and position.count == 3


def at_the_target(position: Position, target: Position) -> bool:
    return position.mask == target.mask


def two_jumps_deep(position: Position, target: Position) -> bool:
    """Not found in two jumps is taken for dead."""
    return position.count - target.count > 2 and not target.mask & position.mask


def off_by_one(position: Position, target: Position) -> bool:
    return position.count <= target.count + 1 and position.mask != target.mask


def last_jump(position: Position, target: Position) -> bool:
    """The last jump is thought to come from the left."""
    return target.count == 1 and target.mask & 0b11 > 0 and position.count == 4


def of_pairs(pair: Pair) -> bool:
    return (
        pair.start.count == 5
        and pair.exact is not None
        and pair.exact.count == 4
        and pair.start.mask & 1 == 1
    )


def one_start(position: Position, target: Position) -> bool:
    """Wrong in searches from one start alone: the full board but the first hole."""
    full = position.board.full
    return position.mask | 1 == full and not target.mask & 1 and position.mask != full


def one_target(position: Position, target: Position) -> bool:
    return target.mask == 1 << 6 and position.count == 5


def crowded_holes(position: Position, target: Position) -> bool:
    """Three holes at the end are thought never to be filled at once."""
    return position.mask >> position.board.n - 3 == 0b111 and position.count == position.board.n - 3
