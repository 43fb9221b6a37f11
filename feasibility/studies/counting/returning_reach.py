"""What a position can become under the rule of the 18th century, once the peg was put back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from feasibility.base.limits import Clock
from feasibility.base.report import Report, silent
from feasibility.game.hand import in_hand
from feasibility.game.position import Position
from feasibility.studies.counting.reach import Reached, reach


def with_return(
    start: Position, hole: int, clock: Clock, pegs: int | None = None, report: Report = silent
) -> Iterator[Reached]:
    """The positions after the peg of `hole` went back, by number of pegs, or those with `pegs` alone.

    On the board with a hand (`game/hand.py`) these are the positions with an empty hand; the others are those
    of the ordinary game with two pegs more.
    """
    larger, sizes = in_hand(start, hole), dict[int, int]()
    if pegs is None or pegs > 2 or not start.count:  # some peg always stays on the board
        fewer = None if pegs is None else pegs - 2
        for level in reach(start, clock, jumps=_away(start, fewer), report=report):
            sizes[level.pegs + 2] = level.size
    for level in reach(larger, clock, jumps=_away(larger, pegs), report=report):
        size = level.size - sizes.get(level.pegs, 0)
        if pegs in (None, level.pegs) and size > 0:
            yield Reached(level.pegs, size, partial(_put_back, level, 1 << start.board.n))


def _away(start: Position, pegs: int | None) -> int | None:
    return None if pegs is None else start.count - pegs


def _put_back(level: Reached, hand: int) -> Iterator[int]:
    return (mask for mask in level if mask < hand)
