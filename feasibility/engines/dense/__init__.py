"""Exact search by dense closure: one bit for every position of a residue class."""

from __future__ import annotations

from feasibility.base.stopped import Stopped

DENSE_HOLES = 64


def too_many_holes(n: int) -> Stopped | None:
    """The refusal of a board whose positions do not fit a word; before anything large is loaded."""
    reason = f"a dense set holds boards of at most {DENSE_HOLES} holes; this one has {n}"
    return Stopped("board", reason) if n > DENSE_HOLES else None
