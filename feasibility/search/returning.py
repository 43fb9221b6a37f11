"""Counts under the rule of the 18th century: the peg that opened the game may go back into its hole once.

Putting it back is a move like a jump, and it need not be made. One more bit than the board has holes stands
for the peg in the player's hand, so every position comes after one number of moves alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.game.position import Pair
from feasibility.search.counting import over_limit
from feasibility.search.positions.question import Question, question_with_return
from feasibility.search.results import Stopped

LOOK = 1024  # positions between two looks at the limits

Report = Callable[[str], None]


@dataclass(frozen=True)
class ReturnCounts:
    """Positions before the peg goes back and after it; plays to the target without that, and with it.

    `games`: plays to a position where no jump is legal and the peg cannot go back.
    """

    before: int
    after: int
    plays_without: int
    plays_with: int
    games: int


def count_with_return(
    pair: Pair, hole: int, clock: Clock, report: Report = lambda text: None
) -> ReturnCounts | Stopped:
    """Counts by listing: a dictionary for each number of moves, of positions and plays that lead there."""
    board, start = pair.board, pair.start
    if start.mask >> hole & 1:
        raise InputError("the hole of the removed peg is not empty at the start", expected="an empty hole")
    asked, hand = question_with_return(board.n, board.jumps, start.mask, 0, hole), 1 << board.n
    level, totals = {asked.start: 1}, [0, 0, 0, 0, 0]
    for moves in range(start.count + 2):
        if not level:
            break
        report(f"after {plural(moves, 'move')}: {plural(len(level), 'position', commas=True)}")
        for mask, ways in level.items():
            put_back = not mask & hand
            totals[put_back] += 1
            if pair.target.contains(mask & ~hand):
                totals[2 + put_back] += ways
        following = _following(asked, level, clock, moves)
        if isinstance(following, Stopped):
            return following
        level, ended = following
        totals[4] += ended
    return ReturnCounts(*totals)


def _following(
    asked: Question, level: dict[int, int], clock: Clock, moves: int
) -> tuple[dict[int, int], int] | Stopped:
    """The positions one move further, and the plays that cannot go on."""
    following: dict[int, int] = {}
    ended = 0
    for number, (mask, ways) in enumerate(level.items()):
        if number % LOOK == 0:
            stopped = over_limit(clock, f"after {plural(moves, 'move')}", len(following))
            if stopped:
                return stopped
        alive = False
        for move in asked.moves:
            if mask & move.care == move.want:
                alive = True
                after = mask ^ move.care
                following[after] = following.get(after, 0) + ways
        ended += 0 if alive else ways
    return following, ended
