"""Totals that no jump changes."""

from feasibility.proofs.kind import Refutation
from feasibility.proofs.written import Weights


class Residue(Refutation):
    """Infeasible: no jump changes the total modulo `modulus`, and start and target differ."""

    modulus: int
    weights: Weights
    kind = "residue"

    def to_close(self) -> int:
        return 1
