"""Frontier search: whole levels, forward from the start and backward from the target, to a middle.

Exact: it ends in a play, in the sizes of exhausted levels, or says which limit stopped it. The backward
side works on complements, where a move backward is the same move forward, so both sides share all code.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import numpy as np

from feasibility.base.errors import DiskLimitError, SoundnessError
from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.base.values import replace
from feasibility.engines.frontier.bits import Field
from feasibility.engines.frontier.levels import Level, Store
from feasibility.engines.frontier.paths import joined, way_to
from feasibility.engines.frontier.sides import Side, Watch
from feasibility.engines.positions.pruning import closed, lane_width
from feasibility.engines.positions.question import Question, least_weight, replay, separating
from feasibility.engines.positions.successors import matches
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, pack, word_count
from feasibility.engines.results import Exhausted, Found, LevelReport, Result, complete


class Search:
    """A frontier search in turns: levels are kept, and the part of one that was cut short.

    A store serves one search, which closes it. Pagodas are closed under the symmetries first.
    """

    def __init__(
        self,
        asked: Question,
        *,
        store: Store | None = None,
        report: LevelReport | None = None,
        threads: int = 2,
    ) -> None:
        self.asked = asked
        self.symmetries = Symmetries(asked.symmetries, asked.holes)
        self.store = store or Store(word_count(asked.holes), self.symmetries.positions)
        self.watch = Watch(Limits().start(), word_count(asked.holes), report, threads)
        self.sides: list[Side] = []

    def run(self, clock: Clock) -> Result:
        """Decide the question, or stop at a limit."""
        self.watch.clock = clock
        try:
            plain = plainly(self.asked)
            if plain is not None:
                return plain
            self.sides = self.sides or self._begun()
            return run(self.sides, self._answer)
        except DiskLimitError as full:  # before the first levels were there
            return Stopped("disk", str(full), remaining=self.asked.length, so_far=complete((), ()))

    def close(self) -> None:
        """No turn follows."""
        self.store.close()

    def _begun(self) -> list[Side]:
        """Levels from one end or both, as the target allows."""
        asked, store = with_closed_pagodas(self.asked), self.store
        store.fit(self.watch.clock.limits.memory)
        field = None if store.on_disk else Field(asked)
        forward = Side("forward", asked, self.symmetries, store, field)
        if asked.free or asked.start == asked.full ^ asked.target:
            return [forward]
        return [forward, Side("backward", asked.dual(), self.symmetries, store, field)]

    def _answer(self) -> Found | Exhausted:
        forward, *backward = self.sides
        if backward:
            return both_ways(forward, backward[0], self.watch)
        return (to_the_end if forward.asked.free else mirrored)(forward, self.watch)


def search(
    asked: Question,
    *,
    clock: Clock | None = None,
    store: Store | None = None,
    report: LevelReport | None = None,
    threads: int = 2,
) -> Result:
    """A frontier search in one turn."""
    frontier = Search(asked, store=store, report=report, threads=threads)
    try:
        return frontier.run(clock or Limits().start())
    finally:
        frontier.close()


def plainly(asked: Question) -> Found | Exhausted | None:
    """The answers that need no level."""
    if asked.reached(asked.start):
        return Found(())
    if asked.length <= 0:
        return Exhausted((1,), (1,) if asked.length == 0 and not asked.free else ())
    residue = separating(asked)
    return None if residue is None else Exhausted((1, 0), (), (), (residue,))


def with_closed_pagodas(asked: Question) -> Question:
    """The question with its pagodas closed under its symmetries, those left out that do not fit a lane.

    What is listed must be what is applied, on both sides: the level sizes are part of the proof. On
    patterns the number of pegs joins, so that no level is made with fewer pegs than must remain.
    """
    pool = closed(asked.pagodas, asked.symmetries)
    if asked.free:
        pool = tuple(dict.fromkeys(((1,) * asked.holes, *pool)))
    sides = [asked] if asked.free else [asked, asked.dual()]
    fit = (w for w in pool if all(lane_width(w, least_weight(q, w)) for q in sides))
    return replace(asked, pagodas=tuple(fit))


def run(sides: list[Side], answer: Callable[[], Found | Exhausted]) -> Result:
    """Decide, turning limits into a result. Ctrl-C is passed on: nothing may begin after it."""
    detail = ""
    try:
        return answer()
    except StoppedError as end:
        limit = end.stopped.limit
    except DiskLimitError as full:
        limit, detail = "disk", str(full)
    except MemoryError:
        limit = "memory"
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"frontier search had {complete(*sizes_of(sides))}") from None
    left = sides[0].asked.length - sum(side.depth for side in sides)
    sizes = sizes_of(sides)
    return Stopped(limit, detail, *sizes, left, so_far=complete(*sizes))


def sizes_of(sides: list[Side]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of the complete levels from the start and from the target; the latter may have no side of its own."""
    return sides[0].sizes, sides[1].sizes if len(sides) > 1 else ()


