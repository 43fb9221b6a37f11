"""Counted words, so that no message speaks of 1 pegs; and chances."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, which costs time to import
if TYPE_CHECKING:
    from fractions import Fraction

LONGEST = 60  # characters of a fraction that is printed; JSON has all


def plural(count: int, word: str, words: str | None = None, *, commas: bool = False) -> str:
    """1 hole, 2 holes; 3,016 positions with `commas`."""
    return f"{count:{',' if commas else ''}} {word if count == 1 else f'{word}s' if words is None else words}"


def probability(chance: Fraction) -> str:
    """A chance as people say it, and exactly where that can be read: 1 in 37 million, 0.25 = 1/4."""
    exact, rare = str(chance), 0 < chance * 20 < 1
    told = f"1 in {_rounded(round(1 / chance))}" if rare else f"{float(chance):.6g}"
    if len(exact) > LONGEST or exact in (told, told.replace("1 in ", "1/").replace(",", "")):
        return told
    return f"{told} (exactly {exact})" if rare else f"{told} = {exact}"


def _rounded(number: int) -> str:
    """A number below 100,000 as it is, and a larger one by its first two or three digits and a word."""
    if number < 100_000:
        return f"{number:,}"
    for power, word in ((6, "million"), (9, "billion"), (12, "trillion")):
        if number < 10 ** (power + 3):
            count = number / 10**power
            return f"{count:.2g} {word}" if count < 100 else f"{count:.0f} {word}"
    return f"{number:.1e}".replace("e+", " * 10^")
