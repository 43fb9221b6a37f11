"""Limits of a running beam search, and what it tells."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.engines.results import Result

FIRST = 32  # positions per level in the first round
ROOM = 10  # times what a level takes is needed while it is made, as measured: repetitions, sort, symmetries


class EndedError(Exception):
    """Unwinds a round that found its end."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__()


class Watch:
    """Limits of a running beam search, how much it looked at, and whom it tells."""

    def __init__(self, clock: Clock, report: Callable[[str], None] | None = None) -> None:
        self.clock = clock
        self.width = FIRST
        self.explored = 0
        self.walks, self.walked = 1, 0  # of this width
        self.report = report
        self.began = self.widened = monotonic()

    def wider(self) -> None:
        self.width *= 2
        self.walked = 0
        self.widened = monotonic()

    def tell(self, step: int, length: int, size: int) -> None:
        if self.report is None:
            return
        now = monotonic()
        share = (self.walked + step / length) / self.walks
        left = (now - self.widened) * (1 - share) / share
        rate = self.explored / max(now - self.began, 1e-9)
        self.report(
            f"beam search, {self.width:,} kept of a level: level {step} of {length}, {size:,} positions, "
            f"{self.explored:,} seen, {rate:,.0f}/s, {left:.0f} s left at this width"
        )

    def before(self, size: int, growth: float) -> None:
        """End the search where the level after one of so many bytes will not fit, if growth goes on."""
        self.look(int(ROOM * size * growth))

    def stopped(self, limit: str, width: int) -> Stopped:
        """Words for what was looked at when a limit came."""
        seen = f"{plural(self.explored, 'position', commas=True)} seen, at most {width:,} kept of a level"
        return Stopped(limit, explored=self.explored, so_far=seen)

    def look(self, ahead: int = 0) -> None:
        """End the search where a limit is reached, or would be by `ahead` more bytes."""
        reason = self.clock.reached(ahead)
        if reason is not None:
            raise EndedError(self.stopped(reason, self.width))
