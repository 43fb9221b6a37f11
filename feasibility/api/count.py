"""What a start can reach, and how often it is played to a target, counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from feasibility.api.asking import PairLike, TargetLike, as_hole, as_limits, as_pair
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.game.position import Pair
from feasibility.search import counting
from feasibility.search.counting import Counts
from feasibility.search.results import Stopped

if TYPE_CHECKING:
    from feasibility.search.multisets import Multisets
    from feasibility.search.positions.question import Question
    from feasibility.search.returning_counts import ReturnCounts
    from feasibility.search.sweeps.tally import NotCounted, Tally

Report = Callable[[str], None]


def count(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    games: bool = True,
    limits: Limits | float | None = None,
    report: Report | None = None,
) -> Counts:
    """Positions, orbits, dead ends, plays to the target, games and chances, as `pegfeas count` gives them.

    Without `games` the costliest numbers are left out. A number that a limit left uncounted is None.

    >>> counts = count("triangle:4:-b2", pegs=1)
    >>> counts.positions, counts.plays, counts.games
    (62, 14, 93)
    """
    pair = as_pair(start, target, pegs)
    return counting.count(pair.start, pair.target, as_limits(limits).start(), games=games, report=report)


def count_plays(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    limits: Limits | float | None = None,
    report: Report | None = None,
) -> int | Stopped:
    """Only the number of plays, several times faster, as `pegfeas count --plays` gives it.

    >>> count_plays("triangle:4:-b2", pegs=1)
    14
    """
    return counting.plays_alone(as_pair(start, target, pegs), as_limits(limits).start(), report=report)


def count_sweeps(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    limits: Limits | float | None = None,
    report: Report = lambda text: None,
) -> Tally | NotCounted | None:
    """The plays to one position by number of sweeps, as `pegfeas count --sweeps` has them; None: no play.

    >>> found = count_sweeps("triangle:4:-a2", "triangle:4:+b2")
    >>> found.plays, found.longest
    ({5: 2, 6: 4, 7: 5, 8: 3}, 3)
    """
    from feasibility.search.sweeps.tally import tally

    pair = as_pair(start, target)
    if pair.exact is None:
        raise InputError("plays are counted by sweeps only to a single position", seen=str(pair.target))
    asked = _pruned(pair)
    return tally(asked, clock=as_limits(limits).start(), report=lambda progress: report(str(progress)))


def count_multisets(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    limits: Limits | float | None = None,
    report: Report = lambda text: None,
) -> Multisets | Stopped:
    """How many multisets of jumps the plays to one position have, as `pegfeas count --multisets` tells.

    >>> found = count_multisets("triangle:4:-a2", "triangle:4:+b2")
    >>> found.multisets, found.orbits
    (4, 4)
    """
    from feasibility.search.multisets import multisets

    pair = as_pair(start, target)
    if pair.exact is None:
        raise InputError("multisets of jumps are counted only to a single position", seen=str(pair.target))
    return multisets(_pruned(pair), clock=as_limits(limits).start(), report=report)


def _pruned(pair: Pair) -> Question:
    """What is asked, with functions that tell which positions no play passes."""
    from feasibility.analysis.pruning import pruning_pool
    from feasibility.search.positions.question import of_pair

    return of_pair(pair, pagodas=pruning_pool(pair))


def count_with_return(
    start: PairLike,
    target: TargetLike | None,
    hole: int | str,
    *,
    pegs: int | None = None,
    games: bool = True,
    plays_alone: bool = False,
    limits: Limits | float | None = None,
    report: Report | None = None,
) -> ReturnCounts:
    """Plays in which the peg of `hole` may go back into it once, as `pegfeas count --return-peg` has them.

    Without `games` the costliest numbers are left out; with `plays_alone` all but the plays. A number that
    was not counted is None, and `stopped` names the limit if it was one.

    >>> counts = count_with_return("rectangle:4x4:-a1", None, "a1", pegs=1)
    >>> counts.before, counts.after, counts.plays_without, counts.plays_with, counts.games
    (1687, 1511, 0, 1309600, 7686821)
    """
    from feasibility.search import returning_counts

    pair, clock = as_pair(start, target, pegs), as_limits(limits).start()
    place = as_hole(pair.board, hole)
    if plays_alone:
        return returning_counts.plays_with_return(pair, place, clock, report=report)
    return returning_counts.count_with_return(pair, place, clock, games=games, report=report)
