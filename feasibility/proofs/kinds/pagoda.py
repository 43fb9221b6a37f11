"""Weights that no jump raises."""

from feasibility.proofs.kind import Refutation
from feasibility.proofs.written import Weights


class Pagoda(Refutation):
    """Infeasible: no jump raises the total, and the target weighs more than the start."""

    weights: Weights
    kind = "pagoda"

    def to_close(self) -> int:
        return 1
