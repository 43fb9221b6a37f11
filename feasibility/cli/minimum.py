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
from feasibility.game.position import Pair, Position, Target
from feasibility.text.reading import read_pair

if TYPE_CHECKING:
    from feasibility.base.limits import Clock
    from feasibility.polyhedra.minimum import Floors, PegFloor
    from feasibility.proofs.verdict import Verdict


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
    from feasibility.polyhedra.minimum import floors

    ready(args.certificate)
    start = read_pair(args.start, pegs=0, lenient=args.lenient).start
    clock = limits_of(args).start()
    line = ProgressLine()
    try:
        line.show("linear and integer programs")
        lower = floors(start, clock)
        verdicts = [] if args.no_search else _search(start, lower, clock, line)
    finally:
        line.clear()
    if args.certificate is not None:
        _write(lower.whole, args.certificate)
    reached = next((v for v in verdicts if v.answer == "feasible"), None)
    unknown = next((v for v in verdicts if v.answer == "unknown"), None)
    floor = lower.whole.pegs + sum(v.answer == "infeasible" for v in verdicts)
    if args.json:
        print_json(_facts(lower, reached, floor))
    else:
        print(_text(lower, reached, floor))
    if unknown is not None:
        message(f"whether {_remain(floor)} is not decided: {unknown.findings[-1].summary}")
    return ExitCode.OK if reached is not None or args.no_search else ExitCode.UNKNOWN


def _search(start: Position, lower: Floors, clock: Clock, line: ProgressLine) -> list[Verdict]:
    """Verdicts on as many pegs as the bound allows, one more, and so on, up to the first that is feasible or
    unknown."""

    from feasibility.analysis import check

    asked = ""

    def tell(text: str) -> None:
        line.show(asked + text)

    verdicts: list[Verdict] = []
    for pegs in range(lower.whole.pegs, start.count + 1):
        asked = f"can a play leave {plural(pegs, 'peg')}? "
        limits = clock.rest()
        pair = Pair(start, Target.with_pegs(start.board, pegs))
        try:
            verdicts.append(check(pair, limits, report=tell))
        except KeyboardInterrupt as stop:
            known = f"at least {_remain(pegs)}"
            raise KeyboardInterrupt("; ".join(filter(None, (known, str(stop))))) from None
        if verdicts[-1].answer != "infeasible":
            break
    return verdicts


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


def _facts(lower: Floors, reached: Verdict | None, floor: int) -> dict[str, object]:
    def side(value: PegFloor) -> dict[str, object]:
        proof = value.certificate
        return {
            "pegs": value.pegs,
            "certificate": None if proof is None else proof.to_json(),
            "ends": [end.to_json() for end in value.ends],
        }

    proof = None if reached is None else reached.certificate
    return {
        "cone": side(lower.real),
        "integer_cone": side(lower.whole) | {"exact": lower.exact},
        "at_least": floor,
        "minimum": None if reached is None else floor,
        "play": None if proof is None else proof.to_json(),
    }


def _text(lower: Floors, reached: Verdict | None, floor: int) -> str:
    from feasibility.proofs.certificate import Play
    from feasibility.text.moves import format_jumps

    weaker = "" if lower.exact else " (a limit ended the search for a better bound)"
    lines = [
        f"cone:         at least {_remain(lower.real.pegs)}",
        f"integer cone: at least {_remain(lower.whole.pegs)}{weaker}",
    ]
    proof = None if reached is None or reached.certificate is None else reached.certificate.proof
    if isinstance(proof, Play) and reached is not None:
        play = format_jumps(reached.pair.board, proof.jumps, sweeps=True)
        lines.append(f"the minimum is {floor}: {play or 'the start itself'}")
    elif floor > lower.whole.pegs:
        lines.append(f"search:       at least {_remain(floor)}")
    return "\n".join(lines)


def _remain(pegs: int) -> str:
    return f"{plural(pegs, 'peg')} {'remains' if pegs == 1 else 'remain'}"
