"""Several turning points."""

from feasibility.proofs.nodes import Rooted


class Legs(Rooted):
    """Infeasible: cases on several turning points."""

    kind = "legs"
