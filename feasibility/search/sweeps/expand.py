"""One block of a level -> the canonical positions one sweep further: the hot loop of the levels by sweeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from feasibility.native import binding
from feasibility.search.frontier.expand import NativeExpander, room_in, written
from feasibility.search.positions.pruning import Pruner
from feasibility.search.positions.question import Move, Question
from feasibility.search.positions.words import PIECE, Symmetries, Words, pack, unique
from feasibility.search.sweeps.regions import Regions

Sweeper = Callable[[Words, int], Words]  # a block, and how many regions a position may ask for
Ways = list[tuple[Words, Words, int]]  # what a move cares for and wants, and where its peg is then


def ends_of(move: Move, back: bool) -> tuple[int, int]:
    """Where the moving peg is before a move and after it, as a side sees them."""
    start, _, landing = move.name
    return (landing, start) if back else (start, landing)


def sweeper(asked: Question, symmetries: Symmetries, pruner: Pruner, regions: Regions, back: bool) -> Sweeper:
    """The compiled loop where there is one and a position leaves room for a hole in its word, else numpy."""
    library = binding.library()
    room = len(symmetries.tables) <= binding.MOST_IMAGES and len(pruner.groups) <= binding.MOST_LANES
    if library is None or asked.holes > binding.MOST_SWEPT or not room:
        return numpy_sweeper(asked, symmetries, pruner, regions, back)
    return NativeSweeper(library, asked, symmetries, pruner, regions, back).swept


def numpy_sweeper(
    asked: Question, symmetries: Symmetries, pruner: Pruner, regions: Regions, back: bool
) -> Sweeper:
    """The reference: all positions with the peg in one hole at a time."""
    first: Ways = []
    onward: dict[int, Ways] = {}
    for move in asked.moves:
        now, then = ends_of(move, back)
        care, want = pack([move.care], asked.holes), pack([move.want], asked.holes)
        first.append((care, want, then))
        onward.setdefault(now, []).append((care, want, then))

    def swept(block: Words, most: int) -> Words:
        blocks = [block[:0]]
        moving = moved([(block, first)])
        while moving:
            alive = {hole: pruner.keep(unique(np.concatenate(parts))) for hole, parts in moving.items()}
            blocks.extend(alive.values())
            moving = moved([(words, onward.get(hole, [])) for hole, words in alive.items()])
        reached = unique(symmetries.canonical(unique(np.concatenate(blocks))))
        return reached[regions.counted_in(reached, back) <= most]

    return swept


def moved(moving: Iterable[tuple[Words, Ways]]) -> dict[int, list[Words]]:
    """All positions one jump on, by the hole where the moving peg is then."""
    after: dict[int, list[Words]] = {}
    for words, ways in moving:
        for care, want, then in ways:
            legal = (words & care) == want
            rows = np.flatnonzero(legal[:, 0] if len(care[0]) == 1 else legal.all(axis=1))
            if len(rows):
                after.setdefault(then, []).append(words.take(rows, axis=0) ^ care)
    return after


class NativeSweeper(NativeExpander):
    """The compiled loop: the jump of an expander, and what the moving peg can do then."""

    def __init__(
        self,
        library: binding.Kernels,
        asked: Question,
        symmetries: Symmetries,
        pruner: Pruner,
        regions: Regions,
        back: bool,
    ) -> None:
        super().__init__(library, asked, symmetries, pruner)
        self.sweep = library.sweeps_expand
        ends = [ends_of(move, back) for move in asked.moves]
        self.then = np.array([then for _, then in ends], dtype=np.int64)
        self.onward = np.zeros((asked.holes, len(self.legal)), dtype=np.uint64)
        for number, (now, _) in enumerate(ends):
            self.onward[now, number // 64] |= np.uint64(1 << number % 64)
        self.all = np.bitwise_or.reduce(self.onward, axis=0)
        self.overlaps = np.array([*regions.overlaps, 0], dtype=np.uint64)
        self.broken = regions.broken_tables(asked.holes, back, PIECE)
        self.counted = regions.counting(back)

    def swept(self, block: Words, most: int) -> Words:
        """Where one sweep leads from a block, but for positions with too many regions."""
        given = (*self.given(block), self.then, self.onward, self.all)
        bound = (self.broken, self.overlaps, *self.counted, most)
        return written(len(block), lambda out: int(self.sweep(*given, *bound, *room_in(out))))
