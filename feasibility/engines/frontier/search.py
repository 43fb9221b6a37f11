"""Frontier search: whole levels, forward from the start and backward from the target, to a middle.

Exact: it ends in a play, in the sizes of exhausted levels, or says which limit stopped it. The backward
side works on complements, where a move backward is the same move forward, so both sides share all code.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np

from feasibility.base.errors import DiskLimitError, SoundnessError
from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.base.values import replace
from feasibility.engines.frontier.bits import Field
from feasibility.engines.frontier.levels import OrbitLevel, Store, blocks
from feasibility.engines.frontier.paths import way_to
from feasibility.engines.frontier.sides import Side, SideWatch
from feasibility.engines.positions.pruning import closed, lane_width
from feasibility.engines.positions.question import PositionQuestion, least_weight, replay, separating
from feasibility.engines.positions.successors import matches
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, pack, word_count
from feasibility.engines.results import Exhausted, Found, LevelReport, Result, complete


class FrontierSearch:
    """A frontier search in turns: levels are kept, and the part of one that was cut short.

    A store serves one search, which closes it. Pagodas are closed under the symmetries first.
    """

    def __init__(
        self,
        asked: PositionQuestion,
        *,
        store: Store | None = None,
        report: LevelReport | None = None,
        threads: int = 2,
    ) -> None:
        self.asked = asked
        self.symmetries = Symmetries(asked.symmetries, asked.holes)
        self.store = store or Store(word_count(asked.holes), self.symmetries.positions)
        self.watch = SideWatch(Limits().start(), word_count(asked.holes), report, threads)
        self.sides: list[Side] = []

    def run(self, clock: Clock) -> Result:
        """Decide the question, or stop at a limit. Ctrl-C is passed on: nothing may begin after it."""
        self.watch.clock = clock
        detail = ""
        try:
            plain = plainly(self.asked)
            if plain is not None:
                return plain
            self.sides = self.sides or self._begun()
            return (to_the_end if self.asked.free else to_the_middle)(self.sides, self.watch)
        except StoppedError as end:
            limit = end.stopped.limit
        except DiskLimitError as full:
            limit, detail = "disk", str(full)
        except MemoryError:
            limit = "memory"
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"frontier search had {complete(*self._sizes)}") from None
        left = self.asked.length - sum(side.depth for side in self.sides)
        return Stopped(limit, detail, *self._sizes, left, so_far=complete(*self._sizes))

    def close(self) -> None:
        """No turn follows."""
        self.store.close()

    def _begun(self) -> list[Side]:
        self.store.fit(self.watch.clock.limits.memory)
        return sides_of(with_closed_pagodas(self.asked), self.symmetries, self.store)

    @property
    def _sizes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of the complete levels from the start and from the target; either may have no side of its own."""
        forward, backward = [*(side.sizes for side in self.sides), (), ()][:2]
        return forward, backward


def plainly(asked: PositionQuestion) -> Found | Exhausted | None:
    """The answers that need no level."""
    if asked.reached(asked.start):
        return Found(())
    if asked.length <= 0:
        return Exhausted((1,), (1,) if asked.length == 0 and not asked.free else ())
    residue = separating(asked)
    return None if residue is None else Exhausted((1, 0), (), (), (residue,))


def with_closed_pagodas(asked: PositionQuestion) -> PositionQuestion:
    """The question with its pagodas closed under its symmetries, those left out that do not fit a lane.

    What is listed must be what is applied, on both sides: the level sizes are part of the proof. On
    patterns the number of pegs joins, so that no level is made with fewer pegs than must remain.
    """
    pool = closed(asked.pagodas, asked.symmetries)
    if asked.free:
        pool = tuple(dict.fromkeys(((1,) * asked.holes, *pool)))
    sides = [asked] if asked.free else [asked, asked.dual()]
    fit = (w for w in pool if all(lane_width(w, least_weight(q, w)) is not None for q in sides))
    return replace(asked, pagodas=tuple(fit))


def sides_of(asked: PositionQuestion, symmetries: Symmetries, store: Store) -> list[Side]:
    """Levels from one end or both: where the target is the start's complement, the levels backward are the
    complements of those forward."""
    field = None if store.on_disk else Field(asked)
    forward = Side("forward", asked, symmetries, store, field)
    if asked.free or asked.start == asked.full ^ asked.target:
        return [forward]
    return [forward, Side("backward", asked.dual(), symmetries, store, field)]


def exhausted(forward: Side, backward: tuple[int, ...]) -> Exhausted:
    """No residue is named: one that tells start and target apart ends the search before its first level."""
    sizes, asked = forward.sizes, forward.asked
    covered = len(sizes) - 1 + max(0, len(backward) - 1)
    dead = not sizes[-1] or (bool(backward) and not backward[-1])
    if not dead and (asked.free or covered != asked.length):
        raise SoundnessError(f"levels {sizes} and {backward} are no exhaustion; the question:\n{asked!r}")
    return Exhausted(sizes, backward, asked.pagodas, (), near=asked.near)


def to_the_middle(sides: list[Side], watch: SideWatch) -> Found | Exhausted:
    """To a common position, or until there can be none."""
    forward, behind = sides[0], expanded(sides, watch)
    if forward.last.size and behind[-1].size:
        met = next(meetings(forward, forward.last, behind[-1], watch), None)
        if met is not None:
            return Found(_play_through(forward, met[:1], behind))
    elif len(sides) == 1:
        behind = []  # the empty level is told once
    return exhausted(forward, tuple(level.positions for level in behind))


def _play_through(forward: Side, common: Words, behind: list[OrbitLevel]) -> tuple[tuple[int, ...], ...]:
    """The replayed play through a common position; the levels behind hold complements."""
    asked, symmetries = forward.asked, forward.symmetries
    there = way_to(asked, symmetries, forward.levels, common)
    back = way_to(asked, symmetries, behind, common ^ pack([asked.full], asked.holes))
    return replay(asked, [*there, *reversed(back)])


def expanded(sides: list[Side], watch: SideWatch) -> list[OrbitLevel]:
    """Expand the smaller side until the sides meet or one of them dies out; the levels from the target.

    A store may hold more levels than reach from end to end; compared with each other, last levels that
    overlap have no position in common whatever the answer.
    """
    forward, length = sides[0], sides[0].asked.length
    together = length if len(sides) == 2 else length - length // 2
    while sum(side.depth for side in sides) > together:
        max(sides, key=lambda side: side.depth).levels.pop()
    while all(side.last.size for side in sides) and sum(side.depth for side in sides) < together:
        min(sides, key=_advanced).advance(watch)
    return sides[-1].levels[: length - forward.depth + 1]


def _advanced(side: Side) -> tuple[bool, int]:
    """First the side that has not yet passed the positions near its own end, then the smaller one."""
    return side.depth >= side.asked.near, side.last.size


def meetings(side: Side, ours: OrbitLevel, theirs: OrbitLevel, watch: SideWatch) -> Iterator[Words]:
    """The positions of one level whose complement is in the other, block by block."""
    full = pack([side.asked.full], side.asked.holes)
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
    asked = forward.asked
    for number in count():
        if number > forward.depth:
            forward.advance(watch)
        level = forward.levels[number]
        for block in blocks(level, BLOCK):
            match = np.flatnonzero(matches(asked, block))
            if len(match):
                play = way_to(asked, forward.symmetries, forward.levels[: number + 1], block[match[:1]])
                return Found(replay(asked, play))
        if not level.size:
            break
    return exhausted(forward, ())
