"""Which of two proofs is better: the one that is easier to redo."""

from __future__ import annotations

from feasibility.proofs.certificate import Cases, Closure, Proof, Search
from feasibility.proofs.length import length

# Kinds of proof, the best first: what a person can redo, then what the verifier repeats sooner.
PREFERENCE = ("play", "residue", "pagoda", "tree", "turn", "legs", "ends", "search", "closure")


def rank(proof: Proof) -> int:
    """The place of its kind; cases by holes are as good as the worst of them."""
    match proof:
        case Cases(cases):
            return max((rank(case) for case in cases), default=0)
        case Closure(1) | Search(forward=(1,)):  # no first jump, no last jump: seen at once
            return PREFERENCE.index("residue")
    return PREFERENCE.index(proof.kind)


def worth(proof: Proof) -> tuple[int, int, int]:
    """Less is better: by kind, but proofs by cases are compared by their number, whatever their kinds."""
    known, place = length(proof), rank(proof)
    cases = 0 if known is None else known.cases
    first, last = PREFERENCE.index("tree"), PREFERENCE.index("ends")
    return min(place, first) if place <= last else place, cases, place
