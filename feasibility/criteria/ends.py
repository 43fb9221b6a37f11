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
from feasibility.base.turns import Kept
from feasibility.criteria.base import Criterion
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, not_applicable, passed, refuted, undecided

if TYPE_CHECKING:
    from feasibility.systems.both_ends import BothEnds

NAME = "ends"

READABLE_SECONDS = 0.5  # for the simplest weights, where a proof has few


def check(pair: Pair, clock: Clock, kept: Kept | None = None) -> Finding:
    """Residues, then pair after pair until none is open."""
    from feasibility.systems.both_ends import BothEnds
    from feasibility.systems.refuter import Refuter
    from feasibility.systems.residues import separate
    from feasibility.systems.session import current

    if pair.target.pegs is not None:
        return not_applicable(
            NAME, "a number of pegs has no last jump; with one peg it is tried hole by hole"
        )
    residue = separate(pair)
    if residue is not None:
        return refuted(NAME, "no jump changes a residue in which start and target differ", residue)
    current().begin()
    ends = (kept or Kept()).first(lambda: BothEnds(pair, Refuter(pair.board, pair.target.free)))
    how = ends.run(clock)
    if how == "refuted":
        return _refuted(ends, None)
    if how == "play":
        return passed(NAME, "from both ends pairs were met whose start is their target, so there is a play")
    met = plural(len(ends.known), "pair", commas=True)
    ended = clock.ended() if how == "limit" else "given up"
    return undecided(NAME, f"{ended}: {len(ends.waiting):,} of {met} still open")


def readable(pair: Pair, clock: Clock, kept: Kept) -> Finding | None:
    """Where few weights were found by programs, simpler ones in their place."""
    from feasibility.systems.both_ends import BothEnds

    if not isinstance(kept.state, BothEnds):
        return None
    return _refuted(kept.state, clock.bounded(READABLE_SECONDS))


def _refuted(ends: BothEnds, readable: Clock | None) -> Finding:
    from feasibility.proofs.kinds.ends import Followed

    proof = ends.proof(readable)
    first = proof.nodes[0]
    if not isinstance(first, Followed):
        return refuted(NAME, "the pair itself is refuted, before any jump", first)
    followed = sum(isinstance(node, Followed) for node in proof.nodes)
    counted = f"{plural(len(proof.nodes), 'pair', commas=True)}, {followed:,} of them followed"
    return refuted(NAME, f"every way to begin or to end leads to a refuted pair ({counted})", proof)


CRITERION = Criterion(NAME, check, ("triangle:5:-b3", "triangle:5:+b3"), costly=True, readable=readable)
