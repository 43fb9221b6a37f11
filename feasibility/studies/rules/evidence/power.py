"""What a rule prunes: its share of the dead positions, alone and beyond the built-in criteria; its cost."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from feasibility.base.limits import Clock
from feasibility.game.position import Target
from feasibility.proofs.functional import Functional
from feasibility.studies.rules.evidence import sampling
from feasibility.studies.rules.evidence.sampling import Masks, SampledLevel
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Judge
from feasibility.studies.rules.judges.quick import MOST_ENDS, QUICK, QuickJudge, WeightsJudge
from feasibility.systems.pagoda_library import library

ELSEWHERE = 20_000  # positions of other residue classes
FEWEST = 20  # pruned positions, below which nothing is said
RESIDUES = ("rule-of-three", "lattice")


@dataclass(frozen=True)
class Row:
    """Dead positions with one number of pegs: how many there are, how many were asked, who prunes them."""

    pegs: int
    size: int
    asked: int
    rule: int
    builtin: int
    beyond: int  # by the rule and no built-in criterion


@dataclass(frozen=True)
class Implied:
    """What prunes each of `pruned` positions that the rule prunes: a criterion, or a pagoda function."""

    pruned: int
    criterion: str = ""
    functional: Functional | None = None


@dataclass(frozen=True)
class Power:
    """The table for one target."""

    target: Target
    rows: tuple[Row, ...]
    elsewhere_asked: int
    elsewhere_pruned: int
    call: float = 0.0  # seconds per call
    builtin_call: float = 0.0
    implied: Implied | None = None

    @property
    def compared(self) -> bool:
        """Whether the built-in criteria on arrays can be asked about this target at all."""
        return self.target.pegs is None or comb(self.target.board.n, self.target.pegs) <= MOST_ENDS

    def share(self, what: str) -> float | None:
        """The share of all dead positions of the residue class, levels weighted by their size."""
        rows = [row for row in self.rows if row.asked]
        size = sum(row.size for row in rows)
        return sum(getattr(row, what) / row.asked * row.size for row in rows) / size if size else None


def measure(judge: Judge, truth: Truth, dead: list[SampledLevel], seed: int, clock: Clock) -> Power:
    """Given dead positions, spread over the numbers of pegs, and some of other residue classes."""
    builtin = QuickJudge(judge.board, QUICK, getattr(judge, "jobs", 1))  # as many threads as the rule
    calls, seconds = judge.calls, judge.seconds
    rows, cut = [], [np.zeros(0, np.uint64)]
    for level in dead:
        if clock.expired() or judge.given_up:
            break
        words = level.masks[:, None]
        ours = judge.ask(words, truth.target)
        theirs = builtin.prunes(words, truth.target)
        pruned, asked = ours == PRUNE, int(np.count_nonzero(ours != FAILED))
        only = pruned & ~theirs
        cut.append(level.masks[pruned])
        counts = [int(np.count_nonzero(flags)) for flags in (pruned, theirs, only)]
        rows.append(Row(level.pegs, level.size, asked, *counts))
    wanted = max(1, min(ELSEWHERE, sum(len(level.masks) for level in dead)))
    others = sampling.elsewhere(truth, wanted, seed)
    outside = judge.ask(others[:, None], truth.target)
    cut.append(others[outside == PRUNE])
    return Power(
        truth.target,
        tuple(rows),
        int(np.count_nonzero(outside != FAILED)),
        int(np.count_nonzero(outside == PRUNE)),
        (judge.seconds - seconds) / max(1, judge.calls - calls),
        builtin.seconds / max(1, builtin.calls),
        by_known(truth.target, np.concatenate(cut)),
    )


def by_known(target: Target, pruned: Masks) -> Implied | None:
    """The criterion or function that prunes all of these positions, too."""
    words = pruned[:, None]
    if len(words) < FEWEST:
        return None
    for name in RESIDUES:
        if QuickJudge(target.board, (name,)).prunes(words, target).all():
            return Implied(len(words), criterion=name)
    for functional in library(target.board):
        judge = WeightsJudge(target.board, functional)
        if judge.prunes(words[:FEWEST], target).all() and judge.prunes(words, target).all():
            return Implied(len(words), functional=functional)
    return None
