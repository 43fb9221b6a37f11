"""The pairs of one start, decided together: cheap proofs first, then one reachable set for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from feasibility.analysis import Plan, check
from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Limits
from feasibility.criteria import CRITERIA
from feasibility.criteria.pagoda import library
from feasibility.game.position import Pair
from feasibility.many import run
from feasibility.processes.tasks import Done, Failure, Stop, ordered
from feasibility.proofs.certificate import Certificate, Closure, Proof
from feasibility.proofs.verdict import Finding, Verdict, refuted
from feasibility.search import arbiter
from feasibility.survey.families import Family, Start, same_residues

if TYPE_CHECKING:
    from feasibility.search.dense.closure import DenseSet

CHEAP_CLOSURE = 1.0  # seconds of closure that are spent before costly criteria
GLANCE = 3.0  # seconds of beam search before the costly criteria
AT_ONCE = 400  # targets of one start in one task
CHECKED = 200_000  # positions that the verifier visits to repeat an exhaustion here

_CHEAP = tuple(c for c in CRITERIA if not c.costly)


class Settled(NamedTuple):
    """What is known of one pair. `digest` is the SHA-256 of the certificate's file."""

    start: int
    target: int
    same_residues: bool
    verdict: str
    decided_by: str | None
    summary: str
    seconds: float
    certificate: str | None = None
    digest: str | None = None


@dataclass(frozen=True)
class Settle:
    """From a start with its targets to what is known of each; travels to the workers."""

    limits: Limits
    threads: int = 1

    def __call__(self, task: Start) -> list[Settled]:
        cheap = Plan(_CHEAP, search=False, first=True)
        verdicts = {target: check(task.pair(target), self.limits, cheap) for target in task.targets}
        if self._closure_is_cheap(task):
            self._by_closure(task, verdicts, CHEAP_CLOSURE)
        for target in _open(verdicts):
            verdicts[target] = self._costly(verdicts[target])
        left = len(_open(verdicts))
        if left:  # a reachable set for all targets may cost what they may cost one by one
            self._by_closure(
                task, verdicts, None if self.limits.seconds is None else self.limits.seconds * left
            )
        for target in _open(verdicts):
            verdicts[target] = self._frontier(verdicts[target])
        return [settled(verdict) for verdict in verdicts.values()]

    def _closure_is_cheap(self, task: Start) -> bool:
        cost = arbiter.dense_seconds(task.board)
        return cost is not None and cost < CHEAP_CLOSURE / 2

    def _costly(self, verdict: Verdict) -> Verdict:
        """A look for a play, then the costly criteria."""
        pair = verdict.pair
        if self.limits.start().expired():
            return verdict
        began = perf_counter()
        finding = arbiter.glance(pair, self._effort(pair), _within(GLANCE, self.limits))
        if finding is not None and finding.proof is not None:
            return _with(verdict, finding.timed(perf_counter() - began))
        costly = tuple(c for c in CRITERIA if c.costly)
        more = check(pair, self.limits, Plan(costly, search=False, first=True))
        return Verdict(pair, (*verdict.findings, *more.findings), self.limits)

    def _by_closure(self, task: Start, verdicts: dict[int, Verdict], seconds: float | None) -> None:
        from feasibility.search.dense.closure import closure
        from feasibility.search.dense.run import Refused

        undecided = _open(verdicts)
        if not undecided or task.board.n > 64:
            return
        clock = replace(self.limits, seconds=seconds).start()
        began = perf_counter()
        found = closure(task.board.n, task.board.jumps, task.start, clock=clock, threads=self.threads)
        if isinstance(found, Refused):
            return
        size = len(found)
        share = (perf_counter() - began) / len(undecided)
        for target in undecided:
            finding = _membership(task.pair(target), found, size)
            verdicts[target] = _with(verdicts[target], finding.timed(share))

    def _frontier(self, verdict: Verdict) -> Verdict:
        if self.limits.start().expired():
            return verdict
        began = perf_counter()
        finding = arbiter.decide(verdict.pair, self._effort(verdict.pair), "frontier")
        return _with(verdict, finding.timed(perf_counter() - began))

    def _effort(self, pair: Pair) -> arbiter.Effort:
        pagodas = arbiter.tightest(pair, library(pair.board))
        return arbiter.Effort(self.limits.start(), pagodas, threads=self.threads)


def _within(seconds: float, limits: Limits) -> float:
    return seconds if limits.seconds is None else min(seconds, limits.seconds)


def _open(verdicts: dict[int, Verdict]) -> list[int]:
    return [target for target, verdict in verdicts.items() if verdict.decisive is None]


def _membership(pair: Pair, found: DenseSet, size: int) -> Finding:
    from feasibility.search.dense.queries import play

    steps = play(found, pair.target.must)
    if steps is not None:
        return arbiter.played(pair, steps, "dense closure")
    return refuted(arbiter.NAME, arbiter.all_visited(size), Closure(size))


def _with(verdict: Verdict, finding: Finding) -> Verdict:
    if finding.proof is not None:
        _verify(verdict.pair, finding.proof)
    return Verdict(verdict.pair, (*verdict.findings, finding), verdict.limits)


def _verify(pair: Pair, proof: Proof) -> None:
    """The independent verifier must accept, unless the exhaustion is too large to be repeated here."""
    from feasibility import verifier
    from feasibility.base.errors import ExitCode

    outcome = verifier.check(Certificate(pair, proof).to_json(), max_positions=CHECKED)
    if not outcome.valid and outcome.exit_code != ExitCode.UNKNOWN:
        raise SoundnessError(f"the verifier does not accept a proof: {outcome.reason}; the pair:\n{pair!r}")


def settled(verdict: Verdict) -> Settled:
    """The short form of a verdict."""
    pair, certificate, finding = verdict.pair, verdict.certificate, verdict.decisive
    start, target = pair.start.mask, pair.target.must
    text = None if certificate is None else certificate.text()
    return Settled(
        start,
        target,
        same_residues(pair.board, start, target),
        str(verdict.answer),
        verdict.decided_by,
        (finding or verdict.findings[-1]).summary,
        sum(f.seconds for f in verdict.findings),
        text,
        None if text is None else sha256(text.encode()).hexdigest(),
    )


def survey_results(
    family: Family,
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    limits: Limits | None = None,
    threads: int = 1,
    stop: Stop | None = None,
    report: Callable[[str], None] | None = None,
    keep: Callable[[Settled], None] | None = None,
) -> Iterator[Settled]:
    """What is known of every pair of the family, start by start, in the family's order.

    `keep` is told every pair as soon as it is known, in any order.
    """
    tasks = [
        replace(start, targets=start.targets[low : low + AT_ONCE])
        for start in family.starts
        for low in range(0, len(start.targets), AT_ONCE)
    ]
    chosen = limits or Limits(20.0)
    function = Settle(chosen, threads)
    results = run(function, tasks, jobs=jobs, scheduler=scheduler, stop=stop, report=report)
    for _, rows in ordered(_kept(results, tasks, keep)):
        yield from rows


def _kept(
    results: Iterator[Done], tasks: list[Start], keep: Callable[[Settled], None] | None
) -> Iterator[Done]:
    for number, result in results:
        rows = _failed(tasks[number], result) if isinstance(result, Failure) else result
        if keep is not None:
            for row in rows:
                keep(row)
        yield number, rows


def _failed(task: Start, failure: Failure) -> list[Settled]:
    return [
        Settled(
            task.start, target, same_residues(task.board, task.start, target), "unknown", None,
            failure.reason, 0.0,
        )
        for target in task.targets
    ]  # fmt: skip
