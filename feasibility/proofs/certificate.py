"""Certificates: proofs as values, and their JSON; docs/certificate-format.md is the definition.

Nothing is checked here: criteria check before they build one, and verifier.py checks again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair

Weights = tuple[int, ...]
Json = dict[str, Any]


@dataclass(frozen=True)
class Play:
    """Feasible: this list of jumps leads from the start to the target."""

    jumps: tuple[Jump, ...]
    kind = "play"


@dataclass(frozen=True)
class Pagoda:
    """Infeasible: no jump raises the total, and the target weighs more than the start."""

    weights: Weights
    kind = "pagoda"


@dataclass(frozen=True)
class Residue:
    """Infeasible: no jump changes the total modulo `modulus`, and start and target differ."""

    modulus: int
    weights: Weights
    kind = "residue"


@dataclass(frozen=True)
class Leaf:
    """Weights, one vector for each leg, that no point of the leaf's box satisfies."""

    weights: tuple[Weights, ...]


@dataclass(frozen=True)
class JumpBranch:
    """Jump x on a leg occurs at most `at_most` times, or more often."""

    jump: Jump
    at_most: int
    low: Node
    high: Node
    leg: int = 0


@dataclass(frozen=True)
class FreeBranch:
    """A free hole of the target is empty, or holds a peg."""

    hole: int
    empty: Node
    peg: Node


@dataclass(frozen=True)
class MiddleBranch:
    """A hole of a middle position is empty, or holds a peg."""

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


@dataclass(frozen=True)
class Tree:
    """Infeasible: cases on the number of times that jumps occur, each closed by weights."""

    root: Node
    kind = "tree"


@dataclass(frozen=True)
class Turn:
    """Infeasible: cases on the first or last jump of a set, each closed by weights for before and after."""

    split: Split
    kind = "turn"


@dataclass(frozen=True)
class Legs:
    """Infeasible: cases on several turning points."""

    root: Node
    kind = "legs"


@dataclass(frozen=True)
class Search:
    """Infeasible: exhaustive levels from both ends, with what was pruned by functionals."""

    pagodas: tuple[Weights, ...]
    residues: tuple[Residue, ...]
    forward: tuple[int, ...]
    backward: tuple[int, ...] | None = None
    kind = "search"


@dataclass(frozen=True)
class Closure:
    """Infeasible: the set of all positions reachable from the start, counted."""

    size: int
    kind = "closure"


@dataclass(frozen=True)
class Cases:
    """Infeasible for "any one peg": a proof for each hole."""

    cases: tuple[Proof, ...]
    kind = "cases"


Refutation: TypeAlias = Pagoda | Residue | Tree | Turn | Legs | Search | Closure | Cases
Proof: TypeAlias = Play | Refutation


@dataclass(frozen=True)
class Certificate:
    """A pair, the claim about it, and the proof."""

    pair: Pair
    proof: Proof

    @property
    def claim(self) -> str:
        """feasible or infeasible."""
        return "feasible" if isinstance(self.proof, Play) else "infeasible"

    def to_json(self) -> Json:
        """The certificate as the JSON object of the format."""
        return {
            "format": "pegfeas-certificate",
            "version": 1,
            "board": board_json(self.pair.board),
            "start": list(self.pair.start.pegs),
            "target": target_json(self.pair),
            "claim": self.claim,
            "proof": proof_json(self.proof),
        }

    def text(self) -> str:
        """The file: one JSON object."""
        return json.dumps(self.to_json(), separators=(",", ":")) + "\n"


def board_json(board: Board) -> Json:
    """The board object of a certificate."""
    data: Json = {
        "name": board.name,
        "geometry": str(board.geometry),
        "holes": [list(hole) for hole in board.holes],
    }
    if board.geometry is Geometry.EXPLICIT:
        data["jumps"] = [list(jump) for jump in board.jumps]
    return data


def target_json(pair: Pair) -> Json:
    """The target object of a certificate."""
    target = pair.target
    if target.pegs is not None:
        return {"count": target.pegs}
    holes = range(pair.board.n)
    return {
        "pegs": [i for i in holes if target.must >> i & 1],
        "free": [i for i in holes if target.free >> i & 1],
    }


