"""Verdicts on position after position with one target: the winning set is made once, then looked up.

Where it does not fit the machine, every position is a check of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from feasibility.analysis import check
from feasibility.analysis.advice import Advice, Lost, Tried
from feasibility.analysis.plan import CHEAP, Plan
from feasibility.analysis.steps import Steps
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits
from feasibility.criteria import CRITERIA
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.accept import AT_ONCE, ready, visited
from feasibility.proofs.certificate import Closure, Pagoda, Refutation, Search
from feasibility.proofs.verdict import Answer, Finding, Verdict, refuted, undecided
from feasibility.search import SEARCH, arbiter
from feasibility.search.chances import MOST_LISTED, chances
from feasibility.search.results import Stopped
from feasibility.search.winning import Winning, winning_positions
from feasibility.systems.both_ends import Known
from feasibility.systems.refuter import Refuter

SECONDS = 60.0  # for one answer, where nobody sets limits
PATIENCE = 1.0  # seconds for a reason that people can redo, for each position that is lost
SHARE = 0.5  # of the time, for chances
TITLE = "winning set"
AT_SIGHT = tuple(c for c in CHEAP if c.name not in ("pagoda", "cone"))  # no linear program
# Where every answer must come at once: seconds for weights and cases, and orbits on a level of chances.
BRIEF, BRIEF_LISTED = 0.015, 1 << 9

Report = Callable[[str], None]


class Adviser:
    """Advice for every position of a game with one target.

    `patience`: seconds that a proof which people can redo is looked for, for each position that is lost;
    with 0 only what needs no search is told, and every answer comes at once.
    """

    def __init__(
        self, target: Target, *, patience: float = PATIENCE, threads: int = 2, report: Report | None = None
    ) -> None:
        self.target, self.patience, self.threads = target, patience, threads
        self.report: Report = report or (lambda text: None)
        self.winning: Winning | Stopped | None = None
        self.refuter = None if target.pegs is not None else Refuter(target.board, target.free)

    def advise(self, start: Position, jumps: Sequence[Jump] = (), limits: Limits | None = None) -> Advice:
        """On the position after some jumps; and which of these lost the game, if they did."""
        clock = (limits or Limits(SECONDS)).start()
        position = start.replay(jumps)
        self.prepare(position, clock)
        brief = clock.within(BRIEF) if not self.patience else clock
        verdict = self._verdict(position, clock, brief)
        tried = self._tried(verdict, clock, brief)
        lost = self._lost(start, tuple(jumps), verdict, clock)
        known = self._chances(verdict, tried, clock)
        told = tuple(replace(t, chance=known.get(position.play(t.jump).mask)) for t in tried)
        return Advice(start, tuple(jumps), verdict, told, known.get(position.mask), lost)

    def prepare(self, position: Position, clock: Clock) -> None:
        """Make the winning set unless there is one for this position; if it does not fit, there is none."""
        if position.board != self.target.board:
            seen = f"{position.board.label}, {self.target.board.label}"
            raise InputError("the position and the target are on different boards", seen=seen)
        fits = isinstance(self.winning, Winning) and self.winning.knows(position)
        refused = isinstance(self.winning, Stopped) and self.winning.limit != "time"
        if not fits and not refused:
            self.winning = None  # its room is needed
            self.winning = winning_positions(
                position, self.target, clock, threads=self.threads, report=self.report
            )
            if isinstance(self.winning, Winning) and not self.patience:  # no later answer waits for it
                self.winning.count(clock)
                ready()

    def _verdict(self, position: Position, clock: Clock, brief: Clock, share: int = 1) -> Verdict:
        """What is known of one position; `share`: of so many that are still to be asked."""
        pair, plan = Pair(position, self.target), Plan(first=True, search=False, readable=self.patience > 0)
        if not isinstance(self.winning, Winning):
            left = clock.remaining()
            part = clock if left is None else clock.within(left / share)
            return check(pair, part.rest(), replace(plan, search=True), report=self.report)
        patient = clock.within(self.patience) if self.patience else clock
        steps = Steps(pair, patient.rest(), plan, report=self.report)
        play = self.winning.play(position)
        if play:
            steps.note(arbiter.played(pair, play, TITLE))
        else:
            self._why_lost(steps, self.winning, clock, brief)
        return steps.verdict

    def _why_lost(self, steps: Steps, winning: Winning, clock: Clock, brief: Clock) -> None:
        """The proof that is easiest to redo, within the patience; else exhaustion."""
        steps.criteria(CRITERIA if self.patience else AT_SIGHT)
        if steps.is_open and not brief.expired() and not self.patience:
            self._by_weights(steps, brief)
        if not steps.is_open:
            return
        by_hole = steps.last_peg.proofs if steps.last_peg is not None else {}
        proof = winning.exhaustion(steps.pair.start, clock, by_hole)
        if self.patience and visited(proof) > AT_ONCE:  # with pruning there may be fewer positions
            steps.restart()
            steps.plan = replace(steps.plan, search=True, engine="frontier")
            steps.search()
        if steps.is_open:
            steps.note(_exhausted(steps.pair, proof))

    def _by_weights(self, steps: Steps, clock: Clock) -> None:
        """By weights that refuted others, or a small tree of cases."""
        if self.refuter is None:
            return
        pair = steps.pair
        proof = self.refuter.refute(pair, Known((pair.start.mask, pair.target.must)), clock)
        if isinstance(proof, Pagoda):
            steps.note(refuted("pagoda", "weights that no jump raises and the target exceeds", proof))
        elif proof is not None:
            steps.note(refuted("integer-cone", "no numbers of jumps add up to target - start", proof))

    def _tried(self, verdict: Verdict, clock: Clock, brief: Clock) -> list[Tried]:
        position = verdict.pair.start
        jumps, tried = position.legal_jumps(), []
        for number, jump in enumerate(jumps):
            self.report(f"jump {number + 1} of {len(jumps)}")
            share = len(jumps) - number + 1  # one for the chances
            tried.append(Tried(jump, self._verdict(position.play(jump), clock, brief, share)))
        return tried

    def _lost(self, start: Position, jumps: tuple[Jump, ...], end: Verdict, clock: Clock) -> Lost | None:
        """Backward from the end to the last position from which the target is within reach."""
        if end.answer is not Answer.INFEASIBLE or not jumps:
            return None
        lost, verdict = len(jumps), end
        for number in range(len(jumps) - 1, -1, -1):
            position = start.replay(jumps[:number])
            if isinstance(self.winning, Winning):
                if position in self.winning:
                    return Lost(jumps, number, lost, self._known(start, jumps, lost, verdict, clock))
                lost = number
                continue
            here = self._verdict(position, clock, clock, number + 1)
            if here.answer is Answer.FEASIBLE:
                return Lost(jumps, number, lost, verdict)
            if here.answer is Answer.INFEASIBLE:
                lost, verdict = number, here
        return Lost(jumps, None, lost, self._known(start, jumps, lost, verdict, clock))

    def _known(
        self, start: Position, jumps: Sequence[Jump], number: int, verdict: Verdict, clock: Clock
    ) -> Verdict:
        """The verdict on the position after so many jumps, if it is not the one that is there."""
        position = start.replay(jumps[:number])
        return verdict if position == verdict.pair.start else self._verdict(position, clock, clock)

    def _chances(self, verdict: Verdict, tried: Sequence[Tried], clock: Clock) -> dict[int, Fraction]:
        """Of the position and of those after its jumps, as far as it is known in time."""
        position, known = verdict.pair.start, {}
        if verdict.answer is Answer.INFEASIBLE:
            known[position.mask] = Fraction(0)
        for t in tried:
            if t.verdict.answer is Answer.INFEASIBLE:
                known[t.verdict.pair.start.mask] = Fraction(0)
        if len(known) > len(tried):
            return known
        left = clock.remaining()
        part = clock if left is None else clock.within(SHARE * left)
        counted: dict[int, Fraction] | Stopped | None = None
        if isinstance(self.winning, Winning):
            most = MOST_LISTED if self.patience else BRIEF_LISTED
            counted = chances(verdict.pair, part, self.winning.members, most, report=self.report)
        if not isinstance(counted, dict) and self.patience:
            counted = chances(verdict.pair, part, threads=self.threads, report=self.report)
        return known | counted if isinstance(counted, dict) else known


def _exhausted(pair: Pair, proof: Refutation | None) -> Finding:
    """The finding that the winning set does not hold the position."""
    match proof:
        case None:
            why = "it is not in the winning set, but a limit was reached before the proof was complete"
            return undecided(SEARCH, why)
        case Closure(size):
            said = f"none of the {size:,} positions that can be reached is the target"
        case Search(backward=backward):
            level = backward[-1] if backward else 0
            said = f"not among the {level:,} positions with this number of pegs that lead to the target"
        case _:
            said = "the last peg can stand in no hole"
    return refuted(SEARCH, f"{said} ({TITLE})", proof)
