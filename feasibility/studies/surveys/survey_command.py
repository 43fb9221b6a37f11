"""Decide whole families of pairs on a board, up to symmetry: proved, played, or unknown.

Families: single (one vacancy to one peg), complement (up to N vacancies to their complement), targets:-d4
(that start to all targets of up to N pegs), all (from up to N pegs to fewer).

With --graphs, a census of graphs instead: from which vacancies each can be solved, the fewest pegs left, the
fool's solitaire number. With --products, plays on products of graphs.

examples:
  pegfeas survey triangle:5
  pegfeas survey mine.txt --family targets:-c3 --html survey.html
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.files import write_file
from feasibility.cli.additions import Addition, wanted
from feasibility.cli.batch import INTERRUPTED, add_engine, limits_of, more, stopping
from feasibility.cli.common import message, print_json
from feasibility.cli.files import ready, write_answer, write_table
from feasibility.cli.options import add, own
from feasibility.registry import Hook

if TYPE_CHECKING:
    from feasibility.studies.surveys.families import PairFamily
    from feasibility.studies.surveys.survey import Settled, Survey

OPTIONS = Hook[Addition]("studies.surveys.survey_command:OPTIONS", "adds to it")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", nargs="?", help="a board by name, a file, or -")
    own(parser, "--family F", "single (default), complement, ...")
    own(parser, "--max-pegs N", "N in the description of the family (default 1)", int)
    add(
        parser, "json",
        html="write a page with the board coloured",
        certificates="write every certificate, named by its digest",
        picture="which vacancies can be solved, or where the last peg can be left",
        table="the pairs",
        output="JSON lines as they come: one for each pair, or for each block of graphs",
    )  # fmt: skip
    add(parser, "resume", "force")
    for addition in OPTIONS.filled():
        addition.add(parser)
    add_engine(parser)


def run(args: Namespace) -> ExitCode | int:
    addition = wanted(OPTIONS.filled(), args)
    if addition is not None:
        return addition.run(args)
    from feasibility.studies.surveys.families import family
    from feasibility.text.references import read_board

    if args.board is None:
        raise UsageError("nothing to survey", expected="a board, or --graphs")
    ready(args.html, picture=args.picture, table=args.table)
    name = "single" if args.family is None else args.family
    if name == "single" and args.max_pegs is not None:
        expected = "--family complement, targets:START or all"
        raise UsageError("--max-pegs beside single vacancies", expected=expected)
    if name == "all" and args.max_pegs is None:
        raise UsageError("all pairs, up to how many pegs", expected="--max-pegs N, 2 or more")
    chosen = family(read_board(args.board), name, 1 if args.max_pegs is None else args.max_pegs)
    found = _decided(chosen, args)
    if kept := sum(row.kept for row in found.rows):
        message(f"{kept:,} kept from the earlier run")
    _show(found, args)
    _write(found, args)
    if not found.complete:
        again = "; --resume goes on" if args.output else ""
        message(f"interrupted: {len(found.rows):,} of {chosen.size:,} pairs were looked at{again}")
        return INTERRUPTED
    return ExitCode.OK


def _decided(chosen: PairFamily, args: Namespace) -> Survey:
    """The pairs in order; fewer of them after an interruption."""
    from feasibility.cli.terminal import ProgressLine
    from feasibility.studies.surveys.survey import Survey
    from feasibility.studies.surveys.survey_api import survey

    rows: list[Settled] = []
    kept, began, begun = 0, monotonic(), "starts" if args.scheduler else "pairs"
    # a second Ctrl-C: what is known is still told
    with ProgressLine() as line, stopping(begun) as stop, suppress(KeyboardInterrupt):

        def told(row: Settled) -> None:
            nonlocal kept
            rows.append(row)
            kept += row.kept
            line.show(_progress(len(rows), chosen.size, monotonic() - began, kept))

        line.show(_progress(0, chosen.size, 0.0))
        survey(
            chosen, jobs=args.jobs, scheduler=args.scheduler, limits=limits_of(args), stop=stop,
            output=args.output, resume=args.resume, force=args.force, certificates=args.certificates,
            report=line.show, each=told,
        )  # fmt: skip
    return Survey.of(chosen, rows)


def _show(found: Survey, args: Namespace) -> None:
    from feasibility.cli.terminal import print_table, print_words
    from feasibility.studies.surveys import pictures, report

    if args.json:
        print_json(report.survey_json(found))
        return
    print_table(report.table(found))
    print_words("", *report.statement(found).split("\n"))
    # what people ask, last, where they look first
    if len(found.family.starts) == 1:
        for one in pictures.drawn_ends(found):
            print("", one.text, sep="\n")
    else:
        for one in pictures.drawn_vacancies(found):
            print("", one.text, "", sep="\n")
            print_table(report.vacancy_table(found))
    if found.complete:
        message(next_step(found, args))


def _write(found: Survey, args: Namespace) -> None:
    from feasibility.studies.surveys.report import table

    if args.html:
        from feasibility.studies.surveys.page import page

        write_file(args.html, page(found))
    write_table(args.table, lambda: table(found))
    write_answer(args.picture, found.scene)


def next_step(found: Survey, args: Namespace) -> str:
    left = [row for row in found.rows if row.verdict == "unknown"]
    unknown: Counter[str | None] = Counter(
        "lost" if row.lost else "time" if row.limit is None else row.limit for row in left
    )
    if unknown:
        return more(unknown, args)
    if args.certificates is None:
        draws = "" if args.html else ", --html FILE draws them"
        return f"every pair is decided; --certificates DIR keeps the proofs{draws}"
    return f"every pair is decided; check a proof with `pegfeas verify {args.certificates}/NAME.json`"


def _progress(done: int, size: int, seconds: float, kept: int = 0) -> str:
    """Starts differ, so what is left is a guess, and none before some of them are done."""
    new = done - kept
    told = f"{done:,} of {size:,} pairs, {new / max(seconds, 1e-9):,.1f}/s"
    left = f", about {seconds * (size - done) / max(new, 1):.0f} s left"
    return told if 20 * new < size - kept else told + left
