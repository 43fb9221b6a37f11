"""The positions that lie on some play from start to target, level by level."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feasibility.base.limits import Clock, Limits
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.frontier.levels import MemoryLevel, OrbitLevel, Store
from feasibility.engines.frontier.search import expanded, meetings, plainly, sides_of, with_closed_pagodas
from feasibility.engines.frontier.sides import Begun, Side, SideWatch, marked
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import Symmetries, Words, contains, pack, unique, word_count


def winning_levels(
    question: PositionQuestion, *, clock: Clock | None = None, report: Report | None = None
) -> list[Words] | Stopped:
    """For every number of moves the canonical positions on plays, sorted; empty when there is no play.

    Not for patterns.
    """
    symmetries = Symmetries(question.symmetries, question.holes)
    if plainly(question) is not None:
        return [pack([question.start], question.holes)] if question.reached(question.start) else []
    watch = SideWatch(clock or Limits().start(), word_count(question.holes), report)
    try:
        return Thinning(with_closed_pagodas(question), symmetries, watch).levels()
    except StoppedError as end:
        limit = end.stopped.limit
        return Stopped(limit, f"the {limit} limit was reached while positions on plays were listed")


class Thinning:
    """Both sides to the middle, then back again keeping what the other side reached."""

    def __init__(self, question: PositionQuestion, symmetries: Symmetries, watch: SideWatch) -> None:
        self.store = Store(word_count(question.holes), len)  # sizes without symmetry are not needed
        self.symmetries = symmetries
        self.watch = watch
        self.full = pack([question.full], question.holes)
        self.sides = sides_of(question, symmetries, self.store)

    def levels(self) -> list[Words]:
        forward, backward = self.sides[0], self.sides[-1]
        behind = expanded(self.sides, self.watch)
        ahead = forward.levels
        met = list(meetings(forward, ahead[-1], behind[-1], self.watch))
        if not met:
            return []
        common = np.concatenate(met)
        first = self.thinned(ahead, common, backward)
        second = self.thinned(behind, self.turned(common), forward)
        return [*first, *(self.turned(words) for words in reversed(second[:-1]))]

    def turned(self, words: Words) -> Words:
        """The canonical complements, sorted."""
        return unique(self.symmetries.canonical(words ^ self.full))

    def thinned(self, levels: Sequence[OrbitLevel], last: Words, back: Side) -> list[Words]:
        """Going down from the last level: the predecessors that were reached."""
        kept = [last]
        for level in reversed(levels[:-1]):
            before = self.turned(self.after(self.turned(kept[-1]), back, len(levels) - len(kept)))
            whole = level.block(0, level.size)
            kept.append(before[contains(whole, before)])
        return kept[::-1]

    def after(self, words: Words, side: Side, number: int) -> Words:
        """What one move reaches from sorted positions."""
        level, told = MemoryLevel(words, len(words)), self.watch.of("on plays,", number, len(words))
        marker = side.suited(level, self.watch)
        if marker is not None:
            made = marked(marker, level, self.watch, told)
        else:
            made = side.merged(level, Begun(self.store.collector(side.name, number)), self.watch, told)
        return made.block(0, made.size)
