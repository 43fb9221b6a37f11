"""A turning point."""

from __future__ import annotations

from feasibility.proofs import nodes
from feasibility.proofs.kind import Refutation
from feasibility.proofs.written import Json


class Turn(Refutation):
    """Infeasible: cases on the first or last jump of a set, each closed by weights for before and after."""

    split: nodes.Split
    kind = "turn"

    def to_json(self) -> Json:
        data = nodes.to_json(self.split, "turn")
        del data["split"]  # there is one leg
        return data

    @classmethod
    def from_json(cls, data: object) -> Turn:
        return cls(nodes.split_from(data, "turn"))

    def to_close(self) -> int:
        return sum(1 for _ in nodes.leaves(self.split))
