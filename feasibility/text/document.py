"""What a text was read as, and by which rule."""

from __future__ import annotations

from enum import StrEnum

from feasibility.base.values import Value
from feasibility.game.aim import Aim
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Target


class How(StrEnum):
    """By what a text was taken for its board."""

    NAME = "by its name"  # a name, or the header `# board:`
    DRAWN = "as drawn"
    ROWS = "by its rows"  # whose lengths are those of one known board, wherever they stand
    JUMPS = "by its jumps"  # where they are listed


class Document(Value):
    """A start, perhaps a target, and headers; `ignored` lines, and how the rest was understood."""

    start: Target
    target: Target | None = None
    headers: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    how: How = How.NAME
    note: str | None = None

    @property
    def board(self) -> Board:
        return self.start.board

    def header(self, key: str) -> str | None:
        """The value of a header; several lines of one key are joined by a space."""
        return " ".join(value for name, value in self.headers if name == key) or None


class Reading(Value):
    """A pair, where its target comes from, how the board was known; `note`: how to ask for another one."""

    pair: Pair
    aim: Aim
    how: How
    note: str | None = None

    @property
    def given(self) -> Target | None:
        return self.pair.target if self.aim is Aim.GIVEN else None

    @property
    def facts(self) -> dict[str, str]:
        """What JSON says of it, beside the answer."""
        return {"aim": str(self.aim), "reading": str(self.how)}
