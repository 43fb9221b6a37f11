"""The nodes of proofs by cases: trees, turning points, legs.

`to_json`: as in a certificate, which depends on the kind of the proof that the node is in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from feasibility.base.values import replace
from feasibility.game.geometry import Board, Jump
from feasibility.game.symmetry import Image
from feasibility.proofs.written import Json, Movable, written

if TYPE_CHECKING:
    from feasibility.exact import tree

Weights = tuple[int, ...]


class Leaf(Movable):
    """Weights, one vector for each leg, that no point of the leaf's box satisfies.

    `multiplier`: in the proof of a bound, the weight of the row that adds up pegs.
    """

    weights: tuple[Weights, ...]
    multiplier: int | None = None

    def to_json(self, kind: str = "tree") -> Json:
        if kind == "tree":
            data: Json = {"weights": list(self.weights[0])}
            return data if self.multiplier is None else {**data, "multiplier": self.multiplier}
        if kind == "turn":
            return {"before": list(self.weights[0]), "after": list(self.weights[1])}
        return {"weights": written(self.weights)}


class Branch(Movable):
    """Two cases: what is unknown is at most `at_most`, or more.

    By its letter it is how often a jump occurs on a leg (x), the peg in a hole of the position after a leg
    (r), or the peg in a free hole of the target (y).
    """

    of: Jump | int
    at_most: int
    low: Node
    high: Node
    leg: int = 0
    letter: str = "x"

    def moved(self, by: Image) -> Branch:
        of = by.jump(self.of) if isinstance(self.of, Jump) else by.hole(self.of)
        return replace(self, of=of, low=self.low.moved(by), high=self.high.moved(by))

    def to_json(self, kind: str = "tree") -> Json:
        from feasibility.exact.tree import fold

        return fold(self, lambda end: end.to_json(kind), lambda at, low, high: at.with_json(kind, low, high))

    def with_json(self, kind: str, low: Json, high: Json) -> Json:
        if self.letter == "x":
            data: Json = {"jump": written(self.of), "at_most": self.at_most, "low": low, "high": high}
            return data if kind == "tree" else {"leg": self.leg + 1, **data}
        place = self.of if self.letter == "y" or kind == "turn" else [self.leg + 1, self.of]
        return {"free" if self.letter == "y" else "middle": place, "empty": low, "peg": high}


class Split(Movable):
    """A leg has no jump of the set, or a first (last) one, which divides it into two legs."""

    leg: int
    when: str
    jumps: tuple[Jump, ...]
    never: Node
    cases: tuple[tuple[Jump, Node], ...]

    def to_json(self, kind: str = "tree") -> Json:
        cases = [{"jump": list(jump), "root": root.to_json(kind)} for jump, root in self.cases]
        data: Json = {"split": self.leg + 1, "when": self.when, "set": written(self.jumps)}
        never = self.never.to_json("tree" if kind == "turn" else kind)  # nothing divides the leg of a turn
        return {**data, "never": never, "cases": cases}


Node: TypeAlias = Leaf | Branch | Split


def as_node(board: Board, root: tree.Node, legs: int, sign: int | None = None) -> Node:
    """A tree over columns as a node; they stand as in cone_matrix or turn_matrix.

    `sign`: leaves end with the weight of the row that adds up pegs, whose multiplier is so many times it.
    """
    from feasibility.exact import tree

    jumps, n = len(board.jumps), board.n

    def leaf(end: tree.Leaf) -> Node:
        weights = tuple(tuple(end.weights[i * n : i * n + n]) for i in range(legs))
        counted = sign is not None and len(end.weights) > legs * n
        return Leaf(weights, sign * end.weights[legs * n] if sign is not None and counted else None)

    def branch(at: tree.Branch, low: Node, high: Node) -> Node:
        if at.column < legs * jumps:
            leg, jump = divmod(at.column, jumps)
            return Branch(board.jumps[jump], at.at_most, low, high, leg)
        place, hole = divmod(at.column - legs * jumps, n)
        return Branch(hole, 0, low, high, *((place, "r") if place < legs - 1 else (0, "y")))

    return tree.fold(root, leaf, branch)


def leaves(root: Node) -> Iterator[Leaf]:
    """The leaves below a node, in no particular order."""
    todo = [root]
    while todo:
        match todo.pop():
            case Leaf() as leaf:
                yield leaf
            case Branch(low=low, high=high):
                todo += [low, high]
            case Split(never=never, cases=cases):
                todo += [never, *(node for _, node in cases)]
