"""Find a play from START to TARGET, or the proof that there is none.

The play is printed as jumps (or sweeps), board by board with --trace, or as JSON. -f FILE reads a file of one
board with its empty hole, whose last peg must end there.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import islice
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING

from feasibility.cli.arguments import add_limits, add_pair, limits_of, pair_of
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.replay import trace
from feasibility.cli.terminal import ProgressLine
from feasibility.errors import ExitCode, InputError, UsageError
from feasibility.geometry import Jump
from feasibility.moves import STYLES, format_jumps, join_sweeps, parse_coordinate
from feasibility.position import Pair

if TYPE_CHECKING:
    from feasibility.search.arbiter import Effort
    from feasibility.search.solve import Solved

METHODS = ("auto", "beam", "depth", "dense", "frontier")


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas solve`."""
    add_pair(parser, start_optional=True)
    parser.add_argument(
        "-f", "--file", metavar="FILE", help="START, as the programming contest of 2009 named it"
    )
    parser.add_argument("--method", choices=METHODS, default="auto", help="how to search (default: auto)")
    parser.add_argument("--sweeps", action="store_true", help="a play with the fewest sweeps")
    parser.add_argument("--all", type=int, metavar="N", help="up to N different plays")
    parser.add_argument(
        "--return-peg", metavar="HOLE", help="the peg removed from HOLE may go back into it once"
    )
    parser.add_argument("--style", choices=STYLES, default="coordinates", help="how jumps are written")
    parser.add_argument("--trace", action="store_true", help="show the board after every jump")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--workdir", metavar="DIR", help="keep the search on disk; a killed one goes on from there"
    )
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Solve and print."""
    if (args.start is None) == (args.file is None):
        raise UsageError("one START is needed", expected="START or -f FILE")
    if args.start is None:
        _refuse_missing(args.file)
        args.start = args.file
    pair = pair_of(args)
    line, effort = _effort(pair, args)
    try:
        if args.return_peg is not None:
            return _with_return(pair, effort, args)
        if args.all is not None:
            return _several(pair, effort, args)
        from feasibility.search.solve import fewest, solve

        solved = fewest(pair, effort) if args.sweeps else solve(pair, effort, args.method)
    finally:
        line.clear()
    from feasibility.analysis import confirm

    confirm(pair, solved.finding)
    return _print(pair, solved, args)


def _refuse_missing(reference: str) -> None:
    """After -f a plain word means a file; the other forms of a START that hold pegs have a colon."""
    if reference != "-" and ":" not in reference and not exists(reference):
        raise InputError("no such file", source=reference)


def _effort(pair: Pair, args: Namespace) -> tuple[ProgressLine, Effort]:
    from feasibility.analysis import pruning_pool
    from feasibility.search.arbiter import Effort

    line = ProgressLine()
    pool = pruning_pool(pair)
    workdir = None if args.workdir is None else Path(args.workdir)
    return line, Effort(limits_of(args).start(), pool, (), workdir, line.show)


def _print(pair: Pair, solved: Solved, args: Namespace) -> ExitCode:
    jumps, finding = solved.jumps, solved.finding
    code = (
        ExitCode.OK
        if jumps is not None
        else ExitCode.NEGATIVE
        if finding.proof is not None
        else ExitCode.UNKNOWN
    )
    if args.json:
        verdict = {ExitCode.OK: "feasible", ExitCode.NEGATIVE: "infeasible"}.get(code, "unknown")
        print_json(
            {
                "verdict": verdict,
                "summary": finding.summary,
                "notes": list(solved.notes),
                "moves": None if jumps is None else format_jumps(pair.board, jumps, args.style).split(),
                "jumps": None if jumps is None else [list(j) for j in jumps],
                "sweeps": None if jumps is None else len(join_sweeps(jumps)),
            }
        )
        return code
    if jumps is None:
        print(f"{'NO PLAY' if code is ExitCode.NEGATIVE else 'UNKNOWN'}: {finding.summary}")
    else:
        show(pair, jumps, args, finding.summary)
    for note in solved.notes:
        print(note)
    return code


def show(pair: Pair, jumps: tuple[Jump, ...], args: Namespace, summary: str) -> None:
    """A play as text."""
    if args.trace:
        trace(pair.start, jumps)
    sweeps = join_sweeps(jumps)
    longest = max(map(len, sweeps), default=0)
    print(f"{summary}; {plural(len(sweeps), 'sweep')}, the longest of {plural(longest, 'jump')}")
    print(format_jumps(pair.board, jumps, args.style, sweeps=True))


def _several(pair: Pair, effort: Effort, args: Namespace) -> ExitCode:
    from feasibility.search.solve import plays

    if args.all < 1:
        raise UsageError("not a number of plays", seen=str(args.all), expected="1 or more")
    found = 0
    for jumps in islice(plays(pair, effort), args.all):
        pair.start.replay(jumps)
        found += 1
        text = format_jumps(pair.board, jumps, args.style, sweeps=not args.json)
        print_json({"moves": text.split(), "jumps": [list(j) for j in jumps]}) if args.json else print(text)
    if found < args.all:
        why = "time is over after" if effort.clock.expired() else "there are no more than"
        message(f"{why} {plural(found, 'play')}")
    if found:
        return ExitCode.OK
    return ExitCode.UNKNOWN if effort.clock.expired() else ExitCode.NEGATIVE


def _with_return(pair: Pair, effort: Effort, args: Namespace) -> ExitCode:
    from feasibility.search.solve import Returned, with_return

    result = with_return(pair, parse_coordinate(pair.board, args.return_peg), effort)
    if not isinstance(result, Returned):
        print(f"UNKNOWN: {result}" if result.startswith("stopped") else f"NO PLAY: {result}")
        return ExitCode.UNKNOWN if result.startswith("stopped") else ExitCode.NEGATIVE
    before, after = result.jumps[: result.returned_before], result.jumps[result.returned_before :]
    if result.returned_before < 0:
        before, after = result.jumps, ()
    if args.json:
        print_json({"jumps": [list(j) for j in result.jumps], "returned_before": result.returned_before})
        return ExitCode.OK
    where = f"the peg put back into {args.return_peg} after {len(before)} of them"
    if result.returned_before < 0:
        where = f"the peg of {args.return_peg} need not go back"
    print(f"a play of {plural(len(result.jumps), 'jump')}, {where}")
    words = [format_jumps(pair.board, part, args.style, sweeps=True) for part in (before, after)]
    print(f"{words[0]} (put back {args.return_peg}) {words[1]}" if result.returned_before >= 0 else words[0])
    return ExitCode.OK
