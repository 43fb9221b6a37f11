"""Counted words, so that no message speaks of 1 pegs."""

from __future__ import annotations


def plural(count: int, word: str, words: str | None = None, *, commas: bool = False) -> str:
    """1 hole, 2 holes; 3,016 positions with `commas`."""
    return f"{count:{',' if commas else ''}} {word if count == 1 else words or word + 's'}"
