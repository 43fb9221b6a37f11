"""Plays that go through the same orbits of positions count once.

A sequence of orbits is a path from start to target over the positions on plays, one of each orbit. Level by
level from the target every position gets the number of its ways on, where two jumps to one orbit are one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from feasibility.api.asking import PairLike, TargetLike, as_pair, as_question
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.frontier.winning import winning_levels
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.successors import Successors
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, placed


def count_sequences(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> int | Stopped:
    """Through how many sequences of orbits of positions plays go, as `pegfeas count --sequences` tells.

    >>> count_sequences("triangle:4:-a2", "triangle:4:+b2")
    14
    """
    pair = as_pair(start, target, board=board)
    if pair.exact is None:
        raise InputError("sequences are counted only to a single position", seen=str(pair.target))
    question = as_question(pair)
    clock = as_limits(limits, time_limit, work_limit, memory_limit).start()
    levels = winning_levels(question, clock=clock, report=report)
    if isinstance(levels, Stopped):
        return levels
    if not levels:
        return 0
    symmetries = Symmetries(question.symmetries, question.holes)
    below, ways = levels[-1], np.ones(1, np.int64)
    for number, above in reversed(list(enumerate(levels[:-1]))):
        ways = ways.astype(object) if int(ways.max()) * len(question.moves) >> 63 else ways
        parts = []
        for low in range(0, len(above), BLOCK):
            reason = clock.reached()
            if reason is not None:
                return Stopped(reason, f"the {reason} limit was reached while sequences were counted")
            parts.append(_onward(question, symmetries, above[low : low + BLOCK], below, ways))
        below, ways = above, np.concatenate(parts)
        report(f"sequences of positions, {len(levels) - 1 - number} jumps: {len(above):,} orbits")
    return int(ways[0])


def _onward(
    question: PositionQuestion, symmetries: Symmetries, block: Words, below: Words, ways: NDArray[Any]
) -> NDArray[Any]:
    """For each position the sum of the ways over the orbits of the level below that a jump leads to."""
    edges = [np.zeros(0, np.int64)]
    for _, rows, reached in Successors(question).steps(block):
        least = symmetries.canonical(reached)
        places, known = placed(below, least)
        edges.append(rows[known] * len(below) + places[known])
    rows, places = np.divmod(np.unique(np.concatenate(edges)), len(below))
    first = np.searchsorted(rows, np.arange(len(block)))
    return np.add.reduceat(ways[places], first)
