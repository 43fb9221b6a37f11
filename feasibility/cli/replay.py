"""Check a play that a person typed: every jump legal in turn, and where it ends.

MOVES are jumps as the texts on the game write them (d2d4, d2-d4-f4, 46x44, 4,5:EN, 5->17, ex, 3/9/16), what
`check`, `solve` or a planner wrote, or a certificate: in one argument, in a file, or - for standard input.
With a target (TARGET, or the second grid of START) the end must match it. A text that could be in several
notations is read in the one in which the play is legal; where several are, name one by --notation, which also
prints in it.
With --return-peg d4 the play may hold `(put back d4)` once, as `solve --return-peg d4` prints it.

examples:
  pegfeas replay english33:-d4 "4,6:S 2,5:E"
  pegfeas solve triangle:5:-a1 --pegs 1 | pegfeas replay triangle:5:-a1 -
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from os.path import exists

from feasibility.base.errors import ExitCode, IllegalJump, InputError, UsageError
from feasibility.cli.common import plural, print_json
from feasibility.cli.opening import show, show_position
from feasibility.cli.options import add, add_one, add_reading, how_to_read
from feasibility.cli.solution import trace, words
from feasibility.game.geometry import Jump
from feasibility.game.hand import require_empty
from feasibility.game.position import Position, PutBack, positions
from feasibility.text import files
from feasibility.text.moves import format_jumps, join_sweeps, read_play
from feasibility.text.notations import NAMES, Notation, parse_coordinate
from feasibility.text.references import read_question
from feasibility.text.writing import drawing

MOST_LEGAL = 6  # legal jumps that are told beside an illegal one


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("start", metavar="START", help="a file, problem:NAME, or BOARD:-d4, BOARD:+d4+e4")
    parser.add_argument("moves", metavar="MOVES", help="the play, a file that holds it, or -")
    add(parser, "return-peg", target="what the play must end at")
    add_one(parser, "notation", "the notation to read and to print: %(choices)s", choices=NAMES)
    add(parser, "trace", "json")
    add_reading(parser)


def run(args: Namespace) -> ExitCode:
    if args.json and args.trace:
        raise UsageError("--json and --trace do not go together")
    if [args.start, args.target, args.moves].count("-") > 1:  # standard input is read once
        raise UsageError("two of START, TARGET and MOVES are standard input", expected="- once")
    question = read_question(args.start, args.target, **how_to_read(args))
    start, target = question.pair.start, question.given
    text, source = _text(args.moves)
    if source is not None and not text.strip():  # as of a command in a pipe that failed
        raise InputError("no move", source=source, expected="moves, as d2d4")
    hole = None if args.return_peg is None else parse_coordinate(start.board, args.return_peg)
    if hole is not None:
        require_empty(start, hole)
    jumps, back, chosen = read_play(
        start, text, hole=hole, source=source, notation=args.notation, target=target
    )
    if target is None:
        show_position(start, question.note, args)
    else:
        show(question, args)
    end = start
    try:
        for end in positions(start, jumps, back):  # noqa: B007  (the last one counts)
            pass
    except IllegalJump as error:
        return _illegal(args, end, error, chosen)
    reached = target is None or target.contains(end.mask)
    if args.json:
        wanted = None if target is None else reached
        facts = {"legal": True, "jumps": len(jumps), "end": list(end.pegs), "reached": wanted}
        returned = {} if back is None else {"returned_before": back.after}
        notations = [kind.name for kind in chosen]
        print_json({**facts, **returned, "notations": notations, "reading": str(question.how)})
    else:
        if args.trace:
            trace(start, jumps, back)
        print(_summary(jumps, back, end, args.notation or "coordinates"))
        if target is not None:
            print("This is the target." if reached else "This is not the target.")
        _say_notations(chosen, args)
    return ExitCode.OK if reached else ExitCode.NEGATIVE


def _text(moves: str) -> tuple[str, str | None]:
    if moves != "-" and not exists(moves):
        if re.search(r"[\\/]|\.[a-z]+$", moves) and not re.match(r"\s*[0-9({\[]", moves):
            raise InputError("no such file", source=moves)
        return moves, None
    return files.read_text(moves)


def _say_notations(chosen: Sequence[Notation], args: Namespace) -> None:
    for kind in chosen if args.notation is None else ():
        print(f"Read as {kind.name}: {kind.means}.")


def _illegal(args: Namespace, last: Position, error: IllegalJump, chosen: Sequence[Notation]) -> ExitCode:
    if args.json:
        facts = {"legal": False, "index": error.index, "jump": error.jump, "reason": error.reason}
        print_json({**facts, "notations": [kind.name for kind in chosen]})
    else:
        legal = last.legal_jumps()
        instead = format_jumps(last.board, legal[:MOST_LEGAL]) + (" ..." if len(legal) > MOST_LEGAL else "")
        print(f"ILLEGAL: {error}\n\nThe position before it:\n{drawing(last)}")
        print(f"\nLegal there: {instead}" if instead else "\nNo jump is legal there.")
        _say_notations(chosen, args)
    return ExitCode.NEGATIVE


def _summary(jumps: tuple[Jump, ...], back: PutBack | None, end: Position, style: str) -> str:
    moves = words(end.board, jumps, back, style, sweeps=True)
    cut = len(jumps) if back is None else back.after
    sweeps = plural(len(join_sweeps(jumps[:cut])) + len(join_sweeps(jumps[cut:])), "sweep")
    played = f"{plural(len(jumps), 'jump')}, {sweeps}, all legal"
    return f"LEGAL: {played}; {plural(end.count, 'peg')} left\n{' '.join(moves)}\n{drawing(end)}"
