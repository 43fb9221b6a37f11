"""From levels back to a play."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feasibility.engines.frontier.levels import Level
from feasibility.engines.positions.question import Question
from feasibility.engines.positions.words import Symmetries, Words, pack, unpack

Names = list[tuple[int, ...]]


def way_to(asked: Question, symmetries: Symmetries, levels: Sequence[Level], end: Words) -> Names:
    """Moves from level 0 to a position that equals one of the last level up to symmetry.

    Every level is a union of whole orbits, so real positions are followed and no map is kept.
    """
    mask = unpack(end)[0]
    play: Names = []
    for level in reversed(levels[:-1]):
        steps = [(m, mask ^ m.care) for m in asked.moves if mask & m.care == m.want ^ m.care]
        before = pack((p for _, p in steps), asked.holes)
        index = int(np.flatnonzero(level.holds(symmetries.canonical(before)))[0])
        move, mask = steps[index]
        play.append(move.name)
    return play[::-1]
