"""How long a refutation is for a person who redoes it: cases first, then weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from feasibility.proofs.certificate import (
    Closure,
    Ends,
    Followed,
    Legs,
    Pagoda,
    Proof,
    Residue,
    Tree,
    Turn,
)
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


def _tables(proof: Proof) -> list[tuple[Weights, ...]] | None:
    """The tables of each case; an end without any jump is a case without tables."""
    match proof:
        case Pagoda(weights) | Residue(_, weights):
            return [(weights,)]
        case Tree(root) | Legs(root) | Turn(root):
            return [leaf.weights for leaf in leaves(root)]
        case Closure(1):
            return [()]
        case Ends(nodes):
            nested = [list(_of_node(node)) for node in nodes]
            return None if any(None in tables for tables in nested) else _flat(nested)
    return None


def _of_node(node: Followed | Proof) -> Iterator[tuple[Weights, ...] | None]:
    if not isinstance(node, Followed):
        tables = _tables(node)
        yield from [None] if tables is None else tables
    elif not node.moves:
        yield ()


def _flat(nested: list[list[tuple[Weights, ...] | None]]) -> list[tuple[Weights, ...]]:
    return [table for tables in nested for table in tables if table is not None]