def proof_json(proof: Proof) -> Json:
    """The proof object of a certificate."""
    body: Json = {"kind": proof.kind}
    match proof:
        case Play(jumps):
            body["jumps"] = [list(j) for j in jumps]
        case Pagoda(weights):
            body["weights"] = list(weights)
        case Residue(modulus, weights):
            body |= {"modulus": modulus, "weights": list(weights)}
        case Tree(root):
            body["root"] = _node(root, "tree")
        case Turn(split):
            body |= {
                "when": split.when,
                "set": [list(j) for j in split.jumps],
                "never": _node(split.never, "tree"),
            }
            body["cases"] = [{"jump": list(j), "root": _node(node, "turn")} for j, node in split.cases]
        case Legs(root):
            body["root"] = _node(root, "legs")
        case Search(pagodas, residues, forward, backward):
            body["pagodas"] = [list(w) for w in pagodas]
            body["residues"] = [{"modulus": r.modulus, "weights": list(r.weights)} for r in residues]
            body["forward"] = list(forward)
            if backward is not None:
                body["backward"] = list(backward)
        case Closure(size):
            body["size"] = size
        case Cases(cases):
            body["cases"] = [{"hole": i, "proof": proof_json(case)} for i, case in enumerate(cases)]
    return body


def _node(node: Node, kind: str) -> Json:
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
                "low": _node(low, kind),
                "high": _node(high, kind),
            }
            return data if kind == "tree" else {"leg": leg + 1, **data}
        case FreeBranch(hole, empty, peg):
            return {"free": hole, "empty": _node(empty, kind), "peg": _node(peg, kind)}
        case MiddleBranch(middle, hole, empty, peg):
            name = hole if kind == "turn" else [middle + 1, hole]
            return {"middle": name, "empty": _node(empty, kind), "peg": _node(peg, kind)}
        case Split(leg, when, jumps, never, cases):
            return {
                "split": leg + 1,
                "when": when,
                "set": [list(j) for j in jumps],
                "never": _node(never, kind),
                "cases": [{"jump": list(j), "root": _node(root, kind)} for j, root in cases],
            }


def mapped(proof: Proof, permutation: Sequence[int]) -> Proof:
    """The proof for the image of the pair under a symmetry of its board (hole i goes to permutation[i])."""
    undo = [0] * len(permutation)
    for i, image in enumerate(permutation):
        undo[image] = i

    def weights(w: Weights) -> Weights:
        return tuple(w[undo[i]] for i in range(len(w)))

    def jump(j: Jump) -> Jump:
        return Jump(permutation[j.start], permutation[j.over], permutation[j.landing])

    def node(n: Node) -> Node:
        match n:
            case Leaf(ws):
                return Leaf(tuple(weights(w) for w in ws))
            case JumpBranch(j, at_most, low, high, leg):
                return JumpBranch(jump(j), at_most, node(low), node(high), leg)
            case FreeBranch(hole, empty, peg):
                return FreeBranch(permutation[hole], node(empty), node(peg))
            case MiddleBranch(middle, hole, empty, peg):
                return MiddleBranch(middle, permutation[hole], node(empty), node(peg))
            case Split():
                return split(n)

    def split(s: Split) -> Split:
        cases = tuple((jump(j), node(root)) for j, root in s.cases)
        return Split(s.leg, s.when, tuple(jump(j) for j in s.jumps), node(s.never), cases)

    match proof:
        case Play(jumps):
            return Play(tuple(jump(j) for j in jumps))
        case Pagoda(w):
            return Pagoda(weights(w))
        case Residue(modulus, w):
            return Residue(modulus, weights(w))
        case Tree(root):
            return Tree(node(root))
        case Turn(s):
            return Turn(split(s))
        case Legs(root):
            return Legs(node(root))
        case Search(pagodas, residues, forward, backward):
            moved = tuple(Residue(r.modulus, weights(r.weights)) for r in residues)
            return Search(tuple(weights(w) for w in pagodas), moved, forward, backward)
        case Closure():
            return proof
        case Cases(cases):
            return Cases(tuple(mapped(cases[undo[i]], permutation) for i in range(len(cases))))
