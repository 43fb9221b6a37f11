"""A play that ends wrong at some holes, mended window by window until it ends at the target.

At first it is the play of no jump. Each step takes a window of the board around a wrong hole. The jumps that
reach across its border stay, in their order; those inside are played anew, in many ways at once, level by
level. Where there are too many ways, those near to the old one are kept, and that one always. Of the ends the
one is taken that is wrong at holes of the least weight. A hole that was chosen while it was wrong weighs more
from then on, so that no dead end lasts (the breakout method of P. Morris, AAAI 1993).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from feasibility.base.limits import Clock, Needs
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.plans.passage import Passage, WindowView
from feasibility.engines.plans.ways import Choice, way
from feasibility.engines.results import Found, Searcher
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, bits

SIZES = ((5, 5), (5, 6), (6, 5), (6, 6), (4, 7), (7, 4))  # rows and columns of a window
DRAWN = 3  # windows for each step, of which one is taken
WIDTH = 600  # words that are kept of a level
CHANCE = 4  # holes: how much of a word's distance from the old way is left to chance
# What a wrong hole weighs at first, and where the target has a peg; by how much that grows.
PLAIN, WANTED, HEAVIER = 1000, 2000, 300
SHAKEN = 200  # of the weight of an end: how much at most is left to chance
STEPS = 200  # of work for a level
USUAL, LARGE = 200, 100  # windows: about half of the plays need no more, or of n holes n * n / LARGE


@lru_cache(maxsize=4096)  # the same windows come again and again
def window_at(board: Board, row: int, column: int, rows: int, columns: int) -> WindowView:
    """The holes of so many rows and columns from these on."""
    down, along = range(row, row + rows), range(column, column + columns)
    return WindowView(board, [hole for hole, (i, j) in enumerate(board.holes) if i in down and j in along])


class Mending(Searcher):
    """One play of a pair, and how heavily each hole weighs when wrong; free holes of a pattern never are."""

    def __init__(self, pair: Pair, report: Report = silent, seed: int = 0) -> None:
        self.pair, self.board, self.report = pair, pair.board, report
        self.random = np.random.default_rng(seed)
        self.extent = [1 + max(places) for places in zip(*self.board.holes, strict=True)]
        self.weights = np.full(self.board.n, PLAIN)
        self.weights[list(bits(pair.target.must))] = WANTED
        self.weights[list(bits(pair.target.free))] = 0
        self.play: list[int] = []
        self.end = pair.start.mask
        self.mended = 0
        self.seconds = 0.0

    @property
    def wrong(self) -> int:
        """The holes where the play does not end as it should."""
        return (self.end ^ self.pair.target.must) & ~self.pair.target.free

    def run(self, clock: Clock) -> Found | Stopped:
        """The play when it ends at the target, or the limit that came first."""
        began = clock.now()
        while self.wrong:
            if (limit := clock.reached()) is not None:
                self.seconds += clock.now() - began
                return Stopped(limit, so_far=str(self))
            self.report(f"plays mended: {self}")
            wrong = bits(self.wrong)
            hole = wrong[self.random.integers(len(wrong))]
            self.mend(self.window(hole), clock)
            self.weights[hole] += HEAVIER
        return Found(tuple(tuple(self.board.jumps[j]) for j in self.play), cost=str(self))

    def needs(self) -> Needs:
        """The longer no play comes, the longer none will; that one is near is never seen."""
        usual = max(USUAL, self.board.n**2 / LARGE)
        return Needs(least=self.seconds * self.mended / usual)

    def window(self, hole: int) -> WindowView:
        """Of some windows with this hole one with the most wrong holes: they may be mended together."""
        wrong = self.wrong
        drawn = [self.drawn(hole) for _ in range(DRAWN)]
        return max(drawn, key=lambda window: window.within(wrong).bit_count())

    def drawn(self, hole: int) -> WindowView:
        """A window of some size that has this hole somewhere inside."""
        size = SIZES[self.random.integers(len(SIZES))]
        back = self.random.integers(size).tolist()
        row, column = (
            max(0, min(place - before, extent - length))
            for place, before, extent, length in zip(
                self.board.holes[hole], back, self.extent, size, strict=True
            )
        )
        return window_at(self.board, row, column, *size)

    def mend(self, window: WindowView, clock: Clock) -> None:
        self.mended += 1
        passage = Passage.of(window, self.pair.start.mask, self.play)
        wanted = window.within(self.pair.target.must)
        salt = int(self.random.integers(1 << 63))
        choice = Choice(wanted, self.weights[window.holes], salt, WIDTH, CHANCE, SHAKEN)
        found = way(passage, choice)
        clock.spend(STEPS * found.levels + found.seen // 8)
        clock.meter.saw(found.seen)
        self.play = passage.spliced(found.jumps)
        for j in (*passage.taken, *[window.inside[k] for k in found.jumps if k >= 0]):
            self.end ^= self.board.jump_masks[j][1]

    def __str__(self) -> str:
        wrong = plural(self.wrong.bit_count(), "hole")
        return f"{plural(self.mended, 'window', commas=True)} mended, {wrong} wrong"
