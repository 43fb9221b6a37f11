"""The nodes of proofs by cases: trees, turning points, legs.

`to_json`: as in a certificate, which depends on the kind of the proof that the node is in; `moved`: the image
under a symmetry.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from feasibility.base.values import Value
from feasibility.game.geometry import Jump
from feasibility.proofs.moved import Image
from feasibility.proofs.written import Json, written

Weights = tuple[int, ...]


class Leaf(Value):
    """Weights, one vector for each leg, that no point of the leaf's box satisfies."""

    weights: tuple[Weights, ...]

    def moved(self, by: Image) -> Leaf:
        return Leaf(tuple(by.weights(weights) for weights in self.weights))

    def to_json(self, kind: str) -> Json:
        if kind == "tree":
            return {"weights": list(self.weights[0])}
        if kind == "turn":
            return {"before": list(self.weights[0]), "after": list(self.weights[1])}
        return {"weights": [list(w) for w in self.weights]}


class JumpBranch(Value):
    """Two cases: a jump occurs on a leg at most `at_most` times, or more often."""

    jump: Jump
    at_most: int
    low: Node
    high: Node
    leg: int = 0

    def moved(self, by: Image) -> JumpBranch:
        return JumpBranch(by.jump(self.jump), self.at_most, self.low.moved(by), self.high.moved(by), self.leg)

    def to_json(self, kind: str) -> Json:
        data: Json = {"jump": list(self.jump), "at_most": self.at_most}
        data |= {"low": self.low.to_json(kind), "high": self.high.to_json(kind)}
        return data if kind == "tree" else {"leg": self.leg + 1, **data}


class FreeBranch(Value):
    """Two cases: a free hole of the target is empty, or it holds a peg."""

    hole: int
    empty: Node
    peg: Node

    def moved(self, by: Image) -> FreeBranch:
        return FreeBranch(by.hole(self.hole), self.empty.moved(by), self.peg.moved(by))

    def to_json(self, kind: str) -> Json:
        return {"free": self.hole, "empty": self.empty.to_json(kind), "peg": self.peg.to_json(kind)}


class MiddleBranch(Value):
    """Two cases: a hole of a middle position is empty, or it holds a peg."""

    middle: int
    hole: int
    empty: Node
    peg: Node

    def moved(self, by: Image) -> MiddleBranch:
        return MiddleBranch(self.middle, by.hole(self.hole), self.empty.moved(by), self.peg.moved(by))

    def to_json(self, kind: str) -> Json:
        name = self.hole if kind == "turn" else [self.middle + 1, self.hole]
        return {"middle": name, "empty": self.empty.to_json(kind), "peg": self.peg.to_json(kind)}


class Split(Value):
    """A leg has no jump of the set, or a first (last) one, which divides it into two legs."""

    leg: int
    when: str
    jumps: tuple[Jump, ...]
    never: Node
    cases: tuple[tuple[Jump, Node], ...]

    def moved(self, by: Image) -> Split:
        cases = tuple((by.jump(jump), root.moved(by)) for jump, root in self.cases)
        return Split(self.leg, self.when, by.jumps(self.jumps), self.never.moved(by), cases)

    def to_json(self, kind: str) -> Json:
        cases = [{"jump": list(jump), "root": root.to_json(kind)} for jump, root in self.cases]
        data: Json = {"split": self.leg + 1, "when": self.when, "set": written(self.jumps)}
        never = self.never.to_json("tree" if kind == "turn" else kind)  # nothing divides the leg of a turn
        return {**data, "never": never, "cases": cases}


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
