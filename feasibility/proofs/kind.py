"""What a kind of proof is to all who meet one; docs/certificate-format.md defines each of them.

A kind is one module in each room that speaks of it, under its name: its value in `proofs/kinds/`, its words
in `render/kinds/`, its exports in `studies/exports/kinds/`. Nothing is checked here: criteria check before
they make a proof, and verifier.py checks again.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from feasibility.proofs.written import Json, Movable, Written

RATE = 1_000_000  # positions that the verifier makes in a second


class Kind(Written):
    """A kind of proof: its parts are its fields. `claim` is what a certificate with it claims.

    `told`: has it words of its own? A claim beside the verdicts is told by the command that proves it.
    """

    kind = ""
    claim = ""
    told = False

    def visited(self) -> int:
        """Positions that the verifier has to visit."""
        return 0

    def forecast(self) -> float:
        """Seconds that the verifier takes to repeat an exhaustion, about; 0 for proofs that hold none."""
        return 0.0


class Proof(Kind, Movable):
    """A proof of a verdict on a pair."""

    told = True

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, a proof of {self.claim}>"

    def to_close(self) -> int | None:
        """How many cases there are to close; None for plays, and for what nobody redoes by hand."""
        return None

    def like(self) -> tuple[str, ...]:
        """The kinds of the order of preference that it is like; it is as good as the worst of them."""
        return (self.kind,)


class Refutation(Proof):
    """A proof that a pair has no play."""

    claim = "infeasible"


def part(room: str, kind: str) -> ModuleType:
    """What a room says of a kind."""
    return import_module(f"{room}.{kind}")


def proof_json(proof: Kind) -> Json:
    """The proof object of a certificate."""
    return {"kind": proof.kind, **proof.to_json()}
