"""What a position can become, and what can become it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Unpack

from feasibility.api.asking import LimitWords, StartLike, as_hole, as_limits, as_start
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.game.position import Position
from feasibility.studies.counting import reach as engine
from feasibility.studies.counting.reach import Reached


@dataclass(frozen=True, repr=False)
class Reach:
    """The levels of `position`, one for each number of pegs; `stopped` names the limit that left some out."""

    position: Position
    levels: tuple[Reached, ...]
    stopped: Stopped | None = None

    def __repr__(self) -> str:
        part = "" if self.stopped is None else ", not all"
        return f"<Reach {plural(len(self), 'position', commas=True)}{part}>"

    def __len__(self) -> int:
        return sum(level.size for level in self.levels)

    def __iter__(self) -> Iterator[Position]:
        for level in self.levels:
            for mask in level:
                yield Position(self.position.board, mask)


def reach(
    position: StartLike,
    *,
    back: bool = False,
    pegs: int | None = None,
    return_peg: int | str | None = None,
    limits: Limits | float | None = None,
    report: Report | None = None,
    **words: Unpack[LimitWords],
) -> Reach:
    """All positions that can be reached, or with `back` all from which this one can be reached.

    Only those with so many `pegs`, where that is asked for. With `return_peg` those that are reached after
    the peg of that hole was put back into it, once.

    >>> [str(end.pegs) for end in reach("triangle:5:-a1", pegs=1)]
    ['(0,)', '(6,)', '(9,)', '(12,)']
    >>> len(reach("triangle:5:-a1")), reach("line:4:+c1+d1", back=True, pegs=3)
    (3016, <Reach 1 position>)
    """
    start = as_start(position)
    if back and return_peg is not None:
        raise InputError("what can become a position, and a peg that is put back", expected="one of them")
    hole = None if return_peg is None else as_hole(start.board, return_peg)
    clock, made, stopped = as_limits(limits, **words).start(), list[Reached](), None
    try:
        for level in levels(start, clock, back, pegs, report or silent, hole):
            made.append(level)
    except StoppedError as end:
        stopped = end.stopped
    return Reach(start, tuple(made), stopped)


def levels(
    start: Position,
    clock: Clock,
    back: bool,
    pegs: int | None,
    report: Report = silent,
    hole: int | None = None,
) -> Iterator[Reached]:
    """Those that are asked for; nothing is made beyond them."""
    if hole is not None:
        yield from engine.with_return(start, hole, clock, pegs, report)
        return
    away = None if pegs is None else (pegs - start.count) * (1 if back else -1)
    for level in engine.reach(start, clock, backward=back, jumps=away, report=report):
        if pegs in (None, level.pegs):
            yield level
