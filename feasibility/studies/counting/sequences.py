"""How many sequences of positions plays go through, up to symmetry: paths of orbits from start to target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feasibility.base.limits import Clock
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.decide.engines import told
from feasibility.engines.frontier.winning import winning_levels
from feasibility.engines.positions.question import Question
from feasibility.engines.positions.successors import steps_of
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, locate

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sequences(asked: Question, *, clock: Clock, report: Report = silent) -> int | Stopped:
    """Those of a question about single positions: two jumps to one orbit count once."""
    levels = winning_levels(asked, clock=clock, report=told(report))
    if isinstance(levels, Stopped):
        return levels
    if not levels:
        return 0
    symmetries = Symmetries(asked.symmetries, asked.holes)
    below, ways = levels[-1], np.ones(1, np.int64)
    for number, words in reversed(list(enumerate(levels[:-1]))):
        ways = ways.astype(object) if int(ways.max()) * len(asked.moves) >> 63 else ways
        parts = []
        for low in range(0, len(words), BLOCK):
            reason = clock.reached()
            if reason is not None:
                return Stopped(reason, f"the {reason} limit was reached while sequences were counted")
            parts.append(_onward(asked, symmetries, words[low : low + BLOCK], below, ways))
        below, ways = words, np.concatenate(parts)
        report(f"sequences of positions, {len(levels) - 1 - number} jumps: {len(words):,} orbits")
    return int(ways[0])


def _onward(
    asked: Question, symmetries: Symmetries, block: Words, below: Words, ways: NDArray[Any]
) -> NDArray[Any]:
    """For each position the sum of the ways over the orbits of the level below that a jump leads to."""
    edges = [np.zeros(0, np.int64)]
    for _, rows, reached in steps_of(asked, block):
        least = symmetries.canonical(reached)
        places = np.minimum(locate(below, least), len(below) - 1)
        known = (below[places] == least).all(axis=1)
        edges.append(rows[known] * len(below) + places[known])
    rows, places = np.divmod(np.unique(np.concatenate(edges)), len(below))
    first = np.searchsorted(rows, np.arange(len(block)))
    return np.add.reduceat(ways[places], first)
