"""The question "can it end with one peg, anywhere?" asked of a procedure: as it stands, then hole by hole.

Procedures take out the holes where the last peg cannot stand, one hole for each orbit; when none is left, the
proofs together are the refutation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from feasibility.base.limits import Clock
from feasibility.base.values import replace
from feasibility.criteria.base import Resumable, TurnEnd
from feasibility.decide.engines import Effort
from feasibility.decide.procedures import AtWork, Procedure
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import Image, apply, orbits, pair_stabiliser
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Finding, Outcome, refuted, undecided

HALF = 0.5  # of a turn, for the question as it stands


def by_hole(procedure: Procedure, last_peg: LastPeg) -> Procedure:
    """The same procedure, for the question whether one peg can remain."""
    return replace(procedure, start=lambda pair, means: ByHole(procedure, last_peg, pair, means))


class LastPeg:
    """The holes that are still possible, and the proofs for those that are not."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.proofs: dict[int, Refutation] = {}
        self._left: tuple[int, tuple[tuple[int, ...], ...]] = (-1, ())  # when so many were proved

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
        """The orbits of the holes that are open."""
        if self._left[0] != len(self.proofs):
            self._left = len(self.proofs), orbits(self.open_holes, pair_stabiliser(self.pair))
        return self._left[1]

    def _note(self, hole: int, proof: Refutation) -> None:
        for g in pair_stabiliser(self.pair):
            image = apply(g, 1 << hole).bit_length() - 1
            if image not in self.proofs:
                self.proofs[image] = proof.moved(Image(g))


class ByHole(Resumable):
    """One procedure at work on the question and on the holes; those that are taken out are everybody's."""

    def __init__(self, procedure: Procedure, last_peg: LastPeg, pair: Pair, means: Effort) -> None:
        self.procedure, self.last_peg, self.means = procedure, last_peg, means
        self.whole = AtWork(procedure, pair, means)
        self.holes: dict[Pair, AtWork] = {}

    def run(self, clock: Clock) -> TurnEnd:
        """Half of the turn for the question as it stands; of what is left a share for each hole."""
        left, at_once = clock.remaining(), self.procedure.sees_all_holes
        whole = self.whole.turn(clock if left is None or at_once else clock.within(HALF * left))
        if whole.proof is not None or at_once or not self.last_peg.open_holes:
            return TurnEnd(whole, self.whole.ended)
        if clock.expired():
            return TurnEnd(whole, ended=False)
        finding = self.last_peg.narrow(self.procedure.report, clock, lambda hole: self._ask(hole, clock))
        if finding.outcome is not Outcome.UNDECIDED:
            return TurnEnd(finding, ended=True)
        ended = self.whole.ended and all(self._of(hole).ended for hole in self.last_peg.questions())
        if whole.outcome is Outcome.UNDECIDED:
            finding = undecided(finding.criterion, f"{whole.summary}; {finding.summary}")
        return TurnEnd(finding, ended)

    def close(self) -> None:
        for work in (self.whole, *self.holes.values()):
            work.close()

    def _ask(self, hole: Pair, clock: Clock) -> Finding:
        """A share of what is left, for one of the holes that are open."""
        work, left = self._of(hole), clock.remaining()
        if work.ended and work.finding is not None:
            return work.finding
        clock.spend(2 * len(hole.board.jumps))  # however quickly it answers
        if work.means.report is not None:
            work.means.report(f"{self.procedure.name}: can the last peg stand in {_name(hole)}?")
        finding = work.turn(clock if left is None else clock.within(left / len(self.last_peg.left())))
        if work.ended:
            work.close()
        return finding

    def _of(self, hole: Pair) -> AtWork:
        """At work on a hole, whose search has a folder of its own."""
        if hole not in self.holes:
            folder = self.means.workdir
            means = (
                self.means
                if folder is None
                else replace(self.means, workdir=folder / f"last-peg-{_name(hole)}")
            )
            self.holes[hole] = AtWork(self.procedure, hole, means)
        return self.holes[hole]


def _name(hole: Pair) -> str:
    return hole.board.called(hole.target.must.bit_length() - 1)
