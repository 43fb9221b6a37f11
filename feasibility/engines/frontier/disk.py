"""Levels in a work directory: a search larger than memory goes on from disk, a killed one is resumed.

A small level is made here, in memory, into one file: tasks and their files would take far longer. The next
level of a large one is made in partitions, in two rounds of tasks that know only files: what one move reaches
from each share of it is dealt to the partitions of the next level, into one file; then every partition makes
distinct what came for it. Threads of this process do them, or any engine on any machine that sees the folder.
Only files under their final names count, and finished ones are kept, so a search that is killed goes on from
its last level, and in the midst of a large one from its last task.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from time import monotonic

from feasibility.base.durable import digest, sync_folder
from feasibility.base.errors import InputError
from feasibility.base.limits import resident_bytes
from feasibility.base.workdir import owned, trouble
from feasibility.engines.frontier.dealing import parts_for
from feasibility.engines.frontier.level_files import LevelCollector, level_owner, level_path, read_level
from feasibility.engines.frontier.levels import OrbitLevel, Store
from feasibility.engines.frontier.partition_tasks import PartitionStep, PartitionTask, SearchFolder
from feasibility.engines.frontier.partitions import Crew, PartitionedLevel, RunTasks
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import BLOCK, Symmetries, word_count

BUDGET = 256 << 20  # bytes for one task, when no limit on memory says less
WORTH = 1 << 14  # positions of a partition below which its task costs more than it saves
ROOM = 96  # bytes that a level made in memory takes for each word of the level before, about
DEALT = 3  # to be raised when positions are dealt to other partitions: files of before are of no use then


class DiskStore(Store):
    """The levels of one question in one directory, new or of an earlier run of the same question.

    `engine` does the tasks for large levels, by default this process; `budget`: bytes for one task. A level
    of at most `alone` positions (default: 16,384 for each file) is expanded in one piece. A power of two
    as `parts` is the fastest.
    """

    on_disk = True

    def __init__(
        self,
        folder: Path,
        question: PositionQuestion,
        engine: RunTasks | None = None,
        *,
        parts: int | None = None,
        budget: int = BUDGET,
        alone: int | None = None,
    ) -> None:
        question = with_closed_pagodas(question)
        parts = parts_for(question) if parts is None else parts
        super().__init__(
            word_count(question.holes), Symmetries(question.symmetries, question.holes).positions
        )
        self.folder, self.engine = folder, engine
        self.key = digest(repr(question).encode(), f"{parts} partitions, {DEALT}".encode())
        self.place = SearchFolder(folder.resolve(), self.key, question, parts, budget)
        most = min(WORTH * self.place.files, budget // (ROOM * self.width))
        self.alone = most if alone is None else alone
        self.stride = BLOCK << 5  # many, so that the files pass by few times
        self.crew: Crew | None = None
        self._lock = owned(folder)
        try:
            for remnant in folder.glob("*.partial"):
                remnant.unlink()
        except OSError as error:
            raise trouble(folder, error) from error

    def fit(self, memory: int | None) -> None:
        """Keep what two tasks hold in memory well inside the limit."""
        if memory is not None:
            budget = min(self.place.budget, max(1 << 20, (memory - resident_bytes()) // 4))
            self.place = replace(self.place, budget=budget)
            self.alone = min(self.alone, budget // (ROOM * self.width))
            self.stride = max(BLOCK, min(self.stride, budget // (128 * self.width)))

    def load(self, side: str) -> list[OrbitLevel]:
        """The finished levels, checked; stops at the first that is missing."""
        levels: list[OrbitLevel] = []
        while (level := self.finished(side, len(levels))) is not None:
            level.block(0, 0)  # looks at the files
            levels.append(level)
        for sent in self.place.level(side, len(levels)).glob("*.sent"):
            try:
                self.place.received(side, sent).look()
            except InputError:  # the machine went down before it was on the disk: it is made once more
                sent.unlink(missing_ok=True)
        return levels

    def finished(self, side: str, number: int) -> OrbitLevel | None:
        """A level that is in place, whole or in all its partitions; what was sent for it has served."""
        place, path = self.place, level_path(self.folder, side, number)
        parts = [place.part(PartitionStep(side, number, part)) for part in range(place.files)]
        level: OrbitLevel
        if path.exists():
            level = read_level(path, self.width, level_owner(self.folder, self.key, side, number))
        elif all(part.exists() for part in parts):
            level = PartitionedLevel(place, side, parts)
        else:
            return None
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

    def collector(self, side: str, index: int) -> LevelCollector:
        owner = level_owner(self.folder, self.key, side, index)
        return LevelCollector(level_path(self.folder, side, index), self.width, owner, self.count)

    def made_by_others(self, side: str, levels: list[OrbitLevel], watch: SideWatch) -> OrbitLevel | None:
        """In two rounds of tasks, where the level is large."""
        level, number, place = levels[-1], len(levels) - 1, self.place
        if level.size <= self.alone:
            return None
        whole = not isinstance(level, PartitionedLevel)
        told, began = watch.of(side, number + 1, level.size), monotonic()
        self.crew = self.crew or Crew(self.engine, place)

        shares = place.shares(level.size)
        sent = [PartitionStep(side, number, share) for share in range(shares)]
        made = [PartitionStep(side, number + 1, file) for file in range(place.files)]
        sending = [PartitionTask(step, False, shares, whole) for step in sent]
        gathering = [PartitionTask(step, True, shares) for step in made]
        done = [0, 0]  # positions expanded, and made
        for which, orders in enumerate((sending, gathering)):
            with closing(self.crew.round(orders, watch)) as results:
                for positions in results:
                    done[which] += positions
                    told(done[0], done[1], monotonic() - began)
        finished = self.finished(side, number + 1)
        if finished is None:
            raise trouble(self.place.level(side, number + 1), OSError("a partition is missing"))
        return finished

    def close(self) -> None:
        """Let the next search into the directory."""
        if self.crew is not None:
            self.crew.close()
        self._lock.close()
