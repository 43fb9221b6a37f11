"""The most and the fewest times that each jump can occur on the way from START to TARGET, with proofs.

The bounds are over the cone (real numbers of jumps) and over the integer cone, a line for each orbit of
jumps. START and TARGET are written as for `pegfeas check`.

--require "e3c3>=3" bounds the jumps in those plays alone in which that holds; it can be given several times.
A sum of jumps can be required, "2*e3c3-d4b4<=1", and --objective "e3c3+2*c3e3" bounds one.
--exclusions lists the pairs of jumps of which no play has both, each with a proof; --picture draws them.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.files import try_folder
from feasibility.cli.arguments import add_limits, add_pair, limits_of
from feasibility.cli.common import message, print_json
from feasibility.cli.files import ready, write_answer
from feasibility.cli.opening import question_of
from feasibility.cli.options import add
from feasibility.cli.proofs import write_into
from feasibility.cli.terminal import ProgressLine, print_table
from feasibility.game.geometry import Board
from feasibility.proofs.certificate import Certificate
from feasibility.render.tables import Table
from feasibility.studies.polyhedra.exclusions_text import BoundsAnswer, nothing, tell

if TYPE_CHECKING:
    from feasibility.base.limits import Clock
    from feasibility.game.position import Pair
    from feasibility.studies.polyhedra.bounds import Extreme, Range, Ranges

_MOST_DIRECTIONS = 12


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas bounds`."""
    add_pair(parser)
    parser.add_argument(
        "--require",
        metavar="CONDITION",
        action="append",
        default=[],
        help="in plays alone in which that holds: e3c3>=3, e3c3=2, e3c3+c3e3<4 or 2*e3c3-d4b4<=1",
    )
    parser.add_argument("--objective", metavar="SUM", help="bound this sum of jumps, as e3c3+2*c3e3")
    parser.add_argument(
        "--exclusions", action="store_true", help="the pairs of jumps of which no play has both"
    )
    add(
        parser, "json",
        picture="the exclusions as a square with crosses",
        certificates="write a certificate for each bound",
    )  # fmt: skip
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Compute the ranges or the exclusions, and print them."""
    from feasibility.studies.polyhedra.polyhedra_api import bounds, exclusions

    if args.exclusions and (args.require or args.objective is not None):
        raise UsageError(f"--exclusions does not go with --{'require' if args.require else 'objective'}")
    if args.picture and not args.exclusions:
        raise UsageError("--picture draws exclusions", expected="--exclusions with it")
    ready(picture=args.picture)
    if args.certificates is not None:
        try_folder(args.certificates)
    question = question_of(args)
    pair = question.pair
    clock = limits_of(args).start()
    with ProgressLine() as line:
        if args.exclusions:
            excluded = exclusions(pair, limits=clock.rest(), report=line.show)
            told = tell(excluded)
        else:
            asked = {"require": args.require, "objective": args.objective}
            told = _tell(bounds(pair, **asked, limits=clock.rest(), report=line.show))
    proofs = told.proofs
    if args.json:
        print_json({**told.facts, "verified": True if proofs else None, **question.facts})
    elif told.empty is False:
        print_table(told.table)
        print(told.below)
    if args.certificates is not None:
        write_into(args.certificates, proofs, [True] * len(proofs))
    if told.empty is True:
        required = " with what is required" if args.require else ": infeasible"
        message(f"no numbers of jumps lead from START to TARGET{required}")
        if not args.json and not args.require:
            _tell_others(pair, clock)
        return ExitCode.NEGATIVE
    if args.exclusions:
        write_answer(args.picture, excluded.scene)
    if told.left:
        message(f"a limit was reached; {told.left}")
    return ExitCode.UNKNOWN if told.left else ExitCode.OK


def _tell_others(pair: Pair, clock: Clock) -> None:
    """What adds up where no play can: the cone and the lattice, if they let the pair pass."""
    from feasibility.studies.polyhedra.combinations import real_numbers, whole_numbers
    from feasibility.text.sums import format_sum

    for what, found in (("real", real_numbers(pair, clock)), ("with negatives", whole_numbers(pair, clock))):
        if found is not None and len(found) > 0:
            print(f"{what}: {format_sum(pair.board, found)}")


def _tell(bounded: Ranges) -> BoundsAnswer:
    left = bounded.empty is None or any(
        side.whole is None for r in bounded.ranges for side in (r.most, r.least)
    )
    unknown = "? marks what is not known" if left else ""
    return BoundsAnswer(
        bounded.empty, _proofs(bounded), _facts(bounded), _table(bounded), _below(bounded), unknown
    )


def _facts(bounded: Ranges) -> dict[str, object]:
    from feasibility.text.sums import format_condition

    board = bounded.pair.board

    def side(value: Extreme) -> dict[str, object]:
        return {
            "real": None if value.real is None else str(value.real),
            "integer": value.whole,
            "certificate": None if value.certificate is None else value.certificate.to_json(),
        }

    rows = [
        {
            "jumps": [list(jump) for jump in r.orbit],
            "names": bounded.names(r),
            "most": side(r.most),
            "least": side(r.least),
        }
        for r in bounded.ranges
    ]
    asked = {"required": [format_condition(board, one) for one in bounded.given]} if bounded.given else {}
    return {
        "board": board.label,
        "feasible": False if bounded.empty is True and not bounded.given else None,
        "contradiction": [proof.to_json() for proof in bounded.contradiction],
        **asked,
        "orbits": rows,
    }


def _table(bounded: Ranges) -> Table:
    heads = ("jump", "in orbit", "most, real", "integer", "least, real", "integer")
    table = Table(heads, right=frozenset(range(len(heads))))
    for r in bounded.ranges:
        cells = [_shown(value) for side in (r.most, r.least) for value in (side.real, side.whole)]
        table.add(bounded.names(r)[0], len(r.orbit) or "", *cells)
    return table


def _below(bounded: Ranges) -> str:
    if any(one.orbit == () for one in bounded.ranges):
        return ""
    counted = Counter(_shown(r.most.whole) for r in bounded.ranges for _ in r.orbit)
    total = "jumps by the most times they can occur: " + ", ".join(
        f"{count} x {times}" for times, count in sorted(counted.items())
    )
    return "\n".join(["", total, *_pictures(bounded.pair.board, bounded.ranges)])


def _shown(value: object) -> str:
    return "?" if value is None else str(value)


def _pictures(board: Board, ranges: tuple[Range, ...]) -> list[str]:
    """For each direction the board with, on each hole, the most times that the jump from there can occur."""
    marks: dict[tuple[int, int], list[str]] = {}
    for r in ranges:
        for jump in r.orbit:
            here, there = board.holes[jump.start], board.holes[jump.landing]
            step = (there[0] - here[0], there[1] - here[1])
            marks.setdefault(step, ["."] * board.n)[jump.start] = _shown(r.most.whole)
    if len(marks) > _MOST_DIRECTIONS:
        return []
    lines = []
    for (down, right), symbols in sorted(marks.items()):
        words = [f"{abs(down)} {'down' if down > 0 else 'up'}"] if down else []
        words += [f"{abs(right)} {'right' if right > 0 else 'left'}"] if right else []
        lines += ["", f"most jumps from each hole, {' and '.join(words)}", board.draw(symbols, " ")]
    return lines


def _proofs(bounded: Ranges) -> dict[str, Certificate]:
    """The certificates by the names of their files."""
    return {
        f"{side}-{bounded.names(r)[0] if r.orbit else 'sum'}.json": value.certificate
        for r in bounded.ranges
        for side, value in (("most", r.most), ("least", r.least))
        if value.certificate is not None
    } | nothing(bounded.contradiction)
