"""Integer cone.

Theorem. target - start is a sum of jump vectors with whole coefficients that are not negative.
Why. The coefficients are the numbers of times that each jump is played. Refuted by a residue where the pair
is outside the lattice: there a tree of cases would be huge. Else by cases: a jump occurs at most k times, or
more often; in each case weights on the holes contradict what is left. Finite, since the coefficients add up
to the number of jumps.
Source. M. Kiyomi, T. Matsui, Integer programming based algorithms for peg solitaire problems (2001); the
certificate of exact leaves is ours.
Cost. Branch and bound, a few linear programs on most pairs.
Certificate. `tree`, or as for the lattice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.limits import Clock, Needs
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.criteria.base import Criterion, Resumable, TurnEnd
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, not_applicable, out_of_time, passed, refuted, undecided

if TYPE_CHECKING:
    from feasibility.proofs.kind import Refutation
    from feasibility.solvers.branch import IntegerPoint
    from feasibility.systems.integer_cone import IntegerCone

NAME = "integer-cone"

_LIMITS = {
    "nodes": "more than {nodes} cases",
    "precision": "a leaf failed the check in integers",
    "depth": "the tree of cases is too deep to write down",
}


class IntegerConeRun(Resumable):
    """Residues, then branch and bound whose every leaf is checked in integers."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.cone: IntegerCone | None = None

    def run(self, clock: Clock) -> TurnEnd:
        from feasibility.systems.integer_cone import IntegerCone
        from feasibility.systems.session import current

        if self.pair.target.pegs is not None:
            why = "the cases of a tree need one target; with one peg they are tried hole by hole"
            return TurnEnd(not_applicable(NAME, why), ended=True)
        current().begin()
        self.cone = self.cone or IntegerCone(self.pair)
        result = self.cone.run(clock)
        if isinstance(result, Stopped) and result.by_clock:
            # the share that is closed grows by leaps: that little is closed says nothing
            return TurnEnd(out_of_time(NAME, clock), False, Needs(most=self.cone.cases.needs()))
        return TurnEnd(_found(result, clock), ended=True)


def _found(result: Refutation | IntegerPoint | Stopped, clock: Clock) -> Finding:
    from feasibility.proofs.kinds.tree import Tree
    from feasibility.proofs.nodes import leaves
    from feasibility.solvers.branch import IntegerPoint

    if isinstance(result, Stopped):
        return undecided(NAME, _LIMITS.get(result.limit, result.limit).format(nodes=clock.limits.nodes))
    if isinstance(result, IntegerPoint):
        return passed(NAME, "some numbers of jumps add up to target - start")
    if isinstance(result, Tree):
        cases = plural(sum(1 for _ in leaves(result.root)), "case")
        return refuted(NAME, f"no numbers of jumps add up to target - start ({cases})", result)
    return refuted(
        NAME, "no whole numbers of jumps, not even negative ones, add up to target - start", result
    )


CRITERION = Criterion(
    NAME,
    IntegerConeRun,
    "tree",
    ("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1"),
    costly=True,
    sources=("kiyomi2001",),
)
