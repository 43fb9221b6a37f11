"""The rule of the 18th century: the peg that was removed to open the game may go back into its hole once.

It is one jump more on a board with two holes more. The first of these is the player's hand, which holds the
removed peg; the second holds a peg that no other jump touches. To put the peg back is to jump with it over
that one. Then both holes are empty for good. Every move takes one peg away, and the plays on that board are
the plays under the rule. So whatever is computed on a board is computed under the rule as well.
"""

from __future__ import annotations

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair, Position, Target


def require_empty(start: Position, hole: int) -> None:
    """An error unless the hole of the removed peg is empty at the start."""
    if start.mask >> hole & 1:
        raise InputError("the hole of the removed peg is not empty at the start", expected="an empty hole")


def put_back(board: Board, hole: int) -> Jump:
    """The jump that stands for putting the peg back into `hole`."""
    return Jump(board.n, board.n + 1, hole)


def in_hand(start: Position, hole: int) -> Position:
    """The start on the board with a hand, the peg of `hole` in it."""
    require_empty(start, hole)
    board = start.board
    row, column = board.holes[-1]
    holes = (*board.holes, (row, column + 1), (row, column + 2))  # the last ones in the order of holes
    larger = Board(holes, Geometry.EXPLICIT, (*board.jumps, put_back(board, hole)), board.name)
    return Position(larger, start.mask | 3 << board.n)


def with_hand(pair: Pair, hole: int) -> Pair:
    """The pair on the board with a hand, the peg of `hole` in it; at the target it is put back.

    A number of pegs at the target counts those of the hand, so positions with the peg still in hand match
    that have two pegs fewer on the board.
    """
    start, target = in_hand(pair.start, hole), pair.target
    if target.pegs is not None:
        return Pair(start, Target.with_pegs(start.board, target.pegs))
    return Pair(start, Target(start.board, target.must, target.free))
