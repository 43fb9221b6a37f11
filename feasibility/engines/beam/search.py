"""Beam search: keep the best positions of every level, double their number until a play is found.

The level before the end need not be guessed: a complete set of positions near the target is made backward
first, and the beam has won when it touches that set. Score: the spread of the pegs that are not where the
target wants them, sum(i^2+j^2)*pegs - (sum i)^2 - (sum j)^2 (winner of the 2009 contest; the restriction to
misplaced pegs is what makes it serve every target). No chance is involved: equal input, equal play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import NoReturn

from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.engines.beam.levels import BeamLevel, BeamPlace, Levels, levels_of
from feasibility.engines.positions.question import PositionQuestion, replay
from feasibility.engines.results import Exhausted, Found, Result, Searcher

FIRST = 32  # positions per level in the first round
ROOM = 10  # times what a level takes is needed while it is made, as measured: repetitions, sort, symmetries
LEVEL_STEPS = 300
LEAST_NEAR = 50  # positions of the complete set near the target, at least
BLOCK = 1 << 16  # positions handled between two looks at the limits

Names = list[tuple[int, ...]]


class EndedError(Exception):
    """Unwinds a round that found its end."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__()


class BeamWatch:
    """Limits of a running beam search, how much it looked at, and whom it tells."""

    def __init__(self, clock: Clock, report: Callable[[str], None] | None = None) -> None:
        self.clock = clock
        self.width = FIRST
        self.explored = 0
        self.walks, self.walked = 1, 0  # of this width
        self.report = report
        self.began = self.widened = monotonic()

    def saw(self, positions: int) -> None:
        self.explored += positions
        self.clock.meter.saw(positions, self.width)

    def wider(self) -> None:
        self.width *= 2
        self.walked = 0
        self.widened = monotonic()

    def tell(self, step: int, length: int, size: int) -> None:
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

    def before(self, size: int, growth: float) -> None:
        """End the search where the level after one of so many bytes will not fit, if growth goes on."""
        self.look(int(ROOM * size * growth))

    def stopped(self, limit: str, width: int) -> Stopped:
        """Words for what was looked at when a limit came."""
        seen = f"{plural(self.explored, 'position', commas=True)} seen, at most {width:,} kept of a level"
        return Stopped(limit, so_far=seen)

    def look(self, ahead: int = 0) -> None:
        """End the search where a limit is reached, or would be by `ahead` more bytes."""
        reason = self.clock.reached(ahead)
        if reason is not None:
            raise EndedError(self.stopped(reason, self.width))


