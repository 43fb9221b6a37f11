"""The partitioned frontier search on the engines for many tasks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from feasibility.base.errors import DiskLimitError, PegfeasError
from feasibility.engines.frontier.partitions import Engine
from feasibility.many import run
from feasibility.processes.tasks import Failure

ATTEMPTS = 3  # for each task


@dataclass(frozen=True)
class DiskFull:
    """The answer of a worker that could not write its files. No defect; another attempt will not help."""

    reason: str


@dataclass(frozen=True)
class UntilFull:
    """A task, a full disk turned into an answer: errors of workers come home as their text alone."""

    function: Callable[[Any], Any]

    def __call__(self, task: Any) -> Any:
        try:
            return self.function(task)
        except DiskLimitError as full:
            return DiskFull(str(full))


def engine(jobs: int | None = None, scheduler: str | None = None) -> Engine:
    """Tasks in processes of this machine or on a cluster; what fails is tried again."""

    def work(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        given = Given(tasks)
        for place, result in run(UntilFull(function), given.out(), jobs=jobs, scheduler=scheduler):
            if isinstance(result, DiskFull):
                raise DiskLimitError(result.reason)
            if not isinstance(result, Failure):
                given.under_way.pop(place)
                yield result
            elif not (result.retry and given.again(place)):
                raise PegfeasError(f"a task of the search failed: {result.reason}; finished ones are kept")

    return work


class Given:
    """Tasks that are given out, some of them more than once; each time has a place of its own."""

    def __init__(self, tasks: Iterable[Any]) -> None:
        self.tasks = iter(tasks)
        self.under_way: dict[int, tuple[Any, int]] = {}  # task, which attempt it is
        self.lost: deque[tuple[Any, int]] = deque()
        self.place = 0

    def out(self) -> Iterator[Any]:
        """As they come; None where there is none right now."""
        left = True
        while left or self.lost or self.under_way:
            entry = self.lost.popleft() if self.lost else None
            if entry is None and left:
                task = next(self.tasks, self)
                left = task is not self
                entry = (task, 1) if left and task is not None else None
            if entry is not None:
                self.under_way[self.place] = entry
                self.place += 1
            yield None if entry is None else entry[0]

    def again(self, place: int) -> bool:
        """Give a task out once more, unless that was done often enough."""
        task, attempt = self.under_way.pop(place)
        self.lost.append((task, attempt + 1))
        return attempt < ATTEMPTS
