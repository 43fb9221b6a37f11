"""Plays by number of sweeps, and the longest sweep at the end of a play."""

from __future__ import annotations

from typing import Unpack

from feasibility.api.asking import LimitWords, PairLike, TargetLike, as_limits, as_pair, as_question
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.game.geometry import Jump
from feasibility.studies.sweeps.last import LastSweep, as_first, longest_last
from feasibility.studies.sweeps.tally import Tally, tally


def count_sweeps(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    limits: Limits | float | None = None,
    report: Report = silent,
    **words: Unpack[LimitWords],
) -> Tally | Stopped | None:
    """The plays to one position by number of sweeps, as `pegfeas count --sweeps` has them; None: no play.

    >>> found = count_sweeps("triangle:4:-a2", "triangle:4:+b2")
    >>> found.plays, found.longest
    ({5: 2, 6: 4, 7: 5, 8: 3}, 3)
    """
    pair = as_pair(start, target)
    if pair.exact is None:
        raise InputError("plays are counted by sweeps only to a single position", seen=str(pair.target))
    asked = as_question(pair)
    return tally(
        asked, clock=as_limits(limits, **words).start(), report=lambda progress: report(str(progress))
    )


def last_sweep(
    start: PairLike,
    target: TargetLike | None = None,
    at_least: int | None = None,
    *,
    begins: Jump | str | None = None,
    pegs: int | None = None,
    limits: Limits | float | None = None,
    report: Report | None = None,
    **words: Unpack[LimitWords],
) -> LastSweep:
    """A play whose last sweep is as long as possible, as `pegfeas solve --last-sweep longest` has it.

    With `at_least` one of so many jumps; with `begins` one of which that jump is the first.

    >>> found = last_sweep("triangle:6:-a1", "triangle:6:+a1")
    >>> found.jumps, len(found.refuted)
    (7, 5)
    """
    pair = as_pair(start, target, pegs)
    first = None if begins is None else as_first(pair.board, begins)
    return longest_last(pair, at_least, first, as_limits(limits, **words).start(), report or silent)
