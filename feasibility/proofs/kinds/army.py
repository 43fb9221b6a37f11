"""Conway's army."""

from feasibility.proofs.kind import Kind


class Army(Kind):
    """No army gets a peg `level` rows beyond its line: the half-plane weighs `total` = a + b s, at most 1."""

    level: int
    total: tuple[int, int]
    kind = claim = "army"
