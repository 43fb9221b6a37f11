"""A limit came first, or an interrupt: which, how far the work was, and what is known."""

from __future__ import annotations

from typing import Any

from feasibility.base.values import Value

INTERRUPT = "interrupt"  # in place of a limit, where somebody ended the work


class Stopped(Value):
    """A limit came first: its name, and in words what it is about.

    `so_far`: how far the work was. `known`: what was found. `by_levels`: work that a work directory takes.
    `enough`: bytes of memory that would do beside those in use; 0: more than the machine has.
    """

    limit: str
    reason: str = ""
    so_far: str = ""
    known: Any = None
    by_levels: bool = False
    enough: int | None = None

    def __str__(self) -> str:
        reason = f": {self.reason}" if self.reason else ""
        return f"{self.how}{reason}" + (f"; {self.so_far}" if self.so_far else "")

    @property
    def by_clock(self) -> bool:
        """Whether more time, or more work, would have led further."""
        return self.limit in ("time", "work")

    @property
    def how(self) -> str:
        """As a sentence about the work begins."""
        return "interrupted" if self.limit == INTERRUPT else f"stopped at the {self.limit} limit"


class StoppedError(Exception):
    """Unwinds work in its midst; who gave the clock says in the result what `stopped` says."""

    def __init__(self, limit: str, reason: str = "") -> None:
        self.stopped = Stopped(limit, reason)
        super().__init__(limit, reason)  # as it is made again in another process


class BrokenOffError(KeyboardInterrupt):
    """Ctrl-C, with what was known until then, and that in words."""

    def __init__(self, known: Any, *words: str) -> None:
        self.known = known
        super().__init__(*words)
