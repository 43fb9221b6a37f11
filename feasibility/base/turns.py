"""What a procedure may use on one question, and what it keeps from one turn to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from feasibility.base.values import Value

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")


class Means(Value):
    """How to search: where to keep levels, how many threads, whom to tell.

    `levels`: who makes the levels of a frontier search, in partitions in the work directory.
    """

    workdir: Path | None = None
    report: Callable[[str], None] | None = None
    threads: int = 2
    levels: Any = None


class Kept:
    """Belongs to one procedure and one pair: its means, and its own state, None before the first turn."""

    def __init__(self, means: Means | None = None) -> None:
        self.means = means or Means()
        self.state: Any = None
        self.more = False  # to be asked, although the last turn ended before its clock
        self.only_play = False  # wanted in this turn: no proof that there is none

    def first(self, make: Callable[[], T]) -> T:
        if self.state is None:
            self.state = make()
        made: T = self.state
        return made

    def close(self) -> None:
        """No turn follows: what the state holds open is closed, and its memory is free."""
        state, self.state = self.state, None
        if hasattr(state, "close"):
            state.close()
