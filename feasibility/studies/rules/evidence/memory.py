"""Rules that remember: does a rule answer a pair as it did before, and as a new process does?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.words import Words
from feasibility.game.position import Pair
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Answers, Goals, Judge

WORDS = {0: "keep", 1: "prune", 2: "no answer"}
IN_A_NEW_PROCESS = "{} in the run, {} in a new process that is asked nothing else"
AT_ONCE = "{} in the run, {} when it was asked again at once"


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
    """None if a new process prunes the feasible pair as well, or the same one where there is no other."""
    pair = judge.pair(starts, goals, row)
    said = judge.alone(pair)
    if said in (None, PRUNE, FAILED):
        return None
    return Changed.of(pair, IN_A_NEW_PROCESS if judge.apart else AT_ONCE, PRUNE, int(said or 0), True)


def unlike(one: Answers, other: Answers) -> npt.NDArray[np.bool_]:
    """Where both are answers, and not the same."""
    unlike: npt.NDArray[np.bool_] = (one != other) & (one != FAILED) & (other != FAILED)
    return unlike
