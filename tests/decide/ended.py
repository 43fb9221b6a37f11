"""An engine that comes to a limit at once."""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.engines.results import Searcher


class Ended(Searcher):
    def __init__(self, limit: str) -> None:
        self.limit = limit

    def run(self, clock: Clock, *rest: object) -> Stopped:
        clock.spend(1000)
        return Stopped(self.limit)
