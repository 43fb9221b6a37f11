"""One check, step by step; every proof passes the gate to the verifier as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from feasibility.analysis.plan import Plan
from feasibility.base.limits import Clock, Limits
from feasibility.criteria import Criterion
from feasibility.game.position import Pair
from feasibility.proofs.accept import accepted
from feasibility.proofs.certificate import Certificate, Play, Proof
from feasibility.proofs.last_peg import LastPeg
from feasibility.proofs.verdict import Finding, Outcome, Verdict, not_run, undecided
from feasibility.search import SEARCH

if TYPE_CHECKING:
    from feasibility.analysis.searches import Searches

BRIEF_SECONDS = 1.0  # for a costly criterion while others have not been asked; it is asked again after them
LOOKS = 2  # a brief one and a long one
COSTLY_SECONDS = 4.0  # for one costly criterion on its own, so that the arbiter gets its turn
SMALL = 11  # holes; all positions of such a board are visited before a costly criterion is asked
SMALL_SECONDS = 0.4  # for a costly criterion there: what it says is wanted as a reason, not as a decision


class Steps:
    """The findings on one pair so far, and what they imply for the next step."""

    def __init__(
        self,
        pair: Pair,
        limits: Limits,
        plan: Plan,
        watch: Callable[[Finding], None] | None = None,
        report: Callable[[str], None] | None = None,
    ) -> None:
        self.pair, self.limits, self.plan, self.watch, self.report = pair, limits, plan, watch, report
        self.findings: list[Finding] = []
        self.looks = 0  # for a play, before the costly criteria
        self.searches: Searches | None = None  # most refutations come before any and do without its imports
        self.last_peg = LastPeg(pair) if pair.target.pegs == 1 else None
        self.restart()

    def restart(self) -> None:
        """Begin the limits anew: where several pairs take turns, they are for a turn."""
        self.clock = self.limits.start()
        self.hurried = None if self.plan.hurry is None else self.clock.within(self.plan.hurry)

    @property
    def verdict(self) -> Verdict:
        """What is known by now."""
        return Verdict(self.pair, tuple(self.findings), self.limits)

    @property
    def is_open(self) -> bool:
        """Whether nothing is proved."""
        return self._proved is None

    def all(self) -> None:
        """Cheap criteria, a glance by beam search, costly criteria, then the exact engines."""
        self.criteria(self.plan.chosen)
        self.glance()
        if self.plan.search:
            self.search()

    def criteria(self, criteria: Iterable[Criterion]) -> None:
        """Criteria one after the other, with a look for a play before costly ones, brief before the first.

        A costly one that comes to its limit waits until the others have been asked, then has more time.
        """
        listed = list(criteria)
        waiting: list[tuple[Criterion, Finding]] = []
        for criterion in listed:
            if criterion.programs and self.may_seek:
                self._searching().before_programs()
            if criterion.costly:
                self._look()
            if criterion is listed[-1] or not self._waits(criterion):
                self._add(self._criterion(criterion))
                continue
            brief, ended = self._briefly(criterion)
            if ended:
                waiting.append((criterion, brief))
            else:
                self.note(brief)
        for criterion, brief in waiting:
            self._again(criterion, brief)

    def _briefly(self, criterion: Criterion) -> tuple[Finding, bool]:
        """What a costly criterion finds at first, and whether its time was too short."""
        started, clock = perf_counter(), self.clock.within(BRIEF_SECONDS)
        finding = self._asked(criterion, clock)
        open_still = finding.outcome is Outcome.UNDECIDED and clock.expired()
        return finding.timed(perf_counter() - started), open_still

    def _waits(self, criterion: Criterion) -> bool:
        """Whether a criterion may be asked twice: a costly one on a larger board, and nothing is proved."""
        once = self.plan.all_criteria or self.hurried is not None or self._is_visited
        return criterion.costly and not once and self._superfluous(costly=True) is None

    def _again(self, criterion: Criterion, brief: Finding) -> None:
        """Ask the criterion again with more time, if the pair is still open."""
        if self._superfluous(costly=True) is not None:
            self.note(brief)
            return
        started = perf_counter()
        finding = self._asked(criterion, self._patience(criterion))
        self.note(self._limited(finding).timed(brief.seconds + perf_counter() - started))

    def search(self) -> None:
        """What the arbiter says: the play that a look has found, or what its engines find."""
        self._add(self._with_looks)

    def glance(self, seconds: float | None = None) -> None:
        """Looks at length, if nothing is proved, for a play by beam search: it saves the costly criteria."""
        if self.looks < LOOKS:
            self.looks = LOOKS
            if self.may_seek:
                self._searching().glance(seconds)

    def _look(self) -> None:
        """Looks briefly the first time, then at all of a small board, and at length the second time."""
        if self.looks:
            self.glance()
            return
        self.looks = 1
        if self.may_seek:
            self._searching().look()

    def _searching(self) -> Searches:
        if self.searches is None:
            from feasibility.analysis.searches import Searches

            self.searches = Searches(self)
        return self.searches

    def _with_looks(self) -> Finding:
        """What the arbiter says, with the time of the looks for a play that it saw no more of."""
        started, finding = perf_counter(), self._arbiter()
        if self._glanced is not None or self.verdict.decisive is not None:
            return finding
        if not finding.ran and self._looked:
            finding = replace(finding, ran=True, summary=f"no play was found at first; {self.clock.ended()}")
        return finding.timed((finding.seconds or perf_counter() - started) + self._looked)

    def _arbiter(self) -> Finding:
        if self._glanced is None:
            why = self._superfluous(costly=True)
            if why is not None:
                return not_run(SEARCH, why)
        return self._searching().decide()

    @property
    def may_seek(self) -> bool:
        """Whether a look for a play makes sense now."""
        engine = self.plan.engine is None and self.plan.search
        return engine and self.is_open and not self.clock.expired()

    @property
    def _glanced(self) -> Finding | None:
        """What a look has decided: a play; that there is none, where nobody reads for what reason."""
        if self.searches is None:
            return None
        return self.searches.glanced or (None if self.plan.readable else self.searches.exhausted)

    @property
    def _looked(self) -> float:
        """Seconds of looks for a play."""
        return 0.0 if self.searches is None else self.searches.seconds

    @property
    def _proved(self) -> Proof | None:
        known = self.findings if self._glanced is None else [*self.findings, self._glanced]
        return next((f.proof for f in known if f.proof is not None), None)

    def _add(self, ask: Callable[[], Finding]) -> None:
        """A finding with its own time: looks for a play on the way are counted with the search."""
        started, looked = perf_counter(), self._looked
        finding = ask()
        took = perf_counter() - started - (self._looked - looked)
        self.note(self._limited(finding).timed(finding.seconds or took))

    def _limited(self, finding: Finding) -> Finding:
        """With the limit of the whole question, where that has ended it."""
        if finding.outcome is not Outcome.UNDECIDED or finding.limit is not None:
            return finding
        return replace(finding, limit=self.clock.over())

    def note(self, finding: Finding) -> None:
        """One more finding, its proof accepted before anybody hears of it."""
        if finding.proof is not None:
            accepted(Certificate(self.pair, finding.proof), finding.criterion)
        self.findings.append(finding)
        if self.watch is not None:
            self.watch(finding)

    def _criterion(self, criterion: Criterion) -> Callable[[], Finding]:
        def ask() -> Finding:
            needless = criterion.programs and (self._glanced is not None or not self.plan.readable)
            why = self._superfluous(costly=criterion.costly or needless)
            if why is not None:
                return not_run(criterion.name, why)
            if self.hurried is None or self.looks:
                return self._asked(criterion, self._patience(criterion))
            finding = self._asked(criterion, self.hurried)
            if finding.outcome is not Outcome.UNDECIDED or not self.hurried.expired():
                return finding
            self.glance()
            return ask()

        return ask

    def _patience(self, criterion: Criterion) -> Clock:
        if not criterion.costly or self.plan.all_criteria:
            return self.clock
        return self.clock.within(SMALL_SECONDS if self._is_visited else COSTLY_SECONDS)

    @property
    def _is_visited(self) -> bool:
        """Whether all positions are visited before a costly criterion is asked."""
        if self.searches is not None and self.searches.exhausted is not None:
            return True
        return self.pair.board.n <= SMALL and self.plan.search and self.plan.engine is None

    def _asked(self, criterion: Criterion, clock: Clock) -> Finding:
        if self.report is not None:
            self.report(f"{criterion.name} {_at_most(clock)}")
        finding = self._check_of(criterion)(self.pair, clock)
        if self.last_peg is not None and finding.proof is None and self.is_open:
            return self.last_peg.narrow(criterion.name, lambda pair: self._for_hole(criterion, pair, clock))
        return finding

    def _for_hole(self, criterion: Criterion, pair: Pair, clock: Clock) -> Finding:
        """A criterion on one hole of the question where the last peg can stand."""
        if clock.expired():
            return undecided(criterion.name, clock.ended())
        if self.report is not None and pair.exact is not None:
            hole = pair.board.called(pair.exact.pegs[0])
            self.report(f"{criterion.name}: can the last peg stand in {hole}?")
        return self._check_of(criterion)(pair, clock)

    def _check_of(self, criterion: Criterion) -> Callable[[Pair, Clock], Finding]:
        return criterion.check if self.plan.readable else criterion.plain or criterion.check

    def _superfluous(self, *, costly: bool) -> str | None:
        if self.clock.expired():
            return self.clock.ended()
        if self._proved is None:
            return None
        if self.plan.first or (costly and not self.plan.all_criteria):
            return "a play is known" if isinstance(self._proved, Play) else "the pair is refuted already"
        return None


def _at_most(clock: Clock) -> str:
    """What can be said of a step that tells nothing while it runs."""
    left = clock.timeout()
    return "..." if left is None else f"... {left:.0f} s at most"
