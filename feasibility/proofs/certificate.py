"""Certificates: proofs as values, and their JSON; docs/certificate-format.md is the definition.

Nothing is checked here: criteria check before they build one, and verifier.py checks again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypeAlias

from feasibility.exact import tree
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair
from feasibility.proofs.claims import Army, Bound, JumpBound, LongestInPlays, PegBound, Sweeps
from feasibility.proofs.nodes import Json, Node, Split, Weights, node_json
from feasibility.proofs.rule import Rule


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
    """Infeasible: exhaustive levels from both ends, with what was pruned by functionals.

    They are weighed at all positions `near` jumps from the far end.
    """

    pagodas: tuple[Weights, ...]
    residues: tuple[Residue, ...]
    forward: tuple[int, ...]
    backward: tuple[int, ...] | None = None
    near: int = 0
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


@dataclass(frozen=True)
class Followed:
    """Every jump that can be the first (side start) or last (side target), and the node of what is left."""

    side: str
    moves: tuple[tuple[Jump, int], ...]


@dataclass(frozen=True)
class Ends:
    """Infeasible: every way to begin or to end leads to a pair that is refuted; node 0 is the pair itself."""

    nodes: tuple[Followed | Refutation, ...]
    kind = "ends"


Refutation: TypeAlias = Pagoda | Residue | Tree | Turn | Legs | Search | Closure | Cases | Ends
Proof: TypeAlias = Play | Refutation
Claim: TypeAlias = Bound | Sweeps | LongestInPlays | Army | Rule


@dataclass(frozen=True)
class HalfPlane:
    """The infinite board that army claims are about."""

    geometry: str


About: TypeAlias = Pair | HalfPlane | Board  # the claim that a rule is sound is about a board


@dataclass(frozen=True)
class Certificate:
    """What is claimed, of what, and the proof: the envelope of every kind."""

    about: About
    proof: Proof | Claim

    @property
    def claim(self) -> str:
        """feasible, infeasible, bound, sweeps, longest-sweep, army or sound."""
        match self.proof:
            case Play():
                return "feasible"
            case Rule():
                return "sound"
            case LongestInPlays():
                return "longest-sweep"
            case Bound() | Sweeps() | Army():
                return self.proof.kind
        return "infeasible"

    def to_json(self) -> Json:
        """The certificate as the JSON object of the format."""
        return {
            "format": "pegfeas-certificate",
            "version": 1,
            **_about_json(self.about),
            "claim": self.claim,
            "proof": proof_json(self.proof),
        }

    def text(self) -> str:
        """The file: one JSON object."""
        return json.dumps(self.to_json(), separators=(",", ":")) + "\n"


def bound(pair: Pair, claimed: JumpBound | PegBound, root: tree.Node) -> Certificate:
    """The certificate of a bound."""
    return Certificate(pair, Bound(pair.board, claimed, root))


def _about_json(about: About) -> Json:
    if isinstance(about, HalfPlane):
        return {"board": {"name": "half-plane", "geometry": about.geometry}}
    if isinstance(about, Board):
        return {"board": board_json(about)}
    return {
        "board": board_json(about.board),
        "start": list(about.start.pegs),
        "target": target_json(about),
    }


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


def proof_json(proof: Proof | Claim) -> Json:
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
            body["root"] = node_json(root, "tree")
        case Turn(split):
            body |= {
                "when": split.when,
                "set": [list(j) for j in split.jumps],
                "never": node_json(split.never, "tree"),
            }
            body["cases"] = [{"jump": list(j), "root": node_json(node, "turn")} for j, node in split.cases]
        case Legs(root):
            body["root"] = node_json(root, "legs")
        case Search(pagodas, residues, forward, backward, near):
            body["pagodas"] = [list(w) for w in pagodas]
            body["residues"] = [{"modulus": r.modulus, "weights": list(r.weights)} for r in residues]
            body["forward"] = list(forward)
            if backward is not None:
                body["backward"] = list(backward)
            if near:
                body["near"] = near
        case Closure(size):
            body["size"] = size
        case Ends(nodes):
            body["nodes"] = [_end_json(node) for node in nodes]
        case Bound() | Sweeps() | LongestInPlays() | Army() | Rule():
            body |= proof.to_json()
        case Cases(cases):
            body["cases"] = [{"hole": i, "proof": proof_json(case)} for i, case in enumerate(cases)]
    return body


def _end_json(node: Followed | Refutation) -> Json:
    if isinstance(node, Followed):
        return {"side": node.side, "moves": [[list(jump), k] for jump, k in node.moves]}
    return {"proof": proof_json(node)}
