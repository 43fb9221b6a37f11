"""The nodes of proofs by cases: trees, turning points, legs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from feasibility.game.geometry import Jump

Weights = tuple[int, ...]
Json = dict[str, Any]


@dataclass(frozen=True)
class Leaf:
    """Weights, one vector for each leg, that no point of the leaf's box satisfies."""

    weights: tuple[Weights, ...]


@dataclass(frozen=True)
class JumpBranch:
    """Two cases: a jump occurs on a leg at most `at_most` times, or more often."""

    jump: Jump
    at_most: int
    low: Node
    high: Node
    leg: int = 0


@dataclass(frozen=True)
class FreeBranch:
    """Two cases: a free hole of the target is empty, or it holds a peg."""

    hole: int
    empty: Node
    peg: Node


@dataclass(frozen=True)
class MiddleBranch:
    """Two cases: a hole of a middle position is empty, or it holds a peg."""

    middle: int
    hole: int
    empty: Node
    peg: Node


@dataclass(frozen=True)
class Split:
    """A leg has no jump of the set, or a first (last) one, which divides it into two legs."""

    leg: int
    when: str
    jumps: tuple[Jump, ...]
    never: Node
    cases: tuple[tuple[Jump, Node], ...]


Node: TypeAlias = Leaf | JumpBranch | FreeBranch | MiddleBranch | Split


def leaves(root: Node) -> Iterator[Leaf]:
    """The leaves below a node, in no particular order."""
    todo = [root]
    while todo:
        match todo.pop():
            case Leaf() as leaf:
                yield leaf
            case JumpBranch(low=low, high=high):
                todo += [low, high]
            case FreeBranch(empty=empty, peg=peg) | MiddleBranch(empty=empty, peg=peg):
                todo += [empty, peg]
            case Split(never=never, cases=cases):
                todo += [never, *(node for _, node in cases)]


def node_json(node: Node, kind: str) -> Json:
    """The node object of a certificate, inside a proof of that kind."""
    match node:
        case Leaf(weights):
            if kind == "tree":
                return {"weights": list(weights[0])}
            if kind == "turn":
                return {"before": list(weights[0]), "after": list(weights[1])}
            return {"weights": [list(w) for w in weights]}
        case JumpBranch(jump, at_most, low, high, leg):
            data: Json = {
                "jump": list(jump),
                "at_most": at_most,
                "low": node_json(low, kind),
                "high": node_json(high, kind),
            }
            return data if kind == "tree" else {"leg": leg + 1, **data}
        case FreeBranch(hole, empty, peg):
            return {"free": hole, "empty": node_json(empty, kind), "peg": node_json(peg, kind)}
        case MiddleBranch(middle, hole, empty, peg):
            name = hole if kind == "turn" else [middle + 1, hole]
            return {"middle": name, "empty": node_json(empty, kind), "peg": node_json(peg, kind)}
        case Split(leg, when, jumps, never, cases):
            return {
                "split": leg + 1,
                "when": when,
                "set": [list(j) for j in jumps],
                "never": node_json(never, kind),
                "cases": [{"jump": list(j), "root": node_json(root, kind)} for j, root in cases],
            }
