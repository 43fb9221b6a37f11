"""What a procedure keeps from one turn to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Kept:
    """Of one procedure and one pair: its means (an `Effort`), and its state, None before the first turn."""

    def __init__(self, means: Any = None) -> None:
        self.means = means
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
