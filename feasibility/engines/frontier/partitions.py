"""Frontier search over disk partitions, for levels beyond one machine.

Making the next level is two rounds of tasks that know only files: what one move reaches from each partition
is dealt to the partitions of the next level, into one file; then every partition makes distinct what came for
it. Any engine may run the tasks on any machine that sees the folder, and may run one twice: a task writes
aside and puts whole files in place. Finished files are kept, so a search that is killed goes on from its last
task. A small level is made here, without tasks, into one file: tasks and their files would take far longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.durable import sync_folder
from feasibility.base.errors import DiskLimitError, InputError, PegfeasError
from feasibility.engines.frontier.dealing import parts_for
from feasibility.engines.frontier.disk import BUDGET, DiskStore
from feasibility.engines.frontier.level_files import LevelFile, sizes_told
from feasibility.engines.frontier.levels import Level
from feasibility.engines.frontier.partition_tasks import Order, Place, Step, tools, work
from feasibility.engines.frontier.sealed_files import trouble
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.positions.question import Question
from feasibility.engines.positions.words import Flags, Words
from feasibility.processes.tasks import Failure

WORTH = 1 << 14  # positions of a partition below which its task costs more than it saves
DEALT = 2  # to be raised when positions are dealt to other partitions: files of before are of no use then

Engine = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]  # a task None: none now


class Crew:
    """The workers of a search. They start once, at its first round, and wait between two rounds."""

    def __init__(self, engine: Engine, place: Place) -> None:
        self.engine, self.place = engine, place
        self.waiting: deque[Order] = deque()
        self.results: Iterator[Any] | None = None

    def round(self, orders: Sequence[Order], look: Callable[[], None]) -> None:
        """All of these tasks; `look` is called as each is done. Where one is lost, all are asked again."""
        try:
            look()
            for once_more in (True, True, False):
                if self._done(orders, look, once_more):
                    break
        except BaseException:
            self.close()  # what they do is of no use to another round
            raise

    def _done(self, orders: Sequence[Order], look: Callable[[], None], once_more: bool) -> bool:
        """Whether no task was lost."""
        if self.results is None:
            self.results = self.engine(partial(work, self.place), self._tasks())
        self.waiting.extend(orders)
        done = True
        for result in islice(self.results, len(orders)):
            look()
            if isinstance(result, Failure):
                done = False
                if not (once_more and result.retry):
                    raise PegfeasError(
                        f"a task of the search failed: {result.reason}; finished ones are kept"
                    )
            elif result:
                raise DiskLimitError(result)
        return done

    def _tasks(self) -> Iterator[Order | None]:
        while True:
            yield self.waiting.popleft() if self.waiting else None

    def close(self) -> None:
        """End the workers."""
        if isinstance(self.results, Generator):
            self.results.close()
        self.waiting.clear()
        self.results = None


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
        where = tools(self.place, self.side).cut.partitions(words)
        for q, part in enumerate(self.parts):
            rows = np.flatnonzero(where == q)
            held[rows] = part.holds(words[rows])
        return held


class PartitionedStore(DiskStore):
    """Levels of which the large ones are in partitions that `engine` makes.

    `budget` is the number of bytes for one task. A level of at most `alone` positions (default: 16,384
    for each partition) is expanded here. A power of two as `parts` is the fastest.
    """

    def __init__(
        self,
        folder: Path,
        asked: Question,
        engine: Engine,
        *,
        parts: int | None = None,
        budget: int = BUDGET,
        alone: int | None = None,
    ) -> None:
        asked = with_closed_pagodas(asked)
        parts = parts_for(asked) if parts is None else parts
        super().__init__(folder, asked, f"{parts} partitions, {DEALT}")
        self.place = Place(folder.resolve(), self.question, asked, parts, budget)
        self.alone = WORTH * parts if alone is None else alone
        self.crew = Crew(engine, self.place)

    def load(self, side: str) -> list[Level]:
        levels = super().load(side)
        for level in levels:
            level.block(0, 0)  # looks at the files
        for sent in self.place.level(side, len(levels)).glob("*.sent"):
            try:
                self.place.received(side, sent).look()
            except InputError:  # the machine went down before it was on the disk: it is made once more
                sent.unlink(missing_ok=True)
        return levels

    def finished(self, side: str, number: int) -> Level | None:
        """A level that is in place, whole or in all its partitions; what was sent for it has served."""
        place = self.place
        level = super().finished(side, number)
        if level is None:
            paths = [place.part(Step(side, number, q)) for q in range(place.parts)]
            if not all(path.exists() for path in paths):
                return None
            level = PartitionedLevel(place, side, paths)
        self._tidy(place.level(side, number))
        return level

    def _tidy(self, folder: Path) -> None:
        """Take away what made a finished level, once its files are sure to stay."""
        for remnant in folder.glob("aside-*"):
            rmtree(remnant, ignore_errors=True)
        served = list(folder.glob("*.sent"))
        if served:
            sync_folder(folder)
        for sent in served:
            sent.unlink(missing_ok=True)

    def made_by_others(self, side: str, levels: list[Level], look: Callable[[], None]) -> Level | None:
        """In two rounds of tasks, where the level is large."""
        level, number, parts = levels[-1], len(levels) - 1, range(self.place.parts)
        if level.size <= self.alone:
            return None
        whole = not isinstance(level, PartitionedLevel)
        self.crew.round([Order(Step(side, number, part), False, whole) for part in parts], look)
        self.crew.round([Order(Step(side, number + 1, part), True) for part in parts], look)
        made = self.finished(side, number + 1)
        if made is None:
            raise trouble(self.place.level(side, number + 1), OSError("a partition is missing"))
        return made

    def close(self) -> None:
        self.crew.close()
        super().close()
