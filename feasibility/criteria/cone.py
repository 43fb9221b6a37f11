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

from feasibility.base.limits import Clock
from feasibility.base.turns import Kept
from feasibility.criteria.base import Criterion
from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional
from feasibility.proofs.verdict import Finding, passed, refuted, undecided

NAME = "cone"


def check(pair: Pair, clock: Clock, kept: Kept | None = None) -> Finding:
    """One linear program; its ray or its point is checked in integers."""
    from feasibility.exact.farkas import beautify
    from feasibility.solvers.prove import BelievedPoint, Empty
    from feasibility.systems.linear import Cone, cone_system

    result = (kept or Kept()).first(lambda: Cone(pair)).run(clock)
    if isinstance(result, BelievedPoint):
        return passed(NAME, "some real combination of jumps leads from start to target")
    if not isinstance(result, Empty):
        late = result.limit in ("time", "work")
        return undecided(NAME, clock.ended() if late else "no candidate survived the check in integers")
    for candidate in (beautify(cone_system(pair), result.weights), result.weights):
        functional = Functional(candidate[: pair.board.n])
        if functional.is_valid(pair.board) and functional.separates(pair.start, pair.target):
            margin = functional.margin(pair.start, pair.target)
            weights = f"weights {min(functional.weights)} to {max(functional.weights)}"
            summary = f"a pagoda function falls short by {margin} ({weights})"
            return refuted(NAME, summary, functional.proof())
    return undecided(NAME, "no candidate survived the check in integers")


CRITERION = Criterion(NAME, check, ("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3"))
