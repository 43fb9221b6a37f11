"""Does a rule answer a pair as it did before, which a rule that remembers may not, and as its images?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from feasibility.engines.positions.words import Symmetries, Words, pack
from feasibility.game.position import Pair
from feasibility.studies.rules.evidence.playing import games
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Goals, Judge, Questions, some

ASKED = 2000  # pairs that are compared with images
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
        first, second = WORDS[self.said], WORDS[self.then]
        if self.reordered:
            return f"{first} in one order of the questions, {second} in another, each in a new process"
        if self.twice:
            return f"{first} when it was asked first, {second} when it was asked again in the same run"
        return f"{first} in the run, {second} in a new process that is asked nothing else"


def pruned_afresh(judge: Judge, starts: Words, goals: Goals, row: int) -> Changed | None:
    """None if a new process prunes the feasible pair as well; otherwise what it took to have it pruned."""
    pair = judge.pair(starts, goals, row)
    said = judge.alone(pair)
    if said in (None, PRUNE, FAILED):
        return None
    total = sum(len(asked.starts) for asked in judge.history)
    return Changed(pair, PRUNE, int(said or 0), True, _after(judge, pair, total - len(starts) + row))


def _after(judge: Judge, pair: Pair, total: int) -> int | None:
    """How many of the last of so many questions it takes, nearly, to have a new process prune the pair."""
    total, count = max(0, total), 1
    while True:
        count = min(count, total)
        if judge.alone(pair, _between(judge.history, total - count, total)) == PRUNE:
            return count
        if count >= total:
            return None
        count *= 4


def _between(asked: list[Questions], low: int, high: int) -> Iterator[Questions]:
    for one in asked:
        if low < len(one.starts) and high > 0:
            rows = slice(max(0, low), high)
            yield Questions(one.starts[rows], some(one.goals, rows), one.answers[rows])
        low, high = low - len(one.starts), high - len(one.starts)


def asked_again(judge: Judge, feasible: bool) -> Changed | None:
    """Some of the first questions again, last first; a pair that is answered otherwise now.

    `feasible`: only feasible pairs were asked so far.
    """
    if not judge.history or judge.given_up:
        return None
    first = judge.history[0]
    rows = np.arange(min(AGAIN, len(first.starts)))[::-1]
    now = judge.ask(first.starts[rows], some(first.goals, rows))
    before = first.answers[rows]
    for index in np.flatnonzero((now != before) & (now != FAILED) & (before != FAILED)):
        row = int(rows[index])
        pair, said, then = judge.pair(first.starts, first.goals, row), int(before[index]), int(now[index])
        total = sum(len(asked.starts) for asked in judge.history)
        after = _after(judge, pair, total) if then == PRUNE else None
        return Changed(pair, said, then, feasible, after, twice=True)
    return None


@dataclass(frozen=True)
class Unlike:
    """How many of the pairs asked had an image, or a dual, with another answer, and one of them."""

    what: str
    asked: int
    differ: int
    pair: Pair
    other: Pair


def compare(judge: Judge, seed: int) -> list[Unlike]:
    """Random pairs, feasible or not, against one image each and against their duals.

    They are feasible together or not at all. A rule that answers otherwise is not wrong for that, but it
    misses prunes, or was written for one side of the board by mistake.
    """
    starts, ends = _pairs(judge, seed)
    differing = []
    first = judge.ask(starts, ends)
    n = judge.board.n
    others = [g for g in judge.board.symmetries if g != tuple(range(n))]
    if others:
        one = Symmetries([Random(f"images {seed}").choice(others)], n)
        images = one.moved(starts, 0), one.moved(ends, 0)
        differing.append(_unlike("image under a symmetry", judge, first, (starts, ends), images))
    full = pack([judge.board.full], judge.board.n)
    differing.append(_unlike("dual pair", judge, first, (starts, ends), (ends ^ full, starts ^ full)))
    return [one for one in differing if one is not None]


def _pairs(judge: Judge, seed: int) -> tuple[Words, Words]:
    """Half of them with the end of another game."""
    played = list(games(judge.board, min(ASKED, judge.default_cases // 10), seed + 1))
    starts = pack([one.start for one in played], judge.board.n)
    ends = pack([one.end for one in played], judge.board.n)
    ends[: len(ends) // 2] = ends[: len(ends) // 2][::-1].copy()
    return starts, ends


def _unlike(
    what: str, judge: Judge, first: np.ndarray, pairs: tuple[Words, Words], others: tuple[Words, Words]
) -> Unlike | None:
    second = judge.ask(*others)
    known = (first != FAILED) & (second != FAILED)
    rows = np.flatnonzero(known & (first != second))
    if not len(rows):
        return None
    row = int(rows[0])
    one, other = judge.pair(*pairs, row), judge.pair(*others, row)
    return Unlike(what, int(known.sum()), len(rows), one, other)
