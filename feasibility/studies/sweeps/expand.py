"""One block of a level -> the canonical positions one sweep further: the hot loop of the levels by sweeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from feasibility.engines.frontier.expand import NativeExpander, room_in
from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import Move, PositionQuestion
from feasibility.engines.positions.words import (
    PIECE,
    Symmetries,
    Words,
    pack,
    unique,
    unique_of_own,
    word_count,
)
from feasibility.native import binding
from feasibility.studies.sweeps.regions import Regions

# From a block, with how many regions a position may ask for.
SweepExpander = Callable[[Words, int, SideWatch], Words]
Ways = list[tuple[Words, Words, int]]  # what a move cares for and wants, and where its peg is then

SMALL = 1 << 12  # positions that numpy follows at once
JUMPS_AT_ONCE = 1 << 21  # of the compiled loop between two looks at the limits: less than a tenth of a second
ROOM = 1 << 18  # positions that it may write until then


def ends_of(move: Move, back: bool) -> tuple[int, int]:
    """Where the moving peg is before a move and after it, as a side sees them."""
    start, _, landing = move.name
    return (landing, start) if back else (start, landing)


def sweeper(
    question: PositionQuestion, symmetries: Symmetries, pruner: Pruner, regions: Regions, back: bool
) -> SweepExpander:
    """The compiled loop where there is one and a position has few words, else numpy."""
    library = binding.library()
    room = len(symmetries.tables) <= binding.MOST_IMAGES and len(pruner.groups) <= binding.MOST_LANES
    if library is None or word_count(question.holes) > binding.MOST_SET_WORDS or not room:
        return numpy_sweeper(question, symmetries, pruner, regions, back)
    return NativeSweeper(library, question, symmetries, pruner, regions, back).swept


def numpy_sweeper(
    question: PositionQuestion, symmetries: Symmetries, pruner: Pruner, regions: Regions, back: bool
) -> SweepExpander:
    """The reference: all positions with the peg in one hole at a time."""
    first: Ways = []
    onward: dict[int, Ways] = {}
    for move in question.moves:
        now, then = ends_of(move, back)
        care, want = pack([move.care], question.holes), pack([move.want], question.holes)
        first.append((care, want, then))
        onward.setdefault(now, []).append((care, want, then))

    def kept(parts: list[Words], watch: SideWatch) -> Words:
        watch.look(3 * sum(part.nbytes for part in parts))
        return pruner.keep(unique(np.concatenate(parts)))

    def few_swept(block: Words, watch: SideWatch) -> Words:
        blocks = [block[:0]]
        moving = moved([(block, first)], watch)
        while moving:
            alive = {hole: kept(parts, watch) for hole, parts in moving.items()}
            blocks.extend(alive.values())
            moving = moved([(words, onward.get(hole, [])) for hole, words in alive.items()], watch)
        return symmetries.canonical(unique(np.concatenate(blocks)))

    def swept(block: Words, most: int, watch: SideWatch) -> Words:
        few = [few_swept(block[low : low + SMALL], watch) for low in range(0, len(block), SMALL)]
        reached = unique(np.concatenate([block[:0], *few]))
        return reached[regions.counted_in(reached, back) <= most]

    return swept


def moved(moving: Iterable[tuple[Words, Ways]], watch: SideWatch) -> dict[int, list[Words]]:
    """All positions one jump on, by the hole where the moving peg is then."""
    after: dict[int, list[Words]] = {}
    for words, ways in moving:
        watch.clock.spend(len(words))
        watch.look()
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
        question: PositionQuestion,
        symmetries: Symmetries,
        pruner: Pruner,
        regions: Regions,
        back: bool,
    ) -> None:
        super().__init__(library, question, symmetries, pruner)
        self.sweep = library.sweeps_expand
        self.reference = numpy_sweeper(question, symmetries, pruner, regions, back)
        ends = [ends_of(move, back) for move in question.moves]
        self.then = np.array([then for _, then in ends], dtype=np.int64)
        self.onward = np.zeros((question.holes, len(self.legal)), dtype=np.uint64)
        for number, (now, _) in enumerate(ends):
            self.onward[now, number // 64] |= np.uint64(1 << number % 64)
        self.all = np.bitwise_or.reduce(self.onward, axis=0)
        self.overlaps = np.array([*regions.overlaps, 0], dtype=np.uint64)
        self.broken = regions.broken_tables(question.holes, back, PIECE)
        self.counted = regions.counting(back)

    def swept(self, block: Words, most: int, watch: SideWatch) -> Words:
        """Where one sweep leads from a block, but for positions with too many regions.

        The compiled loop may follow a peg to the same position again and again, on boards with a hole that
        very many jumps share. Then numpy, which does not, takes the position over.
        """
        blocks = [block[:0]]
        while len(block):
            words, done = self.some(block, most)
            if not done:
                words, done = self.reference(block[:1], most, watch), 1
            blocks.append(words)
            block = block[done:]
            watch.clock.spend(JUMPS_AT_ONCE // 16 if len(block) else 0)
            watch.look()
        return blocks[-1] if len(blocks) == 2 else unique(np.concatenate(blocks))

    def some(self, block: Words, most: int) -> tuple[Words, int]:
        """The same from the first positions of a block, and from how many."""
        given = (*self.given(block), self.then, self.onward, self.all)
        bound, words = (self.broken, self.overlaps, *self.counted, most), block.shape[1]
        out, done = np.empty((max(ROOM, 8 * len(block)), words), dtype=np.uint64), np.zeros(1, dtype=np.int64)
        made = int(self.sweep(*given, *bound, words, *room_in(out), JUMPS_AT_ONCE, done))
        return unique_of_own(out[:made]), int(done[0])
