"""Which of two proofs is better: the one easier to redo for a person, or sooner repeated by the verifier."""

from __future__ import annotations

from feasibility.proofs import certificate
from feasibility.proofs.certificate import Closure, Followed, Proof
from feasibility.proofs.nodes import leaves

# Kinds of proof, the best first: what a person can redo, then what the verifier repeats sooner.
PREFERENCE = ("play", "residue", "pagoda", "tree", "turn", "legs", "ends", "search", "closure")


def rank(proof: Proof) -> int:
    """The place of its kind; cases by holes are as good as the worst of them."""
    match proof:
        case certificate.Cases(cases):
            return max((rank(case) for case in cases), default=0)
        case Closure(1) | certificate.Search(forward=(1,)):  # no first jump, no last jump: seen at once
            return PREFERENCE.index("residue")
    return PREFERENCE.index(proof.kind)


def worth(proof: Proof) -> tuple[int, int, int]:
    """Less is better: by kind, but proofs by cases are compared by their number, whatever their kinds."""
    place = rank(proof)
    first, last = PREFERENCE.index("tree"), PREFERENCE.index("ends")
    return min(place, first) if place <= last else place, cases(proof) or 0, place


def cases(proof: Proof | Followed) -> int | None:
    """How many cases there are to close; None for plays, and for exhaustions, which nobody redoes by hand."""
    match proof:
        case certificate.Pagoda() | certificate.Residue() | Closure(1):
            return 1
        case certificate.Tree(root) | certificate.Legs(root) | certificate.Turn(root):
            return sum(1 for _ in leaves(root))
        case Followed(moves=moves):
            return 0 if moves else 1  # an end without any jump
        case certificate.Ends(nodes):
            known = [number for number in map(cases, nodes) if number is not None]
            return sum(known) if len(known) == len(nodes) else None
    return None
