"""What a rule is worth: what it prunes, alone and beyond the built-in criteria, and what a search gains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import NamedTuple

import numpy as np

from feasibility.base.limits import Clock
from feasibility.engines.positions.question import PositionQuestion, of_masks
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
class DeadRow:
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
    rows: tuple[DeadRow, ...]
    elsewhere: DeadRow
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


def _row(judge: Judge, builtin: QuickJudge, target: Target, level: SampledLevel) -> DeadRow:
    words = level.masks[:, None]
    ours, theirs = judge.ask(words, target), builtin.prunes(words, target)
    several = (ours != FAILED, ours == PRUNE, theirs, (ours == PRUNE) & ~theirs)
    return DeadRow(level.pegs, level.size, *(int(np.count_nonzero(flags)) for flags in several))


class LevelSearch(NamedTuple):
    """One search by levels: positions visited, questions to the rule, whether it reached the target."""

    positions: int
    asked: int
    found: bool


@dataclass(frozen=True)
class TwoSearches:
    """The same search twice, from a position."""

    start: int
    without: LevelSearch
    with_rule: LevelSearch


@dataclass(frozen=True)
class Effect:
    """Searches without and with the rule; `call` is what it costs to ask it once, in seconds."""

    searches: tuple[TwoSearches, ...]
    call: float

    @property
    def positions(self) -> tuple[int, int]:
        """Visited in all searches, without the rule and with it."""
        without = sum(one.without.positions for one in self.searches)
        return without, sum(one.with_rule.positions for one in self.searches)

    @property
    def pays_from(self) -> float | None:
        """What a position must cost a search, in seconds, for the rule to pay: its calls cost no more than
        the positions that it saves. None where it saves none.
        """
        without, with_rule = self.positions
        asked = sum(one.with_rule.asked for one in self.searches)
        return asked * self.call / (without - with_rule) if without > with_rule else None

    @property
    def lost(self) -> int:
        """Searches that found the target only without the rule."""
        return sum(one.without.found and not one.with_rule.found for one in self.searches)


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
    before, searches = (judge.calls, judge.seconds), []
    for start, without in runs[:SEARCHES]:
        run = explore(_asked(judge, target, start), judge, most, target)
        if run is None:
            return None
        searches.append(TwoSearches(start, without, run))
    calls, seconds = judge.calls - before[0], judge.seconds - before[1]
    return Effect(tuple(searches), seconds / max(1, calls))


def _asked(judge: Judge, target: Target, start: int) -> PositionQuestion:
    board = judge.board
    return replace(of_masks(board.n, board.jumps, start, target.must, target.free), pegs=target.pegs)


def explore(
    asked: PositionQuestion, judge: Judge | None, most: int, target: Target | None = None
) -> LevelSearch | None:
    """Breadth-first from the start, level by level, without repetitions; None beyond `most` positions."""
    nodes, calls = 0, 0
    successors, level = Successors(asked), pack([asked.start], asked.holes)
    least = asked.target.bit_count() if asked.pegs is None else asked.pegs
    while len(level):
        nodes += len(level)
        if nodes > most:
            return None
        if matches(asked, level).any():
            return LevelSearch(nodes, calls, True)
        if int(np.bitwise_count(level[0]).sum()) <= least:
            break
        level = unique(successors(level))
        if judge is not None and target is not None and len(level):
            calls += len(level)
            level = level[~judge.prunes(level, target) | matches(asked, level)]
    return LevelSearch(nodes, calls, False)
