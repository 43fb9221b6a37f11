"""What the cases of a split are, in words and as cuts: an index is written and compared by this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from feasibility.proofs.cut import Cut, Jump, Unknown


@dataclass(frozen=True)
class Cases:
    """Why there are no others, and each case with what is known in it."""

    because: str
    cases: tuple[tuple[str, Cut], ...]


def by_number(cut: Cut, unknown: Unknown, most: int) -> Cases:
    """An unknown is at most a number, or more."""
    name = _words(unknown, cut.problem.jumps)
    below = f"{name} is at most {most}", cut.narrowed(unknown, high=most)
    above = f"{name} is at least {most + 1}", cut.narrowed(unknown, low=most + 1)
    return Cases(f"{name} is a whole number", (below, above))


def by_order(cut: Cut, leg: int, jumps: Sequence[int], order: str) -> Cases:
    """No jump of a set occurs on a leg, or each of them may be the first (last)."""
    none = f"no jump of the set occurs on leg {leg + 1}", cut.without(leg, jumps)
    some = [
        (
            f"{list(cut.problem.jumps[jump])} is the {order} jump of the set on leg {leg + 1}",
            cut.split(leg, jumps, order, jump),
        )
        for jump in jumps
    ]
    because = f"either no jump of the set occurs on leg {leg + 1}, or one of them is the {order}"
    return Cases(because, (none, *some))


def _words(unknown: Unknown, jumps: tuple[Jump, ...]) -> str:
    if unknown.letter == "x":
        return f"the number of jumps {list(jumps[unknown.i])} on leg {unknown.at + 1}"
    if unknown.letter == "r":
        return f"the peg in hole {unknown.i} after leg {unknown.at + 1}"
    return f"the peg in hole {unknown.i} at the end"
