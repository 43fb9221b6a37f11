"""Errors and exit codes of the whole program.

Bad input raises; running out of time or memory is a result, not an error.
"""

from __future__ import annotations

from enum import IntEnum


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

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        seen: str | None = None,
        expected: str | None = None,
    ) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        self.seen = seen
        self.expected = expected
        super().__init__(self._text())

    def at(
        self,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        seen: str | None = None,
        expected: str | None = None,
    ) -> None:
        """Tell the error more; what is None stays as it is. Lines and columns count from 1; 0 is none."""
        self.source = self.source if source is None else source
        self.line = self.line if line is None else line
        self.column = self.column if column is None else column
        self.seen = self.seen if seen is None else seen
        self.expected = self.expected if expected is None else expected
        self.args = (self._text(),)

    def _text(self) -> str:
        place = self.source or ""
        if self.line:
            place += f", line {self.line}" if place else f"line {self.line}"
        if self.column:
            place += f", column {self.column}" if place else f"column {self.column}"
        text = f"{place}: {self.message}" if place else self.message
        if self.seen is not None:
            text += f"; saw {self.seen}"
        if self.expected is not None:
            text += f"; expected {self.expected}"
        return text


class InputError(PlacedError):
    """Bad input."""


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
