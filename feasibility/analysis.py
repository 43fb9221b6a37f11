"""The composer: decides a pair by criteria and arbiter, and passes every proof to the verifier first."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Clock, Limits
from feasibility.criteria import CRITERIA, Criterion
from feasibility.game.geometry import coordinate
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Cases, Certificate, Closure, Play, Proof, Residue, Search
from feasibility.proofs.last_peg import LastPeg
from feasibility.proofs.verdict import Finding, Outcome, Verdict, not_run, undecided
from feasibility.search import arbiter
from feasibility.systems.residues import generators

if TYPE_CHECKING:
    from feasibility import verifier

QUICKLY_REPEATED = 20_000  # positions; the verifier's own exhaustion takes well under a second
SAMPLED = 24  # functions of the board's own library that are offered to the search
COSTLY_SECONDS = 4.0  # for one costly criterion on its own, so that the arbiter gets its turn


@dataclass(frozen=True)
class Plan:
    """Which criteria run, and how far.

    `first`: nothing runs after the first proof. `all_criteria`: costly ones run although a proof is there,
    and as long as they like. `recheck`: the arbiter decides again with its other engine, and both must agree.
    """

    criteria: tuple[Criterion, ...] = CRITERIA
    search: bool = True
    first: bool = False
    all_criteria: bool = False
    recheck: bool = False
    workdir: Path | None = None
    threads: int = 2


def choose(
    criteria: Collection[str] | None = None, skip: Collection[str] = ()
) -> tuple[tuple[Criterion, ...], bool]:
    """Criteria by name, in their own order, and whether the arbiter (`search`) is among them."""
    known = [*(c.name for c in CRITERIA), arbiter.NAME]
    for name in (*(criteria or ()), *skip):
        if name not in known:
            from difflib import get_close_matches

            near = " or ".join(get_close_matches(name, known, n=2)) or ", ".join(known)
            raise InputError("no such criterion", seen=repr(name), expected=near)
    wanted = [name for name in (known if criteria is None else criteria) if name not in skip]
    if not wanted:
        raise InputError("nothing is left to run", expected="at least one criterion, or search")
    return tuple(c for c in CRITERIA if c.name in wanted), arbiter.NAME in wanted


def check(
    pair: Pair,
    limits: Limits | None = None,
    plan: Plan | None = None,
    *,
    watch: Callable[[Finding], None] | None = None,
    report: arbiter.Report | None = None,
) -> Verdict:
    """The verdict on a pair. `watch` hears each finding as it comes, `report` the progress of a search."""
    return _Check(pair, limits or Limits(), plan or Plan(), watch, report).run()


class _Check:
    """One check: the findings so far, and what they imply for the next step."""

    def __init__(
        self,
        pair: Pair,
        limits: Limits,
        plan: Plan,
        watch: Callable[[Finding], None] | None,
        report: arbiter.Report | None,
    ) -> None:
        self.pair, self.limits, self.plan, self.watch, self.report = pair, limits, plan, watch, report
        self.clock = limits.start()
        self.findings: list[Finding] = []
        self.looked = False
        self.glanced: Finding | None = None
        self.last_peg = LastPeg(pair) if pair.target.pegs == 1 else None

    def run(self) -> Verdict:
        """Cheap criteria, a glance by beam search, costly criteria, then the exact engines."""
        for criterion in self.plan.criteria:
            if criterion.costly:
                self._glance()
            self._add(criterion.name, self._criterion(criterion))
        self._glance()
        if self.plan.search:
            self._add(arbiter.NAME, self._arbiter)
        return Verdict(self.pair, tuple(self.findings), self.limits)

    @property
    def _proved(self) -> Proof | None:
        known = self.findings if self.glanced is None else [*self.findings, self.glanced]
        return next((f.proof for f in known if f.proof is not None), None)

    def _add(self, name: str, ask: Callable[[], Finding]) -> None:
        started = perf_counter()
        finding = ask()
        confirm(self.pair, finding)
        finding = finding.timed(finding.seconds or perf_counter() - started)
        self.findings.append(finding)
        if self.watch is not None:
            self.watch(finding)

    def _criterion(self, criterion: Criterion) -> Callable[[], Finding]:
        def ask() -> Finding:
            why = self._superfluous(costly=criterion.costly)
            if why is not None:
                return not_run(criterion.name, why)
            clock = self.clock
            if criterion.costly and not self.plan.all_criteria:
                clock = clock.within(COSTLY_SECONDS)
            if self.report is not None:
                self.report(f"{criterion.name} {_at_most(clock)}")
            finding = criterion.check(self.pair, clock)
            if self.last_peg is not None and finding.proof is None and self._proved is None:
                return self.last_peg.narrow(
                    criterion.name, lambda pair: self._for_hole(criterion, pair, clock)
                )
            return finding

        return ask

    def _for_hole(self, criterion: Criterion, pair: Pair, clock: Clock) -> Finding:
        """A criterion on one hole of the question where the last peg can stand."""
        if clock.expired():
            return undecided(criterion.name, "time is over")
        if self.report is not None and pair.exact is not None:
            hole = coordinate(pair.board.holes[pair.exact.pegs[0]])
            self.report(f"{criterion.name}: can the last peg stand in {hole}?")
        return criterion.check(pair, clock)

    def _superfluous(self, *, costly: bool) -> str | None:
        if self.clock.expired():
            return "time is over"
        if self._proved is None:
            return None
        if self.plan.first or (costly and not self.plan.all_criteria):
            return "a play is known" if isinstance(self._proved, Play) else "the pair is refuted already"
        return None

    def _glance(self) -> None:
        """Looks once, if nothing is proved, for a play by beam search: it saves the costly criteria."""
        if not self.plan.search or self.looked or self._proved is not None or self.clock.expired():
            return
        self.looked = True
        started = perf_counter()
        finding = arbiter.glance(self.pair, self._effort(self.pair))
        if finding is not None and finding.proof is not None:
            self.glanced = finding.timed(perf_counter() - started)

    def _arbiter(self) -> Finding:
        if self.glanced is not None:
            return self._rechecked(self.glanced) if self.plan.recheck else self.glanced
        why = self._superfluous(costly=True)
        if why is not None:
            return not_run(arbiter.NAME, why)
        finding = self._decide(self.pair)
        if self.last_peg is not None and finding.proof is None and not self.clock.expired():
            narrowed = self.last_peg.narrow(arbiter.NAME, self._decide)
            if narrowed.proof is not None:
                return narrowed
            finding = replace(narrowed, summary=f"{finding.summary}; {narrowed.summary}")
        return finding

    def _decide(self, pair: Pair) -> Finding:
        if not self.plan.recheck:
            return arbiter.decide(pair, self._effort(pair))
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
        findings = [arbiter.decide(pair, effort, engine) for engine in arbiter.ENGINES]
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
        return arbiter.Effort(self.clock, pool, residues, workdir, self.report, self.plan.threads)

    def _workdir(self, pair: Pair) -> Path | None:
        """The question of one hole is another search, with a directory of its own."""
        if self.plan.workdir is None or pair is self.pair or pair.exact is None:
            return self.plan.workdir
        return self.plan.workdir / f"last-peg-{coordinate(pair.board.holes[pair.exact.pegs[0]])}"


def _at_most(clock: Clock) -> str:
    """What can be said of a step that tells nothing while it runs."""
    left = clock.remaining()
    return "..." if left is None else f"... {left:.0f} s at most"


def pruning_pool(pair: Pair) -> tuple[tuple[int, ...], ...]:
    """Pagoda functions that a search on the pair may prune with: known ones, and sampled ones if any."""
    from feasibility.criteria.pagoda import library
    from feasibility.systems import facet_library

    sampled = facet_library.closest(pair, SAMPLED)
    return arbiter.tightest(pair, (*library(pair.board), *sampled))


def pruning_residues(pair: Pair) -> tuple[Residue, ...]:
    """Residues that no jump changes: a search ends before its first level where one tells the ends apart."""
    every = generators(pair.board, pair.target.free)
    return tuple(Residue(modulus, weights) for weights, modulus in every if modulus)


def cheaply(pair: Pair, clock: Clock, report: arbiter.Report | None = None) -> Finding | None:
    """What the criteria that are not costly prove of a pair; None where they prove nothing."""
    plan = Plan(tuple(c for c in CRITERIA if not c.costly), search=False, first=True)
    return check(pair, replace(clock.limits, seconds=clock.remaining()), plan, report=report).decisive


def verify(certificate: Certificate | dict[str, object] | str | bytes) -> verifier.Outcome:
    """What the independent verifier says of a certificate, of its JSON object, or of the file at a path."""
    from feasibility import verifier

    return verifier.check(certificate.to_json() if isinstance(certificate, Certificate) else certificate)


def confirm(pair: Pair, finding: Finding) -> None:
    """Passes a proof through the verifier, but for large exhaustions, which it would repeat at length."""
    from feasibility import verifier

    if finding.proof is None or _visited(finding.proof) > QUICKLY_REPEATED:
        return
    outcome = verifier.check(Certificate(pair, finding.proof).to_json())
    if not outcome.valid:
        raise SoundnessError(
            f"the verifier does not accept the proof of {finding.criterion}: {outcome.reason}. This is a "
            "defect of pegfeas; "
            f"the pair:\n{pair!r}"
        )


def _visited(proof: Proof) -> int:
    """Positions that the verifier has to visit."""
    match proof:
        case Cases(cases):
            return sum(_visited(case) for case in cases)
        case Closure(size):
            return size
        case Search():
            return sum(proof.forward) + sum(proof.backward or ())
    return 0
