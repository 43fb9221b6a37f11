"""Levels in partitions: who does the tasks that make them, and how they are read.

Any engine may do the tasks, on any machine that sees the folder, and may do one twice: a task writes aside
and puts whole files in place.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from feasibility.base.cached import cached_property
from feasibility.base.errors import DiskLimitError, PegfeasError
from feasibility.base.stopped import StoppedError
from feasibility.engines.frontier.level_files import LevelFile, sizes_told
from feasibility.engines.frontier.partition_tasks import PartitionTask, SearchFolder, tools, work
from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.words import Flags, Words
from feasibility.engines.threads import in_order
from feasibility.processes.tasks import TaskFailure

RunTasks = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]  # a task None: none now


class Crew:
    """Who does the tasks of a search: threads of this process, or the workers of an engine.

    Workers start once, at the first round, and wait between two rounds.
    """

    def __init__(self, engine: RunTasks | None, place: SearchFolder) -> None:
        self.engine, self.place = engine, place
        self.waiting: deque[PartitionTask] = deque()
        self.results: Iterator[Any] | None = None

    def round(self, orders: Sequence[PartitionTask], watch: SideWatch) -> Generator[int]:
        """All of these tasks: of each that is done how many positions it took or made.

        Where one is lost, all are asked again.
        """
        try:
            watch.look()
            for once_more in (True, True, False):
                lost = False
                for result in self._results(orders, watch):
                    watch.look()
                    if isinstance(result, str):
                        raise DiskLimitError(result)
                    if isinstance(result, TaskFailure):
                        lost = True
                        if not (once_more and result.retry):
                            raise PegfeasError(
                                f"a task of the search failed: {result.reason}; finished ones are kept"
                            )
                    else:
                        yield result
                if not lost:
                    break
        except BaseException:
            self.close()  # what they do is of no use to another round
            raise

    def _results(self, orders: Sequence[PartitionTask], watch: SideWatch) -> Iterator[Any]:
        if self.engine is None:
            self.results = self._here(orders, watch)
            return self.results
        if self.results is None:
            self.results = self.engine(partial(work, self.place), self._tasks())
        self.waiting.extend(orders)
        return islice(self.results, len(orders))

    def _here(self, orders: Sequence[PartitionTask], watch: SideWatch) -> Iterator[int | str]:
        ended = Event()

        def look() -> None:
            if ended.is_set():
                raise StoppedError("time")  # to nobody
            watch.look()

        return in_order(partial(work, self.place, look=look), orders, watch.threads, ended.set)

    def _tasks(self) -> Iterator[PartitionTask | None]:
        while True:
            yield self.waiting.popleft() if self.waiting else None

    def close(self) -> None:
        if isinstance(self.results, Generator):
            self.results.close()
        self.waiting.clear()
        self.results = None


class PartitionedLevel:
    """A level as the union of its partitions; what these hold is checked when it is first asked for."""

    def __init__(self, place: SearchFolder, side: str, paths: list[Path]) -> None:
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
        """Each position can only be in the file of its partition."""
        held = np.zeros(len(words), dtype=np.bool_)
        where = tools(self.place, self.side).cut.partitions(words) // self.place.each
        for q, part in enumerate(self.parts):
            rows = np.flatnonzero(where == q)
            held[rows] = part.holds(words[rows])
        return held
