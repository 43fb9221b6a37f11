"""Beam search: keep the best positions of every level, double their number until a play is found.

The level before the end need not be guessed: a complete set of positions near the target is made backward
first, and the beam has won when it touches that set. Score: the spread of the pegs that are not where the
target wants them, sum(i^2+j^2)*pegs - (sum i)^2 - (sum j)^2 (winner of the 2009 contest; the restriction to
misplaced pegs is what makes it serve every target). No chance is involved: equal input, equal play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from time import monotonic

import numpy as np
import numpy.typing as npt

from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.search.frontier.expand import numpy_expander
from feasibility.search.frontier.levels import MemoryLevel
from feasibility.search.frontier.paths import joined, way_to
from feasibility.search.positions.pruning import Pruner
from feasibility.search.positions.question import Question, replay
from feasibility.search.positions.successors import matches
from feasibility.search.positions.words import (
    BLOCK,
    Symmetries,
    Words,
    contains,
    look_up,
    pack,
    sum_tables,
    unique,
)
from feasibility.search.results import Exhausted, Found, Result, Stopped

Place = tuple[int, int]
FIRST = 32  # positions per level in the first round
ROOM = 10  # times what a level takes is needed while it is made, as measured: repetitions, sort, symmetries
LEVEL_STEPS = 300
LEAST_NEAR = 50  # positions of the complete set near the target, at least


class EndedError(Exception):
    """Unwinds a round that found its end."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__()


class Score:
    """How far the misplaced pegs are spread; smaller is better."""

    def __init__(self, asked: Question, places: Sequence[Place], targeted: bool) -> None:
        self.holes = asked.holes
        self.tables = spread_tables(tuple(places), asked.holes)
        self.care = pack([asked.full & ~asked.target if targeted else asked.full], asked.holes)

    def __call__(self, words: Words) -> npt.NDArray[np.int64]:
        """In blocks: the sums take eight times the room of the positions."""
        blocks = [self.spread(words[low : low + BLOCK]) for low in range(0, len(words), BLOCK)]
        return np.concatenate(blocks)

    def spread(self, words: Words) -> npt.NDArray[np.int64]:
        sums = look_up(words & self.care, self.tables, self.holes).astype(np.int64)
        spread: npt.NDArray[np.int64] = sums[:, 3] * sums[:, 0] - sums[:, 1] ** 2 - sums[:, 2] ** 2
        return spread


@lru_cache(maxsize=8)  # pairs come many in a row from one board
def spread_tables(places: tuple[Place, ...], holes: int) -> list[Words]:
    """Tables for the sums that the spread is made of."""
    rows = [[1, i, j, i * i + j * j] for i, j in padded(places, holes)]
    return sum_tables(np.array(rows, dtype=np.int64).astype(np.uint64), holes)


