"""What a long search prunes with: the positions near its ends, and pagoda functions by linear programs.

Every play passes one of the positions a few moves before the target, and until then it weighs no less than
the least of those. Near an end moves are often forced, and cost much, so that this says far more than the
weight of the target. The same holds backward from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from feasibility.base.arrays import Floats, Ints
from feasibility.base.limits import Clock, Limits
from feasibility.base.values import replace
from feasibility.engines.positions.pruning import (
    Pruner,
    PruningWeights,
    discarded,
    lane_width,
    orbit_of,
    thinned,
)
from feasibility.engines.positions.question import PositionQuestion, least_weight
from feasibility.engines.positions.successors import Successors
from feasibility.engines.positions.words import Words, indicators, pack, unique, unpack

MOST_NEAR = 256  # positions near an end
SAMPLED = 4000  # positions of a level that are kept to choose by
ASKED = 60  # of those, for which a linear program is solved
PAYS = 6  # of a thousand positions of a level are discarded by a function that is taken, at least
MOST = 96  # functions for each side
PROGRAM_STEPS = 400  # of work for a linear program


def narrowed(question: PositionQuestion) -> PositionQuestion:
    """The question with the positions near its ends, as far from them as leaves both sets small."""
    if question.free or question.pegs is not None:
        return question
    successors = Successors(question)
    sides = [pack([side.start], question.holes) for side in (question, question.dual())]
    near = 0
    while near < question.length // 2:
        further = [unique(successors(level)) for level in sides]
        if not all(0 < len(level) <= MOST_NEAR for level in further):
            break
        sides, near = further, near + 1
    if not near:
        return question
    ahead, behind = (unpack(level) for level in sides)
    goals = tuple(question.full ^ mask for mask in behind)
    return replace(question, near=near, sources=tuple(ahead), goals=goals)


class Programs:
    """Pagoda functions for a search, from both its ends, each with its images under the symmetries.

    Asked in turns; they do not depend on the time.
    """

    def __init__(self, question: PositionQuestion) -> None:
        dual = question.dual()
        equal = (dual.start, dual.target) == (question.start, question.target)
        self.chosen: list[PruningWeights] = []
        self.clock = Limits().start()
        self._levels = chain.from_iterable(map(self._for_side, [question] if equal else [question, dual]))

    def run(self, clock: Clock) -> tuple[PruningWeights, ...] | None:
        """All of them, or nothing where the clock ends first."""
        self.clock = clock
        for new in self._levels:
            self.chosen += new
            if clock.expired():
                return None
        return tuple(dict.fromkeys(self.chosen))

    def _for_side(self, question: PositionQuestion) -> Iterator[list[PruningWeights]]:
        """Those that discard some of the positions of a thinned-out search, level by level."""
        from feasibility.solvers.separation import Separator

        random, successors = np.random.default_rng(0), Successors(question)
        goals = _pegs(pack(question.goals or [question.target], question.holes), question.holes)
        holes = question.holes
        columns = _pegs(successors.cares, holes) - 2 * _pegs(successors.wants, holes)  # what moves add
        separator, taken = Separator(columns, goals), list[PruningWeights]()
        level = pack([question.start], question.holes)
        for _ in range(question.length // 2 + 1):  # about where the sides meet
            level = Pruner(question, taken).keep(unique(successors(level)))
            if not len(level) or len(taken) >= MOST:
                return
            level = thinned(level, SAMPLED, random)
            rays = []
            for point in _pegs(thinned(level, ASKED, random), question.holes):
                self.clock.spend(PROGRAM_STEPS)
                rays.append(separator.propose(point))
                if self.clock.expired():
                    yield []
            found = [ray for ray in rays if ray is not None]
            new = _best(question, _orbits(question, columns, found), level)
            taken += new
            yield new


def _pegs(words: Words, holes: int) -> Ints:
    return indicators(words, holes).astype(np.int64)


def _orbits(
    question: PositionQuestion, columns: Ints, rays: Sequence[Floats]
) -> list[tuple[PruningWeights, ...]]:
    """The proposals as integers that no move raises and that fit the lanes of a search, with their images."""
    from feasibility.solvers.rounding import integral_rays

    if not rays:
        return []
    whole = integral_rays(np.array(rays))
    valid = np.unique(whole[(whole @ columns.T <= 0).all(axis=1)], axis=0)
    sides = (question, question.dual())
    fit = [
        w
        for w in map(tuple, valid.tolist())
        if all(lane_width(w, least_weight(q, w)) is not None for q in sides)
    ]
    return list(dict.fromkeys(tuple(sorted(orbit_of(w, question.symmetries))) for w in fit))


def _best(
    question: PositionQuestion, orbits: Sequence[tuple[PruningWeights, ...]], level: Words
) -> list[PruningWeights]:
    """Greedily the orbits that discard most of what the others leave, while they pay."""
    out = discarded(question, level, orbits, Limits().start())
    alive, chosen = np.ones(len(level), np.bool_), list[PruningWeights]()
    while orbits:
        gains = out[alive].sum(axis=0)
        best = int(np.argmax(gains))
        if gains[best] <= PAYS * alive.sum() / 1000:
            break
        chosen += orbits[best]
        alive &= ~out[:, best]
    return chosen
