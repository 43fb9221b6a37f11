"""A survey: the pairs of a family, what is known of each, and what people ask of a board.

That is which vacancies can be solved to one peg, and where that peg can end. The pairs of one start are
decided together: cheap proofs first, then one reachable set for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.decide.together import check_together
from feasibility.game.drawn import Tabled
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, bits
from feasibility.game.symmetry import apply, stabiliser
from feasibility.many import Executor, run
from feasibility.many.output import digest_of
from feasibility.processes.tasks import StopRequest, TaskFailure, TaskPart
from feasibility.proofs.verdict import Verdict
from feasibility.render.scene import Scene
from feasibility.studies.surveys.families import PairFamily, Start, same_residues

NO_HOLE = -1
AT_ONCE = 400  # targets of one start in one task


class Settled(NamedTuple):
    """What is known of one pair. `digest` is the SHA-256 of the certificate's file, `verified` whether the
    verifier has accepted it; None where there is none. `limit`: what ended it, where it is unknown. `lost`: a
    worker died on it. A survey adds `board`, and `kept` where an earlier run has asked it."""

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
    limit: str | None = None
    lost: bool = False
    board: Board | None = None
    kept: bool = False

    @property
    def pair(self) -> Pair:
        """The pair itself, of a survey."""
        if self.board is None:
            raise ValueError("the masks are of no board")
        return Pair(Position(self.board, self.start), Position(self.board, self.target))


class LastPegs(NamedTuple):
    """The holes where the last peg can be left from a start, and those of which it is not known.

    `hole`: the one that is empty at the start, where it is one, with those like it.
    """

    start: int
    ends: tuple[int, ...]
    unknown: tuple[int, ...]
    hole: int = NO_HOLE
    like: tuple[int, ...] = ()

    @property
    def mark(self) -> str:
        """How a vacancy is drawn."""
        if self.hole in self.ends:
            return "*"
        if self.ends:
            return "x"
        if self.unknown:
            return "?" if self.hole in self.unknown else "-"
        return "."


@dataclass(frozen=True)
class Survey(Tabled):
    """What is known of every pair of a family."""

    family: PairFamily
    rows: tuple[Settled, ...]

    @classmethod
    def of(cls, family: PairFamily, rows: Iterable[Settled]) -> Survey:
        """With the rows as their pairs stand in the family."""
        known = {(row.start, row.target): row for row in rows}
        pairs = ((start.start, target) for start in family.starts for target in start.targets)
        return cls(family, tuple(known[pair] for pair in pairs if pair in known))

    def records(self) -> Iterator[dict[str, object]]:
        from feasibility.studies.surveys.report import pair_json

        for row in self.rows:
            record = pair_json(self.family.board, row)
            start, target = record.pop("names")
            yield {"start_name": start, "target_name": target, **record}

    def scene(self) -> Scene:
        """Which vacancies can be solved, or where the last peg can be left."""
        from feasibility.studies.surveys.pictures import of_survey

        return of_survey(self)

    def __repr__(self) -> str:
        n = self.counts
        known = f"{n['feasible']} feasible, {n['infeasible']} infeasible, {n['unknown']} unknown"
        return f"<Survey of {self.family.board.label}, {self.family.name}: {known}>"

    def __str__(self) -> str:
        from feasibility.studies.surveys import pictures, report

        drawn = (one.text for one in pictures.drawn_vacancies(self))
        return "\n\n".join([str(report.table(self)), report.statement(self), *drawn])

    @property
    def counts(self) -> dict[str, int]:
        """Pairs by what is known of them."""
        same = [row for row in self.rows if row.same_residues]
        return {
            "pairs": len(self.rows),
            "same_residues": len(same),
            "feasible": sum(row.verdict == "feasible" for row in self.rows),
            "infeasible": sum(row.verdict == "infeasible" for row in self.rows),
            "infeasible_same_residues": sum(row.verdict == "infeasible" for row in same),
            "unknown": sum(row.verdict == "unknown" for row in self.rows),
        }

    @property
    def complete(self) -> bool:
        """Whether every pair of the family was looked at; an interrupted survey must say so."""
        return len(self.rows) == self.family.size

    @property
    def decided(self) -> bool:
        """Whether every pair of the family is."""
        return self.complete and all(row.verdict != "unknown" for row in self.rows)

    @property
    def ends(self) -> tuple[LastPegs, ...]:
        """Of each start that was surveyed with single pegs as targets, in the family's order.

        Where the family has only some of them, as that of complements, the others are not known.
        """
        known = {(row.start, row.target): row.verdict for row in self.rows}
        return tuple(
            self._ends(start.start, {t: known.get((start.start, t), "unknown") for t in single})
            for start in self.family.starts
            if (single := [target for target in start.targets if target.bit_count() == 1])
        )

    @property
    def vacancies(self) -> tuple[LastPegs, ...]:
        """Which vacancies can be solved to one peg and where it ends, one of each orbit, in hole order."""
        return tuple(sorted((one for one in self.ends if one.hole != NO_HOLE), key=lambda one: one.hole))

    def _ends(self, start: int, answers: dict[int, str]) -> LastPegs:
        board = self.family.board
        fixing, empty = stabiliser(Position(board, start)), board.full ^ start
        last, lost = (
            _holes([mask for mask, answer in answers.items() if answer == word], fixing)
            for word in ("feasible", "infeasible")
        )
        unknown = tuple(hole for hole in range(board.n) if hole not in {*last, *lost})
        if empty.bit_count() != 1:
            return LastPegs(start, last, unknown)
        return LastPegs(start, last, unknown, bits(empty)[0], _holes([empty], board.symmetries))


def _holes(single: Sequence[int], group: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The holes of single pegs, and of their images."""
    return tuple(sorted({bits(apply(g, mask))[0] for mask in single for g in group}))


def settle(task: Start, limits: Limits, threads: int = 1) -> Iterator[Settled]:
    """What is known of each target of a start; in a worker."""
    pairs = map(task.pair, task.targets)
    return map(settled, check_together(pairs, limits, threads))


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
        None if finding is not None or verdict.stopped is None else verdict.stopped.limit,
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
    """What is known of every pair of the family, as they come; those of a start in its order."""
    tasks = [
        replace(start, targets=start.targets[low : low + AT_ONCE])
        for start in family.starts
        for low in range(0, len(start.targets), AT_ONCE)
    ]
    known: set[tuple[int, int]] = set()
    function = partial(settle, limits=limits or Limits(20.0), threads=threads)
    for task, result in run(function, tasks, Executor(jobs, scheduler), stop=stop, report=report):
        if isinstance(result, TaskPart):
            known.add((result.result.start, result.result.target))
            yield result.result
        elif isinstance(result, TaskFailure):
            yield from (row for row in _failed(task, result) if row[:2] not in known)


def _failed(task: Start, failure: TaskFailure) -> list[Settled]:
    return [
        Settled(
            task.start, target, same_residues(task.board, task.start, target), "unknown", None,
            failure.reason, 0.0, lost=True,
        )
        for target in task.targets
    ]  # fmt: skip
