"""The pairs of one start, decided together: cheap proofs first, then one reachable set for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.decide.together import check_together
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.many import Executor, run
from feasibility.many.output import digest_of
from feasibility.processes.tasks import StopRequest, TaskFailure
from feasibility.proofs.verdict import Verdict
from feasibility.studies.surveys.families import PairFamily, Start, same_residues

AT_ONCE = 400  # targets of one start in one task


class Settled(NamedTuple):
    """What is known of one pair. `digest` is the SHA-256 of the certificate's file, `verified` whether the
    verifier has accepted it; None where there is none. `lost`: a worker died on it. A survey adds `board`."""

    start: int
    target: int
    same_residues: bool
    verdict: str
    decided_by: str | None
    summary: str
    seconds: float
    certificate: str | None = None
    digest: str | None = None
    verified: bool | None = None
    lost: bool = False
    board: Board | None = None

    @property
    def pair(self) -> Pair:
        """The pair itself, of a survey."""
        if self.board is None:
            raise ValueError("the masks are of no board")
        return Pair(Position(self.board, self.start), Position(self.board, self.target))


def settle(task: Start, limits: Limits, threads: int = 1) -> list[Settled]:
    """What is known of each target of a start; in a worker."""
    pairs = map(task.pair, task.targets)
    return [settled(verdict) for verdict in check_together(pairs, limits, threads)]


def settled(verdict: Verdict) -> Settled:
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
        None if text is None else digest_of(text),
        verdict.verified,
    )


def survey_results(
    family: PairFamily,
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    limits: Limits | None = None,
    threads: int = 1,
    stop: StopRequest | None = None,
    report: Report | None = None,
) -> Iterator[Settled]:
    """What is known of every pair of the family, start by start, as they come."""
    tasks = [
        replace(start, targets=start.targets[low : low + AT_ONCE])
        for start in family.starts
        for low in range(0, len(start.targets), AT_ONCE)
    ]
    function = partial(settle, limits=limits or Limits(20.0), threads=threads)
    for task, result in run(function, tasks, Executor(jobs, scheduler), stop=stop, report=report):
        yield from _failed(task, result) if isinstance(result, TaskFailure) else result


def _failed(task: Start, failure: TaskFailure) -> list[Settled]:
    return [
        Settled(
            task.start, target, same_residues(task.board, task.start, target), "unknown", None,
            failure.reason, 0.0, lost=True,
        )
        for target in task.targets
    ]  # fmt: skip
