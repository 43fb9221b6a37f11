"""A play that ends wrong at some holes, mended window by window until it ends at the target.

At first it is the play of no jump. Each step takes a window of the board around a wrong hole. The jumps that
reach across its border stay, in their order; those inside are played anew, in many ways at once, level by
level. Where there are too many ways, those near to the old one are kept, and that one always. Of the ends the
one is taken that is wrong at holes of the least weight. A hole that was chosen while it was wrong weighs more
from then on, so that no dead end lasts (the breakout method of P. Morris, AAAI 1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.engines.beam.reference import lowest
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, bits

Words = npt.NDArray[np.uint64]  # the window's pegs, and above them the number of crossing jumps played

SIZES = ((5, 5), (5, 6), (6, 5), (6, 6), (4, 7), (7, 4))  # rows and columns of a window
WIDTH = 600  # words that are kept of a level
CHANCE = 4.0  # holes: how much of a word's distance from the old way is left to chance
WANTED = 2.0  # what a hole weighs at first where the target has a peg; others weigh 1
HEAVIER = 0.3  # by which a wrong hole's weight grows
SHAKEN = 0.1  # of the weight of a hole: how much the choice among ends is left to chance
STEPS = 200  # of work for a level


class Window:
    """Some holes of a board, and its jumps as they are seen from there."""

    def __init__(self, board: Board, holes: Sequence[int]) -> None:
        self.holes, self.size = np.array(holes, dtype=np.int64), len(holes)
        bit = np.zeros(board.n, dtype=np.uint64)  # of each hole, 0 outside
        bit[self.holes] = np.uint64(1) << np.arange(self.size, dtype=np.uint64)
        three = bit[np.array(board.jumps, dtype=np.int64).reshape(-1, 3)]
        pegs, masks = three[:, :2].sum(axis=1), three.sum(axis=1)
        inside = np.flatnonzero((three != 0).all(axis=1))
        self.inside, self.pegs, self.masks = inside.tolist(), pegs[inside], masks[inside]
        self.seen = {j: (int(pegs[j]), int(masks[j])) for j in np.flatnonzero(masks).tolist()}
        self.chosen = frozenset(self.inside)

    def within(self, mask: int) -> int:
        """The part of a position that lies in the window."""
        return sum(1 << i for i, hole in enumerate(self.holes.tolist()) if mask >> hole & 1)


@dataclass
class Passage:
    """A play as a window sees it: jumps that stay, which of them cross its border, the words on its way."""

    window: Window
    kept: list[int]
    crossing: list[int]  # places in `kept`
    path: list[int]

    @classmethod
    def of(cls, window: Window, start: int, play: Sequence[int]) -> Passage:
        passage = cls(window, [], [], [window.within(start)])
        here = passage.path[0]
        for j in play:
            if j in window.seen:
                here ^= window.seen[j][1]
                if j not in window.chosen:
                    passage.crossing.append(len(passage.kept))
                passage.path.append(here | len(passage.crossing) << window.size)
            if j not in window.chosen:
                passage.kept.append(j)
        return passage

    @cached_property
    def asked(self) -> tuple[Words, Words]:
        """Pegs and holes of the crossing jumps, as far as they lie in the window."""
        seen = [self.window.seen[self.kept[place]] for place in self.crossing]
        array = np.array(seen, dtype=np.uint64).reshape(-1, 2)
        return array[:, 0], array[:, 1]

    def ended(self, level: Words) -> npt.NDArray[np.bool_]:
        """Which words have all crossing jumps behind them."""
        return level >= np.uint64(len(self.crossing) << self.window.size)

    def following(self, level: Words) -> Words:
        """The words after one jump more, inside or across the border."""
        window = self.window
        which, jump = np.nonzero((level[:, None] & window.masks) == window.pegs)
        going = level[~self.ended(level)]
        number = (going >> np.uint64(window.size)).astype(np.int64)
        pegs, masks = (asked[number] for asked in self.asked)
        legal = (going & masks) == pegs
        across = (going[legal] ^ masks[legal]) + np.uint64(1 << window.size)
        return distinct(np.concatenate([level[which] ^ window.masks[jump], across]))

    def before(self, word: np.uint64, level: Words) -> list[tuple[np.uint64, int]]:
        """The words of a level from which one jump leads here, each with its jump; -1 is the one across."""
        window = self.window
        taken = (word & window.masks) == (window.masks ^ window.pegs)
        ways = list(zip(word ^ window.masks[taken], np.flatnonzero(taken).tolist(), strict=True))
        number = int(word >> np.uint64(window.size))
        if number:
            pegs, masks = (asked[number - 1] for asked in self.asked)
            if word & masks == masks ^ pegs:
                ways.append(((word ^ masks) - np.uint64(1 << window.size), -1))
        return [way for way in ways if _holds(level, way[0])]

    def spliced(self, jumps: Sequence[int]) -> list[int]:
        """The play whose way through the window these are; -1 is the next jump across."""
        play, done, crossing = list[int](), 0, iter(self.crossing)
        for jump in jumps:
            if jump < 0:
                upto = next(crossing) + 1
                play += self.kept[done:upto]
                done = upto
            else:
                play.append(self.window.inside[jump])
        return play + self.kept[done:]


def distinct(words: Words) -> Words:
    """In rising order; numpy.unique takes several times as long for so few."""
    words = np.sort(words)
    return words[np.flatnonzero(np.diff(words, prepend=~words[:1]))]


def _holds(level: Words, word: np.uint64) -> bool:
    place = int(np.searchsorted(level, word))
    return place < len(level) and level[place] == word


class Mending:
    """One play of a pair with a single position as target, and how heavily each hole weighs when wrong."""

    def __init__(self, pair: Pair, seed: int = 0) -> None:
        self.pair, self.board = pair, pair.board
        self.random = np.random.default_rng(seed)
        self.places = np.array(self.board.holes, dtype=np.int64).reshape(-1, 2)
        self.weights = np.ones(self.board.n)
        self.weights[list(bits(pair.target.must))] = WANTED
        self.play: list[int] = []
        self.end = pair.start.mask
        self.mended = 0

    @property
    def wrong(self) -> int:
        """The holes where the play does not end as it should."""
        return self.end ^ self.pair.target.must

    def run(self, clock: Clock) -> tuple[Jump, ...] | None:
        """The play when it ends at the target, or nothing when the clock ends."""
        while self.wrong:
            if clock.expired():
                return None
            hole = int(self.random.choice(list(bits(self.wrong))))
            self.mend(self.window(hole), clock)
            self.weights[hole] += HEAVIER
        return tuple(self.board.jumps[j] for j in self.play)

    def window(self, hole: int) -> Window:
        """A window of some size that has this hole somewhere inside."""
        size = np.array(SIZES[self.random.integers(len(SIZES))])
        low = self.places[hole] - self.random.integers(size)
        first, last = self.places.min(axis=0), self.places.max(axis=0) + 1
        low = np.maximum(np.minimum(low, last - size), first)
        inside = ((self.places >= low) & (self.places < low + size)).all(axis=1)
        return Window(self.board, np.flatnonzero(inside).tolist())

    def mend(self, window: Window, clock: Clock) -> None:
        """The jumps inside the window anew."""
        self.mended += 1
        passage = Passage.of(window, self.pair.start.mask, self.play)
        self.play = passage.spliced(self._way_back(passage, self._levels(passage, clock)))
        self.end = self.pair.start.mask
        for j in self.play:
            self.end ^= self.board.jump_masks[j][1]

    def _levels(self, passage: Passage, clock: Clock) -> list[Words]:
        """Level by level what can be reached."""
        path = np.array(passage.path, dtype=np.uint64)
        levels = [path[:1]]
        while len(following := passage.following(levels[-1])):
            clock.spend(STEPS + len(following) // 8)
            levels.append(self._near(following, path[min(len(levels), len(path) - 1)]))
        return levels

    def _near(self, words: Words, own: np.uint64) -> Words:
        """Of many words those that differ least from the old way at this level, and the old way itself."""
        if len(words) <= WIDTH:
            return words
        far = np.bitwise_count(words ^ own) + CHANCE * self.random.random(len(words))
        return words[lowest(np.where(words == own, -1.0, far), WIDTH)]

    def _way_back(self, passage: Passage, levels: list[Words]) -> list[int]:
        """From the best end back to the start, by chance where several words lead on."""
        depth, word = self._best(passage, levels)
        jumps = []
        for level in reversed(levels[:depth]):
            ways = passage.before(word, level)
            word, jump = ways[self.random.integers(len(ways))]
            jumps.append(jump)
        return jumps[::-1]

    def _best(self, passage: Passage, levels: list[Words]) -> tuple[int, np.uint64]:
        """The end that is wrong at holes of the least weight, and its level."""
        window = passage.window
        ends = [level[passage.ended(level)] for level in levels]
        depths = np.repeat(np.arange(len(levels)), [len(level) for level in ends])
        words = np.concatenate(ends)
        wrong = words ^ np.uint64(window.within(self.pair.target.must))
        single = wrong[:, None] >> np.arange(window.size, dtype=np.uint64) & np.uint64(1)
        costs = single @ self.weights[window.holes] + SHAKEN * self.random.exponential(size=len(words))
        best = int(np.argmin(costs))
        return int(depths[best]), words[best]

    def __str__(self) -> str:
        wrong = plural(self.wrong.bit_count(), "hole")
        return f"{plural(self.mended, 'window', commas=True)} mended, {wrong} wrong"
