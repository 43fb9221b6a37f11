"""Frontier search over disk partitions, for levels beyond one machine.

Making the next level is two rounds of tasks that know only files: what one move reaches from each partition
is dealt to the partitions of the next level, into one file; then every partition makes distinct what came for
it. Any engine may run the tasks on any machine that sees the folder, and may run one twice: a task writes
aside and puts whole files in place. Finished files are kept, so a search that is killed goes on from its last
task. A small level is made here, without tasks, into one file: tasks and their files would take far longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.durable import sync_folder
from feasibility.base.errors import DiskLimitError, InputError
from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import Stopped
from feasibility.engines.frontier.dealing import parts_for
from feasibility.engines.frontier.disk import BUDGET, DiskCollector, DiskStore, claim, hold
from feasibility.engines.frontier.level_files import LevelFile, sizes_told, trouble
from feasibility.engines.frontier.levels import Collector, Level
from feasibility.engines.frontier.partition_tasks import Order, Place, Step, Work
from feasibility.engines.frontier.search import (
    both_ways,
    mirrored,
    plainly,
    run,
    to_the_end,
    with_closed_pagodas,
)
from feasibility.engines.frontier.sides import Side, Watch
from feasibility.engines.positions.question import Question
from feasibility.engines.positions.words import BLOCK, Flags, Symmetries, Words, word_count
from feasibility.engines.results import LevelReport, Result, complete

WORTH = 1 << 14  # positions of a partition below which its task costs more than it saves

Engine = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[tuple[int, Any]]]  # a task None: none now


def in_turn(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """The simplest engine: here, one after the other."""
    for number, task in enumerate(tasks):
        yield number, function(task)


class Crew:
    """The workers of a search. They start once, at its first round, and wait between two rounds."""

    def __init__(self, engine: Engine, place: Place) -> None:
        self.waiting: deque[Order] = deque()
        self.results = engine(Work(place), self._tasks())

    def _tasks(self) -> Iterator[Order | None]:
        while True:
            yield self.waiting.popleft() if self.waiting else None

    def round(self, orders: Iterable[Order]) -> Iterator[None]:
        """All of these tasks; tells when each is done."""
        self.waiting.extend(orders)
        for _ in islice(self.results, len(self.waiting)):
            yield

    def close(self) -> None:
        """End the workers."""
        if isinstance(self.results, Generator):
            self.results.close()


class PartitionedLevel:
    """A level as the union of its partitions; what these hold is checked when it is first asked for."""

    def __init__(self, place: Place, side: str, paths: list[Path]) -> None:
        self.place, self.side, self.paths = place, side, paths
        told = [sizes_told(path, place.width, place.owner(path)) for path in paths]
        self.size = sum(size for size, _ in told)
        self.positions = sum(positions for _, positions in told)

    @cached_property
    def parts(self) -> list[LevelFile]:
        return [self.place.read(path) for path in self.paths]

    def block(self, low: int, high: int) -> Words:
        """Rows low to high - 1, counted through the partitions; sorted within each."""
        blocks, begin = [self.parts[0].block(0, 0)], 0
        for part in self.parts:
            if low < begin + part.size and begin < high:
                blocks.append(part.block(max(0, low - begin), min(part.size, high - begin)))
            begin += part.size
        return np.concatenate(blocks)

    def holds(self, words: Words) -> Flags:
        """Each position can only be in its own partition."""
        held = np.zeros(len(words), dtype=np.bool_)
        where = self.place.tools(self.side).cut.partitions(words)
        for q, part in enumerate(self.parts):
            rows = np.flatnonzero(where == q)
            held[rows] = part.holds(words[rows])
        return held


class PartitionedStore:
    """The finished levels of a folder."""

    on_disk = True

    def __init__(self, place: Place) -> None:
        self.place = place
        self.stride = BLOCK << 5
        place.folder.mkdir(parents=True, exist_ok=True)
        self._lock = (place.folder / "lock").open("wb")
        hold(self._lock, place.folder)
        claim(place.folder, place.key)

    def fit(self, memory: int | None) -> None:
        """The budget of the tasks is part of the place."""

    def load(self, side: str) -> list[Level]:
        levels: list[Level] = []
        while (level := self.finished(side, len(levels))) is not None:
            level.block(0, 0)  # looks at the files
            levels.append(level)
        for sent in self.place.level(side, len(levels)).glob("*.sent"):
            try:
                self.place.received(side, sent).look()
            except InputError:  # the machine went down before it was on the disk: it is made once more
                sent.unlink(missing_ok=True)
        return levels

    def finished(self, side: str, number: int) -> Level | None:
        """A level that is in place, whole or in all its partitions; what was sent for it has served."""
        place = self.place
        whole = place.whole(side, number)
        paths = [place.part(Step(side, number, q)) for q in range(place.parts)]
        if not whole.exists() and not all(path.exists() for path in paths):
            return None
        self._tidy(whole.parent)
        if whole.exists():
            return place.read(whole)
        return PartitionedLevel(place, side, paths)

    def _tidy(self, folder: Path) -> None:
        """Take away what made a finished level, once its files are sure to stay."""
        for remnant in folder.glob("aside-*"):
            rmtree(remnant, ignore_errors=True)
        served = list(folder.glob("*.sent"))
        if served:
            sync_folder(folder)
        for sent in served:
            sent.unlink(missing_ok=True)

    def collector(self, side: str, index: int) -> Collector:
        """Of a level in one file."""
        place, path = self.place, self.place.whole(side, index)
        path.parent.mkdir(parents=True, exist_ok=True)
        symmetries = place.tools(side).symmetries
        store = DiskStore(path.parent, place.width, place.key, symmetries.positions)
        store.budget = place.budget
        return DiskCollector(store, path, place.owner(path))

    def close(self) -> None:
        self._lock.close()


class PartitionedSide(Side):
    """A side whose next level is made by tasks."""

    def __init__(
        self, name: str, asked: Question, symmetries: Symmetries, store: PartitionedStore, crew: Crew
    ) -> None:
        self.partitions, self.crew = store, crew
        super().__init__(name, asked, symmetries, store)

    def advance(self, watch: Watch) -> None:
        """Here, or in two rounds of tasks."""
        place, level = self.partitions.place, self.depth
        if self.last.size <= place.alone:
            super().advance(watch)
            return
        whole = not isinstance(self.last, PartitionedLevel)
        self._round([Order(Step(self.name, level, part), False, whole) for part in range(place.parts)], watch)
        self._round([Order(Step(self.name, level + 1, part), True) for part in range(place.parts)], watch)
        made = self.partitions.finished(self.name, level + 1)
        if made is None:
            raise trouble(place.level(self.name, level + 1), OSError("a partition is missing"))
        self.levels.append(made)

    def _round(self, orders: list[Order], watch: Watch) -> None:
        watch.look()
        for _ in self.crew.round(orders):
            watch.look()


def search_partitioned(
    asked: Question,
    folder: Path,
    *,
    parts: int | None = None,
    engine: Engine = in_turn,
    budget: int = BUDGET,
    alone: int | None = None,
    clock: Clock | None = None,
    report: LevelReport | None = None,
) -> Result:
    """Searches as frontier.search does, with levels in partitions that `engine` makes.

    `budget` is the number of bytes for one task. A level of at most `alone` positions (default: 16,384
    for each partition) is expanded here. A power of two as `parts` is the fastest.
    """
    answer = plainly(asked)
    if answer is not None:
        return answer
    place = _place(asked, folder, parts, budget, alone)
    try:
        with _opened(place, engine, clock, report) as (sides, watch):
            if len(sides) == 2:
                return run(sides, lambda: both_ways(sides[0], sides[1], watch))
            return run(sides, lambda: (to_the_end if asked.free else mirrored)(sides[0], watch))
    except DiskLimitError as full:  # before the first levels were there
        return Stopped("disk", str(full), remaining=asked.length, so_far=complete((), ()))


def level_sizes(
    asked: Question,
    folder: Path,
    *,
    parts: int | None = None,
    engine: Engine = in_turn,
    budget: int = BUDGET,
    alone: int | None = None,
) -> Iterator[tuple[int, int]]:
    """Level by level from the start: positions up to symmetry, and positions."""
    with _opened(_place(asked, folder, parts, budget, alone), engine, None, None) as (sides, watch):
        forward = sides[0]
        for number in range(asked.length + 1):
            if number > forward.depth:
                forward.advance(watch)
            yield forward.levels[number].size, forward.levels[number].positions


def _place(asked: Question, folder: Path, parts: int | None, budget: int, alone: int | None) -> Place:
    parts = parts_for(asked) if parts is None else parts
    return Place(folder.resolve(), asked, None, parts, budget, WORTH * parts if alone is None else alone)


@contextmanager
def _opened(
    place: Place, engine: Engine, clock: Clock | None, report: LevelReport | None
) -> Iterator[tuple[list[Side], Watch]]:
    """The sides of a search, their pagodas closed under the symmetries, and who makes their levels."""
    asked = with_closed_pagodas(place.asked)
    mirror = asked.start == asked.full ^ asked.target
    backward = None if asked.free or mirror else asked.dual()
    symmetries = Symmetries(asked.symmetries, asked.holes)
    whole = replace(place, asked=asked, backward=backward)
    with closing(_store(whole)) as store, closing(Crew(engine, whole)) as crew:
        sides = [("forward", asked), ("backward", backward)]
        yield (
            [PartitionedSide(name, q, symmetries, store, crew) for name, q in sides if q is not None],
            Watch(clock or Limits().start(), word_count(asked.holes), report),
        )


def _store(place: Place) -> PartitionedStore:
    try:
        return PartitionedStore(place)
    except OSError as error:
        raise trouble(place.folder, error) from error
