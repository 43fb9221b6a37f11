"""A proof for each hole."""

from __future__ import annotations

from feasibility.base.errors import InputError
from feasibility.game.symmetry import Image
from feasibility.proofs.kind import Refutation, proof_json
from feasibility.proofs.kinds import refutation_from
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.written import Json, a_list, an_object, numbers


class Cases(Refutation):
    """Infeasible for "any one peg": a proof for each hole."""

    cases: tuple[Refutation, ...]
    kind = "cases"

    def to_json(self) -> Json:
        return {"cases": [{"hole": i, "proof": proof_json(case)} for i, case in enumerate(self.cases)]}

    @classmethod
    def from_json(cls, data: object) -> Cases:
        listed = a_list(an_object(data, cls._fields)["cases"])
        each = [an_object(one, ("hole", "proof")) for one in listed]
        holes = numbers([one["hole"] for one in each])
        if {*holes} != {*range(len(holes))}:
            raise InputError("not a case for each hole", seen=str(holes)[:60])
        by_hole = dict(zip(holes, each, strict=True))
        return cls(tuple(refutation_from(by_hole[i]["proof"]) for i in range(len(holes))))

    def moved(self, by: Image) -> Cases:
        return Cases(tuple(self.cases[by.undo[i]].moved(by) for i in range(len(self.cases))))

    def visited(self) -> int:
        return sum(case.visited() for case in self.cases)

    def forecast(self) -> float:
        """All closures of one start are one."""
        closures = [case.forecast() for case in self.cases if isinstance(case, Closure)]
        others = [case.forecast() for case in self.cases if not isinstance(case, Closure)]
        return max(closures, default=0.0) + sum(others)

    def like(self) -> tuple[str, ...]:
        return tuple(name for case in self.cases for name in case.like())
