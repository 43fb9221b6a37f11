"""Cone.

Theorem. target - start is a sum of jump vectors with real coefficients that are not negative.
Why. A play is such a sum. If none exists, Farkas' lemma gives weights that no jump raises but the pair does:
a pagoda function.
Source. J. M. Boardman, J. H. Conway 1961; D. Avis, A. Deza, On the solitaire cone and its relationship to
multi-commodity flows (2001).
Cost. One linear program.
Certificate. `pagoda`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.criteria.base import Criterion, Resumable, TurnEnd
from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional
from feasibility.proofs.verdict import Finding, out_of_time, passed, refuted, undecided

if TYPE_CHECKING:
    from feasibility.solvers.prove import Empty

NAME = "cone"

_NONE = "no candidate survived the check in integers"


class ConeRun(Resumable):
    """One linear program; its ray or its point is checked in integers."""

    def __init__(self, pair: Pair) -> None:
        from feasibility.systems.linear import Cone

        self.pair, self.cone = pair, Cone(pair)

    def run(self, clock: Clock) -> TurnEnd:
        from feasibility.solvers.prove import BelievedPoint, Empty

        result = self.cone.run(clock)
        if isinstance(result, Empty):
            return TurnEnd(_refuted(self.pair, result), ended=True)
        if isinstance(result, BelievedPoint):
            finding = passed(NAME, "some real combination of jumps leads from start to target")
            return TurnEnd(finding, ended=True)
        if result.by_clock:
            return TurnEnd(out_of_time(NAME, clock), ended=False)
        return TurnEnd(undecided(NAME, _NONE), ended=True)


def _refuted(pair: Pair, empty: Empty) -> Finding:
    from feasibility.exact.farkas import beautify
    from feasibility.systems.linear import cone_system

    for candidate in (beautify(cone_system(pair), empty.weights), empty.weights):
        functional = Functional(candidate[: pair.board.n])
        if functional.is_valid(pair.board) and functional.separates(pair.start, pair.target):
            margin = functional.margin(pair.start, pair.target)
            weights = f"weights {min(functional.weights)} to {max(functional.weights)}"
            summary = f"a pagoda function falls short by {margin} ({weights})"
            return refuted(NAME, summary, functional.proof())
    return undecided(NAME, _NONE)


CRITERION = Criterion(
    NAME, ConeRun, "pagoda", ("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3"), sources=("avis2001",)
)
