"""The least number of pegs that can remain from START: bounds with proofs, and the true value by search.

The bounds come from the cone (a linear program) and from the integer cone; then the search looks for a
play that leaves so few.

examples:
  pegfeas minimum english33:-d4
  pegfeas minimum mine.txt --no-search
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.cli.arguments import START_HELP, add_limits, limits_of
from feasibility.cli.common import message, plural, print_answer
from feasibility.cli.files import ready
from feasibility.cli.opening import show_position
from feasibility.cli.options import add, add_reading, how_to_read
from feasibility.cli.proofs import all_accepted, write_both
from feasibility.cli.terminal import ProgressLine
from feasibility.text.document import position_of
from feasibility.text.moves import format_jumps
from feasibility.text.references import read_start

if TYPE_CHECKING:
    from feasibility.studies.polyhedra.minimum import Minimum, PegFloor


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("start", metavar="START", help=START_HELP)
    add(
        parser, "json",
        no_search="bounds only",
        certificate="write the proofs that fewer pegs cannot remain (JSON lines if there are several)",
    )  # fmt: skip
    add_reading(parser)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    ready(args.certificate)
    read = read_start(args.start, **how_to_read(args))
    start = position_of(read, args.start)
    show_position(start, read.note, args)
    from feasibility.studies.polyhedra.minimum import minimum

    clock = limits_of(args).start()
    with ProgressLine() as line:
        least = minimum(start, search=not args.no_search, limits=clock.rest(), report=line.show)
    verified: bool | None = None
    if args.certificate is not None and least.lower_proofs:
        verified = write_both(least.lower_proofs, args.certificate, clock)
    elif args.certificate is not None:
        message("the bound needs no certificate: no play loses its last peg")
    elif args.json:
        verified = all_accepted(least.lower_proofs, clock)
    facts = {**_facts(least), "verified": verified, "reading": str(read.how)}
    print_answer(args, facts, _text(least))
    if least.undecided is not None:
        why = least.undecided.findings[-1].summary
        message(f"whether {plural(least.at_least, 'peg')} can remain is not decided: {why}")
    known = least.reached is not None or (args.no_search and least.floors.exact)
    return ExitCode.OK if known else ExitCode.UNKNOWN


def _facts(least: Minimum) -> dict[str, object]:
    def side(value: PegFloor) -> dict[str, object]:
        proof = None if value.certificate is None else value.certificate.to_json()
        return {"pegs": value.pegs, "certificate": proof, "ends": [end.to_json() for end in value.ends]}

    lower, proof = least.floors, None if least.reached is None else least.reached.certificate
    reason = None if lower.stopped is None else str(lower.stopped)
    if least.undecided is not None:
        reason = least.undecided.findings[-1].summary
    return {
        "cone": side(lower.real),
        "integer_cone": side(lower.whole) | {"exact": lower.exact},
        "reason": reason,
        "at_least": least.at_least,
        "minimum": least.pegs,
        "play": None if proof is None else proof.to_json(),
    }


def _text(least: Minimum) -> str:
    from feasibility.studies.polyhedra.minimum import remain

    lower = least.floors
    weaker = "" if lower.stopped is None else f" (the search for a better bound {lower.stopped.how})"
    lines = [
        f"cone:         at least {remain(lower.real.pegs)}",
        f"integer cone: at least {remain(lower.whole.pegs)}{weaker}",
    ]
    if least.play is not None:
        play = format_jumps(least.start.board, least.play, sweeps=True)
        lines.append(f"the minimum is {least.pegs}: {play or 'the start itself'}")
    elif least.at_least > lower.whole.pegs:
        lines.append(f"search:       at least {remain(least.at_least)}")
    return "\n".join(lines)
