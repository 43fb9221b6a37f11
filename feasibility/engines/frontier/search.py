"""Frontier search: whole levels, forward from the start and backward from the target, to a middle.

Exact: it ends in a play, in the sizes of exhausted levels, or says which limit stopped it. The backward
side works on complements, where a move backward is the same move forward, so both sides share all code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, pairwise

import numpy as np

from feasibility.base.errors import DiskLimitError, SoundnessError
from feasibility.base.limits import STEPS_PER_SECOND, Clock, Limits, Needs
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.base.values import replace
from feasibility.engines.frontier.bits import Field
from feasibility.engines.frontier.levels import OrbitLevel, Store, blocks
from feasibility.engines.frontier.sides import Side, SideWatch
from feasibility.engines.positions.pruning import closed, lane_width
from feasibility.engines.positions.question import PositionQuestion, least_weight, replay, separating
from feasibility.engines.positions.successors import matches
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, pack, unpack, word_count
from feasibility.engines.results import Exhausted, Found, Result, complete

MANY = 10**18  # positions; no search comes so far
USUAL = 1 / STEPS_PER_SECOND  # seconds for a position, until so many were expanded that their time says it
TELLING = 20_000
LEAST = 3  # levels of a side, before its growth says anything


class FrontierSearch:
    """A frontier search in turns: levels are kept, and the part of one that was cut short.

    A store serves one search, which closes it. Pagodas are closed under the symmetries first.
    """

    def __init__(
        self,
        question: PositionQuestion,
        *,
        store: Store | None = None,
        report: Report | None = None,
        threads: int = 2,
    ) -> None:
        self.question = question
        self.symmetries = Symmetries(question.symmetries, question.holes)
        self.store = store or Store(word_count(question.holes), self.symmetries.positions)
        self.watch = SideWatch(Limits().start(), word_count(question.holes), report, threads)
        self.sides: list[Side] = []
        self.seconds = 0.0

    def run(self, clock: Clock) -> Result:
        """Decide the question, or stop at a limit. Ctrl-C is passed on: nothing may begin after it."""
        self.watch.clock = clock
        began = clock.now()
        try:
            return self._run()
        finally:
            self.seconds += clock.now() - began

    def _run(self) -> Result:
        detail = ""
        try:
            plain = plainly(self.question)
            if plain is not None:
                return plain
            if not self.sides:
                self.store.fit(self.watch.clock.limits.memory)
                self.sides = sides_of(with_closed_pagodas(self.question), self.symmetries, self.store)
            return (to_the_end if self.question.free else to_the_middle)(self.sides, self.watch)
        except StoppedError as end:
            limit = end.stopped.limit
        except DiskLimitError as full:
            limit, detail = "disk", str(full)
        except MemoryError:
            limit = "memory"
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"frontier search had {complete(*self._sizes)}") from None
        return Stopped(limit, detail, so_far=complete(*self._sizes), by_levels=True)

    def needs(self) -> Needs:
        """Seconds to the middle, if levels grow on as they do, where something says how many follow."""
        if self.question.free or not self.sides or min(len(side.levels) for side in self.sides) < LEAST:
            return Needs()
        sizes = [[level.size for level in side.levels] for side in self.sides]
        levels = _together(self.sides) - sum(side.depth for side in self.sides)
        each = seconds_each(sum(sum(side[:-1]) for side in sizes), self.seconds)
        seconds = ahead(sizes, levels) * each
        return Needs(seconds, seconds)

    def close(self) -> None:
        self.store.close()

    @property
    def _sizes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of the complete levels from the start and from the target; either may have no side of its own."""
        forward, backward = [*(side.sizes for side in self.sides), (), ()][:2]
        return forward, backward


def ahead(sides: Sequence[Sequence[int]], levels: int) -> float:
    """Positions that so many more levels are made from, always those of the smaller side.

    `sides` has the sizes of the levels so far. Each level grows less than the one before, as the last did.
    """
    growth = [_growth(sizes) for sizes in sides]
    last, total = [float(sizes[-1]) for sizes in sides], 0.0
    for _ in range(levels):
        side = last.index(min(last))
        total += last[side]
        ratio, slowing = growth[side]
        growth[side] = ratio * slowing, slowing
        last[side] *= ratio * slowing
        if last[side] < 1 or total > MANY:
            break
    return total


def _growth(sizes: Sequence[int]) -> tuple[float, float]:
    """The last growth of a side, and how much that was of the one before."""
    before, last = (new / max(old, 1) for old, new in pairwise(sizes[-3:]))
    return last, min(0.95, max(0.75, last / max(before, 0.01)))


def seconds_each(expanded: int, seconds: float) -> float:
    return seconds / expanded if expanded > TELLING else USUAL


def plainly(question: PositionQuestion) -> Found | Exhausted | None:
    """The answers that need no level."""
    if question.reached(question.start):
        return Found(())
    if question.length <= 0:
        return Exhausted((1,), (1,) if question.length == 0 and not question.free else ())
    residue = separating(question)
    return None if residue is None else Exhausted((1, 0), (), (), (residue,))


