"""The partitioned frontier search on the engines for many tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from feasibility.base.errors import DiskLimitError, PegfeasError
from feasibility.many import run
from feasibility.processes.tasks import Failure
from feasibility.search.frontier.partitions import Engine

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

    def work(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[tuple[int, Any]]:
        left = dict(enumerate(tasks))
        for attempt in range(1, ATTEMPTS + 1):
            numbers = list(left)
            guarded = UntilFull(function)
            for place, result in run(guarded, list(left.values()), jobs=jobs, scheduler=scheduler):
                number = numbers[place]
                if isinstance(result, DiskFull):
                    raise DiskLimitError(result.reason)
                if not isinstance(result, Failure):
                    del left[number]
                    yield number, result
                elif attempt == ATTEMPTS or not result.retry:
                    raise PegfeasError(
                        f"a task of the search failed: {result.reason}; finished ones are kept"
                    )
            if not left:
                return

    return work
