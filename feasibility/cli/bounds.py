"""The most and the fewest times that each jump can occur on the way from START to TARGET, with proofs.

The bounds are over the cone (real numbers of jumps) and over the integer cone, a line for each orbit of
jumps. START and TARGET are written as for `pegfeas check`.

With --plays also how often each jump does occur, exactly: the least and the greatest number of times in any
play, for which all positions on plays are visited. Boards of up to 33 holes or so fit.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.base.files import try_folder, write_file
from feasibility.cli.arguments import START_HELP, TARGET_HELP, add_limits, limits_of
from feasibility.cli.common import add_lenient, add_picture, message, plural, print_json
from feasibility.cli.files import ready, write_answer
from feasibility.cli.terminal import ProgressLine, print_table
from feasibility.text.moves import format_jump
from feasibility.text.reading import read_pair

if TYPE_CHECKING:
    from feasibility.game.geometry import Board, Jump
    from feasibility.polyhedra.bounds import Range, Ranges, Side
    from feasibility.render.tables import Table

_MOST_DIRECTIONS = 12


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas bounds`."""
    parser.add_argument("start", metavar="START", help=START_HELP)
    parser.add_argument("target", metavar="TARGET", nargs="?", help=TARGET_HELP)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_picture(parser, "the bounds on the board as a heat map", "--plot")
    parser.add_argument("--certificates", metavar="DIR", help="write a certificate for each bound")
    parser.add_argument(
        "--plays",
        action="store_true",
        help="also how often each jump occurs in plays, at least and at most, exactly",
    )
    add_lenient(parser)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Compute the ranges and print them."""
    from feasibility.api.picture import of_bounds
    from feasibility.api.polyhedra import bounds

    pair = read_pair(args.start, args.target, lenient=args.lenient)
    ready(picture=args.picture)
    if args.certificates is not None:
        try_folder(args.certificates)
    line = ProgressLine()
    try:
        bounded = bounds(pair, plays=args.plays, limits=limits_of(args), report=line.show)
    finally:
        line.clear()
    if bounded.empty:
        if args.json:
            print_json(_facts(bounded))
        message("no numbers of jumps lead from START to TARGET: infeasible, see `pegfeas check`")
        write_answer(args.picture, lambda: of_bounds(bounded))
        return ExitCode.NEGATIVE
    if args.certificates is not None:
        _write(bounded, args.certificates)
    if args.json:
        print_json(_facts(bounded))
    else:
        print_table(_table(bounded, args.plays))
        print(_below(bounded))
    write_answer(args.picture, lambda: of_bounds(bounded))
    return _ended(bounded)


def _ended(bounded: Ranges) -> ExitCode:
    """What is still to be said, and the exit code."""
    if bounded.on_plays == 0:
        message("there is no play from START to TARGET, although numbers of jumps lead there")
        return ExitCode.NEGATIVE
    if bounded.stopped is not None:
        message(f"plays were not examined: {bounded.stopped.reason or bounded.stopped}")
    done = bounded.empty is not None and all(
        r.most.whole is not None and r.least.whole is not None for r in bounded.ranges
    )
    if not done:
        message("a limit was reached; ? marks what is not known")
    return ExitCode.OK if done and bounded.stopped is None else ExitCode.UNKNOWN


def _name(board: Board, jump: Jump) -> str:
    return format_jump(board, jump)


def _facts(bounded: Ranges) -> dict[str, object]:
    board = bounded.pair.board

    def side(value: Side) -> dict[str, object]:
        return {
            "real": None if value.real is None else str(value.real),
            "integer": value.whole,
            **({} if bounded.on_plays is None else {"plays": value.plays}),
            "certificate": None if value.certificate is None else value.certificate.to_json(),
        }

    rows = [
        {
            "jumps": [list(jump) for jump in r.orbit],
            "names": [_name(board, jump) for jump in r.orbit],
            "most": side(r.most),
            "least": side(r.least),
        }
        for r in bounded.ranges
    ]
    feasible = False if bounded.empty or bounded.on_plays == 0 else True if bounded.on_plays else None
    facts: dict[str, object] = {"board": board.label, "feasible": feasible, "orbits": rows}
    return facts if bounded.on_plays is None else {**facts, "on_plays": bounded.on_plays}


def _table(bounded: Ranges, plays: bool = False) -> Table:
    from feasibility.render.tables import Table

    own = ("in plays",) if plays else ()
    heads = ("jump", "in orbit", "most, real", "integer", *own, "least, real", "integer", *own)
    table = Table(heads, right=frozenset(range(len(heads))))
    for r in bounded.ranges:
        cells = []
        for side in (r.most, r.least):
            cells += [_shown(side.real), _shown(side.whole)] + [_shown(side.plays)] * plays
        table.add(_name(bounded.pair.board, r.orbit[0]), len(r.orbit), *cells)
    return table


def _below(bounded: Ranges) -> str:
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


def _write(bounded: Ranges, folder: str) -> None:
    import os

    from feasibility.cli.proofs import acceptance

    files = {
        f"{side}-{_name(bounded.pair.board, r.orbit[0])}.json": value.certificate
        for r in bounded.ranges
        for side, value in (("most", r.most), ("least", r.least))
        if value.certificate is not None
    }
    told = acceptance(list(files.values()))
    for name, certificate in files.items():
        write_file(os.path.join(folder, name), certificate.text())
    message(f"{plural(len(files), 'certificate')} written to {folder}, {told}")
