"""Who is told how far work is, and who looks whether it may go on."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[str], None]
Look = Callable[[], None]  # called again and again by long work; it may raise


def silent(text: str) -> None:
    """For those who do not want to hear it."""


def patient() -> None:
    """A look that stops nothing."""
