"""The positions that lie on some play from start to target, level by level."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

import numpy as np

from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.frontier.bits import Field, Marker, marker
from feasibility.engines.frontier.expand import Expander, expander
from feasibility.engines.frontier.levels import Level, Store
from feasibility.engines.frontier.search import plainly, with_closed_pagodas
from feasibility.engines.frontier.sides import Side, Watch
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import Question
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, contains, pack, unique, word_count
from feasibility.engines.results import LevelReport


def winning_levels(
    asked: Question, *, clock: Clock | None = None, report: LevelReport | None = None
) -> list[Words] | Stopped:
    """For every number of moves the canonical positions on plays, sorted; empty when there is no play.

    Not for patterns.
    """
    symmetries = Symmetries(asked.symmetries, asked.holes)
    if plainly(asked) is not None:
        return [pack([asked.start], asked.holes)] if asked.reached(asked.start) else []
    watch = Watch(clock or Limits().start(), word_count(asked.holes), report)
    try:
        return Thinning(with_closed_pagodas(asked), symmetries, watch).levels()
    except StoppedError as end:
        limit = end.stopped.limit
        return Stopped(limit, f"the {limit} limit was reached while positions on plays were listed")


Making = tuple[Expander, Marker | None]  # of what one move reaches


class Thinning:
    """Both sides to the middle, then back again keeping what the other side reached."""

    def __init__(self, asked: Question, symmetries: Symmetries, watch: Watch) -> None:
        store = Store(word_count(asked.holes), len)  # sizes without symmetry are not needed
        field = Field(asked)
        self.asked = asked
        self.symmetries = symmetries
        self.watch = watch
        self.full = pack([asked.full], asked.holes)
        self.mirrored = asked.start == asked.full ^ asked.target
        self.forward = Side("forward", asked, symmetries, store, field)
        dual = asked.dual()
        self.backward = self.forward
        if not self.mirrored:
            self.backward = Side("backward", dual, symmetries, store, field)
        unplay = expander(dual, symmetries, Pruner(dual))
        self.unplay = unplay, marker(field, unplay, dual, symmetries)

    def levels(self) -> list[Words]:
        length = self.asked.length
        self.expand(length)
        ahead, behind = self.forward.levels, self.backward.levels
        if self.mirrored:
            behind = behind[: length // 2 + 1]
        if not ahead[-1].size or not behind[-1].size:
            return []
        common = self.met(ahead[-1], behind[-1])
        if not len(common):
            return []
        first = self.thinned(ahead, common, self.unplay)
        play = self.forward.expand, self.forward.marker
        second = self.thinned(behind, self.turned(common), play)
        return [*first, *(self.turned(words) for words in reversed(second[:-1]))]

    def expand(self, length: int) -> None:
        forward, backward = self.forward, self.backward
        while forward.last.size and backward.last.size:
            if self.mirrored:
                if forward.depth >= length - length // 2:
                    return
                forward.advance(self.watch)
            elif forward.depth + backward.depth == length:
                return
            else:
                (forward if forward.last.size <= backward.last.size else backward).advance(self.watch)

    def turned(self, words: Words) -> Words:
        """The canonical complements, sorted."""
        return unique(self.symmetries.canonical(words ^ self.full))

    def met(self, ours: Level, theirs: Level) -> Words:
        """The positions of our level whose complements are in theirs."""
        common = [ours.block(0, 0)]
        for low in range(0, ours.size, BLOCK):
            block = ours.block(low, min(low + BLOCK, ours.size))
            common.append(block[theirs.holds(self.symmetries.canonical(block ^ self.full))])
        return np.concatenate(common)

    def thinned(self, levels: Sequence[Level], last: Words, back: Making) -> list[Words]:
        """Going down from the last level: the predecessors that were reached."""
        kept = [last]
        for level in reversed(levels[:-1]):
            before = self.turned(self.after(self.turned(kept[-1]), back, len(levels) - len(kept)))
            whole = level.block(0, level.size)
            kept.append(before[contains(whole, before)])
        return kept[::-1]

    def after(self, words: Words, making: Making, number: int) -> Words:
        """What one move reaches from sorted positions."""
        expand, marker = making
        watch, began = self.watch, monotonic()

        def tell(done: int, made: int = 0) -> None:
            watch.told("on plays,", number, done, len(words), made, monotonic() - began)

        if marker is not None and marker.field.suits(len(words), watch.clock):
            marker.reach(words, watch.threads, watch.clock, tell)
            watch.look()
            return marker.taken(watch.threads, watch.clock)[0]
        orbits = [words[:0]]
        for low in range(0, len(words), BLOCK):
            orbits.append(expand(words[low : low + BLOCK]))
            tell(min(low + BLOCK, len(words)), sum(map(len, orbits)))
        return unique(np.concatenate(orbits))
