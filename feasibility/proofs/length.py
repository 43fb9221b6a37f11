"""How long a refutation is for a person who redoes it: cases first, then weights."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from feasibility.proofs.certificate import Closure, Ends, Followed, Legs, Pagoda, Proof, Residue, Tree, Turn
from feasibility.proofs.nodes import Weights, leaves


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
