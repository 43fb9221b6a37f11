"""A play as a window of the board sees it: what stays, what crosses the border, and the words on its way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from feasibility.game.geometry import Board

WindowWords = npt.NDArray[np.uint64]  # the window's pegs, and above them the number of crossing jumps played


@lru_cache(maxsize=8)  # windows come many in a row from one board
def _jumps(board: Board) -> npt.NDArray[np.int64]:
    return np.array(board.jumps, dtype=np.int64).reshape(-1, 3)


class WindowView:
    """Some holes of a board, and its jumps as they are seen from there."""

    def __init__(self, board: Board, holes: Sequence[int]) -> None:
        self.holes, self.size = np.array(holes, dtype=np.int64), len(holes)
        bit = np.zeros(board.n, dtype=np.uint64)  # of each hole, 0 outside
        bit[self.holes] = np.uint64(1) << np.arange(self.size, dtype=np.uint64)
        three = bit[_jumps(board)]
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
    """A play through a window: jumps that stay, which of them cross its border, the words on its way."""

    window: WindowView
    kept: list[int]
    crossing: list[int]  # places in `kept`
    path: list[int]

    @classmethod
    def of(cls, window: WindowView, start: int, play: Sequence[int]) -> Passage:
        """What a window sees of a play."""
        here = window.within(start)
        kept, crossing, path = list[int](), list[int](), [here]
        for j in play:
            inside = j in window.chosen
            if j in window.seen:
                here ^= window.seen[j][1]
                if not inside:
                    crossing.append(len(kept))
                path.append(here | len(crossing) << window.size)
            if not inside:
                kept.append(j)
        return cls(window, kept, crossing, path)

    def across(self) -> tuple[WindowWords, WindowWords]:
        """Pegs and holes of the crossing jumps, as far as they lie in the window."""
        seen = [self.window.seen[self.kept[place]] for place in self.crossing]
        array = np.array(seen, dtype=np.uint64).reshape(-1, 2).T.copy()
        return array[0], array[1]

    def spliced(self, jumps: Sequence[int]) -> list[int]:
        """The play whose way through the window these are, by their number inside; -1 is the next across."""
        play, done, crossing = list[int](), 0, iter(self.crossing)
        for jump in jumps:
            if jump < 0:
                upto = next(crossing) + 1
                play += self.kept[done:upto]
                done = upto
            else:
                play.append(self.window.inside[jump])
        return play + self.kept[done:]
