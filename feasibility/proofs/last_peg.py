"""The question "can it end with one peg, anywhere?", hole by hole.

Criteria take out the holes where the last peg cannot stand, one hole for each orbit; when none is left, the
proofs together are the refutation.
"""

from __future__ import annotations

from collections.abc import Callable

from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply, orbits, pair_stabiliser
from feasibility.proofs.certificate import Cases, Play, Refutation
from feasibility.proofs.moved import Image
from feasibility.proofs.verdict import Finding, Outcome, refuted


class LastPeg:
    """The holes that are still possible, and the proofs for those that are not."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.proofs: dict[int, Refutation] = {}

    def narrow(self, name: str, ask: Callable[[Pair], Finding]) -> Finding:
        """Asks for each hole left; a play for one of them is a play for the question."""
        before = len(self.proofs)
        unsure = 0
        for orbit in self._left():
            finding = ask(Pair(self.pair.start, Position(self.pair.board, 1 << orbit[0])))
            if isinstance(finding.proof, Play):
                return Finding(name, Outcome.PASSED, finding.summary, finding.proof)
            if finding.proof is not None:
                self._note(orbit[0], finding.proof)
            unsure += finding.outcome is Outcome.UNDECIDED
        holes = self.pair.board.n
        if len(self.proofs) == holes:
            return refuted(name, self._summary(before), Cases(tuple(self.proofs[i] for i in range(holes))))
        outcome = Outcome.UNDECIDED if unsure else Outcome.PASSED
        return Finding(name, outcome, f"{self._summary(before)}, {holes - len(self.proofs)} left")

    @property
    def open_holes(self) -> tuple[int, ...]:
        """Where the last peg may still stand."""
        return tuple(i for i in range(self.pair.board.n) if i not in self.proofs)

    def _summary(self, before: int) -> str:
        fresh = len(self.proofs) - before
        return f"rules out {fresh} of {self.pair.board.n - before} holes for the last peg"

    def _left(self) -> tuple[tuple[int, ...], ...]:
        return orbits(self.open_holes, pair_stabiliser(self.pair))

    def _note(self, hole: int, proof: Refutation) -> None:
        for g in pair_stabiliser(self.pair):
            image = apply(g, 1 << hole).bit_length() - 1
            if image not in self.proofs:
                self.proofs[image] = proof.moved(Image(g))
