"""Who is told how far work is, in words."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[str], None]


def silent(text: str) -> None:
    """For those who do not want to hear it."""
