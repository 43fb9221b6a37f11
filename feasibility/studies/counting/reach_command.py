"""What POSITION can become, or with --back what can become it, by number of pegs.

Without --pegs, --list or -o a table shows the number of positions by number of pegs. Otherwise the
positions are listed, one on a line, in a form that every command reads (BOARD:+d4+e4).

On boards of up to 12 holes --write-plays FILE writes how many plays there are between all positions.

examples:
  pegfeas reach triangle:5:-a1 --pegs 1
  pegfeas reach triangle:5:+a1 --back --pegs 14
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from os.path import exists, isfile
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, InputError, UsageError
from feasibility.base.files import spare, write_file
from feasibility.base.stopped import StoppedError
from feasibility.cli.additions import refuse_beside
from feasibility.cli.arguments import START_HELP, add_limits, limits_of
from feasibility.cli.common import message, plural, print_answer, print_json
from feasibility.cli.files import ready
from feasibility.cli.opening import show_position
from feasibility.cli.options import add, add_one, add_reading, how_to_read, own
from feasibility.cli.terminal import ProgressLine, print_table
from feasibility.game.position import Position
from feasibility.text.document import position_of
from feasibility.text.notations import parse_coordinate
from feasibility.text.references import named_holes, read_board, read_document, read_start, reference

if TYPE_CHECKING:
    from feasibility.base.limits import Clock
    from feasibility.base.stopped import Stopped
    from feasibility.game.geometry import Board
    from feasibility.studies.counting.reach import Reached
    from feasibility.text.document import Document

MOST = 1_000_000  # positions that are listed
APART = {
    "back": ("return_peg",),
    "list": ("pegs",),
    "write_plays": ("back", "pegs", "list", "output", "return_peg", "max_positions"),
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help=START_HELP)
    own(parser, "--back", "list what can become POSITION, instead of what it can become")
    add(parser, pegs="list the positions with N pegs")
    own(parser, "--list", "list them all")
    add(
        parser,
        "force",
        return_peg="what it can become after the peg removed from HOLE was put back",
        output="list them in a file",
        json="JSON; a list has an object on each line",
    )  # fmt: skip
    add_reading(parser)
    add_one(parser, "max-positions", f"{MOST:,}")
    between = "write the numbers of plays between all positions; POSITION may be a board alone"
    own(parser, "--write-plays FILE", between)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    refuse_beside(args, APART)
    ready(args.output, args.write_plays)
    for path in (args.output, args.write_plays):
        if path is not None:
            spare(path, args.force)
    if args.force and args.output is None and args.write_plays is None:
        raise UsageError("--force replaces a file", expected="--output FILE")
    if args.write_plays is not None:
        return _write_table(args)
    from feasibility.studies.counting.reach import levels

    read = read_start(args.position, **how_to_read(args))
    position = position_of(read, args.position)
    _check(args, position)
    clock = limits_of(args).start()
    hole = None if args.return_peg is None else parse_coordinate(position.board, args.return_peg)
    with ProgressLine() as line:
        made = levels(position, clock, back=args.back, pegs=args.pegs, hole=hole, report=line.show)
        if _is_list(args):
            return _list(args, position, made, clock)
        show_position(position, read.note, args, named=False)
        return _count(args, read, made, line.clear)


def _check(args: Namespace, position: Position) -> None:
    if args.pegs is not None and not 0 <= args.pegs <= position.board.n:
        expected = f"0 to {position.board.n}"
        raise UsageError("--pegs is out of range", seen=str(args.pegs), expected=expected)
    if args.max_positions is not None and not _is_list(args):
        raise UsageError("--max-positions goes with a list", expected="--list, --pegs or -o")


def _is_list(args: Namespace) -> bool:
    return args.list or args.pegs is not None or args.output is not None


def _count(args: Namespace, read: Document, levels: Iterator[Reached], clear: Callable[[], None]) -> ExitCode:
    """The table of numbers."""
    from feasibility.render.tables import Table
    from feasibility.studies.counting.reach import gathered

    found = gathered(position_of(read), levels)
    stopped, table = found.stopped, Table(("pegs", "positions"), right=frozenset(range(2)))
    clear()
    if args.json:
        rows = [{"pegs": level.pegs, "positions": level.size} for level in found.levels]
        reason = None if stopped is None else str(stopped)
        facts = {"complete": stopped is None, "reason": reason, "positions": len(found), "levels": rows}
        print_json({**facts, "back": args.back, "put_back": args.return_peg, "reading": str(read.how)})
    else:
        if args.back:
            print("what can become this position:\n")
        if args.return_peg is not None:
            print(f"what it can become after the peg of {args.return_peg} was put back:\n")
        for level in found.levels:
            table.add(level.pegs, f"{level.size:,}")
        print_table(table)
        least = "" if stopped is None else "at least "
        print(f"\n{least}{plural(len(found), 'position', commas=True)}")
    return _ended(stopped)


def _ended(stopped: Stopped | None) -> ExitCode:
    if stopped is None:
        return ExitCode.OK
    message(f"not all positions are there: {stopped}")
    return ExitCode.UNKNOWN


def _list(args: Namespace, position: Position, levels: Iterator[Reached], clock: Clock) -> ExitCode:
    """A line for each position, to standard output or to a file."""
    where, stopped, lines, listed = _place_of(args.position), None, [], 0
    most = MOST if args.max_positions is None else args.max_positions
    if not args.json and reference(position, where) is None:
        raise InputError("positions of a board without a name cannot be listed", expected="a file, or --json")
    try:
        for level in levels:
            listed += level.size
            if listed > most:
                seen, expected = f"{listed:,} with {plural(level.pegs, 'peg')}", f"at most {most:,}"
                raise InputError("too many positions", seen=seen, expected=f"{expected}, see --max-positions")
            for mask in level:
                if clock.expired():
                    raise StoppedError(clock.over() or "time", "while they were written down")
                lines.append(_line(args, Position(position.board, mask), where))
    except StoppedError as end:
        stopped = end.stopped
    text = "".join(lines)
    if args.output is None:
        print(text, end="")
    else:
        write_file(args.output, text)
    message(f"{plural(len(lines), 'position', commas=True)}")
    return _ended(stopped)


def _line(args: Namespace, position: Position, where: str | None) -> str:
    name = reference(position, where)
    if not args.json:
        return f"{name}\n"
    told = {"position": name, "pegs": position.count, "holes": list(position.pegs)}
    return json.dumps(told, ensure_ascii=False) + "\n"


def _write_table(args: Namespace) -> ExitCode:
    """What is known of all positions of the board, to a file."""
    from feasibility.studies.counting.tables import plays_matrix

    try:
        with ProgressLine() as line:
            clock = limits_of(args).start()
            made = plays_matrix(_board(args), clock, line.show)
            line.show(f"writing {plural(made.pairs, 'pair', commas=True)}")
            rows = []
            for row in made.lines():
                clock.look()
                rows.append(row)
            write_file(args.write_plays, "".join(rows))
    except StoppedError as end:
        message(f"nothing is written: {end.stopped}")
        return ExitCode.UNKNOWN
    print_answer(args, {"board": made.board.label, "pairs": made.pairs, "plays": made.plays}, str(made))
    return ExitCode.OK


def _board(args: Namespace) -> Board:
    try:
        return read_board(args.position, **how_to_read(args))
    except InputError:  # or a position on it
        return read_document(args.position, **how_to_read(args)).board


def _place_of(text: str) -> str | None:
    """The board of a reference as the user called it, where that can stand before holes again."""
    match = named_holes(text)
    if match is not None and not exists(text):
        return match["board"]
    return text if isfile(text) else None
