"""Certificates of the kinds `bound` and `army`, as values and as JSON (docs/certificate-format.md).

Nothing is checked here: verifier.py checks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from feasibility.exact import tree
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Json, board_json, target_json


@dataclass(frozen=True)
class JumpBound:
    """In every play of the pair the jump occurs `at_most` (or at least) `times` times."""

    jump: Jump
    at_most: bool
    times: int

    def to_json(self) -> Json:
        """As in a certificate."""
        return {"jump": list(self.jump), "at_most" if self.at_most else "at_least": self.times}


@dataclass(frozen=True)
class PegBound:
    """Every play of the pair leaves at least (or at most) so many pegs."""

    pegs: int
    at_most: bool = False

    def to_json(self) -> Json:
        """As in a certificate."""
        return {"pegs_at_most" if self.at_most else "pegs_at_least": self.pegs}


@dataclass(frozen=True)
class BoundCertificate:
    """A bound with the tree of cases, over the columns of cone_matrix, that refutes its opposite.

    Leaves of a peg bound end with the weight of the row that adds up the pegs in free holes.
    """

    pair: Pair
    bound: JumpBound | PegBound
    root: tree.Node

    def to_json(self) -> Json:
        """The certificate as the JSON object of the format."""
        proof = {"kind": "bound", "bound": self.bound.to_json(), "root": self._root()}
        return {
            "format": "pegfeas-certificate",
            "version": 1,
            "board": board_json(self.pair.board),
            "start": list(self.pair.start.pegs),
            "target": target_json(self.pair),
            "claim": "bound",
            "proof": proof,
        }

    def _root(self) -> Json:
        sign = 1 if isinstance(self.bound, PegBound) and self.bound.at_most else -1
        return _node(self.pair.board, self.root, sign)

    def text(self) -> str:
        """The file: one JSON object."""
        return json.dumps(self.to_json(), separators=(",", ":")) + "\n"


@dataclass(frozen=True)
class ArmyCertificate:
    """No army gets a peg `level` rows beyond its line: the half-plane weighs `total` = a + b s, at most 1."""

    geometry: str
    level: int
    total: tuple[int, int]

    def to_json(self) -> Json:
        """The certificate as the JSON object of the format."""
        return {
            "format": "pegfeas-certificate",
            "version": 1,
            "board": {"name": "half-plane", "geometry": self.geometry},
            "claim": "army",
            "proof": {"kind": "army", "level": self.level, "total": list(self.total)},
        }

    def text(self) -> str:
        """The file: one JSON object."""
        return json.dumps(self.to_json(), separators=(",", ":")) + "\n"


def _node(board: Board, root: tree.Node, sign: int) -> Json:
    n, jumps = board.n, board.jumps

    def leaf(node: tree.Leaf) -> Json:
        data: Json = {"weights": list(node.weights[:n])}
        if len(node.weights) > n:
            data["multiplier"] = sign * node.weights[n]
        return data

    def branch(node: tree.Branch, low: Json, high: Json) -> Json:
        if node.column < len(jumps):
            return {"jump": list(jumps[node.column]), "at_most": node.at_most, "low": low, "high": high}
        return {"free": node.column - len(jumps), "empty": low, "peg": high}

    return tree.fold(root, leaf, branch)
