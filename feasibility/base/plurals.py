"""Counted words, so that no message speaks of 1 pegs; and chances."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, which costs time to import
if TYPE_CHECKING:
    from fractions import Fraction

LONGEST = 60  # characters of a fraction that is printed; JSON has all


def plural(count: int, word: str, words: str | None = None, *, commas: bool = False) -> str:
    """1 hole, 2 holes; 3,016 positions with `commas`."""
    return f"{count:{',' if commas else ''}} {word if count == 1 else words or word + 's'}"


def probability(chance: Fraction, longest: int = LONGEST) -> str:
    """A chance as a decimal, and exactly where that can be read."""
    exact, decimal = str(chance), f"{float(chance):.6g}"
    return decimal if len(exact) > longest or exact == decimal else f"{decimal} = {exact}"
