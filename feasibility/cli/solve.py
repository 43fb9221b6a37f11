"""Find a play from START to TARGET, or a proof that no play exists.

The play is printed as jumps (or sweeps), board by board with --trace, or as JSON. The cheap
criteria are asked before any exhaustive search, unless --method names one. -f FILE reads a file of one board
with its empty hole, whose last peg must end there.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from itertools import islice
from os.path import exists
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, InputError, UsageError
from feasibility.cli.arguments import add_levels, add_limits, add_pair, levels_of, limits_of, pair_of
from feasibility.cli.common import add_picture, message, plural, print_json
from feasibility.cli.files import ready, write_answer
from feasibility.cli.plays import PutBack, trace, words
from feasibility.cli.proofs import workdir_of, write
from feasibility.cli.solution import answer_of, as_json, play_json, show, show_none
from feasibility.cli.terminal import ProgressLine
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Answer
from feasibility.text.moves import STYLES, join_sweeps, parse_coordinate

if TYPE_CHECKING:
    from feasibility.api.solve import Solution
    from feasibility.base.limits import Reason
    from feasibility.render.scene import Scene
    from feasibility.search.arbiter import Effort
    from feasibility.search.plays import Solved

METHODS = (
    "auto",
    "beam",
    "plans",
    "depth",
    "dense",
    "levels",
    "frontier",
)  # those of the arbiter, which is not imported here
APART = {  # what an option leaves no room for
    "return_peg": ("sweeps", "all", "method", "workdir", "certificate", "jobs", "scheduler", "picture"),
    "sweeps": ("method",),
    "json": ("trace",),
}
WITHOUT_CERTIFICATE = "No certificate: the format has no proofs under this rule, only this search says so."
WITHOUT_LEVELS = ("beam", "plans", "depth")  # methods that keep nothing on disk


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas solve`."""
    add_pair(parser, start_optional=True)
    parser.add_argument(
        "-f",
        "--file",
        metavar="FILE",
        help="a file in place of START (as in the programming contest of 2009)",
    )
    parser.add_argument(
        "--method",
        choices=METHODS,
        default="auto",
        help="how to search; with --all how to find the first play (default: auto)",
    )
    parser.add_argument("--sweeps", action="store_true", help="find a play with the fewest sweeps")
    parser.add_argument("--all", type=int, metavar="N", help="list up to N different plays")
    parser.add_argument(
        "--return-peg", metavar="HOLE", help="the peg removed from HOLE may go back into it once"
    )
    parser.add_argument("--style", choices=STYLES, default="coordinates", help="how jumps are written")
    parser.add_argument("--trace", action="store_true", help="show the board after every jump")
    add_picture(parser, "the play sweep by sweep, each as a path")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        help="write the certificate of the play or of the refutation, once the verifier accepts it",
    )
    parser.add_argument(
        "--workdir",
        metavar="DIR",
        help="keep the search on disk, so that it can continue after an interruption",
    )
    add_levels(parser)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Solve and print."""
    from feasibility.api.solve import effort_for, solve

    if (args.start is None) == (args.file is None):
        raise UsageError("one START is needed", expected="START or -f FILE")
    _refuse_together(args)
    ready(args.certificate, picture=args.picture)
    if args.start is None:
        _refuse_missing(args.file)
        args.start = args.file
    pair = pair_of(args)
    line, clock = ProgressLine(), limits_of(args).start()
    try:
        if args.return_peg is not None:
            return _with_return(pair, effort_for(pair, clock.rest(), line.show), args)
        solution = solve(
            pair, sweeps=args.sweeps, method=args.method, limits=clock.rest(),
            workdir=workdir_of(args.workdir), levels=levels_of(args), report=line.show,
        )  # fmt: skip
    finally:
        line.clear()
    if args.all is None:
        code = _print(pair, solution.solved, args)
    else:
        code = _several(pair, effort_for(pair, clock.rest(), line.show), solution.solved, args, line)
    if args.certificate is not None:
        write(solution.certificate, args.certificate)
    write_answer(args.picture, lambda: _picture(solution))
    return code


def _picture(solution: Solution) -> Scene:
    from feasibility.api.picture import of_play

    return of_play(solution)


def _refuse_together(args: Namespace) -> None:
    """An option that would be passed over in silence is an error."""
    given = {name for name in vars(args) if vars(args)[name] not in (None, False)}
    if args.method == "auto":
        given.remove("method")
    for name, others in APART.items():
        for other in others:
            if {name, other} <= given:
                raise UsageError(f"{_option(name)} and {_option(other)} do not go together")
    if args.method in WITHOUT_LEVELS and args.workdir is not None:
        raise UsageError(f"--method {args.method} and --workdir do not go together")
    if args.all is not None and args.all < 1:
        raise UsageError("not a number of plays", seen=str(args.all), expected="1 or more")


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _refuse_missing(reference: str) -> None:
    """After -f a plain word means a file; the other forms of a START that hold pegs have a colon."""
    if reference != "-" and ":" not in reference and not exists(reference):
        raise InputError("no such file", source=reference)


def _print(pair: Pair, solved: Solved, args: Namespace) -> ExitCode:
    answer, jumps = answer_of(solved), solved.jumps
    if args.json:
        print_json(as_json(pair, solved, args))
    else:
        if jumps is None:
            show_none(pair, solved)
        else:
            show(pair, jumps, args, solved.finding.summary)
        for note in solved.notes:
            if note != solved.finding.summary:
                print(note)
    return answer.exit_code


def _several(pair: Pair, effort: Effort, solved: Solved, args: Namespace, line: ProgressLine) -> ExitCode:
    """The play that was found, and others, as they come; or that there is none."""
    from feasibility.search.plays import Shortest, plays

    if solved.jumps is None:
        return _print(pair, solved, args)
    shown = []
    listing = Shortest(pair, effort, solved) if args.sweeps else plays(pair, effort)
    try:
        for jumps in islice(_different(pair, solved.jumps, listing), args.all):
            line.clear()
            shown.append(play_json(pair, jumps, args))
            if not args.json:
                _show_one(pair, jumps, args)
    except KeyboardInterrupt:
        line.clear()
        if args.json:
            print_json({**as_json(pair, solved, args), "plays": shown, "complete": False})
        raise KeyboardInterrupt(_broken_off("after", len(shown))) from None
    line.clear()
    limit = listing.stopped
    if args.json:
        complete = len(shown) < args.all and limit is None
        number = {} if listing.number is None else {"number": listing.number}
        print_json({**as_json(pair, solved, args), "plays": shown, "complete": complete, **number})
    if listing.number is not None and listing.number > len(shown):
        message(_some_of(len(shown), listing.number, limit))
    elif len(shown) < args.all:
        message(_ended(len(shown), limit) if solved.stopped is None else _not_fewest(solved))
    return ExitCode.OK


def _ended(shown: int, limit: Reason | None) -> str:
    """Why no other play is listed."""
    if limit is not None:
        return _broken_off(f"stopped at the {limit} limit after", shown)
    return "there is no other play" if shown == 1 else f"there are no others: {shown:,} plays in all"


def _some_of(shown: int, number: int, limit: Reason | None) -> str:
    """How many of the plays with the fewest sweeps are listed."""
    why = "" if limit is None else f"stopped at the {limit} limit: "
    return f"{why}{shown:,} of {number:,} plays with the fewest sweeps"


def _broken_off(how: str, shown: int) -> str:
    return f"{how} {plural(shown, 'play', commas=True)}; there may be more"


def _not_fewest(solved: Solved) -> str:
    """The play that is listed was not asked for: it is some play."""
    sweeps = plural(len(join_sweeps(solved.jumps or ())), "sweep")
    return f"{solved.notes[-1]}; the play above has {sweeps}, so those with the fewest are not listed"


def _show_one(pair: Pair, jumps: tuple[Jump, ...], args: Namespace) -> None:
    if args.trace:
        trace(pair.start, jumps)
    print(" ".join(words(pair.board, jumps, None, args.style, sweeps=True)), flush=True)


def _different(
    pair: Pair, first: tuple[Jump, ...], listing: Iterable[tuple[Jump, ...]]
) -> Iterator[tuple[Jump, ...]]:
    """The play that is known, then the listed ones that differ from it; all of them legal."""
    yield first
    for jumps in listing:
        if jumps != first:
            pair.start.replay(jumps)
            yield jumps


def _with_return(pair: Pair, effort: Effort, args: Namespace) -> ExitCode:
    """By the French rule; the criteria speak of the ordinary one and are not asked."""
    from feasibility.search.results import Exhausted
    from feasibility.search.returning import Returned, with_return

    hole = parse_coordinate(pair.board, args.return_peg)
    result = with_return(pair, hole, effort)
    if isinstance(result, Exhausted):
        answer, jumps, back = Answer.INFEASIBLE, None, None
        summary = "neither with the peg put back nor without it"
    elif not isinstance(result, Returned):
        answer, jumps, back = Answer.UNKNOWN, None, None
        summary = f"stopped at the {result.limit} limit"
    else:
        answer, jumps = Answer.FEASIBLE, result.jumps
        back = PutBack(hole, result.returned_before) if result.returned_before >= 0 else None
        what = f"the peg of {args.return_peg} need not go back"
        if back is not None:
            what = f"the peg put back into {args.return_peg} after {back.after} of them"
        played = f"a play of {plural(len(jumps), 'jump')}, {what}"
        summary = played if jumps else f"no jump is needed: the peg goes back into {args.return_peg}"
    if args.json:
        before = None if back is None else back.after
        play = play_json(pair, jumps, args, back)
        print_json({"verdict": str(answer), "summary": summary, **play, "returned_before": before})
    elif jumps is None:
        print(f"{'UNKNOWN' if answer is Answer.UNKNOWN else 'NO PLAY'}: {summary}")
        if answer is Answer.INFEASIBLE:
            print(WITHOUT_CERTIFICATE)
    else:
        show(pair, jumps, args, summary, back)
    return answer.exit_code
