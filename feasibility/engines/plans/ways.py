"""One way through a window, chosen among many: what a step of mending asks, and its reference in numpy.

From the first word of a passage all ways are followed level by level, by jumps inside the window in any order
and those across its border in theirs. Of a level with too many words those are kept that differ least from
the old way at this level, with some chance, and the old way itself. Of the words that have all crossing jumps
behind them the one is chosen that is wrong at holes of the least weight. Chance is a number drawn from a word
and a salt, so that the compiled kernel chooses the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from feasibility.engines.beam.reference import lowest
from feasibility.engines.plans.passage import Passage, WayNumbers, WindowWords
from feasibility.engines.positions.words import unique
from feasibility.native import binding

UNIT = 16  # bits of a score below its whole numbers
TENTH = 24  # bits of what shakes the weight of an end
ROOM, LEVELS = 1 << 14, 64  # words that a level reaches, and levels, at first
_WHOLE = (1 << 64) - 1


@dataclass(frozen=True)
class Choice:
    """What is kept of a level, what is wanted at the end, and the chance in both.

    `chance`: holes of the distance from the old way; `shaken`: of the weight of an end, at most so much.
    """

    target: int  # the pegs that are wanted in the window
    weights: WayNumbers  # of its holes
    salt: int
    width: int
    chance: int
    shaken: int


@dataclass(frozen=True)
class WindowWay:
    """Jumps inside by their number, -1 for the next one across; levels that were made, and words in them."""

    jumps: list[int]
    levels: int
    seen: int


def way(passage: Passage, choice: Choice) -> WindowWay:
    """The way that is chosen, by a compiled kernel where there is one for the window."""
    library = binding.library()
    if library is None or len(passage.window.inside) > binding.MOST_INSIDE:
        return Reference(passage, choice).way()
    return compiled_way(library, passage, choice)


def drawn(words: WindowWords, salt: int) -> WindowWords:
    """A number for each word that looks random."""
    mixed = (words ^ np.uint64(salt & _WHOLE)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(32)) * np.uint64(0xD6E8FEB86659FD93)
    return mixed ^ mixed >> np.uint64(32)


class Reference:
    """All by numpy, level by level, each in rising order."""

    def __init__(self, passage: Passage, choice: Choice) -> None:
        self.passage, self.choice = passage, choice
        self.window, self.size = passage.window, np.uint64(passage.window.size)
        self.across, self.one = passage.across, np.uint64(1 << passage.window.size)

    def way(self) -> WindowWay:
        """From the best end back to the start, by chance where several words lead on."""
        levels, seen = self.levels()
        depth, word = self.best(levels)
        jumps = []
        for level in reversed(levels[:depth]):
            ways = [(before, jump) for before, jump in self.before(word) if before in level]
            chance = int(drawn(np.array([word]), ~self.choice.salt)[0])
            word, jump = ways[(chance >> 32) % len(ways)]
            jumps.append(jump)
        return WindowWay(jumps[::-1], len(levels), seen)

    def levels(self) -> tuple[list[WindowWords], int]:
        """Level by level what can be reached, as far as it is kept, and how much it was."""
        path, seen = self.passage.path, 0
        levels = [path[:1]]
        while len(following := self.following(levels[-1])):
            seen += len(following)
            levels.append(self.near(following, path[min(len(levels), len(path) - 1)]))
        return levels, seen

    def ended(self, level: WindowWords) -> npt.NDArray[np.bool_]:
        """Which words have all crossing jumps behind them."""
        return level >> self.size >= np.uint64(len(self.passage.crossing))

    def following(self, level: WindowWords) -> WindowWords:
        """The words after one jump more, inside or across the border."""
        window = self.window
        which, jump = np.nonzero((level[:, None] & window.masks) == window.pegs)
        going = level[~self.ended(level)]
        number = (going >> self.size).astype(np.int64)
        pegs, masks = (one[number] for one in self.across)
        legal = (going & masks) == pegs
        across = (going[legal] ^ masks[legal]) + self.one
        return unique(np.concatenate([level[which] ^ window.masks[jump], across])[:, None])[:, 0]

    def near(self, words: WindowWords, own: np.uint64) -> WindowWords:
        """Of many words those that differ least from the old way at this level, and the old way itself."""
        choice = self.choice
        if len(words) <= choice.width:
            return words
        far = np.bitwise_count(words ^ own).astype(np.uint64) + np.uint64(1)
        chance = (drawn(words, choice.salt) >> np.uint64(64 - UNIT)) * np.uint64(choice.chance)
        return words[lowest(np.where(words == own, 0, (far << np.uint64(UNIT)) + chance), choice.width)]

    def best(self, levels: list[WindowWords]) -> tuple[int, np.uint64]:
        """The end that is wrong at holes of the least weight, and its level; of equal ones the first."""
        choice = self.choice
        ends = [level[self.ended(level)] for level in levels]
        depths = np.repeat(np.arange(len(levels)), [len(level) for level in ends])
        words = np.concatenate(ends)
        wrong = (words ^ np.uint64(choice.target)) & (self.one - np.uint64(1))
        single = wrong[:, None] >> np.arange(self.window.size, dtype=np.uint64) & np.uint64(1)
        shaken = (drawn(words, choice.salt + 1) >> np.uint64(64 - TENTH)).astype(np.int64) * choice.shaken
        best = int(np.argmin(single.astype(np.int64) @ choice.weights + (shaken >> TENTH)))
        return int(depths[best]), words[best]

    def before(self, word: np.uint64) -> Iterator[tuple[np.uint64, int]]:
        """The words from which one jump would lead here, each with its jump; -1 is the one across."""
        window = self.window
        for jump in np.flatnonzero((word & window.masks) == (window.masks ^ window.pegs)).tolist():
            yield word ^ window.masks[jump], jump
        number = int(word >> self.size)
        if number:
            pegs, masks = (one[number - 1] for one in self.across)
            if word & masks == masks ^ pegs:
                yield (word ^ masks) - self.one, -1


class Workspace:
    """Where the kernel works: room for so many words of a level, and so many levels."""

    def __init__(self, room: int, most: int, width: int) -> None:
        self.room, self.most = room, most
        self.levels = np.empty(most * min(width, room), dtype=np.uint64)
        self.reached, self.table = np.empty(room, dtype=np.uint64), np.empty(2 * room, dtype=np.uint64)
        self.scores = np.empty(2 * room, dtype=np.uint64)
        self.ends, self.way = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)


def compiled_way(library: binding.Kernels, passage: Passage, choice: Choice) -> WindowWay:
    """As `Reference` has it."""
    window, (pegs, masks) = passage.window, passage.across
    weights = np.ascontiguousarray(choice.weights, dtype=np.int64)
    room = Workspace(ROOM, LEVELS, choice.width)
    address = binding.address
    while True:
        call = binding.PassageCall(
            size=window.size, jumps=len(window.inside), pegs=address(window.pegs),
            masks=address(window.masks), crossings=len(passage.crossing), steps=len(passage.path),
            across_pegs=address(pegs), across_masks=address(masks), path=address(passage.path),
            width=choice.width, chance=choice.chance, weights=address(weights),
            shaken=choice.shaken, target=choice.target, salt=choice.salt, room=room.room, most=room.most,
            levels=address(room.levels), reached=address(room.reached), table=address(room.table),
            scores=address(room.scores), ends=address(room.ends), way=address(room.way),
        )  # fmt: skip
        depth: int = library.mend(call)
        if depth >= 0:
            return WindowWay(room.way[:depth].tolist(), int(call.made), int(call.seen))
        room = Workspace(room.room << (depth == -1), room.most << (depth == -2), choice.width)
