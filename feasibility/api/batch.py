"""The verdicts on many pairs, from a file to a file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import closing
from itertools import chain, filterfalse
from os import PathLike

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report
from feasibility.decide import Plan
from feasibility.decide.schedule import BATCH
from feasibility.many import PAIR_SECONDS, Executor, shared_plan
from feasibility.many.entries import Answering, PairText, answers
from feasibility.many.output import open_output
from feasibility.many.records import take_up
from feasibility.many.sources import distinct, entries, read_ahead
from feasibility.many.summary import Summary
from feasibility.processes.tasks import StopRequest


def batch(
    source: str | PathLike[str] | Iterable[PairText],
    output: str | PathLike[str] | None,
    *,
    resume: bool = False,
    force: bool = False,
    certificates: str | None = None,
    lenient: bool = False,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    plan: Plan | None = None,
    engine: Executor | None = None,
    stop: StopRequest | None = None,
    summary: Summary | None = None,
    report: Report | None = None,
) -> Summary:
    """Answers JSON lines, text files of a folder or entries, each by a line of JSON, as `pegfeas batch` does.

    The answers go to the file `output`, or to standard output for None. The summary counts them.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = open(f"{folder}/pairs.jsonl", "w").write('{"id": 1, "start": "xx.", "target": "..x"}\\n')
    ...     print(batch(f"{folder}/pairs.jsonl", f"{folder}/answers.jsonl", engine=Executor(1)).counts)
    Counter({('feasible', 'search'): 1})
    """
    place = None if output is None else os.fspath(output)
    name = os.fspath(source) if isinstance(source, str | PathLike) else ""
    if place is not None and os.path.exists(place) and os.path.exists(name) and os.path.samefile(name, place):
        raise InputError("the output is the input", seen=place, expected="another file")
    working, tally, stopping = engine or Executor(), summary or Summary(), stop or StopRequest()
    chosen = shared_plan(plan or Plan(schedule=BATCH), working.jobs)
    each = as_limits(limits, time_limit, work_limit, memory_limit, usual=PAIR_SECONDS)
    answering = Answering(each, chosen, apart=certificates is not None)
    read = entries(name) if isinstance(source, str | PathLike) else iter(source)
    given, answered = distinct(_as_read(entry, lenient) for entry in read), None
    if resume and place is not None:
        answered = take_up(place, tally.keep)
        given = filterfalse(answered.holds, given)
    if force and name != "-":  # no file is emptied for an input that holds nothing
        first = next(given, None)
        if first is None:
            raise _nothing()
        given = chain((first,), given)
    with (
        closing(open_output(place, resume=resume, force=force, certificates=certificates)) as written,
        closing(answers(read_ahead(given), answering, working, stopping, report)) as found,
    ):
        for answer in found:
            written.write(answer.text, answer.certificate)
            tally.add(answer)
            if report is not None:
                report(tally.progress())
        if answered is not None and not stopping.asked:
            answered.all_met()
    if not tally.total and not stopping.asked:
        raise _nothing()
    return tally


def _nothing() -> InputError:
    return InputError("the input holds no pair", expected="JSON lines, or a directory of text files")


def _as_read(entry: PairText, lenient: bool) -> PairText:
    if not isinstance(entry, PairText):
        raise InputError("not an entry", seen=repr(entry)[:40], expected="a file; `check_many` takes pairs")
    return entry._replace(lenient=lenient)
