"""Whole families of pairs on a board; what is known is kept in a file, so that a run can go on later."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from feasibility.api.asking import BoardLike, as_board
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report
from feasibility.decide import Plan
from feasibility.game.position import bits
from feasibility.many import PAIR_SECONDS, shared_plan
from feasibility.many.records import Records
from feasibility.processes.tasks import StopRequest
from feasibility.studies.surveys.families import PairFamily, family
from feasibility.studies.surveys.report import pair_json
from feasibility.studies.surveys.survey import Settled, Survey, survey_results

FORM = "pegfeas survey of a board, version 1"  # a line for what was asked, then one a pair


def survey(
    board: BoardLike | PairFamily,
    family_name: str = "single",
    max_pegs: int = 1,
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    output: str | None = None,
    resume: bool = False,
    force: bool = False,
    certificates: str | None = None,
    stop: StopRequest | None = None,
    report: Report | None = None,
    each: Callable[[Settled], None] = lambda row: None,
) -> Survey:
    """Decides a family of pairs, as `pegfeas survey` does; `limits` are for each pair (20 seconds).

    A `PairFamily` may be given in place of a board. A line of JSON for each pair goes to the file `output` as
    soon as it is known, its certificate into the folder `certificates` before; with `resume` the pairs that
    an earlier run has written are not asked again. `each` hears every pair: those first.

    >>> found = survey("triangle:3", jobs=1)
    >>> found
    <Survey of triangle:3, single vacancy to single peg: 0 feasible, 8 infeasible, 0 unknown>
    >>> [one.ends for one in found.vacancies]
    [(), ()]
    """
    chosen = board if isinstance(board, PairFamily) else family(as_board(board), family_name, max_pegs)
    threads = shared_plan(Plan(), jobs).threads
    with closing(records(chosen, output, certificates, resume=resume, force=force)) as kept:
        known = [row._replace(board=chosen.board, kept=True) for row in proved(kept.known, certificates)]
        rows = [*known]
        new = survey_results(
            chosen.without({(row.start, row.target) for row in known}),
            jobs=jobs, scheduler=scheduler, threads=threads, stop=stop, report=report,
            limits=as_limits(limits, time_limit, work_limit, memory_limit, usual=PAIR_SECONDS),
        )  # fmt: skip
        for row in known:
            each(row)
        for row in new:
            if not row.lost:
                kept.keep(pair_json(chosen.board, row), row.certificate)
            rows.append(row._replace(board=chosen.board))
            each(rows[-1])
    return Survey.of(chosen, rows)


def records(
    family: PairFamily, output: str | None, certificates: str | None, *, resume: bool, force: bool
) -> Records[Settled]:
    """What an earlier run knows of the pairs of a family, and where new answers are written."""
    ends = {
        (bits(start.start), bits(target)): (start.start, target)
        for start in (family.starts if resume else ())
        for target in start.targets
    }

    def read(data: dict[str, Any]) -> Settled:
        return _from_json(*ends[tuple(data["start"]), tuple(data["target"])], data)

    return Records(output, question_of(family), read, resume=resume, force=force, certificates=certificates)


def proved(rows: list[Settled], certificates: str | None) -> tuple[Settled, ...]:
    """The last row that decides each pair, without those whose certificates are wanted and not there."""
    known = {(row.start, row.target): row for row in sorted(rows, key=lambda row: row.verdict != "unknown")}
    folder = None if certificates is None else Path(certificates)
    return tuple(row for row in known.values() if folder is None or _is_proved(row, folder))


def _is_proved(row: Settled, folder: Path) -> bool:
    try:
        text = (folder / f"{row.digest}.json").read_bytes()
    except OSError:
        return row.digest is None
    claim = f'"claim":"{row.verdict}"'  # of an edited line it is another
    return sha256(text).hexdigest() == row.digest and claim.encode() in text


def question_of(family: PairFamily) -> dict[str, Any]:
    """Which survey it is. The digest is of the jumps and of every pair."""
    pairs = [[start.start, *start.targets] for start in family.starts]
    text = json.dumps([family.board.n, family.board.jumps, pairs])
    return {
        "survey": FORM,
        "board": family.board.label,
        "family": family.name,
        "pairs": family.size,
        "digest": sha256(text.encode()).hexdigest()[:32],
    }


def _from_json(start: int, target: int, data: dict[str, Any]) -> Settled:
    verdict, by, digest = data["verdict"], data["decided_by"], data["sha256"]
    proved = verdict in ("feasible", "infeasible") and isinstance(by, str) and isinstance(digest, str)
    if not proved and (verdict, by, digest) != ("unknown", None, None):
        raise ValueError(verdict)
    same, summary, seconds = bool(data["same_residues"]), str(data["summary"]), float(data["seconds"])
    verified, limit = None if digest is None else data["verified"] is True, data["limit"]
    if not isinstance(limit, str | None):
        raise ValueError(limit)
    return Settled(start, target, same, verdict, by, summary, seconds, None, digest, verified, limit)
