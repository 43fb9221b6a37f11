"""What POSITION can become, or with --back what can become it, by number of pegs.

Without --pegs, --jumps, --list or -o a table shows the number of positions by number of pegs. Otherwise the
positions are listed, one on a line, in a form that every command reads (BOARD:+d4+e4).

On boards of up to 12 holes --write-plays FILE writes how many plays there are between all positions.
On boards of up to 16 holes --write-relation FILE writes for every position what it can become, and
--relation FILE answers from such a file.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, InputError, UsageError
from feasibility.base.files import write_file
from feasibility.base.report import Report
from feasibility.cli.arguments import START_HELP, add_limits, limits_of
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.files import ready
from feasibility.cli.options import add, add_one
from feasibility.cli.terminal import ProgressLine, print_table
from feasibility.game.position import Position
from feasibility.text import notation
from feasibility.text.moves import parse_coordinate
from feasibility.text.reading import place_of, read_board, read_document, reference

if TYPE_CHECKING:
    from feasibility.base.limits import Clock
    from feasibility.base.stopped import Stopped
    from feasibility.game.geometry import Board
    from feasibility.studies.counting.reach import Reached

MOST = 1_000_000  # positions that are listed
Levels = Iterator["Reached | Stopped"]


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas reach`."""
    parser.add_argument("position", metavar="POSITION", help=START_HELP)
    parser.add_argument(
        "--back", action="store_true", help="list what can become POSITION, instead of what it can become"
    )
    add(parser, pegs="list the positions with N pegs")
    parser.add_argument("--jumps", type=int, metavar="K", help="list the positions that are K jumps away")
    parser.add_argument("--list", action="store_true", help="list them all")
    add(
        parser, "lenient",
        return_peg="what it can become after the peg removed from HOLE was put back",
        output="list them in a file",
        json="JSON; a list has an object on each line",
    )  # fmt: skip
    add_one(parser, "max-positions", f"{MOST:,}", default=MOST)
    parser.add_argument(
        "--write-relation", metavar="FILE", help="write the whole relation; POSITION may be a board alone"
    )
    parser.add_argument(
        "--write-plays",
        metavar="FILE",
        help="write the numbers of plays between all positions; POSITION may be a board alone",
    )
    parser.add_argument("--relation", metavar="FILE", help="answer from a relation written earlier")
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Reach and print."""
    for option in ("back", "relation", "write_relation", "write_plays"):
        if args.return_peg is not None and getattr(args, option):
            raise UsageError(f"--{option.replace('_', '-')} and --return-peg", expected="one of them")
    ready(args.output, args.write_relation, args.write_plays)
    if args.write_relation is not None:
        return _write_relation(args)
    if args.write_plays is not None:
        return _write_plays(args)
    position = notation.position(read_document(args.position, lenient=args.lenient), args.position)
    _check(args, position)
    clock = limits_of(args).start()
    with ProgressLine() as line:
        levels = _levels(args, position, clock, line.show)
        return _list(args, position, levels, clock) if _is_list(args) else _count(args, levels, line.clear)


def _check(args: Namespace, position: Position) -> None:
    if args.pegs is not None and args.jumps is not None:
        raise UsageError("--pegs and --jumps", expected="one of them")
    for name, value, most in (
        ("--pegs", args.pegs, position.board.n),
        ("--jumps", args.jumps, position.board.n),
        ("--max-positions", args.max_positions, None),
    ):
        if value is not None and (value < 0 or (most is not None and value > most)):
            above = "or more" if most is None else f"to {most}"
            raise UsageError(f"{name} is out of range", seen=str(value), expected=f"0 {above}")


def _is_list(args: Namespace) -> bool:
    return bool(args.list) or not (args.pegs is args.jumps is args.output is None)


def _levels(args: Namespace, position: Position, clock: Clock, report: Report) -> Levels:
    """Those that are asked for, from a file or made now."""
    from feasibility.studies.counting.reach import from_masks
    from feasibility.studies.counting.reach_api import levels

    if args.relation is None:
        hole = None if args.return_peg is None else parse_coordinate(position.board, args.return_peg)
        return levels(position, clock, args.back, args.pegs, args.jumps, report, hole)
    return (
        level
        for level in from_masks(position, _looked_up(args, position), args.back)
        if args.pegs in (None, level.pegs) and args.jumps in (None, abs(level.pegs - position.count))
    )


def _looked_up(args: Namespace, position: Position) -> tuple[int, ...]:
    from feasibility.studies.counting.relation import read_relation

    try:
        with open(args.relation, encoding="utf-8") as file:
            relation = read_relation(file, position.board, args.relation)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", source=args.relation) from None
    return relation.starts(position.mask) if args.back else relation.ends(position.mask)


def _count(args: Namespace, levels: Levels, clear: Callable[[], None]) -> ExitCode:
    """The table of numbers."""
    from feasibility.base.stopped import Stopped
    from feasibility.render.tables import Table

    table, rows, stopped = Table(("pegs", "positions"), right=frozenset(range(2))), [], None
    for level in levels:
        if isinstance(level, Stopped):
            stopped = level
            continue
        rows.append({"pegs": level.pegs, "positions": level.size})
        table.add(level.pegs, f"{level.size:,}")
    clear()
    total = sum(row["positions"] for row in rows)
    if args.json:
        reason = None if stopped is None else str(stopped)
        print_json({"complete": stopped is None, "reason": reason, "positions": total, "levels": rows})
    else:
        print_table(table)
        print(f"\n{plural(total, 'position', commas=True)}")
    return _ended(stopped)


def _ended(stopped: Stopped | None) -> ExitCode:
    if stopped is None:
        return ExitCode.OK
    message(f"not all positions are there: {stopped}")
    return ExitCode.UNKNOWN


def _list(args: Namespace, position: Position, levels: Levels, clock: Clock) -> ExitCode:
    """A line for each position, to standard output or to a file."""
    from feasibility.base.stopped import Stopped

    where, stopped, lines, listed = place_of(args.position), None, [], 0
    if not args.json and reference(position, where) is None:
        raise InputError("positions of a board without a name cannot be listed", expected="a file, or --json")
    for level in levels:
        if isinstance(level, Stopped):
            stopped = level
            break
        listed += level.size
        if listed > args.max_positions:
            seen, most = f"{listed:,} with {plural(level.pegs, 'peg')}", f"{args.max_positions:,}"
            raise InputError("too many positions", seen=seen, expected=f"at most {most}, see --max-positions")
        for mask in level:
            if clock.expired():
                stopped = Stopped(clock.over() or "time", f"{clock.ended()} while they were written down")
                break
            lines.append(_line(args, Position(position.board, mask), where))
        if stopped is not None:
            break
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


def _board(args: Namespace) -> Board:
    try:
        return read_board(args.position, lenient=args.lenient)
    except InputError:  # or a position on it
        return read_document(args.position, lenient=args.lenient).board


def _write_plays(args: Namespace) -> ExitCode:
    """The numbers of plays between all positions of the board."""
    from feasibility.base.stopped import Stopped
    from feasibility.studies.counting.plays_matrix import plays_matrix

    with ProgressLine() as line:
        made = plays_matrix(_board(args), limits_of(args).start(), line.show)
    if isinstance(made, Stopped):
        message(f"nothing is written: {made}")
        return ExitCode.UNKNOWN
    write_file(args.write_plays, "".join(made.lines()))
    if args.json:
        print_json({"board": made.board.label, "pairs": made.pairs, "plays": made.plays})
    else:
        pairs = plural(made.pairs, "pair", commas=True)
        print(f"{plural(made.plays, 'play', commas=True)} between {pairs} of positions")
    return ExitCode.OK


def _write_relation(args: Namespace) -> ExitCode:
    """The relation of the whole board."""
    from feasibility.base.stopped import Stopped
    from feasibility.studies.counting.relation import relation

    board = _board(args)
    with ProgressLine() as line:
        made = relation(board, limits_of(args).start(), line.show)
        if isinstance(made, Stopped):
            message(f"nothing is written: {made}")
            return ExitCode.UNKNOWN
        line.show(f"writing {plural(made.pairs, 'pair', commas=True)}")
        write_file(args.write_relation, "".join(made.lines()))
    starts = sum(reached > 0 for reached in made.sets)
    if args.json:
        print_json({"board": board.label, "positions": len(made.sets), "starts": starts, "pairs": made.pairs})
    else:
        counted = plural(made.pairs, "pair", commas=True)
        changing = f"{starts:,} of {len(made.sets):,} positions can become another"
        print(f"{counted} of a position and one that it can become; {changing}")
    return ExitCode.OK
