"""Verdicts on position after position with one target: the winning set is made once, then looked up.

Where it does not fit the machine, every position is a check of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction

from feasibility.api.asking import PairLike, StartLike, TargetLike, as_jumps, as_pair, as_start
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.criteria import trivial
from feasibility.decide import Plan, check
from feasibility.decide.findings import played
from feasibility.decide.runner import Run
from feasibility.decide.schedule import AT_SIGHT, REASON
from feasibility.engines import SEARCH
from feasibility.engines.chances import chances
from feasibility.engines.winning import Winning, winning_positions
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply_to_jump, inverse, pair_stabiliser
from feasibility.proofs.accept import FLOOR, ready, vouched
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.search import Search
from feasibility.proofs.verdict import Answer, Finding, Verdict, refuted, undecided
from feasibility.studies.advice.advice import Advice, Lost, Tried
from feasibility.systems.both_ends import KnownPairs
from feasibility.systems.refuter import Refuter
from feasibility.text.moves import read_moves

SECONDS = 60.0  # for one answer, where nobody sets limits
PATIENCE = 1.0  # seconds for a reason that people can redo, for each position that is lost
SHARE = 0.5  # of the time, for chances
SPARED = 0.1  # of the time, for what is asked where the winning set takes longer
TITLE = "winning set"
MANY_HOLES = 27  # of a board on which the winning set, and chances, take more than a moment
BEGUN = "the play of the position begins with it"
ALIKE, QUICK = "all jumps are images of one", 1.0  # and seconds for a play that begins with it
# Where every answer must come at once: seconds for weights and cases, and orbits on a level of chances.
BRIEF, BRIEF_LISTED = 0.015, 1 << 9


def advise(
    position: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    after: Iterable[Sequence[int | str]] | str = (),
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    patience: float = PATIENCE,
    report: Report | None = None,
) -> Advice:
    """Which jumps still win, why the others lose, and which of the jumps `after` lost the game.

    Position and target are values, or text as `pegfeas advise` reads it; without a target the last peg is to
    end in the one hole that is empty, or anywhere where more are. `after` is played first. `patience`:
    seconds that a proof which people can redo is looked for, for each jump that loses. Who asks again and
    again with one target keeps an `Adviser`.

    >>> advice = advise("line:6:+a1+b1+d1")
    >>> [(tried.jump, tried.word, tried.chance) for tried in advice.tried]
    [(Jump(start=0, over=1, landing=2), 'wins', Fraction(1, 1))]
    """
    pair = as_pair(position, target, pegs, board)
    if not isinstance(patience, int | float) or not patience >= 0:
        raise InputError("not a number for patience", seen=repr(patience)[:40], expected="0 or more")
    bounded = as_limits(limits, time_limit, work_limit, memory_limit, usual=SECONDS)
    return Adviser(pair.target, patience=patience, report=report).advise(pair.start, after, bounded)


class Adviser:
    """Advice for every position of a game with one target.

    `patience`: seconds that a proof which people can redo is looked for, for each position that is lost;
    with 0 only what needs no search is told, and every answer comes at once.
    """

    def __init__(
        self, target: Target, *, patience: float = PATIENCE, threads: int = 2, report: Report | None = None
    ) -> None:
        if not isinstance(target, Target):
            raise InputError("not a target", seen=repr(target)[:40], expected="a value, as of a pair")
        self.target, self.patience, self.threads = target, patience, threads
        self.report: Report = report or silent
        self.winning: Winning | Stopped | None = None
        self.refuter: Refuter | None = None  # for answers that come at once
        if not patience and target.pegs is None:
            self.refuter = Refuter(target.board, target.free)

    def advise(
        self,
        start: StartLike,
        jumps: Iterable[Sequence[int | str]] | str = (),
        limits: Limits | None = None,
        early: Callable[[Advice], None] = lambda advice: None,
    ) -> Advice:
        """On the position after some jumps; and which of these lost the game, if they did.

        `early` hears all but the chances, which take the longest.
        """
        clock, start = (limits or Limits(SECONDS)).start(), as_start(start)
        jumps = read_moves(start, jumps) if isinstance(jumps, str) else as_jumps(start.board, jumps)
        position = start.replay(jumps)
        if self.made_for(position) is None:
            soon = self.lost_at_sight(start, jumps, clock)
            if soon is None and self.patience and position.board.n > MANY_HOLES:
                soon = self._alike(start, jumps, clock)
            if soon is not None:
                return soon
        self.prepare(position, clock)
        still = self._as_it_is(position)
        brief = clock.within(BRIEF) if not self.patience else clock
        verdict = still._verdict(position, clock, brief)
        tried = still._tried(verdict, clock, brief)
        lost = still._lost(start, jumps, verdict, clock)
        early(Advice(start, jumps, verdict, tuple(tried), None, lost))
        known = still._chances(verdict, tried, clock)
        told = tuple(replace(t, chance=known.get(position.play(t.jump).mask)) for t in tried)
        return Advice(start, jumps, verdict, told, known.get(position.mask), lost)

    def prepare(self, position: Position, clock: Clock) -> None:
        """Make the winning set unless there is one for this position; if it does not fit, there is none."""
        if position.board != self.target.board:
            seen = f"{position.board.label}, {self.target.board.label}"
            raise InputError("the position and the target are on different boards", seen=seen)
        if self.made_for(position) is None and not self.refused:
            self.winning = None  # its room is needed
            part = clock.sparing(SPARED * (clock.timeout() or 0.0))
            made = winning_positions(position, self.target, part, threads=self.threads, report=self.report)
            self.winning = made
            if isinstance(made, Winning) and not self.patience:  # no later answer waits for it
                made.count(clock)
                ready()

    def _as_it_is(self, position: Position) -> Adviser:
        """This adviser for one answer, its set that of the position: other threads may make another set."""
        still = copy(self)
        still.winning = still.made_for(position)
        return still

    def made_for(self, position: Position) -> Winning | None:
        """The winning set, where it is there and says whether this position is won."""
        winning = self.winning
        return winning if isinstance(winning, Winning) and winning.knows(position) else None

    @property
    def refused(self) -> bool:
        """Whether there is no room for it, whatever the time."""
        winning = self.winning  # which another thread may make meanwhile
        return isinstance(winning, Stopped) and winning.limit != "time"

    def lost_at_sight(self, start: Position, jumps: Sequence[Jump], clock: Clock) -> Advice | None:
        """The advice where criteria that need no program refute the start, and all that comes after it.

        There is no reason to visit all positions that lead to the target then.
        """
        position = start.replay(jumps)
        legal = position.legal_jumps()
        verdicts, plan = list[Verdict](), Plan(first=True, search=False, schedule=AT_SIGHT)
        for each in (start, position, *map(position.play, legal)):
            verdicts.append(check(Pair(each, self.target), clock.rest(), plan, report=self.report))
            if verdicts[-1].answer is not Answer.INFEASIBLE:
                return None
        first, verdict, *after = verdicts
        tried = tuple(Tried(jump, one, Fraction(0)) for jump, one in zip(legal, after, strict=True))
        lost = Lost(tuple(jumps), None, 0, first) if jumps else None
        return Advice(start, tuple(jumps), verdict, tried, Fraction(0), lost)

    def _alike(self, start: Position, jumps: Sequence[Jump], clock: Clock) -> Advice | None:
        """The advice where all jumps are images of each other and some play is soon found; else None.

        There is nothing to choose then, and no reason to visit all positions that lead to the target.
        """
        position = start.replay(jumps)
        pair, legal = Pair(position, self.target), position.legal_jumps()
        turns = {apply_to_jump(g, jump): g for jump in legal[:1] for g in pair_stabiliser(pair)}
        if len(legal) < 2 or set(turns) != set(legal):
            return None
        verdict = check(pair, clock.within(QUICK).rest(), Plan(first=True), report=self.report)
        play = verdict.play
        if play is None or play == ():
            return None
        back = inverse(turns[play[0]])
        tried = []
        for jump in legal:
            after = Pair(position.play(jump), self.target)
            rest = [apply_to_jump(turns[jump], apply_to_jump(back, one)) for one in play[1:]]
            tried.append(Tried(jump, _verdict(after, played(after, rest, ALIKE), clock)))
        return Advice(start, tuple(jumps), verdict, tuple(tried))

    def _verdict(self, position: Position, clock: Clock, brief: Clock, share: int = 1) -> Verdict:
        """What is known of one position; `share`: of so many that are still to be asked."""
        pair = Pair(position, self.target)
        if not isinstance(self.winning, Winning):
            left = clock.remaining()
            part = clock if left is None else clock.within(left / share)
            plan = Plan(first=not self.patience, patience=None if self.patience else 0.0)
            return replace(check(pair, part.rest(), plan, report=self.report), limits=clock.limits)
        play = self.winning.play(position)
        if play is not None:
            return _verdict(pair, played(pair, play, TITLE), clock)
        return self._why_lost(pair, self.winning, clock, brief)

    def _why_lost(self, pair: Pair, winning: Winning, clock: Clock, brief: Clock) -> Verdict:
        """The proof that is easiest to redo, within the patience; else exhaustion."""
        patient = clock.within(self.patience) if self.patience else clock
        table = REASON if self.patience else AT_SIGHT
        plan = Plan(first=not self.patience, search=False, schedule=table)
        run = Run(pair, patient.rest(), plan, report=self.report)
        verdict = run.verdict()
        if verdict.decisive is None:  # numbers of pegs need no time
            verdict = _with(verdict, trivial.check(pair, clock), clock)
        if verdict.decisive is None and not brief.expired():
            verdict = _with(verdict, self._by_weights(pair, brief), clock)
        if verdict.decisive is not None:
            return verdict
        by_hole = run.last_peg.proofs if run.last_peg is not None else {}
        proof = winning.exhaustion(pair.start, clock, by_hole)
        # with pruning there may be fewer positions
        if self.patience and proof is not None and proof.forecast() > FLOOR:
            pruned = check(pair, clock.within(self.patience).rest(), Plan((), engine="frontier"))
            if pruned.decisive is not None:
                return replace(verdict, findings=(*verdict.findings, pruned.decisive))
        return replace(verdict, findings=(*verdict.findings, vouched(pair, _exhausted(pair, proof), clock)))

    def _by_weights(self, pair: Pair, clock: Clock) -> Finding | None:
        """By weights that refuted others, or a small tree of cases."""
        if self.refuter is None:
            return None
        proof = self.refuter.refute(pair, KnownPairs((pair.start.mask, pair.target.must)), clock)
        if isinstance(proof, Pagoda):
            return refuted("pagoda", "weights that no jump raises and the target exceeds", proof)
        if proof is not None:
            return refuted("integer-cone", "no numbers of jumps add up to target - start", proof)
        return None

    def _tried(self, verdict: Verdict, clock: Clock, brief: Clock) -> list[Tried]:
        position, play = verdict.pair.start, verdict.play
        jumps, tried = position.legal_jumps(), []
        for number, jump in enumerate(jumps):
            self.report(f"jump {number + 1} of {len(jumps)}")
            share, after = len(jumps) - number + 1, position.play(jump)  # one for the chances
            if play is not None and play[:1] == (jump,):
                pair = Pair(after, self.target)
                tried.append(Tried(jump, _verdict(pair, played(pair, play[1:], BEGUN), clock)))
            else:
                tried.append(Tried(jump, self._verdict(after, clock, brief, share)))
        return tried

    def _lost(self, start: Position, jumps: tuple[Jump, ...], end: Verdict, clock: Clock) -> Lost | None:
        """Backward from the end to the last position from which the target is within reach."""
        if end.answer is not Answer.INFEASIBLE or not jumps:
            return None
        won, lost, verdicts = None, len(jumps), {len(jumps): end}
        for number in range(len(jumps) - 1, -1, -1):
            position = start.replay(jumps[:number])
            if isinstance(self.winning, Winning):
                answer = Answer.FEASIBLE if position in self.winning else Answer.INFEASIBLE
            else:
                verdicts[number] = self._verdict(position, clock, clock, number + 1)
                answer = verdicts[number].answer
            if answer is Answer.FEASIBLE:
                won = number
                break
            if answer is Answer.INFEASIBLE:
                lost = number
        for number in range(lost, len(jumps)):  # the first of which that is proved
            if number not in verdicts:
                verdicts[number] = self._verdict(start.replay(jumps[:number]), clock, clock)
            if verdicts[number].answer is Answer.INFEASIBLE:
                return Lost(jumps, won, number, verdicts[number])
        return Lost(jumps, won, len(jumps), end)

    def _chances(self, verdict: Verdict, tried: Sequence[Tried], clock: Clock) -> dict[int, Fraction]:
        """Of the position and of those after its jumps, as far as it is known in time."""
        verdicts = (verdict, *(one.verdict for one in tried))
        known = {v.pair.start.mask: Fraction(0) for v in verdicts if v.answer is Answer.INFEASIBLE}
        if len(known) > len(tried):
            return known
        left = clock.remaining()
        part = clock if left is None else clock.within(SHARE * left)
        counted: dict[int, Fraction] | Stopped | None = None
        if isinstance(self.winning, Winning):
            most = None if self.patience else BRIEF_LISTED
            counted = chances(verdict.pair, part, self.winning.members, most, report=self.report)
        elif self.patience:
            counted = chances(verdict.pair, part, threads=self.threads, report=self.report)
        return known | counted if isinstance(counted, dict) else known


def _verdict(pair: Pair, finding: Finding, clock: Clock) -> Verdict:
    """Of a finding that the schedule did not make; its proof passes the gate here."""
    return Verdict(pair, (vouched(pair, finding, clock),), clock.limits)


def _with(verdict: Verdict, finding: Finding | None, clock: Clock) -> Verdict:
    """With one more finding, if it decides."""
    if finding is None or finding.proof is None:
        return verdict
    return replace(verdict, findings=(*verdict.findings, vouched(verdict.pair, finding, clock)))


def _exhausted(pair: Pair, proof: Refutation | None) -> Finding:
    """The finding that the winning set does not hold the position."""
    match proof:
        case None:
            why = "it is not in the winning set, but a limit was reached before the proof was complete"
            return undecided(SEARCH, why)
        case Closure(size):
            said = f"none of the {size:,} positions that can be reached is the target"
        case Search(backward=backward):
            level = 0 if backward is None else backward[-1]
            said = f"not among the {level:,} positions with this number of pegs that lead to the target"
        case _:
            said = "the last peg can stand in no hole"
    return refuted(SEARCH, f"{said} ({TITLE})", proof)
