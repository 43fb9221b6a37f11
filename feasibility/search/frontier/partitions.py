"""Frontier search over disk partitions, for levels beyond one machine.

A level is cut into partitions by a hash of the canonical positions. Making the next one is two rounds of
tasks that know only files: every partition is expanded, its successors sorted into one file for each
destination; then every destination merges what came for it. Any engine may run the tasks on any machine that
sees the folder, and may run one twice: a task writes aside and puts whole files in place. Finished files are
kept, so a search that is killed goes on from its last task. A small level is made here, without tasks, into
one file: the tasks and their files would take far longer than the positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np

from feasibility.base.errors import DiskLimitError, InputError
from feasibility.base.limits import Clock, Limits
from feasibility.search.frontier.disk import BUDGET, DiskCollector, DiskStore, claim, hold
from feasibility.search.frontier.level_files import LevelFile, sync_folder, trouble
from feasibility.search.frontier.levels import Collector, Level
from feasibility.search.frontier.partition_tasks import Expand, Gather, Place, Step, destinations, tools
from feasibility.search.frontier.search import (
    Side,
    Watch,
    both_ways,
    mirrored,
    plainly,
    run,
    to_the_end,
    with_closed_pagodas,
)
from feasibility.search.positions.question import Question
from feasibility.search.positions.words import BLOCK, Flags, Symmetries, Words, word_count
from feasibility.search.results import Report, Result, Stopped, complete

WORTH = 1 << 14  # positions of a partition below which its task costs more than it saves

Engine = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[tuple[int, Any]]]


def in_turn(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """The simplest engine: here, one after the other."""
    for number, task in enumerate(tasks):
        yield number, function(task)


class PartitionedLevel:
    """A level as the union of its partitions."""

    def __init__(self, parts: list[LevelFile]) -> None:
        self.parts = parts
        self.size = sum(part.size for part in parts)
        self.positions = sum(part.positions for part in parts)

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
        where = destinations(words, len(self.parts))
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
            levels.append(level)
        for sent in self.place.level(side, len(levels)).glob("*.sent"):
            try:
                self.place.read(sent)
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
        return PartitionedLevel([place.read(path) for path in paths])

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
        symmetries = tools(place.question(side))[0]
        store = DiskStore(path.parent, place.width, place.key, symmetries.positions)
        store.budget = place.budget
        return DiskCollector(store, path, place.owner(path))

    def close(self) -> None:
        self._lock.close()


class PartitionedSide(Side):
    """A side whose next level is made by tasks."""

    def __init__(
        self, name: str, asked: Question, symmetries: Symmetries, store: PartitionedStore, engine: Engine
    ) -> None:
        self.partitions, self.engine = store, engine
        super().__init__(name, asked, symmetries, store)

    def advance(self, watch: Watch) -> None:
        """Here, or in two rounds of tasks."""
        place, level = self.partitions.place, self.depth
        if self.last.size <= place.alone:
            super().advance(watch)
            return
        self._round(Expand(place, not isinstance(self.last, PartitionedLevel)), level, watch)
        self._round(Gather(place), level + 1, watch)
        made = self.partitions.finished(self.name, level + 1)
        if made is None:
            raise trouble(place.level(self.name, level + 1), OSError("a partition is missing"))
        self.levels.append(made)

    def _round(self, function: Callable[[Any], Any], level: int, watch: Watch) -> None:
        watch.look()
        tasks = [Step(self.name, level, part) for part in range(self.partitions.place.parts)]
        for _ in self.engine(function, tasks):
            watch.look()


def search_partitioned(
    asked: Question,
    folder: Path,
    *,
    parts: int = 64,
    engine: Engine = in_turn,
    budget: int = BUDGET,
    alone: int | None = None,
    clock: Clock | None = None,
    report: Report | None = None,
) -> Result:
    """Searches as frontier.search does, with levels in partitions that `engine` makes.

    `budget` is the number of bytes for one task. A level of at most `alone` positions (default: 16,384
    for each partition) is expanded here.
    """
    answer = plainly(asked)
    if answer is not None:
        return answer
    place = _place(asked, folder, parts, budget, alone)
    try:
        sides, watch, store = _opened(place, engine, clock, report)
    except DiskLimitError as full:
        return Stopped("disk", str(full), remaining=asked.length, so_far=complete((), ()))
    try:
        if len(sides) == 2:
            return run(sides, lambda: both_ways(sides[0], sides[1], watch))
        return run(sides, lambda: (to_the_end if asked.free else mirrored)(sides[0], watch))
    finally:
        store.close()


def level_sizes(
    asked: Question,
    folder: Path,
    *,
    parts: int = 64,
    engine: Engine = in_turn,
    budget: int = BUDGET,
    alone: int | None = None,
) -> Iterator[tuple[int, int]]:
    """Level by level from the start: positions up to symmetry, and positions."""
    place = _place(asked, folder, parts, budget, alone)
    sides, watch, store = _opened(place, engine, None, None)
    forward = sides[0]
    try:
        for number in range(asked.length + 1):
            if number > forward.depth:
                forward.advance(watch)
            yield forward.levels[number].size, forward.levels[number].positions
    finally:
        store.close()


def _place(asked: Question, folder: Path, parts: int, budget: int, alone: int | None) -> Place:
    return Place(folder.resolve(), asked, None, parts, budget, WORTH * parts if alone is None else alone)


def _opened(
    place: Place, engine: Engine, clock: Clock | None, report: Report | None
) -> tuple[list[Side], Watch, PartitionedStore]:
    """The sides of a search, their pagodas closed under the symmetries."""
    asked = with_closed_pagodas(place.asked)
    mirror = asked.start == asked.full ^ asked.target
    backward = None if asked.free or mirror else asked.dual()
    try:
        store = PartitionedStore(replace(place, asked=asked, backward=backward))
        symmetries = Symmetries(asked.symmetries, asked.holes)
        sides: list[Side] = [PartitionedSide("forward", asked, symmetries, store, engine)]
        if backward is not None:
            sides.append(PartitionedSide("backward", backward, symmetries, store, engine))
    except OSError as error:
        raise trouble(place.folder, error) from error
    return sides, Watch(clock or Limits().start(), word_count(asked.holes), report), store