def with_closed_pagodas(question: PositionQuestion) -> PositionQuestion:
    """The question with its pagodas closed under its symmetries, those left out that do not fit a lane.

    What is listed must be what is applied, on both sides: the level sizes are part of the proof. On
    patterns the number of pegs joins, so that no level is made with fewer pegs than must remain.
    """
    pool = closed(question.pagodas, question.symmetries)
    if question.free:
        pool = tuple(dict.fromkeys(((1,) * question.holes, *pool)))
    sides = [question] if question.free else [question, question.dual()]
    fit = (w for w in pool if all(lane_width(w, least_weight(q, w)) is not None for q in sides))
    return replace(question, pagodas=tuple(fit))


def sides_of(question: PositionQuestion, symmetries: Symmetries, store: Store) -> list[Side]:
    """Levels from one end or both: where the target is the start's complement, the levels backward are the
    complements of those forward."""
    field = None if store.on_disk else Field(question)
    forward = Side("forward", question, symmetries, store, field)
    if question.free or question.start == question.full ^ question.target:
        return [forward]
    return [forward, Side("backward", question.dual(), symmetries, store, field)]


def exhausted(forward: Side, backward: tuple[int, ...]) -> Exhausted:
    """No residue is named: one that tells start and target apart ends the search before its first level."""
    sizes, question = forward.sizes, forward.question
    covered = len(sizes) - 1 + max(0, len(backward) - 1)
    dead = not sizes[-1] or (bool(backward) and not backward[-1])
    if not dead and (question.free or covered != question.length):
        raise SoundnessError(f"levels {sizes} and {backward} are no exhaustion; the question:\n{question!r}")
    return Exhausted(sizes, backward, question.pagodas, (), near=question.near)


def to_the_middle(sides: list[Side], watch: SideWatch) -> Found | Exhausted:
    """To a common position, or until there can be none."""
    forward, behind = sides[0], expanded(sides, watch)
    if forward.last.size and behind[-1].size:
        met = next(meetings(forward, forward.last, behind[-1], watch), None)
        if met is not None:
            # the levels behind hold complements
            question, symmetries = forward.question, forward.symmetries
            there = way_to(question, symmetries, forward.levels, met[:1])
            back = way_to(question, symmetries, behind, met[:1] ^ pack([question.full], question.holes))
            return Found(replay(question, [*there, *reversed(back)]))
    elif len(sides) == 1:
        behind = []  # the empty level is told once
    return exhausted(forward, tuple(level.positions for level in behind))


def way_to(
    question: PositionQuestion, symmetries: Symmetries, levels: Sequence[OrbitLevel], end: Words
) -> list[tuple[int, ...]]:
    """Moves from level 0 to a position that equals one of the last level up to symmetry.

    Every level is a union of whole orbits, so real positions are followed and no map is kept.
    """
    mask = unpack(end)[0]
    play: list[tuple[int, ...]] = []
    for level in reversed(levels[:-1]):
        steps = [(m, mask ^ m.care) for m in question.moves if mask & m.care == m.want ^ m.care]
        before = pack((p for _, p in steps), question.holes)
        index = int(np.flatnonzero(level.holds(symmetries.canonical(before)))[0])
        move, mask = steps[index]
        play.append(move.name)
    return play[::-1]


def expanded(sides: list[Side], watch: SideWatch) -> list[OrbitLevel]:
    """Expand the smaller side until the sides meet or one of them dies out; the levels from the target.

    A store may hold more levels than reach from end to end; compared with each other, last levels that
    overlap have no position in common whatever the answer.
    """
    forward, length, together = sides[0], sides[0].question.length, _together(sides)
    while sum(side.depth for side in sides) > together:
        max(sides, key=lambda side: side.depth).levels.pop()
    while all(side.last.size for side in sides) and sum(side.depth for side in sides) < together:
        # first the side that has not yet passed the positions near its own end, then the smaller one
        min(sides, key=lambda side: (side.depth >= side.question.near, side.last.size)).advance(watch)
    return sides[-1].levels[: length - forward.depth + 1]


def _together(sides: Sequence[Side]) -> int:
    """Levels after the first ones, until the sides can be compared."""
    length = sides[0].question.length
    return length if len(sides) == 2 else length - length // 2


def meetings(side: Side, ours: OrbitLevel, theirs: OrbitLevel, watch: SideWatch) -> Iterator[Words]:
    """The positions of one level whose complement is in the other, block by block."""
    full = pack([side.question.full], side.question.holes)
    for block in blocks(ours, side.store.stride):
        met = block[theirs.holds(side.symmetries.canonical(block ^ full))]
        if len(met):
            yield met
        watch.look()


def to_the_end(sides: list[Side], watch: SideWatch) -> Found | Exhausted:
    """Patterns: forward only, until a position matches or none is left.

    Levels that were found in a store are looked through as well: who made them may have sought nothing.
    """
    (forward,) = sides
    question = forward.question
    for number in count():
        if number > forward.depth:
            forward.advance(watch)
        level = forward.levels[number]
        for block in blocks(level, BLOCK):
            match = np.flatnonzero(matches(question, block))
            if len(match):
                play = way_to(question, forward.symmetries, forward.levels[: number + 1], block[match[:1]])
                return Found(replay(question, play))
        if not level.size:
            break
    return exhausted(forward, ())
