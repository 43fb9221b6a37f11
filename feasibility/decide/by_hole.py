"""The question "can it end with one peg, anywhere?" asked of a procedure: as it stands, then hole by hole.

Procedures take out the holes where the last peg cannot stand, one hole for each orbit; when none is left, the
proofs together are the refutation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.base.turns import Kept
from feasibility.base.values import replace
from feasibility.decide.procedures import Named
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import Image, apply, orbits, pair_stabiliser
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Finding, Outcome, refuted, undecided

if TYPE_CHECKING:
    from feasibility.decide.engines import Effort

HALF = 0.5  # of a turn, for the question as it stands


class LastPeg:
    """The holes that are still possible, and the proofs for those that are not."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.proofs: dict[int, Refutation] = {}

    def narrow(self, name: str, clock: Clock, ask: Callable[[Pair], Finding]) -> Finding:
        """Asks for each hole left while there is time; a play for one of them is a play for the question."""
        from feasibility.proofs.kinds.cases import Cases

        before = len(self.proofs)
        unsure = 0
        for orbit in self.left():
            if clock.expired():
                unsure += 1
                break
            finding = ask(self._question(orbit[0]))
            if isinstance(finding.proof, Play):
                return Finding(name, Outcome.PASSED, finding.summary, finding.proof)
            if isinstance(finding.proof, Refutation):
                self._note(orbit[0], finding.proof)
            unsure += finding.outcome is Outcome.UNDECIDED
        holes = self.pair.board.n
        if len(self.proofs) == holes:
            return refuted(name, self._summary(before), Cases(tuple(self.proofs[i] for i in range(holes))))
        outcome = Outcome.UNDECIDED if unsure else Outcome.PASSED
        return Finding(name, outcome, f"{self._summary(before)}, {holes - len(self.proofs)} left")

    def questions(self) -> Iterator[Pair]:
        """One for each orbit of the holes left."""
        return (self._question(orbit[0]) for orbit in self.left())

    def _question(self, hole: int) -> Pair:
        return Pair(self.pair.start, Position(self.pair.board, 1 << hole))

    @property
    def open_holes(self) -> tuple[int, ...]:
        return tuple(i for i in range(self.pair.board.n) if i not in self.proofs)

    def _summary(self, before: int) -> str:
        fresh = len(self.proofs) - before
        return f"rules out {fresh} of {self.pair.board.n - before} holes for the last peg"

    def left(self) -> tuple[tuple[int, ...], ...]:
        return orbits(self.open_holes, pair_stabiliser(self.pair))

    def _note(self, hole: int, proof: Refutation) -> None:
        for g in pair_stabiliser(self.pair):
            image = apply(g, 1 << hole).bit_length() - 1
            if image not in self.proofs:
                self.proofs[image] = proof.moved(Image(g))


class ByHole:
    """What one procedure knows and keeps of each question; the holes that are taken out are everybody's."""

    def __init__(self, named: Named, last_peg: LastPeg, report: Callable[[str], None]) -> None:
        self.named, self.last_peg, self.report = named, last_peg, report
        self.ended: dict[Pair, Finding] = {}
        self.kept: dict[Pair, Kept] = {}

    def ask(self, pair: Pair, clock: Clock, kept: Kept | None = None, /) -> Finding:
        kept = kept or Kept()
        kept.first(lambda: self)
        means = kept.means
        left = clock.remaining()
        at_once = self.named.is_engine and self.named.name != "frontier"  # it sees all holes
        whole = self._turn(pair, clock if left is None or at_once else clock.within(HALF * left), means)
        kept.more = pair not in self.ended
        if whole.proof is not None or not self.last_peg.open_holes or at_once or clock.expired():
            return whole
        finding = self.last_peg.narrow(
            self.named.report, clock, lambda one: self._turn(one, self._share(clock), means)
        )
        kept.more |= finding.outcome is Outcome.UNDECIDED and any(
            one not in self.ended for one in self.last_peg.questions()
        )
        if finding.outcome is Outcome.UNDECIDED and whole.outcome is Outcome.UNDECIDED:
            return undecided(finding.criterion, f"{whole.summary}; {finding.summary}")
        return finding

    def close(self) -> None:
        for kept in self.kept.values():
            kept.close()

    def _share(self, clock: Clock) -> Clock:
        """Of what is left, for one of the holes that are open."""
        left = clock.remaining()
        return clock if left is None else clock.within(left / max(1, len(self.last_peg.left())))

    def _turn(self, pair: Pair, clock: Clock, means: Effort | None) -> Finding:
        """For the question or a hole, whose search has a folder of its own."""
        if pair in self.ended:
            return self.ended[pair]
        if pair.exact is not None:
            hole = pair.board.called(pair.exact.pegs[0])
            self.report(f"{self.named.name}: can the last peg stand in {hole}?")
            if means is not None and means.workdir is not None:
                means = replace(means, workdir=means.workdir / f"last-peg-{hole}")
        kept = self.kept.setdefault(pair, Kept(means))
        finding = self.named.ask(pair, clock, kept)
        if finding.outcome is not Outcome.UNDECIDED or not (clock.expired() or kept.more):
            self.ended[pair] = finding
            kept.close()
        return finding
