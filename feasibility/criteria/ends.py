"""Both ends.

Theorem. Some jump that can be the first leaves a feasible pair; and for a single position as target some jump
that can have been the last does so, too.
Why. A play that is not empty has a first and a last jump. The rest of it is a play of the pair that is left.
The pairs that are left are refuted by weights or by cases, or followed in the same way.
Source. The manner of proof of the literature (J. D. Beasley, The Ins and Outs of Peg Solitaire, 1985, chapter
5); as a systematic search with a certificate this project.
Cost. A program for each pair that is met, but for those that other pairs' weights refute, and those that keep
a plan.
Certificate. `ends`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.criteria.base import Criterion, Resumable, TurnEnd
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, not_applicable, out_of_time, passed, refuted

if TYPE_CHECKING:
    from feasibility.systems.both_ends import BothEnds, Follower

NAME = "ends"

READABLE_SECONDS = 0.5  # for the simplest weights, where a proof has few


class EndsRun(Resumable):
    """Residues, then pair after pair until none is open."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.follower: Follower | None = None

    def run(self, clock: Clock) -> TurnEnd:
        from feasibility.systems.both_ends import Follower
        from feasibility.systems.residues import separate
        from feasibility.systems.session import current

        if self.pair.target.pegs is not None:
            why = "a number of pegs has no last jump; with one peg it is tried hole by hole"
            return TurnEnd(not_applicable(NAME, why), ended=True)
        residue = separate(self.pair)
        if residue is not None:
            why = "no jump changes a residue in which start and target differ"
            return TurnEnd(refuted(NAME, why, residue), ended=True)
        current().begin()
        self.follower = self.follower or Follower(self.pair)
        how = self.follower.run(clock)
        if how == "limit":
            return TurnEnd(out_of_time(NAME, clock, str(self.follower)), ended=False)
        if how == "play":
            why = "from both ends pairs were met whose start is their target: the search would find a play"
            return TurnEnd(passed(NAME, why), ended=True)
        return TurnEnd(_refuted(self.follower.deciding, None), ended=True)

    def better(self, clock: Clock) -> Finding | None:
        """Where few weights were found by programs, simpler ones in their place."""
        if self.follower is None:
            return None
        return _refuted(self.follower.deciding, clock.bounded(READABLE_SECONDS))


def _refuted(ends: BothEnds, readable: Clock | None) -> Finding:
    from feasibility.proofs.kinds.ends import Followed

    proof = ends.proof(readable)
    first = proof.nodes[0]
    if not isinstance(first, Followed):
        return refuted(NAME, "the pair itself is refuted, before any jump", first)
    followed = sum(isinstance(node, Followed) for node in proof.nodes)
    counted = f"{plural(len(proof.nodes), 'pair', commas=True)}, {followed:,} of them followed"
    return refuted(NAME, f"every way to begin or to end leads to a refuted pair ({counted})", proof)


CRITERION = Criterion(
    NAME, EndsRun, "ends", ("triangle:5:-b3", "triangle:5:+b3"), costly=True, sources=("beasley1985",)
)
