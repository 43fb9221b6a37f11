"""Certificates: proofs as values, and their JSON; docs/certificate-format.md is the definition.

A kind of proof is one class. Nothing is checked here: criteria check before they build one, and verifier.py
checks again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from feasibility.base.values import Value
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.proofs.written import Json, Movable

if TYPE_CHECKING:
    from feasibility.exact import tree
    from feasibility.game.symmetry import Image
    from feasibility.proofs.claims import Army, Bound, JumpBound, LongestInPlays, PegBound, Sweeps
    from feasibility.proofs.nodes import Node, Split, Weights
    from feasibility.proofs.rule import Rule


class Kind(Movable):
    """A kind of proof: its parts are its fields; its JSON, its claim and its image under a symmetry are here.

    `kind` is the name in a certificate, `claim` what a certificate with it claims.
    """

    kind = ""
    claim = "infeasible"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, a proof of {self.claim}>"


class Play(Kind):
    """Feasible: this list of jumps leads from the start to the target."""

    jumps: tuple[Jump, ...]
    kind = "play"
    claim = "feasible"


class Pagoda(Kind):
    """Infeasible: no jump raises the total, and the target weighs more than the start."""

    weights: Weights
    kind = "pagoda"


class Residue(Kind):
    """Infeasible: no jump changes the total modulo `modulus`, and start and target differ."""

    modulus: int
    weights: Weights
    kind = "residue"


class Tree(Kind):
    """Infeasible: cases on the number of times that jumps occur, each closed by weights."""

    root: Node
    kind = "tree"


class Turn(Kind):
    """Infeasible: cases on the first or last jump of a set, each closed by weights for before and after."""

    split: Split
    kind = "turn"

    def to_json(self) -> Json:
        data = self.split.to_json("turn")
        del data["split"]  # there is one leg
        return data


class Legs(Kind):
    """Infeasible: cases on several turning points."""

    root: Node
    kind = "legs"

    def to_json(self) -> Json:
        return {"root": self.root.to_json("legs")}


class Search(Kind):
    """Infeasible: exhaustive levels from both ends, with what was pruned by functionals.

    They are weighed at all positions `near` jumps from the far end.
    """

    pagodas: tuple[Weights, ...]
    residues: tuple[Residue, ...]
    forward: tuple[int, ...]
    backward: tuple[int, ...] | None = None
    near: int = 0
    kind = "search"


class Closure(Kind):
    """Infeasible: the set of all positions reachable from the start, counted."""

    size: int
    kind = "closure"


class Cases(Kind):
    """Infeasible for "any one peg": a proof for each hole."""

    cases: tuple[Proof, ...]
    kind = "cases"

    def to_json(self) -> Json:
        return {"cases": [{"hole": i, "proof": proof_json(case)} for i, case in enumerate(self.cases)]}

    def moved(self, by: Image) -> Cases:
        return Cases(tuple(self.cases[by.undo[i]].moved(by) for i in range(len(self.cases))))


class Followed(Movable):
    """Every jump that can be the first (side start) or last (side target), and the node of what is left."""

    side: str
    moves: tuple[tuple[Jump, int], ...]


class Ends(Kind):
    """Infeasible: every way to begin or to end leads to a pair that is refuted; node 0 is the pair itself."""

    nodes: tuple[Followed | Refutation, ...]
    kind = "ends"

    def to_json(self) -> Json:
        parts = (n.to_json() if isinstance(n, Followed) else {"proof": proof_json(n)} for n in self.nodes)
        return {"nodes": list(parts)}


Refutation: TypeAlias = Pagoda | Residue | Tree | Turn | Legs | Search | Closure | Cases | Ends
Proof: TypeAlias = Play | Refutation
Claim: TypeAlias = "Bound | Sweeps | LongestInPlays | Army | Rule"


def pairs_of(pair: Pair, nodes: Sequence[Followed | Refutation]) -> list[Pair]:
    """The pair that each node of a proof from both ends stands for."""
    pairs = {0: pair}
    for k, node in enumerate(nodes):
        if isinstance(node, Followed):
            for jump, child in node.moves:
                pairs[child] = _left(pairs[k], node.side, jump)
    return [pairs[k] for k in range(len(nodes))]


def _left(pair: Pair, side: str, jump: Jump) -> Pair:
    change = 1 << jump.start | 1 << jump.over | 1 << jump.landing
    if side == "start":
        return Pair(Position(pair.board, pair.start.mask ^ change), pair.target)
    return Pair(pair.start, Target(pair.board, pair.target.must ^ change, pair.target.free))


class HalfPlane(Value):
    """The infinite board that army claims are about."""

    geometry: str


About: TypeAlias = Pair | HalfPlane | Board  # the claim that a rule is sound is about a board


class Certificate(Value):
    """What is claimed, of what, and the proof: the envelope of every kind."""

    about: About
    proof: Proof | Claim

    def __repr__(self) -> str:
        board = self.about if isinstance(self.about, Board) else getattr(self.about, "board", None)
        on = "the half-plane" if board is None else board.label
        return f"<Certificate {self.claim}, by {self.proof.kind}, on {on}>"

    @property
    def claim(self) -> str:
        """feasible, infeasible, bound, sweeps, longest-sweep, army or sound."""
        return self.proof.claim

    def to_json(self) -> Json:
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


def bound(
    pair: Pair, claimed: JumpBound | PegBound, root: tree.Node, given: tuple[JumpBound, ...] = ()
) -> Certificate:
    """The certificate of a bound on all plays, or on those in which what is given holds."""
    from feasibility.proofs.claims import Bound, PegBound
    from feasibility.proofs.nodes import as_node

    sign = 1 if isinstance(claimed, PegBound) and claimed.at_most else -1
    return Certificate(pair, Bound(claimed, as_node(pair.board, root, 1, sign), given))


def _about_json(about: About) -> Json:
    if isinstance(about, HalfPlane):
        return {"board": {"name": "half-plane", "geometry": about.geometry}}
    if isinstance(about, Board):
        return {"board": board_json(about)}
    return {"board": board_json(about.board), "start": list(about.start.pegs), "target": target_json(about)}


def board_json(board: Board) -> Json:
    data: Json = {
        "name": board.name,
        "geometry": str(board.geometry),
        "holes": [list(hole) for hole in board.holes],
    }
    if board.geometry is Geometry.EXPLICIT:
        data["jumps"] = [list(jump) for jump in board.jumps]
    return data


def target_json(pair: Pair) -> Json:
    target = pair.target
    if target.pegs is not None:
        return {"count": target.pegs}
    return {"pegs": list(bits(target.must)), "free": list(bits(target.free))}


def proof_json(proof: Proof | Claim) -> Json:
    return {"kind": proof.kind, **proof.to_json()}
