"""Which of two proofs is better: the one easier to redo for a person, or sooner repeated by the verifier."""

from __future__ import annotations

from feasibility.proofs.kind import Proof

# Kinds of proof, the best first: what a person can redo, then what the verifier repeats sooner.
PREFERENCE = ("play", "residue", "pagoda", "tree", "turn", "legs", "ends", "search", "closure")
PLACES = {kind: place for place, kind in enumerate(PREFERENCE)}


def rank(proof: Proof) -> int:
    """The place of its kind, or of the worst that it is like."""
    return max((PLACES[kind] for kind in proof.like()), default=0)


def worth(proof: Proof) -> tuple[int, int, int]:
    """Less is better: by kind, but proofs by cases are compared by their number, whatever their kinds."""
    place = rank(proof)
    first = PLACES["tree"]
    return min(place, first) if place <= PLACES["ends"] else place, proof.to_close() or 0, place
