"""Dead and living positions asked together, as a search meets them: a table without keys gives itself away.

A search asks about positions from which the target is out of reach, and stores that. A rule that finds its
entry by a part of the position prunes a living one later, but only where a dead one was asked before it; so
whoever asks feasible pairs alone never sees it. Here both are asked in several orders, each in a process of
its own. A living position that is pruned, or any position that has two answers, is held against the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from feasibility.base.limits import Clock
from feasibility.engines.positions.words import Words, popcount, unpack
from feasibility.studies.rules.evidence.repeating import Changed, pruned_afresh
from feasibility.studies.rules.evidence.sampling import sample, together
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Answers, Judge, differing

NAME = "living positions asked among dead ones, in three orders"
MOST = 1 << 17  # positions of either kind

Order = npt.NDArray[np.int64]


class Mixed(NamedTuple):
    """How many living positions were answered, and what is against the rule."""

    tried: int = 0
    pruned: tuple[int, ...] = ()  # living ones that a new process prunes, too
    changed: Changed | None = None


def asked_mixed(
    judge: Judge, known: Truth, size: int, seed: int, clock: Clock, skip_equal: bool = False
) -> Mixed:
    """The same positions in each order, each time in a new process; a rule without a memory is not asked."""
    size, tried = min(size, MOST), 0
    words, alive = _positions(known, size, seed)
    if skip_equal:
        others = differing(words, known.target)
        words, alive = words[others], alive[others]
    first: Answers | None = None
    for order in orders(words, alive, seed):
        one = judge.fresh()
        if one is None or clock.expired():
            break
        try:
            one.remembered = 2 * len(words)
            left = clock.remaining()
            one.deadline = judge.deadline if left is None else monotonic() + left
            answers = np.full(len(words), FAILED, np.uint8)
            answers[order] = one.ask(words[order], known.target)
            tried += int(np.count_nonzero(answers[alive] != FAILED))
            wrong = np.flatnonzero(alive[order] & (answers[order] == PRUNE))
            if len(wrong):
                return _pruned(one, known, words[order], int(wrong[0]), tried)
        finally:
            one.close()
        first = answers if first is None else first
        other = np.flatnonzero((answers != first) & (answers != FAILED) & (first != FAILED))
        if len(other):
            row = int(other[0])
            pair = judge.pair(words, known.target, row)
            told = int(first[row]), int(answers[row])
            return Mixed(tried, changed=Changed(pair, *told, bool(alive[row]), twice=True, reordered=True))
    return Mixed(tried)


def orders(words: Words, alive: npt.NDArray[np.bool_], seed: int) -> Iterator[Order]:
    """From many pegs to few as in a search, the dead ones first, and at random."""
    random = np.random.default_rng([seed, 3])
    shuffled = random.permutation(len(words))
    yield shuffled[np.argsort(-popcount(words[shuffled]), kind="stable")]
    yield np.concatenate([shuffled[~alive[shuffled]], shuffled[alive[shuffled]]])
    yield random.permutation(len(words))


def _positions(known: Truth, size: int, seed: int) -> tuple[Words, npt.NDArray[np.bool_]]:
    """Living and dead positions of the target's classes, as many of each."""
    parts, alive = [], []
    for dead in (False, True):
        masks = together(sample(known, size, seed, dead=dead))
        parts.append(masks[:, None])
        alive.append(np.full(len(masks), not dead))
    return np.concatenate(parts), np.concatenate(alive)


def _pruned(one: Judge, known: Truth, words: Words, row: int, tried: int) -> Mixed:
    changed = pruned_afresh(one, words, known.target, row)
    return Mixed(tried, () if changed else (unpack(words[row : row + 1])[0],), changed)
