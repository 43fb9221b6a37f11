"""What a start can reach, counted."""

from __future__ import annotations

from collections.abc import Callable

from feasibility.api.asking import PairLike, TargetLike, as_limits, as_pair
from feasibility.base.limits import Limits
from feasibility.search import counting
from feasibility.search.counting import Counts


def count(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    games: bool = True,
    limits: Limits | float | None = None,
    report: Callable[[str], None] | None = None,
) -> Counts:
    """Positions, orbits, dead ends, plays to the target, games and chances, as `pegfeas count` has them.

    Without `games` the costliest numbers are left out. A number that a limit left uncounted is None.

    >>> counts = count("triangle:4:-b2", pegs=1)
    >>> counts.positions, counts.plays, counts.games
    (62, 14, 93)
    """
    pair = as_pair(start, target, pegs)
    return counting.count(pair.start, pair.target, as_limits(limits).start(), games=games, report=report)
