"""What a rule is worth: what it prunes, alone and beyond the built-in criteria, and what a search gains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from time import perf_counter

import numpy as np

from feasibility.base.limits import Clock
from feasibility.engines.positions.question import PositionQuestion, question
from feasibility.engines.positions.successors import Successors, matches
from feasibility.engines.positions.words import pack, unique
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import sampling
from feasibility.studies.rules.evidence.sampling import SampledLevel
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Judge
from feasibility.studies.rules.judges.quick import MOST_ENDS, QUICK, QuickJudge

ELSEWHERE = 20_000  # positions of other residue classes
SEARCHES = 5
FEW = 2_000  # positions of a search that says little


@dataclass(frozen=True)
class Row:
    """Dead positions of one kind: their pegs, how many there are, how many were asked, who prunes them."""

    pegs: int
    size: int
    asked: int
    rule: int
    builtin: int
    beyond: int  # by the rule and no built-in criterion


@dataclass(frozen=True)
class Power:
    """The table for one target; `elsewhere` is about any positions of other residue classes."""

    target: Target
    rows: tuple[Row, ...]
    elsewhere: Row
    call: float  # seconds of one
    builtin_call: float

    @property
    def compared(self) -> bool:
        """Whether the built-in criteria on arrays can be asked about this target at all."""
        return self.target.pegs is None or comb(self.target.board.n, self.target.pegs) <= MOST_ENDS

    def share(self, what: str) -> float | None:
        """The share of all dead positions of the residue class, levels weighted by their size."""
        rows = [row for row in self.rows if row.asked]
        size = sum(row.size for row in rows)
        return sum(getattr(row, what) / row.asked * row.size for row in rows) / size if size else None


def power_of(judge: Judge, truth: Truth, dead: list[SampledLevel], seed: int, clock: Clock) -> Power:
    """Given dead positions, spread over the numbers of pegs, and some of other residue classes."""
    builtin = QuickJudge(judge.board, QUICK, getattr(judge, "jobs", 1))  # as many threads as the rule
    calls, seconds = judge.calls, judge.seconds
    rows = []
    for level in dead:
        if clock.expired() or judge.given_up:
            break
        rows.append(_row(judge, builtin, truth.target, level))
    wanted = max(1, min(ELSEWHERE, sum(len(level.masks) for level in dead)))
    others = SampledLevel(0, 0, sampling.elsewhere(truth, wanted, seed))
    return Power(
        truth.target,
        tuple(rows),
        _row(judge, builtin, truth.target, others),
        (judge.seconds - seconds) / max(1, judge.calls - calls),
        builtin.seconds / max(1, builtin.calls),
    )


def _row(judge: Judge, builtin: QuickJudge, target: Target, level: SampledLevel) -> Row:
    words = level.masks[:, None]
    ours, theirs = judge.ask(words, target), builtin.prunes(words, target)
    several = (ours != FAILED, ours == PRUNE, theirs, (ours == PRUNE) & ~theirs)
    return Row(level.pegs, level.size, *(int(np.count_nonzero(flags)) for flags in several))


@dataclass(frozen=True)
class Run:
    """One search by levels: positions visited, seconds, and whether it reached the target."""

    positions: int
    seconds: float
    found: bool


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
    def totals(self) -> tuple[Run, Run]:
        """All searches together, without the rule and with it."""
        without = _total([one.without for one in self.searches])
        return without, _total([one.with_rule for one in self.searches])

    @property
    def lost(self) -> int:
        """Searches that found the target only without the rule."""
        return sum(one.without.found and not one.with_rule.found for one in self.searches)


def _total(runs: list[Run]) -> Run:
    positions, seconds = sum(run.positions for run in runs), sum(run.seconds for run in runs)
    return Run(positions, seconds, all(run.found for run in runs))


def effect_of(
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
    runs.sort(key=lambda one: (one[1].positions < FEW, -one[1].positions))
    if not runs or judge.given_up:
        return None
    before, searches = judge.seconds, []
    for start, without in runs[:SEARCHES]:
        run = explore(_asked(judge, target, start), judge, most, target)
        if run is None:
            return None
        searches.append(Search(start, without, run))
    return Effect(tuple(searches), judge.seconds - before)


def _asked(judge: Judge, target: Target, start: int) -> PositionQuestion:
    board = judge.board
    return replace(question(board.n, board.jumps, start, target.must, target.free), pegs=target.pegs)


def explore(
    asked: PositionQuestion, judge: Judge | None, most: int, target: Target | None = None
) -> Run | None:
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
