"""The census of graphs behind `pegfeas survey --graphs`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing, suppress
from os import devnull
from time import monotonic
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.files import try_folder
from feasibility.cli.additions import refuse_beside
from feasibility.cli.batch import INTERRUPTED, limits_of, stopping
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.options import UnaskedSeconds, own
from feasibility.studies.census.facts import LISTINGS

if TYPE_CHECKING:
    from feasibility.many.records import Records
    from feasibility.studies.census.block import BlockCounts
    from feasibility.studies.census.run import Census

OPTIONS = ("graphs", "list", "products")
APART = ("html", "picture", "table", "family", "max_pegs")


def add(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("a census of graphs")
    own(group, "--graphs N|trees:N|FILE|-", "all connected graphs or trees with N vertices, or graph6 lines")
    own(group, "--products N", "a play of each product of two trees with 2 to N vertices", int)
    group.add_argument("--list", choices=LISTINGS, help="which graphs are listed one by one (default: none)")


def run(args: Namespace) -> ExitCode | int:
    from feasibility.studies.census.run import Census, census_json, records, table
    from feasibility.studies.census.sources import graph_lines

    _refuse_board(args)
    if args.products is not None:
        return _play_products(args)
    args.list = args.list or "none"
    totals, question = Census(), {"source": args.graphs, "list": args.list}
    if args.certificates is not None:
        try_folder(args.certificates)
    graph_lines(args.graphs)  # refused before there is a file
    with closing(records(args.output, question, resume=args.resume, force=args.force)) as kept:
        complete = _count(args, kept, totals)
    if args.certificates is not None and complete:
        _certify(args, totals)
    if args.json:
        print_json(census_json(totals, args.graphs, complete))
    else:
        print(table(totals, args.list != "none"))
    if not complete:
        again = "; --resume goes on" if args.output else ""
        message(f"interrupted: {totals.graphs.total():,} graphs were counted{again}")
        return INTERRUPTED
    return ExitCode.OK


def _refuse_board(args: Namespace) -> None:
    if args.board is not None and (args.graphs is not None or args.products is not None):
        raise UsageError("a census of graphs", seen=f"board {args.board}", expected="--graphs alone")
    refuse_beside(args, {"products": ("graphs", "list")})
    if args.products is not None:
        return
    if args.graphs is None:
        raise UsageError("--list goes with --graphs", expected="no such option beside a board")
    if args.certificates is None:
        _refuse_limits(args)
    elif args.list in (None, "none"):
        raise UsageError(
            "certificates are written for listed graphs only", expected="--list unsolvable, not-free or all"
        )


def _refuse_limits(args: Namespace) -> None:
    """They are those of a pair, and no pair is asked where no certificate is written."""
    limits = {"time-limit": args.time_limit, "work-limit": args.work_limit, "memory-limit": args.memory_limit}
    for name, limit in limits.items():
        if limit is not None and not isinstance(limit, UnaskedSeconds):
            raise UsageError(
                f"--{name} in a census of graphs", expected="no limit; Ctrl-C ends it, and --resume goes on"
            )


def _count(args: Namespace, kept: Records[BlockCounts], totals: Census) -> bool:
    """Returns whether the census came to its end."""
    from feasibility.cli.terminal import ProgressLine
    from feasibility.studies.census.run import count_blocks, progress

    began = monotonic()
    with ProgressLine() as line, stopping("blocks of graphs") as stop, suppress(KeyboardInterrupt):
        for counted in count_blocks(
            args.graphs, args.list, kept=kept, jobs=args.jobs, scheduler=args.scheduler, stop=stop,
            report=line.show,
        ):  # fmt: skip
            totals.add(counted)
            line.show(progress(totals, monotonic() - began))
        return not stop.asked
    return False


def _play_products(args: Namespace) -> ExitCode | int:
    """As a batch does it, whose lines go to the output."""
    from feasibility.api.batch import batch
    from feasibility.cli.terminal import ProgressLine, print_table
    from feasibility.decide import Plan
    from feasibility.decide.schedule import SEARCH
    from feasibility.many import Executor
    from feasibility.many.summary import Summary
    from feasibility.studies.census.entries import products

    summary = Summary()
    nowhere = args.output is None and not args.resume
    with ProgressLine() as line, stopping() as stop:
        batch(
            products(args.products), devnull if nowhere else args.output, resume=args.resume,
            force=args.force, certificates=args.certificates, limits=limits_of(args),
            plan=Plan(schedule=SEARCH), engine=Executor(args.jobs, args.scheduler), stop=stop,
            summary=summary, report=line.show,
        )  # fmt: skip
    played, unknown = (
        sum(count for (verdict, _), count in summary.counts.items() if verdict == word)
        for word in ("feasible", "unknown")
    )
    if args.json:
        asked = {"products": args.products, "complete": not stop.asked}
        print_json(asked | {"pairs": summary.total, "played": played, "unknown": unknown})
    else:
        print_table(summary.table())
        open_ = f"; of {unknown:,} it is not known" if unknown else ""
        can = f"{played:,} of {summary.total:,} products of two trees can be played to one peg"
        print(f"From the first vertex {can}{open_}.")
        if played == summary.total and not stop.asked:
            every = f"each product of two connected graphs with 2 to {args.products} vertices"
            print(f"So can {every}, from some vertex: it has all jumps of one of these.")
    if stop.asked:
        message("interrupted" + ("" if nowhere else "; --resume goes on"))
        return INTERRUPTED
    return ExitCode.OK


def _certify(args: Namespace, totals: Census) -> None:
    """A file for each certificate, named by its digest, and one line a question in index.jsonl."""
    from feasibility.cli.terminal import ProgressLine
    from feasibility.many import Executor
    from feasibility.studies.census.entries import certify

    engine = Executor(args.jobs, args.scheduler, in_order=True)
    with ProgressLine() as line:
        unknown = certify(totals.listed, args.certificates, engine, limits_of(args), line.show)
    if unknown:
        message(f"no certificate of {plural(unknown, 'vacancy', 'vacancies')} within the limits")