class Direction:
    """One way to walk the question, with the complete levels near its end, those of the dual question."""

    def __init__(self, levels: Levels, dual: Levels | None, watch: BeamWatch, turned: bool = False) -> None:
        self.levels, self.dual, self.watch, self.turned = levels, dual, watch, turned
        self.question = levels.question
        self.near = [] if dual is None else [first(dual)]
        self.made: list[BeamLevel] = []  # of a walk that a limit has cut short
        self.growth, self.complete = 1.0, True

    def widen(self, positions: int) -> None:
        """Go on backward until a level would hold more positions than that."""
        dual = self.dual
        while dual and self._size(self.near[-1]) < positions and len(self.near) < self.question.length:
            self.watch.before(len(self.near[-1]), len(self.near[-1]) / len(self.near[-2:][0]))
            level = dual.following(self.near[-1])
            self.watch.clock.spend(LEVEL_STEPS + self._size(self.near[-1]) + self._size(level))
            if not level:
                raise EndedError(Exhausted())
            self.near.append(level)

    def walk(self, most: int, targeted: bool) -> bool:
        """Walks one round and returns whether nothing was left out. A play unwinds as `EndedError`.

        After a limit it goes on where it was.
        """
        if not self.made:
            self.made, self.growth, self.complete = [first(self.levels)], 1.0, True
        made = self.made
        for step in range(len(made), self.question.length + 1):
            level = self.next_level(made[-1], self.growth)
            self.growth = len(level) / len(made[-1])
            self.watch.tell(step, self.question.length, self._size(level))
            self.finish(made, level, self.question.length - step)
            if self._size(level) > most:
                self.complete = False
                level = self.levels.best(level, most, targeted)
            if not level:
                break
            made.append(level)
        self.made = []
        return self.complete

    def next_level(self, level: BeamLevel, growth: float) -> BeamLevel:
        """Everything that one move reaches, block by block."""
        self.watch.before(len(level), growth)
        parts = []
        block = BLOCK * self.levels.width
        for low in range(0, len(level), block):
            self.watch.look()
            some = level[low : low + block]
            parts.append(self.levels.following(some))
            self.watch.clock.spend(LEVEL_STEPS + self._size(some) + self._size(parts[-1]))
        made = parts[0] if len(parts) == 1 else self.levels.merged(parts)
        self.watch.saw(self._size(made))
        return made

    def finish(self, made: Sequence[BeamLevel], level: BeamLevel, left: int) -> None:
        """Raise the play when the level touches the target or the complete set before it."""
        if self.dual is None:
            mask = self.levels.answering(level)
            if mask is not None:
                self.found(way_to(self.levels, made, mask))
        elif left < len(self.near):
            mask = self.levels.meeting(level, self.near[left])
            if mask is not None:
                there = way_to(self.levels, made, mask)
                back = way_to(self.dual, self.near[:left], mask ^ self.question.full)
                self.found([*there, *reversed(back)])

    def found(self, play: Names) -> NoReturn:
        """Raise a play; one of the dual question is one of the question when read from its end."""
        question, play = (self.question.dual(), play[::-1]) if self.turned else (self.question, play)
        raise EndedError(Found(replay(question, play)))

    def _size(self, level: BeamLevel) -> int:
        return len(level) // self.levels.width


def first(levels: Levels) -> BeamLevel:
    """The level of the start alone, which all symmetries fix."""
    return levels.question.start.to_bytes(levels.width, "little")


def way_to(levels: Levels, made: Sequence[BeamLevel], mask: int) -> Names:
    """Moves from the first of some levels to a position that one move reaches from the last.

    Every level is a union of whole orbits, so real positions are followed and no map is kept.
    """
    play: Names = []
    for level in reversed(made):
        move = levels.back(mask, level)
        mask ^= move.care
        play.append(move.name)
    return play[::-1]


class Beam(Searcher):
    """A beam search in turns: each goes on with the walk that the one before could not end."""

    def __init__(
        self,
        question: PositionQuestion,
        places: Sequence[BeamPlace],
        report: Callable[[str], None] | None = None,
    ) -> None:
        self.question, self.places = question, places
        self.watch = BeamWatch(Limits().start(), report)
        self.walks: list[tuple[bool, Direction]] = []

    def run(self, clock: Clock, widest: int | None = None) -> Result:
        """One turn, of widths up to `widest`."""
        if self.question.reached(self.question.start):
            return Found(())
        if self.question.length <= 0:
            return Exhausted()
        self.watch.clock = clock
        try:
            self.walks = self.walks or self._prepared()
            return self._rounds(widest)
        except EndedError as end:
            return end.result

    def _prepared(self) -> list[tuple[bool, Direction]]:
        """For every width: the misplaced pegs, forward and (but for patterns) on the dual; then all pegs."""
        question, watch = self.question, self.watch
        forward = levels_of(question, self.places)
        backward = None if question.free else levels_of(question.dual(), self.places)
        directions = [Direction(forward, backward, watch)]
        if backward is not None and question.start != question.full ^ question.target:
            directions.append(Direction(backward, forward, watch, turned=True))
        watch.walks = 2 * len(directions)
        return [(targeted, direction) for targeted in (True, False) for direction in directions]

    def _rounds(self, widest: int | None) -> Result:
        watch = self.watch
        while widest is None or watch.width <= widest:
            for targeted, direction in self.walks[watch.walked :]:
                direction.widen(max(LEAST_NEAR, watch.width // 2))
                if direction.walk(watch.width, targeted):
                    return Exhausted()
                watch.walked += 1
            watch.wider()
        return watch.stopped("width", watch.width // 2)
