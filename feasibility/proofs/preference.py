"""How long a proof is for a person who redoes it, and which of two is better: the one easier to redo."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from feasibility.proofs.certificate import (
    Cases,
    Closure,
    Ends,
    Followed,
    Legs,
    Pagoda,
    Proof,
    Residue,
    Search,
    Tree,
    Turn,
)
from feasibility.proofs.nodes import Weights, leaves

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


class Length(NamedTuple):
    """Cases to close, the largest weight without its sign, how many weights are not 0; less is shorter."""

    cases: int
    largest: int
    weights: int


def length(proof: Proof) -> Length | None:
    """None for plays, and for exhaustions, which nobody redoes by hand."""
    tables = _tables(proof)
    if tables is None:
        return None
    numbers = [abs(w) for table in tables for weights in table for w in weights]
    return Length(len(tables), max(numbers, default=0), sum(1 for w in numbers if w))


def _tables(proof: Proof | Followed) -> list[tuple[Weights, ...]] | None:
    """The tables of each case; an end without any jump is a case without tables."""
    match proof:
        case Pagoda(weights) | Residue(_, weights):
            return [(weights,)]
        case Tree(root) | Legs(root) | Turn(root):
            return [leaf.weights for leaf in leaves(root)]
        case Closure(1):
            return [()]
        case Followed(moves=moves):
            return [] if moves else [()]
        case Ends(nodes):
            known = [tables for tables in map(_tables, nodes) if tables is not None]
            return list(chain(*known)) if len(known) == len(nodes) else None
    return None
