"""Exhaustion by levels from both ends."""

from feasibility.proofs.kind import RATE, Refutation
from feasibility.proofs.kinds.residue import Residue
from feasibility.proofs.written import Weights

FUNCTIONS = 50  # functions that together take as long to weigh as a position to make


class Search(Refutation):
    """Infeasible: exhaustive levels from both ends, with what was pruned by functionals.

    They are weighed at all positions `near` jumps from the far end.
    """

    pagodas: tuple[Weights, ...]
    residues: tuple[Residue, ...]
    forward: tuple[int, ...]
    backward: tuple[int, ...] | None = None
    near: int = 0
    kind = "search"

    def visited(self) -> int:
        return sum(self.forward) + sum(() if self.backward is None else self.backward)

    def forecast(self) -> float:
        return self.visited() / RATE * (1 + len(self.pagodas) / FUNCTIONS)

    def like(self) -> tuple[str, ...]:
        return ("residue",) if self.forward == (1,) else ("search",)  # no last jump is seen at once
