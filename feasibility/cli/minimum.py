"""The least number of pegs that can remain from START: bounds with proofs, and the true value by search.

The bounds come from the cone (a linear program) and from the integer cone; then the search looks for a
play that leaves so few.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.base.files import write_file
from feasibility.cli.arguments import START_HELP, add_limits, limits_of
from feasibility.cli.common import add_lenient, message, plural, print_json
from feasibility.cli.files import ready
from feasibility.cli.terminal import ProgressLine
from feasibility.text.reading import read_pair

if TYPE_CHECKING:
    from feasibility.api.minimum import Minimum
    from feasibility.polyhedra.minimum import PegFloor


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas minimum`."""
    parser.add_argument("start", metavar="START", help=START_HELP)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--no-search", action="store_true", help="bounds only")
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        help="write the proof of the integer bound (JSON lines if there are several)",
    )
    add_lenient(parser)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Compute bounds, then search upwards from them."""
    from feasibility.api.minimum import minimum, remain

    ready(args.certificate)
    start = read_pair(args.start, pegs=0, lenient=args.lenient).start
    line = ProgressLine()
    try:
        least = minimum(start, search=not args.no_search, limits=limits_of(args), report=line.show)
    finally:
        line.clear()
    if args.certificate is not None:
        _write(least.floors.whole, args.certificate)
    if args.json:
        print_json(_facts(least))
    else:
        print(_text(least))
    if least.undecided is not None:
        why = least.undecided.findings[-1].summary
        message(f"whether {remain(least.at_least)} is not decided: {why}")
    return ExitCode.OK if least.reached is not None or args.no_search else ExitCode.UNKNOWN


def _write(floor: PegFloor, path: str) -> None:
    from feasibility.cli.proofs import acceptance, write

    if floor.certificate is not None:
        write(floor.certificate, path)
    elif floor.ends:
        told = acceptance(floor.ends)
        write_file(path, "".join(end.text() for end in floor.ends))
        count = plural(len(floor.ends), "certificate")
        message(f"{count} written to {path}, one for each end up to symmetry, {told}")
    else:
        message("the bound needs no certificate: no play loses its last peg")


def _facts(least: Minimum) -> dict[str, object]:
    def side(value: PegFloor) -> dict[str, object]:
        proof = value.certificate
        return {
            "pegs": value.pegs,
            "certificate": None if proof is None else proof.to_json(),
            "ends": [end.to_json() for end in value.ends],
        }

    lower, proof = least.floors, None if least.reached is None else least.reached.certificate
    return {
        "cone": side(lower.real),
        "integer_cone": side(lower.whole) | {"exact": lower.exact},
        "at_least": least.at_least,
        "minimum": least.pegs,
        "play": None if proof is None else proof.to_json(),
    }


def _text(least: Minimum) -> str:
    from feasibility.api.minimum import remain
    from feasibility.text.moves import format_jumps

    lower = least.floors
    weaker = "" if lower.exact else " (a limit ended the search for a better bound)"
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
