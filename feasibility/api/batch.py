"""The verdicts on many pairs, from a file to a file."""

from __future__ import annotations

import os
from itertools import filterfalse
from os import PathLike

from feasibility.api.asking import as_limits
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.decide import Plan
from feasibility.decide.schedule import BATCH
from feasibility.many import PAIR_SECONDS, Engine, shared_plan
from feasibility.many.batch import distinct, run_batch, same_file
from feasibility.many.entries import Answering
from feasibility.many.output import open_output, take_up
from feasibility.many.sources import entries
from feasibility.many.summary import Summary
from feasibility.processes.tasks import Stop


def batch(
    source: str | PathLike[str],
    output: str | PathLike[str] | None,
    *,
    form: str | None = None,
    resume: bool = False,
    retry: bool = False,
    force: bool = False,
    certificates: str | None = None,
    strict: bool = False,
    lenient: bool = False,
    limits: Limits | float | None = None,
    plan: Plan | None = None,
    engine: Engine | None = None,
    stop: Stop | None = None,
    summary: Summary | None = None,
    report: Report | None = None,
) -> Summary:
    """Answers JSON lines, CSV or a folder of text files, a line of JSON for each, as `pegfeas batch` does.

    The answers go to the file `output`, or to standard output for None. The summary counts them.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = open(f"{folder}/pairs.jsonl", "w").write('{"id": 1, "start": "xx.", "target": "..x"}\\n')
    ...     print(batch(f"{folder}/pairs.jsonl", f"{folder}/answers.jsonl", engine=Engine(1)).counts)
    Counter({('feasible', 'search'): 1})
    """
    name = os.fspath(source)
    place = None if output is None else os.fspath(output)
    if place is not None and same_file(name, place):
        raise InputError("the output is the input", seen=place, expected="another file")
    working, tally, asked = engine or Engine(), summary or Summary(), stop or Stop()
    chosen = shared_plan(plan or Plan(schedule=BATCH), working.jobs)
    each = as_limits(PAIR_SECONDS if limits is None else limits)
    given, answered = distinct(entries(name, form)), None
    if resume and place is not None:
        answered = take_up(place, retry, tally.keep)
        given = filterfalse(answered.holds, given)
    written = open_output(place, resume=resume, force=force, certificates=certificates)
    answering = Answering(each, chosen, lenient, apart=certificates is not None)
    try:
        run_batch(given, answering, written, tally, working, stop=asked, strict=strict, report=report)
        if answered is not None and not asked.asked:
            answered.all_met()
    finally:
        written.close()
    return tally
