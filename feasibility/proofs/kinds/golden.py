"""Weights a + b s with s = (sqrt(5) - 1) / 2 that no jump raises."""

from feasibility.game.symmetry import Image
from feasibility.proofs.kind import Refutation


class Golden(Refutation):
    """Infeasible: as by a pagoda function; by these weights people write about armies."""

    weights: tuple[tuple[int, int], ...]
    kind = "golden"
    told = False  # no criterion finds such weights

    def moved(self, by: Image) -> "Golden":
        return Golden(tuple(self.weights[hole] for hole in by.undo))

    def like(self) -> tuple[str, ...]:
        return ("pagoda",)
