"""What the terminal can do: its width, its colours, tables that fold, and the one line of progress."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from feasibility.base.cached import cached_property

if TYPE_CHECKING:
    from threading import Lock, Timer
    from typing import Self

    from feasibility.render.tables import Table

QUIET = 0.5  # seconds before progress is shown, and between two lines of it


def width() -> int:
    """Columns to write in: the terminal's, 100 for a pipe."""
    return _columns(sys.stdout) if sys.stdout.isatty() else 100


def colour(stream: TextIO | None = None) -> bool:
    """Whether a stream (standard output) takes colours; NO_COLOR (no-color.org) and pipes say no."""
    terminal = (stream or sys.stdout).isatty()
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def language() -> str:
    """That of the environment, where there is a table of phrases for it; else English."""
    from feasibility.render.phrases import ENGLISH, languages

    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    found = named.replace(".", "_").partition("_")[0].lower()
    return found if found in languages() else ENGLISH


def print_words(*lines: str) -> None:
    """Sentences; on a terminal they are broken between words, and only breaking loads textwrap."""
    columns = _columns(sys.stdout) if sys.stdout.isatty() else None
    for line in lines:
        if columns is None or len(line) <= columns:
            print(line)
            continue
        from textwrap import fill

        print(fill(line, columns, break_long_words=False, break_on_hyphens=False))


def print_table(table: Table, stream: TextIO | None = None) -> None:
    """The table as plain text, or folded to the width of a terminal; only folding loads rich."""
    stream = stream or sys.stdout
    if not stream.isatty():
        print(table, file=stream)
        return
    from rich.console import Console
    from rich.table import Table as Folding
    from rich.text import Text

    folding = Folding(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for number, head in enumerate(table.heads):
        right = number in table.right
        folding.add_column(Text(head), justify="right" if right else "left", overflow="fold", no_wrap=right)
    for row in table.rows:
        folding.add_row(*map(Text, row))
    Console(
        file=stream,
        color_system="standard" if colour(stream) else None,
        width=_columns(stream),
        highlight=False,
    ).print(folding)


def _columns(stream: TextIO) -> int:
    try:
        return int(os.environ.get("COLUMNS", "")) or 80
    except ValueError:
        pass
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


class ProgressLine:
    """A line on standard error that replaces itself; silent where that is no terminal.

    A step that is told too early waits until it is due, since the next step may take long and tell nothing.
    """

    def __init__(self) -> None:
        self._shown = False
        self._next = monotonic() + QUIET
        self._alive = sys.stderr.isatty()
        self._text = ""
        self._later: Timer | None = None

    @cached_property
    def _lock(self) -> Lock:
        from threading import Lock

        return Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ended: object) -> None:
        self.clear()

    def show(self, text: str) -> None:
        """Replaces the line, at most twice a second."""
        if not self._alive:
            return
        with self._lock:
            self._text = text
            wait = self._next - monotonic()
            if wait <= 0:
                self._write()
            elif self._later is None:
                from threading import Timer

                self._later = Timer(wait, self._due)
                self._later.daemon = True
                self._later.start()

    def _due(self) -> None:
        """On a thread of its own; nothing is left to say where the line was cleared meanwhile."""
        with self._lock, suppress(OSError, ValueError):  # a terminal that is gone, nobody to tell
            self._later = None
            if self._text:
                self._write()

    def _write(self) -> None:
        print(f"\r\x1b[K{self._text[: _columns(sys.stderr) - 1]}", end="", file=sys.stderr, flush=True)
        self._next, self._shown, self._text = monotonic() + QUIET, True, ""

    def clear(self) -> None:
        if not self._alive:
            return
        with self._lock:
            self._text = ""
            if self._shown:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
                self._shown = False
