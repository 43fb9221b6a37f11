"""`solve --last-sweep`: a play with a long last sweep, and why none is longer."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.stopped import BrokenOffError
from feasibility.cli.arguments import limits_of
from feasibility.cli.common import message, print_json
from feasibility.cli.opening import question_of
from feasibility.cli.options import own
from feasibility.cli.proofs import write_both, write_known
from feasibility.cli.solution import play_json, show
from feasibility.cli.terminal import ProgressLine, print_words
from feasibility.game.geometry import Board, Jump
from feasibility.proofs.verdict import Answer
from feasibility.render.verified import unverified, verified_json

if TYPE_CHECKING:
    from feasibility.studies.sweeps.last import LastSweep

OPTIONS = ("last_sweep",)
APART = ("sweeps", "all", "method", "workdir", "jobs", "scheduler", "picture", "stats", "return_peg")
LONGEST = "longest"


def add(parser: ArgumentParser) -> None:
    words = "a play whose last sweep has N jumps or more; `longest`: the most there are; "
    own(parser, "--last-sweep N", words + "N:JUMP: JUMP is the first")


def run(args: Namespace) -> ExitCode:
    from feasibility.studies.sweeps.last import last_sweep

    pair, line, clock = question_of(args).pair, ProgressLine(), limits_of(args).start()
    at_least, begins = read(pair.board, args.last_sweep)
    try:
        found = last_sweep(pair, None, at_least, begins=begins, limits=clock.rest(), report=line.show)
    except BrokenOffError as stop:
        line.clear()
        _print(stop.known, args)
        write_known(stop.known.certificates, args.certificate)
        raise KeyboardInterrupt("the last sweep may be longer") from None
    finally:
        line.clear()
    _print(found, args)
    if args.certificate is not None:
        if found.certificates or found.answer is Answer.UNKNOWN:
            write_both(found.certificates, args.certificate, clock)
        else:
            message("no certificate: the jumps of the board alone say so")
    return found.answer.exit_code


def read(board: Board, text: str) -> tuple[int | None, Jump | None]:
    """The number of jumps, None for as many as possible, and the jump by which the peg begins."""
    from feasibility.studies.sweeps.last import as_first

    number, colon, begins = text.partition(":")
    if number != LONGEST and not (number.isdecimal() and int(number[:9]) > 0):
        raise UsageError("not a number of jumps", seen=text[:40], expected=f"N, {LONGEST} or N:JUMP")
    at_least = None if number == LONGEST else int(number[:9])
    return at_least, as_first(board, begins) if colon else None


def _print(found: LastSweep, args: Namespace) -> None:
    if args.json:
        proofs = [certificate.to_json() for certificate in found.certificates]
        print_json({
            "verdict": str(found.answer), "summary": found.summary, **play_json(found.pair, found.play, args),
            "last_sweep": None if found.play is None else found.jumps, "undecided": found.opened,
            **verified_json(found.acceptance), "certificates": proofs, **args.question.facts,
        })  # fmt: skip
        return
    if found.play is None:
        print_words(f"{str(found.answer).upper()}: {found.summary}")
    else:
        first, _, rest = found.summary.partition("; ")
        show(found.pair, found.play, args, first)
        print_words(*filter(None, [rest]))
    print_words(*filter(None, [unverified(found.acceptance, args.certificate)]))
