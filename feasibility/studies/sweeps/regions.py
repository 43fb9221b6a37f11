"""Merson regions: sets of holes that only a sweep of their own can open, and how many of them must be.

A set R of holes is a region when every jump over a hole of R starts or lands in R. While R is full nothing
lands in it, so the first jump that takes a peg out of it starts in R, with a peg that has not just landed
there: a sweep begins in R. Disjoint full regions that must be opened need a sweep each (R. L. Merson, 1962).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import Words, pack, piece_of
from feasibility.game.position import bits

REGION_HOLES = 8  # of a region: larger ones are rarely full
MOST_REGIONS = 64  # which of them are full fits one word
MOST_STEPS = 20_000  # of the search for regions around a hole; without the others the bound stays a bound


def regions(holes: int, jumps: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Small regions as masks, the smallest first."""
    needs: list[list[int]] = [[] for _ in range(holes)]
    for start, over, landing in jumps:
        ends = 1 << start | 1 << landing
        if ends not in needs[over]:
            needs[over].append(ends)
    masks = {region for hole in range(holes) for region in islice(_around(hole, needs), MOST_STEPS)}
    return tuple(sorted(masks, key=lambda mask: (mask.bit_count(), mask)))


def least(masks: Iterable[int]) -> list[int]:
    """Those with none of the others inside, of masks in the order of their sizes."""
    kept: list[int] = []
    for mask in masks:
        if not any(mask & other == other for other in kept):
            kept.append(mask)
    return kept


def _around(hole: int, needs: Sequence[Sequence[int]]) -> Iterator[int]:
    """Regions that grow from a hole: a jump over one of their holes brings one of its ends in."""
    stack, seen = [1 << hole], {1 << hole}
    while stack:
        region = stack.pop()
        outside = (ends for inside in bits(region) for ends in needs[inside] if not ends & region)
        ends = next(outside, None)
        if ends is None:
            yield region
        elif region.bit_count() < REGION_HOLES:
            larger = {region | 1 << end for end in bits(ends)} - seen
            seen |= larger
            stack.extend(sorted(larger))


class Regions:
    """Those of a question, and the sweeps that they ask for.

    `masks` are the regions that say anything. Forward counts those that are full in a position and cannot be
    at the target; backward those that are full at the start and no longer in a position.
    """

    def __init__(self, question: PositionQuestion) -> None:
        known = regions(question.holes, (move.name for move in question.moves))
        start, stays = question.start, question.target | question.free
        counting = question.pegs is not None
        # a region that says nothing must not stand in the way of larger ones around it that do
        opened = least(r for r in known if counting or r & ~stays)
        closed = least(r for r in known if not r & ~start)
        self.masks = tuple(dict.fromkeys((*opened, *closed)))[:MOST_REGIONS]
        self.overlaps = [sum(1 << j for j, b in enumerate(self.masks) if a & b) for a in self.masks]
        self.to_open = sum(1 << i for i, r in enumerate(self.masks) if counting or r & ~stays)
        self.at_start = sum(1 << i for i, r in enumerate(self.masks) if not r & ~start)
        smallest = min((r.bit_count() for r in self.masks), default=1)
        self.spared = (question.pegs or 0) // smallest  # so many may be full at the end
        self.words, self.all = pack(self.masks, question.holes), pack([question.full], question.holes)
        self.most: dict[int, int] = {0: 0}

    def counted_in(self, positions: Words, back: bool) -> npt.NDArray[np.int64]:
        """For each position the largest number of disjoint regions that it asks for.

        Forward those that are full and must be opened; less `spared` they are sweeps of every play to the
        target. Back, where positions are complements, those that have been opened since the start.
        """
        return self.counted(self.asked_by(positions, back))

    def asked_by(self, positions: Words, back: bool) -> npt.NDArray[np.uint64]:
        """For each position the set of these regions, a bit for each."""
        if back:
            return ~self.full(positions ^ self.all) & np.uint64(self.at_start)
        return self.full(positions) & np.uint64(self.to_open)

    def counting(self, back: bool) -> tuple[int, int]:
        """What turns the set of broken regions into those that are asked by a position: exclusive-or, and."""
        return (0, self.at_start) if back else ((1 << 64) - 1, self.to_open)

    def broken_tables(self, holes: int, back: bool, width: int) -> Words:
        """By piece of so many bits of a position, of its complement if back: the regions that it breaks."""
        shifts = [at for word in range(0, holes, 64) for at in range(word, min(word + 64, holes), width)]
        values = np.arange(1 << width, dtype=np.uint64)
        tables = np.zeros((len(shifts), len(values)), dtype=np.uint64)
        pegs = ~values if back else values
        for table, shift in zip(tables, shifts, strict=True):
            for number, mask in enumerate(self.masks):
                part = np.uint64(piece_of(mask, shift, width))
                table[(pegs & part) != part] |= np.uint64(1 << number)
        return tables

    def full(self, positions: Words) -> npt.NDArray[np.uint64]:
        """For each position the set of its full regions, a bit for each."""
        sets = np.zeros(len(positions), dtype=np.uint64)
        for number, region in enumerate(self.words):
            missing = np.zeros(len(positions), dtype=np.uint64)
            for word, holes in enumerate(region):
                missing |= holes & ~positions[:, word]
            sets |= (missing == 0).astype(np.uint64) << np.uint64(number)
        return sets

    def counted(self, sets: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        """The largest numbers of disjoint regions in sets of them; few sets are different."""
        which, back = np.unique(sets, return_inverse=True)
        most = [self.disjoint(some) for some in which.tolist()]
        counts: npt.NDArray[np.int64] = np.array(most, dtype=np.int64)[back]
        return counts

    def disjoint(self, some: int) -> int:
        """The largest number of disjoint regions among some."""
        if some not in self.most:
            least = some & -some
            around = self.overlaps[least.bit_length() - 1]
            with_it = 1 + self.disjoint(some & ~around)
            alone = some & around == least
            self.most[some] = with_it if alone else max(with_it, self.disjoint(some ^ least))
        return self.most[some]
