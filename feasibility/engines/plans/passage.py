"""A play as a window of the board sees it: what stays, what crosses the border, and the words on its way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from feasibility.game.geometry import Board

WayNumbers = npt.NDArray[np.int64]
WindowWords = npt.NDArray[np.uint64]  # the window's pegs, and above them the number of crossing jumps played


@lru_cache(maxsize=8)  # windows come many in a row from one board
def _jumps(board: Board) -> WayNumbers:
    return np.array(board.jumps, dtype=np.int64).reshape(-1, 3)


class WindowView:
    """Some holes of a board, and its jumps as they are seen from there."""

    def __init__(self, board: Board, holes: Sequence[int]) -> None:
        self.board, self.holes, self.size = board, np.array(holes, dtype=np.int64), len(holes)
        pegs, masks, within = self.seen(np.arange(len(board.jumps)))
        self.inside, self.pegs, self.masks = np.flatnonzero(within).tolist(), pegs[within], masks[within]

    def seen(self, jumps: WayNumbers) -> tuple[WindowWords, WindowWords, npt.NDArray[np.bool_]]:
        """Pegs and holes of some jumps as far as they lie in the window, and which jumps are inside."""
        bit = np.zeros(self.board.n, dtype=np.uint64)  # of each hole, 0 outside
        bit[self.holes] = np.uint64(1) << np.arange(self.size, dtype=np.uint64)
        first, over, landing = bit[_jumps(self.board)[jumps]].T
        pegs = first | over
        return pegs, pegs | landing, (first != 0) & (over != 0) & (landing != 0)

    def within(self, mask: int) -> int:
        """The part of a position that lies in the window."""
        return sum(1 << i for i, hole in enumerate(self.holes.tolist()) if mask >> hole & 1)


@dataclass
class Passage:
    """A play through a window: jumps that stay, which of them cross its border, the words on its way."""

    window: WindowView
    kept: list[int]
    taken: list[int]  # the jumps inside, which are played anew
    crossing: list[int]  # places in `kept`
    across: tuple[WindowWords, WindowWords]  # pegs and holes of the crossing jumps, as far as in the window
    path: WindowWords

    @classmethod
    def of(cls, window: WindowView, start: int, play: Sequence[int]) -> Passage:
        """What a window sees of a play."""
        jumps = np.array(play, dtype=np.int64)
        pegs, masks, inside = window.seen(jumps)
        touching = masks != 0
        crosses = touching & ~inside
        done = np.cumsum(crosses[touching], dtype=np.uint64) << np.uint64(window.size)
        here = np.array([window.within(start)], dtype=np.uint64)
        path = np.concatenate([here, here ^ np.bitwise_xor.accumulate(masks[touching]) | done])
        kept, crossing = jumps[~inside].tolist(), np.flatnonzero(crosses[~inside]).tolist()
        return cls(window, kept, jumps[inside].tolist(), crossing, (pegs[crosses], masks[crosses]), path)

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
