"""Certificates: what is claimed, of what, and the proof; docs/certificate-format.md is the definition."""

from __future__ import annotations

import json
from typing import TypeAlias

from feasibility.base.values import Value
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, bits
from feasibility.proofs.kind import Kind, proof_json
from feasibility.proofs.written import Json


class HalfPlane(Value):
    """The infinite board that army claims are about."""

    geometry: str


About: TypeAlias = Pair | HalfPlane | Board  # the claim that a rule is sound is about a board


class Certificate(Value):
    """What is claimed, of what, and the proof: the envelope of every kind."""

    about: About
    proof: Kind

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