def exhausted(forward: Side, backward: tuple[int, ...]) -> Exhausted:
    """No residue is named: one that tells start and target apart ends the search before its first level."""
    sizes, asked = forward.sizes, forward.asked
    covered = len(sizes) - 1 + max(0, len(backward) - 1)
    dead = not sizes[-1] or (bool(backward) and not backward[-1])
    if not dead and (asked.free or covered != asked.length):
        raise SoundnessError(f"levels {sizes} and {backward} are no exhaustion; the question:\n{asked!r}")
    return Exhausted(sizes, backward, asked.pagodas, (), near=asked.near)


def both_ways(forward: Side, backward: Side, watch: Watch) -> Found | Exhausted:
    """Expand the smaller side until the sides meet or one of them dies out.

    A store may hold more levels than reach from end to end; compared with each other, last levels that
    overlap have no position in common whatever the answer.
    """
    length = forward.asked.length
    while forward.depth + backward.depth > length:
        (forward if forward.depth >= backward.depth else backward).levels.pop()
    while forward.last.size and backward.last.size and forward.depth + backward.depth < length:
        min(forward, backward, key=_advanced).advance(watch)
    if forward.last.size and backward.last.size:
        common = meeting(forward, forward.last, backward.last, watch)
        if common is not None:
            return Found(joined(forward.asked, forward.symmetries, forward.levels, common, backward.levels))
    return exhausted(forward, backward.sizes)


def _advanced(side: Side) -> tuple[bool, int]:
    """First the side that has not yet passed the positions near its own end, then the smaller one."""
    return side.depth >= side.asked.near, side.last.size


def mirrored(forward: Side, watch: Watch) -> Found | Exhausted:
    """The target is the start's complement: the backward levels are the complements of the forward ones."""
    length = forward.asked.length
    del forward.levels[length - length // 2 + 1 :]  # a store may hold more
    while forward.last.size and forward.depth < length - length // 2:
        forward.advance(watch)
    if not forward.last.size:
        return exhausted(forward, ())
    common = meeting(forward, forward.last, forward.levels[length // 2], watch)
    if common is None:
        return exhausted(forward, forward.sizes[: length // 2 + 1])
    half = forward.levels[: length // 2 + 1]
    return Found(joined(forward.asked, forward.symmetries, forward.levels, common, half))


def meeting(side: Side, ours: Level, theirs: Level, watch: Watch) -> Words | None:
    """A position of one level whose complement is in the other, or None."""
    full = pack([side.asked.full], side.asked.holes)
    step = side.store.stride
    for low in range(0, ours.size, step):
        block = ours.block(low, min(low + step, ours.size))
        met = np.flatnonzero(theirs.holds(side.symmetries.canonical(block ^ full)))
        if len(met):
            return block[met[:1]]
        watch.look()
    return None


def to_the_end(forward: Side, watch: Watch) -> Found | Exhausted:
    """Patterns: forward only, until a position matches or none is left.

    Levels that were found in a store are looked through as well: who made them may have sought nothing.
    """
    asked = forward.asked
    for number in count():
        if number > forward.depth:
            forward.advance(watch)
        level = forward.levels[number]
        for low in range(0, level.size, BLOCK):
            block = level.block(low, min(low + BLOCK, level.size))
            match = np.flatnonzero(matches(asked, block))
            if len(match):
                play = way_to(asked, forward.symmetries, forward.levels[: number + 1], block[match[:1]])
                return Found(replay(asked, play))
        if not level.size:
            break
    return exhausted(forward, ())
