"""Advice on a single position."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report
from feasibility.game.geometry import Jump
from feasibility.studies.advice.advice import Advice
from feasibility.studies.advice.adviser import PATIENCE, SECONDS, Adviser
from feasibility.text.moves import read_moves


def advise(
    position: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    after: Sequence[Jump] | str = (),
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    patience: float = PATIENCE,
    report: Report | None = None,
) -> Advice:
    """Which jumps still win, why the others lose, and which of the jumps `after` lost the game.

    Position and target are values, or text as `pegfeas advise` reads it; without a target the last peg is to
    end in the one hole that is empty, or anywhere where more are. `after` is played first. `patience`:
    seconds that a proof which people can redo is looked for, for each jump that loses. Who asks again and
    again with one target keeps an `Adviser`.

    >>> advice = advise("line:6:+a1+b1+d1")
    >>> [(tried.jump, tried.word, tried.chance) for tried in advice.tried]
    [(Jump(start=0, over=1, landing=2), 'wins', Fraction(1, 1))]
    """
    pair = as_pair(position, target, pegs, board)
    jumps = read_moves(pair.start, after) if isinstance(after, str) else tuple(after)
    bounded = as_limits(limits, time_limit, work_limit, memory_limit, usual=SECONDS)
    return Adviser(pair.target, patience=patience, report=report).advise(pair.start, jumps, bounded)
