"""What a position can become, or what can become it, by number of pegs.

Few positions are listed level by level; where a level grows large, a dense set holds them all, if it fits.
Backward is forward with pegs and holes exchanged (Leibniz). Under the rule of the 18th century the board has
a hand (`game/hand.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.dense.closure import DENSE_HOLES
from feasibility.engines.positions.question import question
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


def reach(
    position: Position,
    clock: Clock,
    *,
    backward: bool = False,
    jumps: int | None = None,
    threads: int = 2,
    report: Report = silent,
) -> Iterator[Reached]:
    """Level by level, the position itself first; a limit raises.

    `jumps`: no farther than so many; none where they are negative.
    """
    may_be_dense = position.board.n <= DENSE_HOLES
    for number, level in enumerate(_listed(position, clock, backward, jumps, report)):
        if may_be_dense and level.size > MOST_LISTED:
            dense = _dense(position, clock, backward, threads, report)
            if dense is not None:
                yield from dense[number : None if jumps is None else jumps + 1]
                return
            may_be_dense = False
        yield level


def with_return(
    start: Position, hole: int, clock: Clock, pegs: int | None = None, report: Report = silent
) -> Iterator[Reached]:
    """What the start can become after the peg of `hole` went back into it, or of that what has `pegs` pegs.

    These are the positions with an empty hand; the others are those of the ordinary game with two pegs more.
    """
    larger, sizes = in_hand(start, hole), dict[int, int]()
    if pegs is None or pegs > 2 or not start.count:  # some peg always stays on the board
        jumps = None if pegs is None else start.count + 2 - pegs
        sizes = {level.pegs + 2: level.size for level in reach(start, clock, jumps=jumps, report=report)}
    for level in reach(larger, clock, jumps=None if pegs is None else larger.count - pegs, report=report):
        size = level.size - sizes.get(level.pegs, 0)
        if pegs in (None, level.pegs) and size > 0:
            yield Reached(level.pegs, size, partial(_put_back, level, 1 << start.board.n))


def _put_back(level: Reached, hand: int) -> Iterator[int]:
    return (mask for mask in level if mask < hand)


def _listed(
    position: Position, clock: Clock, backward: bool, jumps: int | None, report: Report
) -> Iterator[Reached]:
    board = position.board
    flip = board.full if backward else 0
    after = Successors(question(board.n, board.jumps, 0, 0))
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
            raise StoppedError(
                reason, f"the {reason} limit was reached after {len(level):,} positions of a level"
            )
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
