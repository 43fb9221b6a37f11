"""From levels back to a play."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feasibility.engines.frontier.levels import OrbitLevel
from feasibility.engines.positions.question import PositionQuestion
from feasibility.engines.positions.words import Symmetries, Words, pack, unpack

PathNames = list[tuple[int, ...]]


def way_to(
    question: PositionQuestion, symmetries: Symmetries, levels: Sequence[OrbitLevel], end: Words
) -> PathNames:
    """Moves from level 0 to a position that equals one of the last level up to symmetry.

    Every level is a union of whole orbits, so real positions are followed and no map is kept.
    """
    mask = unpack(end)[0]
    play: PathNames = []
    for level in reversed(levels[:-1]):
        steps = [(m, mask ^ m.care) for m in question.moves if mask & m.care == m.want ^ m.care]
        before = pack((p for _, p in steps), question.holes)
        index = int(np.flatnonzero(level.holds(symmetries.canonical(before)))[0])
        move, mask = steps[index]
        play.append(move.name)
    return play[::-1]
