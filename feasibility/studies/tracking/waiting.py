"""Plays in which the marked peg waits in its hole until the last sweep, which it makes.

What stands before such a sweep is a position, and the play to it is one on the board without the jumps from
or over the hole of the marked peg. So each sweep from there to the end asks an ordinary pair. Most pegs that
can end in a hole can do it in this way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair, Position
from feasibility.studies.tracking.marked import Mark


def waiting(pair: Pair, mark: Mark) -> Iterator[tuple[Pair, tuple[Jump, ...]]]:
    """The pairs before the sweeps of the marked peg to its end, and the sweeps, short ones first."""
    board, first = pair.board, mark[0]
    jumps = [jump for jump in board.jumps if first not in jump]
    still = Board(board.holes, Geometry.EXPLICIT, jumps, board.name, board.names)
    start = Position(still, pair.start.mask)
    for mask, sweep in _sweeps(board, pair.target.must, mark):
        yield Pair(start, Position(still, mask)), sweep


def _sweeps(board: Board, end: int, mark: Mark) -> Iterator[tuple[int, tuple[Jump, ...]]]:
    """The sweeps from hole to hole that end in a position, and what stands before each."""
    queue, seen = deque[tuple[int, int, tuple[Jump, ...]]]([(end, mark[1], ())]), {(end, mark[1])}
    while queue:
        mask, hole, sweep = queue.popleft()
        if hole == mark[0]:
            yield mask, sweep
        for jump in board.jumps:
            start, over, landing = (1 << one for one in jump)
            if jump.landing == hole and not mask & (start | over):
                before = mask ^ (start | over | landing)
                if (before, jump.start) not in seen:
                    seen.add((before, jump.start))
                    queue.append((before, jump.start, (jump, *sweep)))
