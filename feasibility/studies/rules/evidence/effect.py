"""What a rule gains a search: the same searches with and without it, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from feasibility.base.limits import Clock
from feasibility.engines.positions.question import Question, question
from feasibility.engines.positions.successors import Successors, matches
from feasibility.engines.positions.words import pack, unique
from feasibility.game.position import Target
from feasibility.studies.rules.judges.asking import Judge

SEARCHES = 5
NODES = 2_000  # a search with fewer positions says little


@dataclass(frozen=True)
class Run:
    """One search by levels: positions visited, seconds, and whether it reached the target."""

    nodes: int
    seconds: float
    reached: bool


@dataclass(frozen=True)
class Search:
    """The same search twice, from a position."""

    start: int
    without: Run
    with_rule: Run


@dataclass(frozen=True)
class Effect:
    """Searches without and with the rule; `asking` is the time spent in the rule."""

    searches: tuple[Search, ...]
    asking: float

    @property
    def totals(self) -> tuple[int, float, int, float]:
        """Nodes and seconds without, nodes and seconds with."""
        return (
            *_total([one.without for one in self.searches]),
            *_total([one.with_rule for one in self.searches]),
        )

    @property
    def lost(self) -> int:
        """Searches that found the target only without the rule."""
        return sum(one.without.reached and not one.with_rule.reached for one in self.searches)


def _total(runs: list[Run]) -> tuple[int, float]:
    return sum(run.nodes for run in runs), sum(run.seconds for run in runs)


def measure(
    judge: Judge, target: Target, candidates: Sequence[int], most: int, clock: Clock
) -> Effect | None:
    """The largest searches of at most `most` positions among those from the candidate starts."""
    runs = []
    for start in candidates:
        if clock.expired():
            break
        run = explore(_asked(judge, target, start), None, most)
        if run is not None:
            runs.append((start, run))
    runs.sort(key=lambda one: (one[1].nodes < NODES, -one[1].nodes))
    if not runs or judge.given_up:
        return None
    before, searches = judge.seconds, []
    for start, without in runs[:SEARCHES]:
        run = explore(_asked(judge, target, start), judge, most, target)
        if run is None:
            return None
        searches.append(Search(start, without, run))
    return Effect(tuple(searches), judge.seconds - before)


def _asked(judge: Judge, target: Target, start: int) -> Question:
    board = judge.board
    return replace(question(board.n, board.jumps, start, target.must, target.free), pegs=target.pegs)


def explore(asked: Question, judge: Judge | None, most: int, target: Target | None = None) -> Run | None:
    """Breadth-first from the start, level by level, without repetitions; None beyond `most` positions."""
    began, nodes = perf_counter(), 0
    successors, level = Successors(asked), pack([asked.start], asked.holes)
    least = asked.target.bit_count() if asked.pegs is None else asked.pegs
    while len(level):
        nodes += len(level)
        if nodes > most:
            return None
        if matches(asked, level).any():
            return Run(nodes, perf_counter() - began, True)
        if int(np.bitwise_count(level[0]).sum()) <= least:
            break
        level = unique(successors(level))
        if judge is not None and target is not None and len(level):
            level = level[~judge.prunes(level, target) | matches(asked, level)]
    return Run(nodes, perf_counter() - began, False)
