"""Numbers for the positions with few pegs: by pegs, then as integers, without gaps."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.words import PIECE, Words, pack, pieces, popcount, word_count

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


@lru_cache(maxsize=8)
def _tables(holes: int, most: int) -> tuple[npt.NDArray[np.int64], ...]:
    """For each piece of a word: by the pegs below it and its bits, what these add to the rank."""
    tables = []
    for _, _, first in pieces(holes):
        size = min(PIECE, holes - first)
        table = np.zeros((most + 1, 1 << size), np.int64)
        count = np.bitwise_count(np.arange(1 << size)).astype(np.intp)
        for bit in range(size):
            half = 1 << bit  # the hole is the peg number below + count + 1, and adds comb(hole, that)
            for pegs in range(most + 1):
                adds = np.array([comb(first + bit, pegs + c + 1) for c in range(bit + 1)], np.int64)
                few = pegs + count[:half] < most
                table[pegs, half : 2 * half] = table[pegs, :half] + np.where(few, adds[count[:half]], 0)
        tables.append(table)
    return tuple(tables)


def numbers(words: Words, holes: int, most: int) -> Numbers:
    """The number of each position; none has more than `most` pegs."""
    held = popcount(words)
    firsts = np.array([first_of(holes, pegs) for pegs in range(most + 1)], np.int64)
    ranks: Numbers = firsts[held]
    seen = np.zeros(len(words), np.int64)
    for (word, shift, _), table in zip(pieces(holes), _tables(holes, most), strict=True):
        piece = (words[:, word] >> np.uint64(shift)) & np.uint64(table.shape[1] - 1)
        ranks += table[seen, piece.astype(np.intp)]
        seen += np.bitwise_count(piece)
    return ranks


def everything(holes: int, most: int) -> Words:
    """The positions with up to `most` pegs, by their numbers."""
    return np.concatenate([subsets(holes, pegs) for pegs in range(most + 1)])
