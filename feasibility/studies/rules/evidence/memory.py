"""Rules that remember: does a rule answer a pair as it did before, and as a new process does?

A search asks about positions from which the target is out of reach, and stores that. A rule that finds its
entry by a part of the position prunes a living one later, but only where a dead one was asked before it; so
whoever asks feasible pairs alone never sees it. Here both are asked in several orders, each in a process of
its own. A living position that is pruned, or any position that has two answers, is held against the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from feasibility.base.limits import Clock
from feasibility.engines.positions.words import Words, popcount, unpack
from feasibility.game.position import Pair
from feasibility.studies.rules.evidence.sampling import sample, together
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Answers, Goals, Judge, differing

NAME = "living positions asked among dead ones, in three orders"
MOST = 1 << 17  # positions of either kind
WORDS = {0: "keep", 1: "prune", 2: "no answer"}
IN_A_NEW_PROCESS = "{} in the run, {} in a new process that is asked nothing else"
AGAIN = "{} when it was asked first, {} when it was asked again in the same run"
REORDERED = "{} in one order of the questions, {} in another, each in a new process"

Order = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Changed:
    """A pair with two answers: which, and when it got them."""

    pair: Pair
    answers: str
    feasible: bool

    @classmethod
    def of(cls, pair: Pair, how: str, said: int, then: int, feasible: bool) -> Changed:
        """From two answers and the words that say when."""
        return cls(pair, how.format(WORDS[said], WORDS[then]), feasible)


def pruned_afresh(judge: Judge, starts: Words, goals: Goals, row: int) -> Changed | None:
    """None if a new process prunes the feasible pair as well."""
    pair = judge.pair(starts, goals, row)
    said = judge.alone(pair)
    if said in (None, PRUNE, FAILED):
        return None
    return Changed.of(pair, IN_A_NEW_PROCESS, PRUNE, int(said or 0), True)


def asked_again(judge: Judge) -> Changed | None:
    """The first questions, which were feasible pairs, again, last first; one with another answer now."""
    if judge.first is None or judge.given_up:
        return None
    starts, goals, before = judge.first
    rows = np.arange(len(starts))[::-1]
    now = judge.ask(starts[rows], goals[rows] if isinstance(goals, np.ndarray) else goals)[rows]
    for row in np.flatnonzero(_unlike(now, before))[:1]:
        pair = judge.pair(starts, goals, int(row))
        return Changed.of(pair, AGAIN, int(before[row]), int(now[row]), True)
    return None


def _unlike(one: Answers, other: Answers) -> npt.NDArray[np.bool_]:
    """Where both are answers, and not the same."""
    unlike: npt.NDArray[np.bool_] = (one != other) & (one != FAILED) & (other != FAILED)
    return unlike


class Mixed(NamedTuple):
    """How many living positions were answered, and what is against the rule."""

    tried: int = 0
    pruned: int | None = None  # a living one that a new process prunes, too
    changed: Changed | None = None


def asked_mixed(
    judge: Judge, known: Truth, size: int, seed: int, clock: Clock, skip_equal: bool = False
) -> Mixed:
    """The same positions in each order, each time in a new process; a rule without a memory is not asked."""
    words, alive = _positions(known, min(size, MOST), seed)
    if skip_equal:
        others = differing(words, known.target)
        words, alive = words[others], alive[others]
    tried, first = 0, None
    for order in orders(words, alive, seed):
        one = judge.fresh()
        if one is None or clock.expired():
            break
        try:
            left = clock.remaining()
            one.deadline = judge.deadline if left is None else monotonic() + left
            answers = np.full(len(words), FAILED, np.uint8)
            answers[order] = one.ask(words[order], known.target)
        finally:
            one.close()
        tried += int(np.count_nonzero(answers[alive] != FAILED))
        for row in order[alive[order] & (answers[order] == PRUNE)][:1].tolist():
            changed = pruned_afresh(judge, words, known.target, row)
            return Mixed(tried, None if changed else unpack(words[row : row + 1])[0], changed)
        first = answers if first is None else first
        for row in np.flatnonzero(_unlike(answers, first))[:1].tolist():
            pair, told = judge.pair(words, known.target, row), (int(first[row]), int(answers[row]))
            return Mixed(tried, changed=Changed.of(pair, REORDERED, *told, bool(alive[row])))
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
    living, dead = (together(sample(known, size, seed, dead=dead)) for dead in (False, True))
    alive = np.arange(len(living) + len(dead)) < len(living)
    return np.concatenate([living, dead])[:, None], alive
