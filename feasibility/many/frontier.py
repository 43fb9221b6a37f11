"""The partitioned frontier search on the engines for many tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from feasibility.engines.frontier.partitions import Engine
from feasibility.many import run


def engine(jobs: int | None = None, scheduler: str | None = None) -> Engine:
    """Tasks in processes of this machine or on a cluster."""

    def results(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for _, result in run(function, tasks, jobs=jobs, scheduler=scheduler):
            yield result

    return results
