"""The trees of proofs by cases: branches on what is unknown of a play, and what closes a case.

In a certificate a node is written in the style of the kind of proof that it is in.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple, Self, TypeAlias

from feasibility.exact import tree
from feasibility.exact.tree import Branch, fold
from feasibility.game.geometry import Board, Jump
from feasibility.game.symmetry import Image
from feasibility.proofs.kind import Refutation
from feasibility.proofs.written import (
    Json,
    Movable,
    Weights,
    a_jump,
    a_list,
    an_object,
    numbers,
    read,
    written,
)

Style = Literal["tree", "turn", "legs"]


class Unknown(NamedTuple):
    """By its letter how often a jump occurs on leg `at` (x), the peg in a hole of the position after the leg
    (r), or the peg in a free hole of the target (y)."""

    letter: str
    at: int
    of: Jump | int


class Closing(Movable):
    """Weights, one vector for each leg, that no point of the case's box satisfies.

    In the proof of a bound, `multiplier`: the weight of the row that adds up pegs; `multipliers`: those of
    rows that add up jumps.
    """

    weights: tuple[Weights, ...]
    multiplier: int | None = None
    multipliers: tuple[int, ...] = ()


class Split(Movable):
    """A leg has no jump of the set, or a first (last) one, which divides it into two legs."""

    leg: int
    when: str
    jumps: tuple[Jump, ...]
    never: CaseNode
    cases: tuple[tuple[Jump, CaseNode], ...]

    def moved(self, by: Image) -> Split:
        cases = tuple((by.jump(jump), moved(root, by)) for jump, root in self.cases)
        return Split(self.leg, self.when, tuple(map(by.jump, self.jumps)), moved(self.never, by), cases)


CaseEnd: TypeAlias = Closing | Split
CaseBranch: TypeAlias = Branch[Unknown, CaseEnd]
CaseNode: TypeAlias = CaseBranch | CaseEnd


class Rooted(Refutation):
    """A tree of cases, in the style of the kind."""

    root: CaseNode

    def to_json(self) -> Json:
        return {"root": to_json(self.root, _style(self.kind))}

    @classmethod
    def from_json(cls, data: object) -> Self:
        return cls(from_json(an_object(data, cls._fields)["root"], _style(cls.kind)))

    def moved(self, by: Image) -> Self:
        return type(self)(moved(self.root, by))

    def to_close(self) -> int:
        return sum(1 for _ in leaves(self.root))


def _style(kind: str) -> Style:
    return "legs" if kind == "legs" else "tree"


def moved(root: CaseNode, by: Image) -> CaseNode:
    """The image of a tree under a symmetry."""

    def branch(at: CaseBranch, low: CaseNode, high: CaseNode) -> CaseNode:
        letter, leg, of = at.of
        image = by.jump(of) if isinstance(of, Jump) else by.hole(of)
        return Branch(Unknown(letter, leg, image), at.at_most, low, high)

    def end(closing: CaseEnd) -> CaseNode:
        return closing.moved(by)

    return fold(root, end, branch)


def to_json(root: CaseNode, style: Style) -> Json:
    """A tree as in a certificate."""
    return fold(root, partial(_end_json, style), partial(_branch_json, style))


def _end_json(style: Style, end: CaseEnd) -> Json:
    if isinstance(end, Split):
        cases = [{"jump": list(jump), "root": to_json(root, style)} for jump, root in end.cases]
        never = to_json(end.never, "tree" if style == "turn" else style)  # nothing divides the leg of a turn
        jumps = written(end.jumps)
        return {"split": end.leg + 1, "when": end.when, "set": jumps, "never": never, "cases": cases}
    if style == "turn":
        return {"before": list(end.weights[0]), "after": list(end.weights[1])}
    data: Json = {"weights": written(end.weights if style == "legs" else end.weights[0])}
    of_pegs = {} if end.multiplier is None else {"multiplier": end.multiplier}
    return data | of_pegs | ({"multipliers": list(end.multipliers)} if end.multipliers else {})


def _branch_json(style: Style, at: CaseBranch, low: Json, high: Json) -> Json:
    letter, leg, of = at.of
    if letter == "x":
        data: Json = {"jump": written(of), "at_most": at.at_most, "low": low, "high": high}
        return data if style == "tree" else {"leg": leg + 1, **data}
    place = of if letter == "y" or style == "turn" else [leg + 1, of]
    return {"free" if letter == "y" else "middle": place, "empty": low, "peg": high}


def from_json(data: object, style: Style) -> CaseNode:
    """A tree as it stands in a certificate."""
    if not isinstance(data, dict) or not {"jump", "free", "middle", "split"} & data.keys():
        return _closing(data, style)
    if "split" in data:
        return split_from(data, style)
    if "jump" in data:
        keys = ("jump", "at_most", "low", "high", *(["leg"] if style != "tree" else []))
        part = an_object(data, keys)
        leg, most = numbers([part.get("leg", 1), part["at_most"]])
        of, low, high = Unknown("x", leg - 1, a_jump(part["jump"])), part["low"], part["high"]
        return Branch(of, most, from_json(low, style), from_json(high, style))
    letter, name = ("y", "free") if "free" in data else ("r", "middle")
    part = an_object(data, (name, "empty", "peg"))
    place = part[name] if letter == "r" and style == "legs" else [1, part[name]]
    leg, hole = numbers(place, 2)
    return Branch(
        Unknown(letter, leg - 1, hole), 0, from_json(part["empty"], style), from_json(part["peg"], style)
    )


def _closing(data: object, style: Style) -> Closing:
    if style == "turn":
        part = an_object(data, ("before", "after"))
        return Closing((numbers(part["before"]), numbers(part["after"])))
    if style == "legs":
        return Closing.from_json(data)
    part = an_object(data, Closing._fields, Closing._defaults)
    return Closing.from_json({**part, "weights": [part["weights"]]})


def split_from(data: object, style: Style) -> Split:
    """A split as in `legs`, or what is divided in a turn."""
    keys = ("when", "set", "never", "cases", *(["split"] if style == "legs" else []))
    part = an_object(data, keys)
    each = [an_object(case, ("jump", "root")) for case in a_list(part["cases"])]
    (leg,), when = numbers([part.get("split", 1)]), str(read(str, part["when"]))
    jumps = tuple(map(a_jump, a_list(part["set"])))
    never = from_json(part["never"], "tree" if style == "turn" else style)
    roots = tuple((a_jump(case["jump"]), from_json(case["root"], style)) for case in each)
    return Split(leg - 1, when, jumps, never, roots)


def as_node(board: Board, root: tree.Node, legs: int, sign: int | None = None, sums: int = 0) -> CaseNode:
    """A tree over columns as one of a proof; they stand as in cone_matrix or turn_matrix.

    `sign`: ends come with the weight of the row that adds up pegs, whose multiplier is so many times it. The
    last rows are so many sums of jumps.
    """
    jumps, n = len(board.jumps), board.n

    def end(leaf: tree.Leaf) -> CaseNode:
        weights = tuple(tuple(leaf.weights[i * n : i * n + n]) for i in range(legs))
        rows = len(leaf.weights) - sums
        counted = sign is not None and rows > legs * n
        of_pegs = sign * leaf.weights[legs * n] if sign is not None and counted else None
        return Closing(weights, of_pegs, tuple(leaf.weights[rows:]))

    def branch(at: Branch[int, tree.Leaf], low: CaseNode, high: CaseNode) -> CaseNode:
        if at.of < legs * jumps:
            leg, jump = divmod(at.of, jumps)
            return Branch(Unknown("x", leg, board.jumps[jump]), at.at_most, low, high)
        place, hole = divmod(at.of - legs * jumps, n)
        of = Unknown("r", place, hole) if place < legs - 1 else Unknown("y", 0, hole)
        return Branch(of, 0, low, high)

    return fold(root, end, branch)


def leaves(root: CaseNode) -> Iterator[Closing]:
    """What closes the cases below a node, in no particular order."""
    todo = [root]
    while todo:
        match todo.pop():
            case Closing() as leaf:
                yield leaf
            case Branch(low=low, high=high):
                todo += [low, high]
            case Split(never=never, cases=cases):
                todo += [never, *(node for _, node in cases)]
