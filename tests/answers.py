"""What a command answers, below the picture of what it read."""

from __future__ import annotations


def answer(out: str) -> str:
    """The text after the first two paragraphs: what was asked, and the picture."""
    title, picture, rest = out.split("\n\n", 2)
    assert title and picture
    return rest
