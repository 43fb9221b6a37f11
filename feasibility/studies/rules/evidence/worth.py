"""What a rule is worth: what it prunes, alone and beyond the built-in criteria, and what a search gains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from feasibility.base.limits import Clock
from feasibility.decide import Plan, check
from feasibility.decide.schedule import CRITERIA
from feasibility.engines.positions.question import of_masks
from feasibility.engines.positions.successors import Successors, matches
from feasibility.engines.positions.words import pack, unique
from feasibility.game.position import Pair, Position, Target
from feasibility.studies.rules.evidence.ground import SampledLevel
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Judge

COMPARED = 200  # pruned positions that the built-in criteria are asked about
SEARCHES = 5
FEW = 2_000  # positions of a search that says little


@dataclass(frozen=True)
class DeadRow:
    """Dead positions of one number of pegs: how many there are, were asked, and are pruned by the rule."""

    pegs: int
    size: int
    asked: int
    rule: int


@dataclass(frozen=True)
class Power:
    """What is pruned of the dead positions of one target's residue classes."""

    target: Target
    rows: tuple[DeadRow, ...]
    compared: int  # pruned positions of which the criteria were asked, too
    beyond: int  # of these, what no criterion refutes

    @property
    def share(self) -> float | None:
        """The share of all dead positions, levels weighted by their size."""
        rows = [row for row in self.rows if row.asked]
        size = sum(row.size for row in rows)
        return sum(row.rule / row.asked * row.size for row in rows) / size if size else None


def power_of(judge: Judge, target: Target, dead: Sequence[SampledLevel], seed: int, clock: Clock) -> Power:
    """Given dead positions, spread over the numbers of pegs."""
    rows, pruned = list[DeadRow](), list[int]()
    for level in dead:
        if clock.expired() or judge.given_up:
            break
        answers = judge.ask(level.masks[:, None], target)
        asked = int(np.count_nonzero(answers != FAILED))
        some = level.masks[answers == PRUNE].tolist()
        rows.append(DeadRow(level.pegs, level.size, asked, len(some)))
        pruned += some
    chosen = Random(f"compared {seed}").sample(pruned, min(COMPARED, len(pruned)))
    pairs = (Pair(Position(target.board, mask), target) for mask in chosen if not clock.expired())
    quick = Plan(tuple(one for one in CRITERIA if not one.costly), search=False, first=True)
    known = [check(pair, plan=quick).certificate is not None for pair in pairs]
    return Power(target, tuple(rows), len(known), known.count(False))


@dataclass(frozen=True)
class TwoSearches:
    """The same search by levels twice: positions visited without the rule and with it, questions to it."""

    start: int
    without: int
    with_rule: int
    asked: int
    lost: bool  # the target was found only without the rule


@dataclass(frozen=True)
class Effect:
    """Searches without and with the rule; `call` is what it costs to ask it once, in seconds."""

    searches: tuple[TwoSearches, ...]
    call: float

    @property
    def positions(self) -> tuple[int, int]:
        """Visited in all searches, without the rule and with it."""
        return sum(one.without for one in self.searches), sum(one.with_rule for one in self.searches)

    @property
    def pays_from(self) -> float | None:
        """What a position must cost a search, in seconds, for the rule to pay: its calls cost no more than
        the positions that it saves. None where it saves none.
        """
        without, with_rule = self.positions
        asked = sum(one.asked for one in self.searches)
        return asked * self.call / (without - with_rule) if without > with_rule else None

    @property
    def lost(self) -> int:
        """Searches that found the target only without the rule."""
        return sum(one.lost for one in self.searches)


def effect_of(
    judge: Judge, target: Target, candidates: Sequence[int], most: int, clock: Clock
) -> Effect | None:
    """The largest searches of at most `most` positions among those from the candidate starts."""
    runs = []
    for start in candidates:
        if clock.expired():
            break
        found = explore(target, start, None, most)
        if found is not None:
            runs.append((start, *found))
    runs.sort(key=lambda one: (one[1] < FEW, -one[1]))
    if not runs or judge.given_up:
        return None
    calls, seconds, searches = judge.calls, judge.seconds, []
    for start, without, reached in runs[:SEARCHES]:
        before = judge.calls
        found = explore(target, start, judge, most)
        if found is None:
            return None
        searches.append(TwoSearches(start, without, found[0], judge.calls - before, reached and not found[1]))
    return Effect(tuple(searches), (judge.seconds - seconds) / max(1, judge.calls - calls))


def explore(target: Target, start: int, judge: Judge | None, most: int) -> tuple[int, bool] | None:
    """Positions that a search by levels visits, and whether it reaches the target; None beyond `most`."""
    board, nodes = target.board, 0
    asked = of_masks(board.n, board.jumps, start, target.must, target.free)
    asked = replace(asked, pegs=target.pegs)
    successors, level = Successors(asked), pack([start], board.n)
    while len(level):
        nodes += len(level)
        if nodes > most:
            return None
        if matches(asked, level).any():
            return nodes, True
        if int(np.bitwise_count(level[0]).sum()) <= target.fewest:
            break
        level = unique(successors(level))
        if judge is not None and len(level):
            level = level[~judge.prunes(level, target) | matches(asked, level)]
    return nodes, False
