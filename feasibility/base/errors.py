"""Errors and exit codes of the whole program.

Bad input raises; running out of time or memory is a result, not an error.
"""

from __future__ import annotations

from enum import IntEnum

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, which costs time to import
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import TypedDict, Unpack

    class Place(TypedDict, total=False):
        """Where it is, what was seen there and what was expected."""

        source: str | None
        line: int | None
        column: int | None
        seen: str | None
        expected: str | None


class ExitCode(IntEnum):
    """What every command of `pegfeas` exits with."""

    OK = 0  # success, feasible, valid, nothing against the rule
    NEGATIVE = 1  # infeasible, rejected, unsound
    USAGE = 2  # usage or bad input
    UNKNOWN = 3  # undecided, or too large to recheck
    CONTRADICTION = 4  # a defect of the program: two results that cannot both be true, or an error unforeseen


class PegfeasError(Exception):
    """Base of all errors that a user may see; carries the exit code, and lines to show below the message."""

    exit_code = ExitCode.USAGE
    details = ""


class PlacedError(PegfeasError):
    """An error with its place, what was seen there and what was expected."""

    source: str | None = None
    line: int | None = None
    column: int | None = None
    seen: str | None = None
    expected: str | None = None

    def __init__(self, message: str, **told: Unpack[Place]) -> None:
        self.message = message
        self.at(**told)

    def at(self, **told: Unpack[Place]) -> None:
        """Tell the error more; what is None stays as it is. Lines and columns count from 1; 0 is none."""
        vars(self).update((name, value) for name, value in told.items() if value is not None)
        self.args = (self._text(),)

    def _text(self) -> str:
        place = self.source or ""
        if self.line not in (None, 0):
            place += f", line {self.line}" if place else f"line {self.line}"
        if self.column not in (None, 0):
            place += f", column {self.column}" if place else f"column {self.column}"
        text = f"{place}: {self.message}" if place else self.message
        if self.seen is not None:
            text += f"; saw {self.seen}"
        if self.expected is not None:
            text += f"; expected {self.expected}"
        return text


class InputError(PlacedError):
    """Bad input."""


def near(word: str, known: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """The known words that a mistyped one may stand for."""
    from difflib import get_close_matches

    return get_close_matches(word, list(known), n=3, cutoff=cutoff)


def unknown(what: str, word: str, known: Collection[str]) -> InputError:
    """The error about a word that is none of the known ones: it names those like it, or else all."""
    expected = " or ".join(near(word, known)) or ", ".join(known)
    return InputError(f"no such {what}", seen=repr(word[:40]), expected=expected)


class DiskLimitError(PlacedError):
    """The disk takes no more: a limit, with which a search that is under way ends as with any other."""

    exit_code = ExitCode.UNKNOWN


class UsageError(InputError):
    """A command line that cannot be understood."""


class IllegalJump(InputError):
    """A jump list with a jump that the rules do not allow; `index` counts from 0."""

    def __init__(self, index: int, jump: str, reason: str) -> None:
        self.index = index
        self.jump = jump
        self.reason = reason
        super().__init__(f"jump {index + 1} ({jump}) is illegal: {reason}")


class SoundnessError(PegfeasError):
    """Two results that cannot both be true: a defect of this program, never of the input."""

    exit_code = ExitCode.CONTRADICTION


class ReadingNote(UserWarning):
    """How a text was understood where it could have meant something else, or what was left out of it."""
