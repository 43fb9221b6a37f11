"""Does a rule answer a pair as it did before? A rule that remembers what it was asked may not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from feasibility.engines.positions.words import Words, unpack
from feasibility.game.position import Pair, Position
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Goals, Judge, Questions

AGAIN = 500  # pairs that are asked twice
WORDS = {0: "keep", 1: "prune", 2: "no answer"}


@dataclass(frozen=True)
class Changed:
    """A pair with two answers.

    `after` is the number of earlier questions after which a new process gives the first answer, too; None
    where no number of them does.
    """

    pair: Pair
    said: int
    then: int
    feasible: bool
    after: int | None = None
    twice: bool = False  # the second answer is that of the same run, and not that of a new process
    reordered: bool = False  # both are of new processes that were asked the same in two orders

    @property
    def answers(self) -> str:
        """The answers, in words."""
        first, second = WORDS[self.said], WORDS[self.then]
        if self.reordered:
            return f"{first} in one order of the questions, {second} in another, each in a new process"
        if self.twice:
            return f"{first} when it was asked first, {second} when it was asked again in the same run"
        return f"{first} in the run, {second} in a new process that is asked nothing else"


def pruned_afresh(judge: Judge, starts: Words, goals: Goals, row: int) -> Changed | None:
    """None if a new process prunes the feasible pair as well; otherwise what it took to have it pruned."""
    pair = Pair(Position(judge.board, unpack(starts[row : row + 1])[0]), judge.goal(goals, row))
    said = judge.alone(pair)
    if said in (None, PRUNE, FAILED):
        return None
    earlier = _without_last(judge.history, len(starts) - row)
    return Changed(pair, PRUNE, int(said or 0), True, _after(judge, pair, earlier))


def _after(judge: Judge, pair: Pair, earlier: list[Questions]) -> int | None:
    """The fewest of the last questions, up to doubling, after which a new process prunes the pair."""
    total, count = sum(len(asked.starts) for asked in earlier), 1
    while True:
        if judge.alone(pair, _last(earlier, min(count, total))) == PRUNE:
            return min(count, total)
        if count >= total:
            return None
        count *= 4


def _without_last(asked: list[Questions], count: int) -> list[Questions]:
    total = sum(len(one.starts) for one in asked)
    kept, left = list[Questions](), max(0, total - count)
    for one in asked:
        goals = one.goals[:left] if isinstance(one.goals, np.ndarray) else one.goals
        kept.append(Questions(one.starts[:left], goals))
        left = max(0, left - len(one.starts))
    return kept


def _last(earlier: list[Questions], count: int) -> list[Questions]:
    chosen: list[Questions] = []
    for asked in reversed(earlier):
        if count <= 0:
            break
        low = max(0, len(asked.starts) - count)
        goals = asked.goals[low:] if isinstance(asked.goals, np.ndarray) else asked.goals
        chosen.append(Questions(asked.starts[low:], goals))
        count -= len(asked.starts) - low
    return chosen[::-1]


def asked_again(judge: Judge, feasible: bool) -> Changed | None:
    """Some of the first questions again, last first; a pair that is answered otherwise now.

    `feasible`: only feasible pairs were asked so far.
    """
    if not judge.history or judge.given_up:
        return None
    first = judge.history[0]
    rows = np.arange(min(AGAIN, len(first.starts)))[::-1]
    goals = first.goals[rows] if isinstance(first.goals, np.ndarray) else first.goals
    now = judge.ask(first.starts[rows], goals)
    if first.answers is None:
        return None
    before = first.answers[rows]
    for index in np.flatnonzero((now != before) & (now != FAILED) & (before != FAILED)):
        row = int(rows[index])
        pair = Pair(
            Position(judge.board, unpack(first.starts[row : row + 1])[0]), judge.goal(first.goals, row)
        )
        said, then = int(first.answers[row]), int(now[index])
        after = _after(judge, pair, judge.history) if then == PRUNE else None
        return Changed(pair, said, then, feasible, after, twice=True)
    return None
