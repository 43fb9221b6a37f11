"""What a start can reach, and how often it is played to a target, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.api.asking import PairLike, TargetLike, as_hole, as_pair
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.game.hand import with_hand
from feasibility.studies.counting import counting
from feasibility.studies.counting.counting import Counts

if TYPE_CHECKING:
    from fractions import Fraction

    from feasibility.game.position import Pair


def count(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    games: bool = True,
    return_peg: int | str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> Counts:
    """Positions, orbits, dead ends, plays to the target, games and chances, as `pegfeas count` gives them.

    Without `games` the costliest numbers are left out. With `return_peg` the peg of that hole may go back
    into it once, and plays to the target have put it back. A number that a limit left uncounted is None.

    >>> counts = count("triangle:4:-b2", pegs=1)
    >>> counts.positions, counts.plays, counts.games
    (62, 14, 93)
    >>> count("rectangle:4x4:-a1", pegs=1, return_peg="a1").plays
    1309600
    """
    pair = put_back(as_pair(start, target, pegs, board), return_peg)
    return counting.count(
        pair.start,
        pair.target,
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
        games=games,
        report=report or silent,
    )


def count_plays(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    return_peg: int | str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> int | Stopped:
    """Only the number of plays, several times faster, as `pegfeas count --plays` gives it.

    >>> count_plays("triangle:4:-b2", pegs=1)
    14
    """
    pair, clock = (
        put_back(as_pair(start, target, pegs, board), return_peg),
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
    )
    return counting.plays_alone(pair, clock, report=report or silent)


def count_chance(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> Fraction | Stopped:
    """The chance that random play reaches the target, exactly, as `pegfeas count --chance` has it.

    >>> count_chance("triangle:4:-b2", pegs=1)
    Fraction(13, 432)
    """
    from feasibility.engines.chances import chance

    return chance(
        as_pair(start, target, pegs, board),
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
        report=report,
    )


def put_back(pair: Pair, hole: int | str | None) -> Pair:
    """The pair on the board with a hand, where every play to the target puts the peg of the hole back."""
    if hole is None:
        return pair
    if pair.target.pegs is not None and pair.target.pegs > 1:
        expected = "one peg, a position or a pattern"
        raise InputError("plays that put a peg back end otherwise", seen=str(pair.target), expected=expected)
    return with_hand(pair, as_hole(pair.board, hole))
