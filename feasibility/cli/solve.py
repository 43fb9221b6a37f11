"""Find a play from START to TARGET, or a proof that no play exists.

The play is printed as jumps (or sweeps), board by board with --trace, or as JSON. The cheap
criteria are asked before any exhaustive search, unless --method names one. -f FILE reads a file of one board
with its empty hole, whose last peg must end there.

examples:
  pegfeas solve english33:-d4 english33:+d4 --sweeps
  pegfeas solve triangle:5:-a1 --pegs 1 --all 3
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from itertools import islice
from os.path import exists
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, InputError, UsageError
from feasibility.base.stopped import BrokenOffError
from feasibility.cli.additions import Addition, refuse_beside, wanted
from feasibility.cli.arguments import add_levels, add_limits, add_pair, levels_of, limits_of
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.files import ready, write_answer
from feasibility.cli.opening import question_of
from feasibility.cli.options import add, add_one, own
from feasibility.cli.proofs import workdir_of, write, write_both, write_known
from feasibility.cli.solution import as_json, cost, play_json, show, show_first, show_none, trace, words
from feasibility.cli.terminal import ProgressLine, print_words
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, PutBack
from feasibility.proofs.verdict import Answer
from feasibility.registry import Hook
from feasibility.render.verified import unverified
from feasibility.text.notations import NAMES, parse_coordinate

if TYPE_CHECKING:
    from feasibility.base.limits import Clock
    from feasibility.decide.engines import Effort
    from feasibility.decide.plays import Listing, Solution

# those of the arbiter, which is not imported here
METHODS = ("auto", "beam", "plans", "dense", "frontier")
APART = {  # what an option leaves no room for
    "return_peg": ("sweeps", "all", "method", "workdir", "jobs", "scheduler", "picture", "stats"),
    "sweeps": ("method", "jobs", "scheduler"),
    "json": ("trace",),
}
OPTIONS = Hook[Addition]("cli.solve:OPTIONS", "adds to it")
OF_LEVELS = {  # what a method leaves no room for: two keep nothing on disk, one makes its levels by itself
    "beam": ("workdir", "jobs", "scheduler"),
    "plans": ("workdir", "jobs", "scheduler"),
    "dense": ("jobs", "scheduler"),
}


def add_arguments(parser: ArgumentParser) -> None:
    add_pair(parser, start_optional=True)
    file = "a file in place of START (as in the programming contest of 2009)"
    parser.add_argument("-f", "--file", metavar="FILE", help=file)
    how = "how to search; with --all how to find the first play: %(choices)s (default: auto)"
    add_one(parser, "method", how, choices=METHODS, default="auto")
    own(parser, "--sweeps", "find a play with the fewest sweeps")
    own(parser, "--stats", "tell how many positions were explored, the width of the beam, time and memory")
    own(parser, "--all N", "list up to N different plays", int)
    add(parser, "return-peg")
    for addition in OPTIONS.filled():
        addition.add(parser)
    add_one(parser, "notation", choices=NAMES, default="coordinates")
    add(
        parser, "trace", "json",
        picture="the play sweep by sweep, each as a path",
        certificate="write the certificate of play or refutation, once the verifier has looked at it",
    )  # fmt: skip
    add_levels(parser)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    from feasibility.api.solve import effort_for, solve

    if (args.start is None) == (args.file is None):
        raise UsageError("one START is needed", expected="START or -f FILE")
    refuse_beside(args, APART | {"method": OF_LEVELS.get(args.method, ())})
    if args.all is not None and args.all < 1:
        raise UsageError("not a number of plays", seen=str(args.all), expected="1 or more")
    ready(args.certificate, picture=args.picture)
    if args.start is None:
        args.start = args.file
        if args.file != "-" and ":" not in args.file and not exists(args.file):  # a plain word is a file here
            raise InputError("no such file", source=args.file)
    addition = wanted(OPTIONS.filled(), args)
    if addition is not None:
        return ExitCode(addition.run(args))
    pair = question_of(args).pair
    # what a notation cannot write is refused before the work
    words(pair.board, pair.board.jumps[:1], None, args.notation)
    line, clock = ProgressLine(), limits_of(args).start()
    try:
        if args.return_peg is not None:
            return _with_return(pair, clock, line, args)
        solution = solve(
            pair, sweeps=args.sweeps, method=args.method, limits=clock.rest(),
            workdir=workdir_of(args.workdir), levels=levels_of(args), report=line.show,
        )  # fmt: skip
    except BrokenOffError as stop:
        line.clear()
        _print(stop.known, args)
        write_known([stop.known.certificate], args.certificate)
        raise KeyboardInterrupt("the fewest sweeps are not known") from None
    finally:
        line.clear()
    if args.all is None:
        code = _print(solution, args)
    else:
        code = _several(solution, effort_for(pair, clock.rest(), line.show), args, line)
    if args.stats and not args.json and solution.stats is not None:
        print(cost(solution.stats))
    if args.certificate is not None:
        write(solution.certificate, args.certificate, clock, solution.acceptance)
    if args.picture is not None:
        from feasibility.api.picture import scene

        write_answer(args.picture, lambda: scene(solution))
    return code


def _print(solution: Solution, args: Namespace) -> ExitCode:
    if args.json:
        print_json(as_json(solution, args))
    else:
        show_first(solution, limits_of(args))
        if solution.play is None:
            show_none(solution)
        else:
            show(solution.pair, solution.play, args, f"FEASIBLE: {solution.finding.summary}")
        for note in solution.notes:
            if note != solution.finding.summary:
                print(note)
        print_words(*filter(None, [unverified(solution.acceptance, args.certificate)]))
    return solution.answer.exit_code


def _several(solution: Solution, effort: Effort, args: Namespace, line: ProgressLine) -> ExitCode:
    """The play that was found, and others, as they come; or that there is none."""
    from feasibility.api.solve import SWEEPS
    from feasibility.decide.plays import Plays

    pair = solution.pair
    if solution.play is None:
        return _none(solution, args)
    shown = []
    listing: Listing = Plays(pair, effort)
    if args.sweeps:
        listing = SWEEPS.only().shortest(pair, effort, solution)
    try:
        for jumps in islice(_different(pair, solution.play, listing), args.all):
            line.clear()
            shown.append(play_json(pair, jumps, args))
            if not args.json:
                if args.trace:
                    trace(pair.start, jumps)
                said = " ".join(words(pair.board, jumps, None, args.notation, sweeps=True))
                print(said or "(no jump is needed)", flush=True)
    except KeyboardInterrupt:
        line.clear()
        if args.json:
            print_json({**as_json(solution, args), "plays": shown, "complete": False})
        write_known([solution.certificate], args.certificate)
        most = plural(len(shown), "play", commas=True)
        raise KeyboardInterrupt(f"after {most}; there may be more") from None
    line.clear()
    limit = listing.stopped
    if args.json:
        complete = len(shown) < args.all and limit is None
        number = {} if listing.number is None else {"number": listing.number}
        print_json({**as_json(solution, args), "plays": shown, "complete": complete, **number})
    if len(shown) < max(args.all, listing.number or 0):
        message(_why_no_more(solution, listing, len(shown), " with as few sweeps" if args.sweeps else ""))
    if args.picture is not None and len(shown) > 1:
        message(f"{args.picture} shows the first of {len(shown):,} plays")
    return ExitCode.OK


def _none(solution: Solution, args: Namespace) -> ExitCode:
    """No play is listed: there is none, or none is known."""
    if not args.json:
        return _print(solution, args)
    complete = solution.answer is Answer.INFEASIBLE
    number = {"number": 0} if args.sweeps and complete else {}
    print_json({**as_json(solution, args), "plays": [], "complete": complete, **number})
    return solution.answer.exit_code


def _why_no_more(solution: Solution, listing: Listing, shown: int, which: str) -> str:
    limit, plays = listing.stopped, plural(shown, "play", commas=True)
    if listing.number is not None and listing.number > shown:
        why = "" if limit is None else f"{limit.how}: "
        return f"{why}{shown:,} of {listing.number:,} plays with the fewest sweeps"
    if solution.stopped is not None:  # what is listed was not asked for
        sweeps = plural(solution.sweeps or 0, "sweep")
        return f"{solution.notes[-1]}; the play above has {sweeps}, so those with the fewest are not listed"
    if limit is not None:
        return f"{limit.how} after {plays}; there may be more"
    return f"there is no other play{which}" if shown == 1 else f"there are no others{which}: {plays} in all"


def _different(
    pair: Pair, first: tuple[Jump, ...], listing: Iterable[tuple[Jump, ...]]
) -> Iterator[tuple[Jump, ...]]:
    """The play that is known, then the listed ones that differ from it; all of them legal."""
    yield first
    for jumps in listing:
        if jumps != first:
            pair.start.replay(jumps)
            yield jumps


def _with_return(pair: Pair, clock: Clock, line: ProgressLine, args: Namespace) -> ExitCode:
    """By the French rule: a play, or a proof for each of the two pairs that it comes to."""
    from feasibility.decide.returning import with_return

    hole = parse_coordinate(pair.board, args.return_peg)
    found = with_return(pair, hole, clock.rest(), line.show)
    line.clear()
    answer, jumps, before = found.answer, found.jumps, found.returned_before
    back = PutBack(hole, before) if before is not None and before >= 0 else None
    if answer is Answer.UNKNOWN:
        summary = next(v.findings[-1].summary for v in found.verdicts if v.answer is Answer.UNKNOWN)
    elif jumps is None:
        summary = "neither with the peg put back nor without it"
    elif not jumps:
        summary = f"no jump is needed: the peg goes back into {args.return_peg}"
    else:
        where = f"of {args.return_peg} need not go back"
        if back is not None:
            where = f"put back into {args.return_peg} after {back.after} of them"
        summary = f"a play of {plural(len(jumps), 'jump')}, the peg {where}"
    if args.json:
        play = play_json(pair, jumps, args, back)
        proofs = [certificate.to_json() for certificate in found.certificates]
        returned = {"returned_before": None if back is None else back.after, "certificates": proofs}
        print_json({"verdict": str(answer), "summary": summary, **play, **returned, **args.question.facts})
    elif jumps is None:
        print(f"{str(answer).upper()}: {summary}")
        for how, verdict in zip(("put back", "in hand to the end"), found.verdicts, strict=True):
            if verdict.decisive is not None:
                print(f"the peg {how}: {verdict.decided_by}: {verdict.decisive.summary}")
    else:
        show(pair, jumps, args, summary, back)
    if args.certificate is not None:
        write_both(found.certificates, args.certificate, clock)
    return answer.exit_code
