"""Whole families of pairs on a board."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from itertools import chain

from feasibility.api.asking import BoardLike, as_board, as_limits
from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.decide import Plan
from feasibility.many import PAIR_SECONDS, shared_plan
from feasibility.processes.tasks import Stop
from feasibility.studies.surveys.decide import Settled, survey_results
from feasibility.studies.surveys.families import Family, family
from feasibility.studies.surveys.records import proved, records
from feasibility.studies.surveys.report import pair_json
from feasibility.studies.surveys.survey import Survey


def survey(
    board: BoardLike | Family,
    family_name: str = "single",
    max_pegs: int = 1,
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    limits: Limits | float | None = None,
    output: str | None = None,
    resume: bool = False,
    force: bool = False,
    certificates: str | None = None,
    stop: Stop | None = None,
    report: Report | None = None,
    each: Callable[[Settled], None] = lambda row: None,
) -> Survey:
    """Decides a family of pairs, as `pegfeas survey` does; `limits` are for each pair (20 seconds).

    A `Family` may be given in place of a board. A line of JSON for each pair goes to the file `output` as
    soon as it is known, its certificate into the folder `certificates` before; with `resume` the pairs that
    an earlier run has written are not asked again. `each` hears every pair: those first, the others in order.

    >>> found = survey("triangle:3", jobs=1)
    >>> found
    <Survey of triangle:3, single vacancy to single peg: 0 feasible, 8 infeasible, 0 unknown>
    >>> [one.ends for one in found.vacancies]
    [(), ()]
    """
    chosen = board if isinstance(board, Family) else family(as_board(board), family_name, max_pegs)
    threads = shared_plan(Plan(), jobs).threads
    rows = []
    with closing(records(chosen, output, certificates, resume=resume, force=force)) as kept:
        known = proved(kept.known, certificates)
        new = survey_results(
            chosen.without({(row.start, row.target) for row in known}),
            jobs=jobs, scheduler=scheduler, threads=threads, stop=stop, report=report,
            limits=as_limits(PAIR_SECONDS if limits is None else limits),
            keep=lambda row: kept.keep(pair_json(chosen.board, row), row.certificate),
        )  # fmt: skip
        for row in chain(known, new):
            rows.append(row)
            each(row)
    return Survey.of(chosen, rows)
