"""What the arbiter is asked of one pair: looks for a play before the costly criteria, the decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from feasibility.analysis.pruning import pruning_pool, pruning_residues
from feasibility.analysis.steps import SMALL, Steps
from feasibility.base.errors import SoundnessError
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Play
from feasibility.proofs.verdict import Finding, Outcome
from feasibility.search import SEARCH, arbiter

if TYPE_CHECKING:
    from pathlib import Path

LONGER, LONGEST = 5, 10  # times as long are plans sought at length; on boards of more than arbiter.VAST holes
SHORT = 30  # jumps, at most, that the narrowest beam mostly finds while plans would still be made


class Searches:
    """The arbiter's part in the steps of a check."""

    def __init__(self, steps: Steps) -> None:
        self.steps, self.pair = steps, steps.pair
        self.brief = self.planned = False  # done
        self.seconds = 0.0  # of looks
        self.glanced: Finding | None = None
        self.exhausted: Finding | None = None

    def look(self) -> None:
        """A brief look, which sees all positions where they are few, then at all of a small board."""
        self._briefly()
        self._is_exhausted()

    def glance(self, seconds: float | None = None) -> None:
        """A look at length, by plans where they are likely to do, and by beam search."""
        if self._is_exhausted():
            return
        if seconds is None and arbiter.plannable(self.pair):
            self._seek(self._plans(LONGEST if self.pair.board.n > arbiter.VAST else LONGER))
        self._seek(lambda: arbiter.glance(self.pair, self._effort(self.pair), seconds))

    def before_programs(self) -> None:
        """Looks before any linear program: by plans, once, where they are likely to do; else briefly.

        A short play is found by a brief look before a program of plans is built. Where a person reads why
        each criterion passed, programs are asked first.
        """
        if not self.steps.plan.readable:
            self._briefly()
        elif self.steps.plan.first:
            self._seek(lambda: self._brief(proving=False))
        if not self.planned and arbiter.plannable(self.pair):
            self.planned = True
            if (self.pair.jumps_needed or SHORT + 1) <= SHORT:
                self._briefly()
            self._seek(self._plans(1))

    def _briefly(self) -> None:
        if not self.brief:
            self.brief = True
            self._seek(self._brief)

    def _brief(self, *, proving: bool = True) -> Finding | None:
        return arbiter.brief_glance(self.pair, self.steps.clock, self.steps.report, proving)

    def _plans(self, longer: int) -> Callable[[], Finding | None]:
        return lambda: arbiter.plan_glance(self.pair, self.steps.clock, self.steps.report, longer)

    def _seek(self, glance: Callable[[], Finding | None]) -> None:
        if not self.steps.may_seek:
            return
        started = perf_counter()
        finding = glance()
        took = perf_counter() - started
        self.seconds += took
        if finding is not None and isinstance(finding.proof, Play):
            self.glanced = finding.timed(took)
        elif finding is not None and finding.proof is not None:
            self.exhausted = finding.timed(took)

    def _is_exhausted(self) -> bool:
        """Whether the board is small, and none of the positions that can be reached is the target."""
        if self.exhausted is None and self.pair.board.n <= SMALL and self.steps.may_seek:
            started = perf_counter()
            finding = arbiter.decide(self.pair, self._effort(self.pair), "dense")
            self.exhausted = finding.timed(perf_counter() - started)
        return self.exhausted is not None and self.exhausted.outcome is Outcome.REFUTED

    def decide(self) -> Finding:
        """The play that a look has found, the exhaustion of a small board, or what the engines find."""
        if self.glanced is not None:
            return self._rechecked(self.glanced) if self.steps.plan.recheck else self.glanced
        if self.exhausted is not None and self.exhausted.proof is not None and not self.steps.plan.recheck:
            return self.exhausted
        finding, last_peg = self._decide(self.pair), self.steps.last_peg
        if last_peg is not None and finding.proof is None and not self.steps.clock.expired():
            narrowed = last_peg.narrow(SEARCH, self._decide)
            if narrowed.proof is not None:
                return narrowed
            finding = replace(narrowed, summary=f"{finding.summary}; {narrowed.summary}")
        return finding

    def _decide(self, pair: Pair) -> Finding:
        if not self.steps.plan.recheck:
            return arbiter.decide(pair, self._effort(pair), self.steps.plan.engine)
        return self._both(pair)

    def _rechecked(self, glanced: Finding) -> Finding:
        """A play that beam search found, set beside what the exact engines say within the limits."""
        exact = self._both(self.pair)
        if exact.outcome is Outcome.REFUTED:
            raise SoundnessError(f"the arbiter refutes a pair that has been played; the pair:\n{self.pair!r}")
        return glanced if exact.proof is None else exact

    def _both(self, pair: Pair) -> Finding:
        """Both exact engines; a contradiction between them is an emergency."""
        effort = self._effort(pair)
        findings = [arbiter.decide(pair, effort, engine) for engine in arbiter.EXACT]
        proofs = [f.proof for f in findings if f.proof is not None]
        if len({isinstance(proof, Play) for proof in proofs}) > 1:
            raise SoundnessError(f"the two engines of the arbiter contradict each other; the pair:\n{pair!r}")
        decided = [f for f in findings if f.proof is not None]
        if not decided:
            return findings[0]
        agree = "both engines agree" if len(decided) == 2 else "the other engine stopped at its limits"
        return replace(decided[0], summary=f"{decided[0].summary}; {agree}")

    def _effort(self, pair: Pair) -> arbiter.Effort:
        pool, residues = pruning_pool(self.pair), pruning_residues(pair)
        workdir = self._workdir(pair)
        steps, plan = self.steps, self.steps.plan
        return arbiter.Effort(steps.clock, pool, residues, workdir, steps.report, plan.threads, plan.levels)

    def _workdir(self, pair: Pair) -> Path | None:
        """The question of one hole is another search, with a directory of its own."""
        workdir = self.steps.plan.workdir
        if workdir is None or pair is self.pair or pair.exact is None:
            return workdir
        return workdir / f"last-peg-{pair.board.called(pair.exact.pegs[0])}"
