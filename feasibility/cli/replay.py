"""Check a play that a person typed: every jump legal in turn, and where it ends.

MOVES are jumps in any notation of the program (d2d4, 43-45, 3/9/16; sweeps as d2-d4-f4), in one argument,
in a file, or - for standard input. With a target (TARGET, or the second grid of START) the end must match it.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from os.path import isfile

from feasibility.cli.common import add_lenient, plural, print_json
from feasibility.errors import ExitCode, IllegalJump
from feasibility.geometry import Jump
from feasibility.moves import format_jump, format_jumps, join_sweeps, parse_jumps
from feasibility.position import Position, Target
from feasibility.reading import read_document, read_pair


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas replay`."""
    parser.add_argument("start", metavar="START", help="a file, problem:NAME, or BOARD:-d4, BOARD:+d4+e4")
    parser.add_argument("moves", metavar="MOVES", help="the play, a file that holds it, or -")
    parser.add_argument("--target", metavar="TARGET", help="what the play must end at")
    parser.add_argument("--trace", action="store_true", help="show the board after every jump")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_lenient(parser)


def run(args: Namespace) -> ExitCode:
    """Replay the play."""
    pair = read_pair(args.start, args.target, lenient=args.lenient)
    asked = args.target is not None or read_document(args.start, lenient=args.lenient).target is not None
    text, source = _text(args.moves)
    jumps = parse_jumps(pair.board, text, source=source)
    try:
        end = pair.start.replay(jumps)
    except IllegalJump as error:
        return _illegal(args, pair.start, jumps, error)
    reached = not asked or pair.target.contains(end.mask)
    if args.json:
        print_json(
            {"legal": True, "jumps": len(jumps), "end": list(end.pegs), "reached": reached if asked else None}
        )
    else:
        if args.trace:
            trace(pair.start, jumps)
        print(_summary(jumps, end, pair.target if asked else None, reached))
    return ExitCode.OK if reached else ExitCode.NEGATIVE


def _text(moves: str) -> tuple[str, str | None]:
    if moves != "-" and not isfile(moves):
        return moves, None
    from feasibility.notation import decode, read_bytes

    data, name = read_bytes(moves)
    return decode(data, name), name


def _illegal(args: Namespace, start: Position, jumps: tuple[Jump, ...], error: IllegalJump) -> ExitCode:
    last = start.replay(jumps[: error.index])
    if args.json:
        print_json({"legal": False, "index": error.index, "jump": error.jump, "reason": error.reason})
    else:
        print(f"ILLEGAL: {error}\n\nThe position before it:\n{last}")
    return ExitCode.NEGATIVE


def _summary(jumps: tuple[Jump, ...], end: Position, target: Target | None, reached: bool) -> str:
    played = f"{plural(len(jumps), 'jump')}, {plural(len(join_sweeps(jumps)), 'sweep')}, all legal"
    lines = [f"LEGAL: {played}; {plural(end.count, 'peg')} left", str(end)]
    if target is not None:
        lines.append("This is the target." if reached else "This is not the target.")
    moves = format_jumps(end.board, jumps, sweeps=True)
    return "\n".join([lines[0], moves, *lines[1:]])


def trace(start: Position, jumps: tuple[Jump, ...]) -> None:
    """Print the board before the first jump and after every one."""
    position = start
    print(f"start\n{position}\n")
    for number, jump in enumerate(jumps, 1):
        position = position.play(jump)
        print(f"{number}. {format_jump(position.board, jump)}\n{position}\n")
