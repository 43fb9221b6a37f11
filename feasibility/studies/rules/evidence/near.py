"""Exact truth within a few jumps of a target, on boards of any size, and positions that are easily confused.

A jump costs a peg, so a position with k pegs more than the target's fewest reaches it in at most k jumps or
never; taking back so many jumps from the target finds all that do.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.engines.dense.orbits import cycles, unions
from feasibility.engines.positions.question import targets
from feasibility.engines.positions.words import Flags, Words, as_words, contains, indicators, pack, unique
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position, Target
from feasibility.studies.rules.evidence.cases import Played, Source, sliced
from feasibility.studies.rules.evidence.ground import Ground, MaskArray
from feasibility.studies.rules.evidence.short import befores
from feasibility.studies.rules.evidence.truth import Truth

MOST_ENDS = 4096  # positions of a target that are gone through one by one
MOST_NEAR = 1 << 17
MOST_CYCLES = 22  # of a symmetry, so that the positions with it can be listed
MOST_SYMMETRIES = 200  # which the boards that people draw have; with thousands most positions have one
MOST_IMAGES = 8  # of a position under symmetries

CHUNK = 1 << 17

Indicators: TypeAlias = npt.NDArray[np.uint8]
Sees: TypeAlias = "Near | Ground"  # which positions reach a target, for those with at most `depth` pegs


@dataclass(frozen=True, eq=False)
class Near:
    """The positions from which a target can be reached in 0, 1, 2, ... jumps."""

    target: Target
    levels: tuple[Words, ...]
    depth: int

    def living(self, words: Words) -> Flags:
        flags = np.zeros(len(words), np.bool_)
        for level in self.levels:
            flags |= contains(level, words)
        return flags

    def play(self, mask: int) -> tuple[Jump, ...] | None:
        board = self.target.board
        if not self.living(pack([mask], board.n))[0] or self.target.contains(mask):
            return () if self.target.contains(mask) else None
        for jump, (want, care) in zip(board.jumps, board.jump_masks, strict=True):
            if mask & care == want and (rest := self.play(mask ^ care)) is not None:
                return (jump, *rest)
        return None


@lru_cache(maxsize=64)
def around(target: Target, most: int = MOST_NEAR) -> Near | None:
    """As many levels as have at most so many positions together; None where the target is too wide."""
    board = target.board
    ends = targets(target.must, target.free, target.pegs, MOST_ENDS)
    if ends is None:
        return None
    levels = [unique(pack(ends, board.n))]
    while True:
        level = unique(np.concatenate([levels[0][:0], *(words for _, words in befores(board, levels[-1]))]))
        if not len(level):
            return Near(target, tuple(levels), board.n)
        if sum(map(len, levels)) + len(level) > most:
            return Near(target, tuple(levels), target.fewest + len(levels) - 1)
        levels.append(level)


def shown(sees: Sees, start: int) -> Played:
    """A play from a start to the target."""
    play = sees.play(start)
    jumps = () if play is None else play
    return Played(start, Position(sees.target.board, start).replay(jumps).mask, jumps)


def living(
    sees: Sees, name: str, starts: Iterable[MaskArray | Words], of: int | None, pegs: int | None = None
) -> Source:
    """Positions that reach the target; with `pegs`, those of so many, after those of fewer."""
    words = (one if one.ndim == 2 else one[:, None] for one in starts)
    batches = (part for one in words for part in sliced(one, sees.target, CHUNK))
    least = pegs is not None
    return Source(name, batches, lambda start, _: shown(sees, start), of, sees.target, pegs, least)


def needless(target: Target) -> int:
    """How many positions of a target that is no number of pegs need no jump."""
    return 0 if target.pegs is not None else 1 << target.free.bit_count()


def symmetric(truth: Truth) -> MaskArray:
    """The living positions that a symmetry of the board maps to themselves; none if they are too many."""
    none = np.zeros(0, np.uint64)
    group = truth.target.board.symmetries[1:] if len(truth.target.board.symmetries) <= MOST_SYMMETRIES else ()
    parts = [cycles(one) for one in group]
    if any(len(one) > MOST_CYCLES for one in parts):
        return none
    several = (masks for one in parts for masks in unions(one))
    return np.unique(np.concatenate([none, *(masks[truth.alive(masks)] for masks in several)]))


def kin(board: Board, words: Words, random: np.random.Generator) -> Words:
    """What a table may take for each position: by a map of the board or of its drawing, a hole, or a sum."""
    held = indicators(words, board.n)
    several = [as_words(one) for one in (*_images(board, held, random), *_near_misses(held, random))]
    return unique(np.concatenate(several))


def _images(board: Board, held: Indicators, random: np.random.Generator) -> Iterator[Indicators]:
    """By symmetries; by maps of the drawing that need be none, where no peg falls off the board."""
    own = board.symmetries[1:]
    for number in random.permutation(len(own))[:MOST_IMAGES].tolist():
        yield held[:, np.array(own[number])]
    place = {hole: number for number, hole in enumerate(board.holes)}
    rows, columns = (max(hole[axis] for hole in board.holes) for axis in (0, 1))
    maps: list[Callable[[int, int], tuple[int, int]]] = [
        lambda r, c: (rows - r, c), lambda r, c: (r, columns - c), lambda r, c: (rows - r, columns - c),
        lambda r, c: (c, r), lambda r, c: (c, rows - r), lambda r, c: (columns - c, r),
        *(lambda r, c, i=i, j=j: (r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j),
    ]  # fmt: skip
    for image in maps:
        to = np.array([place.get(image(*hole), board.n) for hole in board.holes])
        moved = np.zeros((len(held), board.n + 1), np.uint8)
        moved[:, to] = held
        whole = moved[:, :-1].sum(axis=1) == held.sum(axis=1)
        yield moved[whole, :-1]
    yield held[:, ::-1]


def _near_misses(held: Indicators, random: np.random.Generator) -> Iterator[Indicators]:
    """Each hole filled or emptied, a peg elsewhere, the pegs elsewhere, rows of the drawing exchanged."""
    count, n = held.shape
    for _ in range(4):
        flipped = held.copy()
        flipped[np.arange(count), random.integers(n, size=count)] ^= 1
        yield flipped
    for hole in (0, n - 1):  # what a word too short or an index off by one forgets
        flipped = held.copy()
        flipped[:, hole] ^= 1
        yield flipped
    yield random.permuted(held, axis=1)
    one, other = random.integers(n, size=(2, count))
    moved, every = held.copy(), np.arange(count)
    moved[every, one], moved[every, other] = held[every, other], held[every, one]
    yield moved
