"""The test sets that come with the program, and those of files."""

from __future__ import annotations

import os
from collections.abc import Sequence

from feasibility.base.errors import InputError
from feasibility.studies.rules.sets.entries import Entry, read
from feasibility.text import catalogue

NAMES = ("small", "problems", "hard")


def path_of(name: str) -> str:
    """The file of a shipped set."""
    return os.path.join(catalogue.root(), "sets", f"{name}.txt")


def entries(sources: Sequence[str], board: str | None = None) -> list[Entry]:
    """The entries of shipped sets and of files, or those of one board."""
    listed = [entry for source in sources or NAMES for entry in read(_path(source), source)]
    kept = [entry for entry in listed if board is None or entry.pair.board.name == board]
    if not kept:
        expected = f"one of {', '.join(sorted({entry.pair.board.name for entry in listed}))}"
        raise InputError("no pair on this board in the test sets", seen=str(board), expected=expected)
    return kept


def _path(source: str) -> str:
    return path_of(source) if source in NAMES and not os.path.exists(source) else source
