"""Some play with few sweeps, by narrow levels: they prove nothing, but whole ones may be too many.

Levels go from the start, and of each only so many positions are kept: those from which the fewest sweeps seem
to be left. That is asked of bounds by weights, and every peg counts for a little more. Where whole levels are
very many, bounds are learned from each level, since those of the start say little about positions far from
it. The levels end where they meet whole ones from the target, or match it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from feasibility.proofs.claims import SweepWeights
from feasibility.search.frontier.search import Watch
from feasibility.search.positions.question import Question
from feasibility.search.positions.successors import matches
from feasibility.search.positions.words import Words, contains, popcount
from feasibility.search.sweeps.learned import MOST, asked_in, spaced
from feasibility.search.sweeps.levels import Side

LEAST = 4_000  # positions of a level
WIDEST = 100_000
SHARE = 200  # positions of whole levels, for one of a narrow one
FAR = 10_000_000  # positions of whole levels, where it is worth while to learn bounds
LEARNED = 4  # positions of a level, about which the program is asked
PER_PEG = (0.0, 0.3)  # sweeps: guesses, tried one after the other
PER_PEG_FAR = (0.3, 0.6)
TRIED = 4  # sweeps beyond what is proved, for a first play


class Trial(NamedTuple):
    """How wide the levels are, how many of their positions are asked about, and what a peg counts for."""

    width: int
    learned: int
    per_peg: float


def trials(positions: int) -> list[Trial]:
    """What to try where whole levels have so many positions."""
    width = max(LEAST, min(WIDEST, positions // SHARE))
    learned, per_peg = (LEARNED, PER_PEG_FAR) if positions >= FAR else (0, PER_PEG)
    return [Trial(width, learned, each) for each in per_peg]


def narrow(side: Side, behind: Words | None, last: int, trial: Trial, watch: Watch) -> Words:
    """Where narrow levels of a side that begins, up to a last one, meet those behind or match the target."""
    known = side.bounds.bounds
    common = met(side.asked, side.last, behind)
    while not len(common) and len(side.last) and side.depth < last:
        level = side.next_level(watch)
        common = met(side.asked, level, behind)
        if not len(common):
            level, known = best(side, level, known, trial, watch)
        side.add(level)
    return common


def met(asked: Question, level: Words, behind: Words | None) -> Words:
    """The positions of a level from which the rest is known."""
    return level[matches(asked, level) if behind is None else contains(behind, level)]


def best(
    side: Side, level: Words, known: tuple[SweepWeights, ...], trial: Trial, watch: Watch
) -> tuple[Words, tuple[SweepWeights, ...]]:
    """At most so many positions of the next level, with bounds that are learned from them."""
    if len(level) <= trial.width:
        return level, known
    if trial.learned:
        some = spaced(fewest(side, level, trial), trial.learned)
        known = tuple(dict.fromkeys([*known, *asked_in(side.asked, side, some, watch)]))[-MOST:]
        side.bounds = side.bounded(known)
        level = side.bounds.within(level, side.most - side.depth - 1)
    return fewest(side, level, trial), known


def fewest(side: Side, level: Words, trial: Trial) -> Words:
    """At most so many positions, those that seem to need the fewest sweeps."""
    if len(level) <= trial.width:
        return level
    asked = side.bounds.asked_for(level) + trial.per_peg * popcount(level)
    some: Words = level[np.sort(np.argpartition(asked, trial.width)[: trial.width])]
    return some
