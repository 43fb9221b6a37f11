"""The way through a window by a compiled kernel."""

from __future__ import annotations

import numpy as np

from feasibility.engines.plans.passage import Passage
from feasibility.engines.plans.ways import Choice, WindowWay
from feasibility.native import binding

ROOM, LEVELS = 1 << 14, 64  # words that a level reaches, and levels, at first


class Workspace:
    """Where the kernel works; it grows when a window needs more."""

    def __init__(self, room: int, most: int, width: int) -> None:
        self.room, self.most, self.width = room, most, width
        self.levels = np.empty(most * min(width, room), dtype=np.uint64)
        self.reached, self.table = np.empty(room, dtype=np.uint64), np.empty(2 * room, dtype=np.uint64)
        self.scores = np.empty(2 * room, dtype=np.uint64)
        self.ends, self.way = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)

    def larger(self, room: int, most: int) -> Workspace:
        """So much room, or what there is where that is enough."""
        return self if room <= self.room and most <= self.most else Workspace(room, most, self.width)


_kept: list[Workspace] = []  # the last one: pages that were touched before need not be cleared


def room_for(width: int) -> Workspace:
    """The last one where it fits; it is taken before it is looked at, as another thread may take it too."""
    try:
        kept = _kept.pop()
    except IndexError:
        return Workspace(ROOM, LEVELS, width)
    return kept if kept.width == width else Workspace(ROOM, LEVELS, width)


def compiled_way(library: binding.Kernels, passage: Passage, choice: Choice) -> WindowWay:
    """As ways.Reference has it."""
    window, (pegs, masks) = passage.window, passage.across()
    path = np.array(passage.path, dtype=np.uint64)
    weights = np.ascontiguousarray(choice.weights, dtype=np.int64)
    room = room_for(choice.width)
    address = binding.address
    while True:
        call = binding.PassageCall(
            size=window.size, jumps=len(window.inside), pegs=address(window.pegs),
            masks=address(window.masks), crossings=len(passage.crossing), steps=len(path),
            across_pegs=address(pegs), across_masks=address(masks), path=address(path),
            width=choice.width, chance=choice.chance, weights=address(weights),
            shaken=choice.shaken, target=choice.target, salt=choice.salt, room=room.room, most=room.most,
            levels=address(room.levels), reached=address(room.reached), table=address(room.table),
            scores=address(room.scores), ends=address(room.ends), way=address(room.way),
        )  # fmt: skip
        depth: int = library.mend(call)
        if depth >= 0:
            _kept[:] = [room]
            return WindowWay(room.way[:depth].tolist(), int(call.made), int(call.seen))
        room = room.larger(room.room << (depth == -1), room.most << (depth == -2))
