"""What the terminal can do, and the one line of progress on standard error."""

from __future__ import annotations

import os
import shutil
import sys
from time import monotonic

QUIET = 0.5  # seconds before progress is shown, and between two lines of it


def width() -> int:
    """Columns to write in: the terminal's, 100 for a pipe."""
    return shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 100


def colour() -> bool:
    """Whether standard output takes colours; NO_COLOR (no-color.org) and pipes say no."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class ProgressLine:
    """A line on standard error that replaces itself; silent where that is no terminal."""

    def __init__(self) -> None:
        self._shown = False
        self._next = monotonic() + QUIET
        self._alive = sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Replaces the line, at most twice a second."""
        if not self._alive or monotonic() < self._next:
            return
        self._next = monotonic() + QUIET
        room = shutil.get_terminal_size((80, 24)).columns - 1
        print(f"\r\x1b[K{text[:room]}", end="", file=sys.stderr, flush=True)
        self._shown = True

    def clear(self) -> None:
        """Takes the line away."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False