def padded(places: Sequence[Place], holes: int) -> list[Place]:
    """A place for every bit: one that is no hole sits in the middle of the board."""
    middle = (sum(i for i, _ in places) // len(places), sum(j for _, j in places) // len(places))
    return [*places, *[middle] * (holes - len(places))]


class Direction:
    """One way to walk the question, with the complete levels near its end."""

    def __init__(
        self, asked: Question, places: Sequence[Place], symmetries: Symmetries, watch: Watch
    ) -> None:
        self.asked = asked
        self.symmetries = symmetries
        self.watch = watch
        self.scores = (Score(asked, places, True), Score(asked, places, False))
        self.expand = numpy_expander(asked, symmetries, Pruner(asked))
        self.full = pack([asked.full], asked.holes)
        self.near: list[Words] = []
        if not asked.free:
            dual = asked.dual()
            self.near = [pack([dual.start], dual.holes)]
            self.expand_back = numpy_expander(dual, symmetries, Pruner(dual))

    def widen(self, positions: int) -> None:
        """Go on backward until a level would hold more positions than that."""
        while self.near and len(self.near[-1]) < positions and len(self.near) < self.asked.length:
            self.watch.before(self.near[-1], len(self.near[-1]) / len(self.near[-2:][0]))
            level = self.expand_back(self.near[-1])
            self.watch.clock.spend(LEVEL_STEPS + len(self.near[-1]) + len(level))
            if not len(level):
                raise EndedError(Exhausted())
            self.near.append(level)

    def walk(self, width: int, score: Score) -> bool:
        """Walks one round and returns whether nothing was left out. A play unwinds as `EndedError`."""
        complete, growth = True, 1.0
        levels = [pack([self.asked.start], self.asked.holes)]
        for step in range(1, self.asked.length + 1):
            level = self.next_level(levels[-1], growth)
            growth = len(level) / len(levels[-1])
            self.watch.tell(step, self.asked.length, len(level))
            self.finish(levels, level, self.asked.length - step)
            if len(level) > width:
                complete = False
                level = level[lowest(score(level), width)]
            if not len(level):
                break
            levels.append(level)
        return complete

    def next_level(self, level: Words, growth: float) -> Words:
        self.watch.before(level, growth)
        parts = []
        for low in range(0, len(level), BLOCK):
            self.watch.look()
            parts.append(self.expand(level[low : low + BLOCK]))
            self.watch.clock.spend(LEVEL_STEPS + len(level[low : low + BLOCK]) + len(parts[-1]))
        made = parts[0] if len(parts) == 1 else unique(np.concatenate(parts))
        self.watch.explored += len(made)
        return made

    def finish(self, levels: list[Words], level: Words, left: int) -> None:
        """Raise the play when the level touches the target or the complete set before it."""
        asked = self.asked
        kept = [MemoryLevel(words, 0) for words in [*levels, level]]
        if asked.free:
            match = np.flatnonzero(matches(asked, level))
            if len(match):
                play = way_to(asked, self.symmetries, kept, level[match[:1]])
                raise EndedError(Found(replay(asked, play)))
        elif left < len(self.near):
            mirrored = self.symmetries.canonical(level ^ self.full)
            match = np.flatnonzero(contains(self.near[left], mirrored))
            if len(match):
                near = [MemoryLevel(words, 0) for words in self.near[: left + 1]]
                raise EndedError(Found(joined(asked, self.symmetries, kept, level[match[:1]], near)))


def lowest(scores: npt.NDArray[np.generic], width: int) -> npt.NDArray[np.intp]:
    """Which `width` of the scores to keep, rising: the lowest, of equal ones the first.

    numpy.argpartition chooses among equal ones as the vector instructions of the machine have it.
    """
    cut = np.partition(scores, width - 1)[width - 1]
    below, equal = np.flatnonzero(scores < cut), np.flatnonzero(scores == cut)
    return np.sort(np.concatenate([below, equal[: width - len(below)]]))


class Watch:
    """Limits of a running beam search, how much it looked at, and whom it tells."""

    def __init__(self, clock: Clock, report: Callable[[str], None] | None = None) -> None:
        self.clock = clock
        self.width = FIRST
        self.explored = 0
        self.walks, self.walked = 1, 0  # of this width
        self.report = report
        self.began = self.widened = monotonic()

    def wider(self) -> None:
        """The next round."""
        self.width *= 2
        self.walked = 0
        self.widened = monotonic()

    def tell(self, step: int, length: int, size: int) -> None:
        """A level of so many positions was made."""
        if self.report is None:
            return
        now = monotonic()
        share = (self.walked + step / length) / self.walks
        left = (now - self.widened) * (1 - share) / share
        rate = self.explored / max(now - self.began, 1e-9)
        self.report(
            f"beam search, {self.width:,} kept of a level: level {step} of {length}, {size:,} positions, "
            f"{self.explored:,} seen, {rate:,.0f}/s, {left:.0f} s left at this width"
        )

    def before(self, level: Words, growth: float) -> None:
        """End the search where the next level will not fit, if it grows as the last one did."""
        self.look(int(ROOM * level.nbytes * growth))

    def stopped(self, limit: str, width: int) -> Stopped:
        """Words for what was looked at when a limit came."""
        seen = f"{plural(self.explored, 'position', commas=True)} seen, at most {width:,} kept of a level"
        return Stopped(limit, explored=self.explored, so_far=seen)

    def look(self, ahead: int = 0) -> None:
        """End the search where a limit is reached, or would be by `ahead` more bytes."""
        reason = self.clock.reached(ahead)
        if reason is not None:
            raise EndedError(self.stopped(reason, self.width))


def beam(
    asked: Question,
    places: Sequence[Place],
    *,
    clock: Clock | None = None,
    widest: int = 1 << 16,
    report: Callable[[str], None] | None = None,
) -> Result:
    """Search with doubling widths up to `widest`; `places` are the holes' coordinates."""
    if asked.reached(asked.start):
        return Found(())
    if asked.length <= 0:
        return Exhausted()
    watch = Watch(clock or Limits().start(), report)
    try:
        return rounds(asked, places, watch, widest)
    except EndedError as end:
        return end.result


def rounds(asked: Question, places: Sequence[Place], watch: Watch, widest: int) -> Result:
    """Every width: the misplaced pegs, forward and (but for patterns) on the dual; then all pegs."""
    symmetries = Symmetries(asked.symmetries, asked.holes)
    questions = [asked]
    if not asked.free and asked.start != asked.full ^ asked.target:
        questions.append(asked.dual())
    directions = [Direction(asked, places, symmetries, watch)]  # the dual joins when it is its turn
    watch.walks = 2 * len(questions)
    while watch.width <= widest:
        for which in (0, 1):
            for turn, question in enumerate(questions):
                if turn == len(directions):
                    directions.append(Direction(question, places, symmetries, watch))
                direction = directions[turn]
                try:
                    direction.widen(max(LEAST_NEAR, watch.width // 2))
                    if direction.walk(watch.width, direction.scores[which]):
                        return Exhausted()
                    watch.walked += 1
                except EndedError as end:
                    raise turned(end, question is not asked, asked) from None
        watch.wider()
    return watch.stopped("width", widest)


def turned(end: EndedError, dual: bool, asked: Question) -> EndedError:
    """A play of the dual is a play of the question when read from its end."""
    if dual and isinstance(end.result, Found):
        return EndedError(Found(replay(asked, reversed(end.result.play))))
    return end
