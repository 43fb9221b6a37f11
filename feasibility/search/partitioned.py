"""Frontier search over disk partitions, for levels beyond one machine.

A level is cut into partitions by a hash of the canonical positions. Making the next one is two rounds of
tasks that know only files: every partition is expanded, its successors sorted into one file for each
destination; then every destination merges what came for it. Any engine may run the tasks on any machine that
sees the folder, and may run one twice: a task writes aside and puts whole files in place. Finished files are
kept, so a search that is killed goes on from its last task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np

from feasibility.errors import DiskLimitError
from feasibility.limits import Clock, Limits
from feasibility.search.frontier import (
    Side,
    Watch,
    both_ways,
    mirrored,
    plainly,
    run,
    to_the_end,
    with_closed_pagodas,
)
from feasibility.search.frontier_levels import Collector, Level
from feasibility.search.frontier_results import Exhausted, Found, Report, Stopped
from feasibility.search.level_files import LevelFile, LevelWriter, trouble
from feasibility.search.levels_on_disk import BUDGET, claim, hold
from feasibility.search.partition_tasks import Expand, Gather, Place, Step, destinations, tools
from feasibility.search.question import Question
from feasibility.search.words import BLOCK, Flags, Symmetries, Words, word_count

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
        found, begin = [self.parts[0].block(0, 0)], 0
        for part in self.parts:
            if low < begin + part.size and begin < high:
                found.append(part.block(max(0, low - begin), min(part.size, high - begin)))
            begin += part.size
        return np.concatenate(found)

    def holds(self, words: Words) -> Flags:
        """Each position can only be in its own partition."""
        found = np.zeros(len(words), dtype=np.bool_)
        where = destinations(words, len(self.parts))
        for q, part in enumerate(self.parts):
            rows = np.flatnonzero(where == q)
            found[rows] = part.holds(words[rows])
        return found


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
        return levels

    def finished(self, side: str, number: int) -> PartitionedLevel | None:
        """A level all of whose partitions are in place; what was sent for it is no longer needed."""
        place = self.place
        paths = [place.part(Step(side, number, q)) for q in range(place.parts)]
        if not all(path.exists() for path in paths):
            return None
        folder = place.level(side, number)
        for remnant in folder.glob("aside-*"):
            rmtree(remnant, ignore_errors=True)
        for sent in folder.glob("*.sent"):
            with suppress(FileNotFoundError):
                sent.unlink()
        return PartitionedLevel([place.read(path) for path in paths])

    def collector(self, side: str, index: int) -> Collector:
        return _First(self, side, index)

    def close(self) -> None:
        self._lock.close()


class _First:
    """Writes the level of the start."""

    def __init__(self, store: PartitionedStore, side: str, index: int) -> None:
        self.store, self.side, self.index = store, side, index
        self.words: list[Words] = []

    def add(self, words: Words) -> None:
        self.words.append(words)

    def finish(self) -> Level:
        place = self.store.place
        words = np.concatenate(self.words)
        where = destinations(words, place.parts)
        symmetries = tools(place.question(self.side))[0]
        for q in range(place.parts):
            path = place.part(Step(self.side, self.index, q))
            path.parent.mkdir(parents=True, exist_ok=True)
            writer = LevelWriter(path, place.width, place.owner(path), symmetries.positions)
            writer.write(words[where == q])
            writer.finish()
        return self.store.load(self.side)[self.index]


class PartitionedSide(Side):
    """A side whose next level is made by tasks."""

    def __init__(
        self, name: str, asked: Question, symmetries: Symmetries, store: PartitionedStore, engine: Engine
    ) -> None:
        self.partitions, self.engine = store, engine
        super().__init__(name, asked, symmetries, store)

    def advance(self, watch: Watch) -> None:
        """Two rounds of tasks."""
        place, level = self.partitions.place, self.depth
        self._round(Expand(place), level, watch)
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
    clock: Clock | None = None,
    report: Report | None = None,
) -> Found | Exhausted | Stopped:
    """As frontier.search, with the levels in partitions that `engine` makes. `budget`: bytes for one task."""
    answer = plainly(asked)
    if answer is not None:
        return answer
    try:
        sides, watch, store = _opened(asked, folder, parts, engine, budget, clock, report)
    except DiskLimitError as full:
        return Stopped("disk", (), (), asked.length, str(full))
    try:
        if len(sides) == 2:
            return run(sides, lambda: both_ways(sides[0], sides[1], watch))
        return run(sides, lambda: (to_the_end if asked.free else mirrored)(sides[0], watch))
    finally:
        store.close()


def level_sizes(
    asked: Question, folder: Path, *, parts: int = 64, engine: Engine = in_turn, budget: int = BUDGET
) -> Iterator[tuple[int, int]]:
    """Level by level from the start: positions up to symmetry, and positions."""
    sides, watch, store = _opened(asked, folder, parts, engine, budget, None, None)
    forward = sides[0]
    try:
        for number in range(asked.length + 1):
            if number > forward.depth:
                forward.advance(watch)
            yield forward.levels[number].size, forward.levels[number].positions
    finally:
        store.close()


def _opened(
    asked: Question,
    folder: Path,
    parts: int,
    engine: Engine,
    budget: int,
    clock: Clock | None,
    report: Report | None,
) -> tuple[list[Side], Watch, PartitionedStore]:
    asked = with_closed_pagodas(asked)
    mirror = asked.start == asked.full ^ asked.target
    backward = None if asked.free or mirror else asked.dual()
    try:
        store = PartitionedStore(Place(folder.resolve(), asked, backward, parts, budget))
        symmetries = Symmetries(asked.symmetries, asked.holes)
        sides: list[Side] = [PartitionedSide("forward", asked, symmetries, store, engine)]
        if backward is not None:
            sides.append(PartitionedSide("backward", backward, symmetries, store, engine))
    except OSError as error:
        raise trouble(folder, error) from error
    return sides, Watch(clock or Limits().start(), word_count(asked.holes), report), store
