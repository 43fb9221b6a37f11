"""What a position can become, or what can become it, by number of pegs.

Few positions are listed level by level; where a level grows large, a dense set holds them all, if it fits.
Backward is forward with pegs and holes exchanged (Leibniz). Under the rule of the 18th century the board has
a hand (`game/hand.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from feasibility.api.asking import StartLike, as_hole, as_start
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.dense import too_many_holes
from feasibility.engines.positions.question import of_masks
from feasibility.engines.positions.successors import Successors
from feasibility.engines.positions.words import Words, pack, unique, unpack
from feasibility.game.hand import in_hand
from feasibility.game.position import Position

if TYPE_CHECKING:
    from feasibility.engines.dense.closure import DenseSet


MOST_LISTED = 1 << 18  # positions of a level, before a dense set is tried
BLOCK = 1 << 16  # positions followed together


@dataclass(frozen=True)
class Reached:
    """The positions with one number of pegs: how many, and what lists their masks."""

    pegs: int
    size: int
    masks: Callable[[], Iterator[int]]

    def __iter__(self) -> Iterator[int]:
        return self.masks()


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
    board: str | None = None,
    return_peg: int | str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> Reach:
    """All positions that can be reached, or with `back` all from which this one can be reached.

    Only those with so many `pegs`, where that is asked for. With `return_peg` those that are reached after
    the peg of that hole was put back into it, once.

    >>> [str(end.pegs) for end in reach("triangle:5:-a1", pegs=1)]
    ['(0,)', '(6,)', '(9,)', '(12,)']
    >>> len(reach("triangle:5:-a1")), reach("line:4:+c1+d1", back=True, pegs=3)
    (3016, <Reach 1 position>)
    """
    start = as_start(position, board)
    if back and return_peg is not None:
        raise InputError("what can become a position, and a peg that is put back", expected="one of them")
    hole = None if return_peg is None else as_hole(start.board, return_peg)
    clock = as_limits(limits, time_limit, work_limit, memory_limit).start()
    return gathered(start, levels(start, clock, back=back, pegs=pegs, hole=hole, report=report or silent))


def gathered(position: Position, levels: Iterable[Reached]) -> Reach:
    """The levels as they come, until a limit stops them."""
    made, stopped = list[Reached](), None
    try:
        for level in levels:
            made.append(level)
    except StoppedError as end:
        stopped = end.stopped
    return Reach(position, tuple(made), stopped)


def levels(
    start: Position,
    clock: Clock,
    *,
    back: bool = False,
    pegs: int | None = None,
    hole: int | None = None,
    threads: int = 2,
    report: Report = silent,
) -> Iterator[Reached]:
    """Level by level, the position itself first, or the one level with so many pegs; a limit raises.

    Nothing is made beyond what is asked for.
    """
    if hole is not None:
        yield from _put_back(start, hole, clock, pegs, threads, report)
        return
    away = None if pegs is None else (pegs - start.count) * (1 if back else -1)
    may_be_dense = too_many_holes(start.board.n) is None
    for number, level in enumerate(_listed(start, clock, back, away, report)):
        if may_be_dense and level.size > MOST_LISTED:
            dense = _dense(start, clock, back, threads, report)
            if dense is not None:
                yield from (one for one in dense[number:] if pegs in (None, one.pegs))
                return
            may_be_dense = False
        if pegs in (None, level.pegs):
            yield level


def _put_back(
    start: Position, hole: int, clock: Clock, pegs: int | None, threads: int, report: Report
) -> Iterator[Reached]:
    """What the start can become after the peg of `hole` went back into it.

    These are the positions with an empty hand; the others are those of the ordinary game with two pegs more.
    """
    larger, hand, sizes = in_hand(start, hole), 1 << start.board.n, dict[int, int]()
    fewer = None if pegs is None else pegs - 2
    if fewer is None or fewer > 0 or not start.count:  # some peg always stays on the board
        ordinary = levels(start, clock, pegs=fewer, threads=threads, report=report)
        sizes = {level.pegs + 2: level.size for level in ordinary}
    for level in levels(larger, clock, pegs=pegs, threads=threads, report=report):
        size = level.size - sizes.get(level.pegs, 0)
        if size > 0:
            yield Reached(level.pegs, size, partial(_below, level, hand))


def _below(level: Reached, hand: int) -> Iterator[int]:
    return (mask for mask in level if mask < hand)


def _listed(
    position: Position, clock: Clock, backward: bool, jumps: int | None, report: Report
) -> Iterator[Reached]:
    board = position.board
    flip = board.full if backward else 0
    after = Successors(of_masks(board.n, board.jumps, 0, 0))
    level, pegs, step = pack([position.mask ^ flip], board.n), position.count, 1 if backward else -1
    turned = pack([flip], board.n)[0]
    for number in range(board.n + 1 if jumps is None else jumps + 1):
        if not len(level):
            return
        yield Reached(pegs, len(level), partial(_masks, level ^ turned if backward else level))
        report(f"{plural(len(level), 'position', commas=True)} with {plural(pegs, 'peg')}")
        if jumps == number:
            return
        level, pegs = _following(after, level, clock), pegs + step


def _following(after: Successors, level: Words, clock: Clock) -> Words:
    """All positions one jump further."""
    parts: list[Words] = [level[:0]]
    for low in range(0, len(level), BLOCK):
        reason = clock.reached(sum(part.nbytes for part in parts))  # they are put together
        if reason is not None:
            raise StoppedError(reason, f"at a level of {plural(len(level), 'position', commas=True)}")
        clock.spend(BLOCK)
        parts.append(unique(after(level[low : low + BLOCK])))
    return unique(np.concatenate(parts))


def _masks(words: Words) -> Iterator[int]:
    for low in range(0, len(words), BLOCK):
        yield from unpack(words[low : low + BLOCK])


def _dense(
    position: Position, clock: Clock, backward: bool, threads: int, report: Report
) -> list[Reached] | None:
    """All levels of a dense set; None where it does not fit the limits."""
    from feasibility.engines.dense.closure import backward_closure, closure
    from feasibility.engines.dense.levels import level_counts

    board = position.board
    dense: DenseSet | Stopped = (backward_closure if backward else closure)(
        board.n,
        board.jumps,
        position.mask,
        clock=clock,
        threads=threads,
        progress=lambda told: report(f"positions, {told}"),
    )
    if isinstance(dense, Stopped):
        return None
    counts = level_counts(dense)
    order = range(position.count, board.n + 1) if backward else range(position.count, -1, -1)
    return [Reached(p, counts[p], partial(_members, dense, p)) for p in order if counts[p]]


def _members(dense: DenseSet, pegs: int) -> Iterator[int]:
    from feasibility.engines.dense.levels import members

    for masks in members(dense, pegs):
        yield from masks.tolist()
