"""Exhaustion of all that can be reached."""

from __future__ import annotations

from feasibility.proofs.kind import RATE, Refutation

OF_A_CLASS = 5_000_000  # positions in a second, where each member of the residue class has a bit
MANY = 1 << 23  # positions that no set holds


class Closure(Refutation):
    """Infeasible: the set of all positions reachable from the start, counted."""

    size: int
    kind = "closure"

    def visited(self) -> int:
        return self.size

    def forecast(self) -> float:
        return self.size / (RATE if self.size < MANY else OF_A_CLASS)

    def to_close(self) -> int | None:
        return 1 if self.size == 1 else None

    def like(self) -> tuple[str, ...]:
        return ("residue",) if self.size == 1 else ("closure",)  # no first jump is seen at once
