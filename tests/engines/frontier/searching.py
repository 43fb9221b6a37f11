"""A frontier search in one turn."""

from __future__ import annotations

import re

from feasibility.base.limits import Clock, Limits
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.engines.frontier.levels import Store
from feasibility.engines.frontier.search import FrontierSearch
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.results import Result


def search(
    question: PositionQuestion,
    *,
    clock: Clock | None = None,
    store: Store | None = None,
    report: Report | None = None,
    threads: int = 2,
) -> Result:
    """Decides the question or stops at a limit."""
    frontier = FrontierSearch(question, store=store, report=report, threads=threads)
    try:
        return frontier.run(clock or Limits().start())
    finally:
        frontier.close()


def complete_levels(stopped: Stopped) -> tuple[int, int]:
    """Of both sides, as the words on a stop tell."""
    told = re.match(r"(\d+) levels? from the start, (\d+) from the target complete", stopped.so_far)
    assert told is not None
    return int(told[1]), int(told[2])
