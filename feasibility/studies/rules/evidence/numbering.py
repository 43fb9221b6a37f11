"""Numbers for the positions with few pegs: by pegs, then as integers, without gaps."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.words import Words, locate, pack, word_count

Numbers = npt.NDArray[np.int64]


@lru_cache(maxsize=4)
def subsets(holes: int, pegs: int) -> Words:
    """All positions of so many pegs on so many holes, sorted as integers."""
    if pegs == 0 or pegs > holes:
        return np.zeros((int(pegs == 0), word_count(holes)), np.uint64)
    # the highest peg is in hole h, the others below it
    below, members = np.zeros((1, word_count(holes)), np.uint64), np.zeros((0, word_count(holes)), np.uint64)
    for size in range(1, pegs + 1):
        counts = [comb(h, size - 1) for h in range(holes)]
        members = np.concatenate([below[:count] for count in counts])
        members |= np.repeat(pack([1 << h for h in range(holes)], holes), counts, axis=0)
        below = members
    return members


def first_of(holes: int, pegs: int) -> int:
    """The number of the first position with so many pegs."""
    return sum(comb(holes, fewer) for fewer in range(pegs))


def numbers(words: Words, holes: int, pegs: int) -> Numbers:
    """The number of each position; all have so many pegs."""
    found: Numbers = first_of(holes, pegs) + locate(subsets(holes, pegs), words)
    return found


def everything(holes: int, most: int) -> Words:
    """The positions with up to `most` pegs, by their numbers."""
    return np.concatenate([subsets(holes, pegs) for pegs in range(most + 1)])
