"""The verdicts on many pairs, one line of JSON for each.

The input holds JSON lines ({"id": ..., "start": ..., "target": ..., "geometry": ...}), or it is a directory
of text files (the name is the id), or - for a pipe. A bad line is reported and the rest goes on; the exit
code is then 2. Ctrl-C waits for the pairs that have begun; a second one does not.

examples:
  pegfeas batch pairs.jsonl --output answers.jsonl
  pegfeas batch pairs.jsonl --output answers.jsonl --resume
"""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.base.limits import Limits, available_memory
from feasibility.base.values import replace
from feasibility.cli.arguments import criteria_of, memory_of, time_and_work
from feasibility.cli.common import message, plural
from feasibility.cli.options import add, add_time_and_work, own

if TYPE_CHECKING:
    from feasibility.decide import Plan
    from feasibility.many import Executor
    from feasibility.many.summary import Summary
    from feasibility.processes.tasks import StopRequest

SECONDS = 20.0
INTERRUPTED = 130
MORE: dict[str | None, str] = {
    None: "the search, which was not asked",
    "time": "a longer --time-limit",
    "work": "a larger --work-limit",
    "memory": "a larger --memory-limit",
    "lost": "another run, as a worker was lost",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("input", metavar="FILE|DIR|-", help="JSON lines, a folder of *.txt, or a pipe")
    add(parser, "output", "resume", "force", certificates="write every certificate, named by its digest")
    own(parser, "--ordered", "print answers in the order of the input")
    add(parser, "criteria", "skip", "no-search", first="stop each check at its first proof")
    add(parser, lenient="leave out lines that hold other text")
    add_engine(parser)


def add_engine(parser: ArgumentParser) -> None:
    add(parser, "jobs", "scheduler")
    add_time_and_work(parser, SECONDS, "for each pair")
    add(parser, memory_limit="gigabytes for each worker (default: its share of half of what is free)")


def run(args: Namespace) -> ExitCode | int:
    from feasibility.api.batch import batch
    from feasibility.cli.terminal import ProgressLine, print_table
    from feasibility.many.summary import Summary

    summary = Summary()
    try:
        with ProgressLine() as line, stopping() as stop:
            batch(
                args.input, args.output, resume=args.resume, force=args.force,
                certificates=args.certificates, lenient=args.lenient, limits=limits_of(args),
                plan=plan_of(args), engine=engine_of(args), stop=stop, summary=summary, report=line.show,
            )  # fmt: skip
    except KeyboardInterrupt:  # a second Ctrl-C, or SIGTERM
        raise KeyboardInterrupt("--resume goes on" if args.output else "") from None
    finally:
        if summary.total:
            print_table(summary.table(), sys.stderr)
            print(summary.time(), file=sys.stderr)
    if summary.total and not stop.asked:
        message(next_step(summary, args))
    return _exit_code(summary, stop, args)


def more(limits: Counter[str | None], args: Namespace) -> str:
    """What to give more of, where pairs are left, by what has ended them."""
    most = limits.most_common()
    each = [f"{MORE.get(limit, limit)}{f' for {many}' if len(most) > 1 else ''}" for limit, many in most]
    again = f" (--resume asks those whose lines are taken out of {args.output})" if args.output else ""
    return f"{plural(limits.total(), 'pair')} unknown: {', '.join(each)}{again}"


def next_step(summary: Summary, args: Namespace) -> str:
    if summary.bad:
        return f'{plural(summary.bad, "line")} without an answer: the "error" of each says why'
    if summary.limits:
        return more(summary.limits, args)
    if args.certificates:
        kept = " (of answers that --resume kept there may be none)" if args.resume else ""
        return f"every pair is decided; check a proof with `pegfeas verify {args.certificates}/FILE`{kept}"
    return "every pair is decided; --certificates DIR keeps the proofs"


def _exit_code(summary: Summary, stop: StopRequest, args: Namespace) -> ExitCode | int:
    if summary.contradictions:
        return ExitCode.CONTRADICTION
    if stop.asked:
        again = "; --resume goes on" if args.output else ""
        message(f"interrupted, every answer so far is whole{again}")
        return INTERRUPTED
    return ExitCode.USAGE if summary.bad else ExitCode.OK


def plan_of(args: Namespace) -> Plan:
    from feasibility.decide import Plan
    from feasibility.decide.schedule import BATCH

    criteria, search = criteria_of(args)
    return Plan(criteria, search=search, first=args.first, schedule=BATCH)


def limits_of(args: Namespace) -> Limits:
    """The limits of one pair, and of the worker that checks it."""
    limits = time_and_work(args)
    if args.memory_limit is not None:
        return replace(limits, memory=memory_of(args.memory_limit))
    from feasibility.processes.pool import cores

    free = available_memory()
    return replace(limits, memory=None if free is None else free // 2 // (args.jobs or cores()))


def engine_of(args: Namespace) -> Executor:
    from feasibility.many import Executor, ceiling_of, patience_of

    limits = limits_of(args)
    ceiling = None if args.memory_limit is None else ceiling_of(limits.memory or 0)
    return Executor(args.jobs, args.scheduler, args.ordered, ceiling, patience_of(limits))


@contextmanager
def stopping(begun: str = "pairs") -> Iterator[StopRequest]:
    """Ctrl-C asks for a clean end, of what has `begun`; the second one interrupts."""
    from feasibility.processes.tasks import StopRequest

    stop = StopRequest()

    def hear(number: int, frame: object) -> None:
        if stop.asked:
            raise KeyboardInterrupt
        stop.ask()
        message(f"stopping; the {begun} that have begun are finished, Ctrl-C again to stop at once")

    try:
        before = signal.signal(signal.SIGINT, hear)
    except ValueError:  # not in the main thread: no signals here
        yield stop
        return
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
