"""Show one board: its holes by number and by coordinate, its playable classes, its matrix, its symmetries."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.cli.common import add_lenient, add_time_limit, plural, print_json, seconds_of
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Position, bits
from feasibility.text.moves import format_sweep
from feasibility.text.notation import drawing, lead
from feasibility.text.reading import read_board

if TYPE_CHECKING:
    from feasibility.search.sweeps.longest import LongestSweep

SWEEP_SECONDS = 20.0


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas board`."""
    parser.add_argument("board", metavar="BOARD", help="a name that `pegfeas boards` lists, a file, or -")
    add_lenient(parser)
    parser.add_argument(
        "--longest-sweep",
        action="store_true",
        help="add the longest sweep that one peg can make when the others are placed for it",
    )
    add_time_limit(parser, SWEEP_SECONDS)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: Namespace) -> ExitCode:
    """Print the board."""
    board = read_board(args.board, lenient=args.lenient)
    seconds = seconds_of(args)
    sweep = _longest_sweep(board, seconds) if args.longest_sweep else None
    if args.json:
        print_json(facts(board) | ({} if sweep is None else {"longest_sweep": sweep_facts(board, sweep)}))
    else:
        print(text(board) + ("" if sweep is None else f"\n\n{sweep_text(board, sweep)}"))
    return ExitCode.OK if sweep is None or sweep.exact else ExitCode.UNKNOWN


def _longest_sweep(board: Board, seconds: float | None) -> LongestSweep:
    from feasibility.api.polyhedra import longest_sweep
    from feasibility.base.limits import Limits

    return longest_sweep(board, limits=Limits(seconds))


def sweep_facts(board: Board, sweep: LongestSweep) -> dict[str, object]:
    """The longest sweep, for JSON."""
    return {
        "jumps": len(sweep.jumps),
        "at_most": sweep.at_most,
        "exact": sweep.exact,
        "sweep": _written(board, sweep),
        "start": list(_start(board, sweep).pegs),
    }


def sweep_text(board: Board, sweep: LongestSweep) -> str:
    """The longest sweep and the position it is played from, for people."""
    if not sweep.at_most:
        return "Longest sweep of one peg: the board has no jumps"
    length = plural(len(sweep.jumps), "jump")
    head = f"Longest sweep of one peg, the others placed for it: {length}"
    if not sweep.exact:
        head = (
            f"Longest sweep of one peg, the others placed for it: at least {length}, at most {sweep.at_most}"
        )
    return "\n".join((head, *filter(None, [_written(board, sweep)]), drawing(_start(board, sweep))))


def _written(board: Board, sweep: LongestSweep) -> str:
    """The sweep as one move."""
    jumps = [Jump(*jump) for jump in sweep.jumps]
    return format_sweep(board, jumps) if jumps else ""


def _start(board: Board, sweep: LongestSweep) -> Position:
    """The fewest pegs that the sweep needs: the one that jumps and those it takes."""
    return Position.of(board, [jump[0] for jump in sweep.jumps[:1]] + [over for _, over, _ in sweep.jumps])


def facts(board: Board) -> dict[str, object]:
    """What is known of a board, for JSON."""
    return {
        "name": board.name,
        "geometry": str(board.geometry),
        "holes": [list(hole) for hole in board.holes],
        "coordinates": _names(board),
        "jumps": [list(jump) for jump in board.jumps],
        "matrix": [board.n, len(board.jumps)],
        "playable_classes": [list(bits(mask)) for mask in board.playable_classes],
        "never_over": list(bits(board.never_over)),
        "symmetries": len(board.symmetries),
        "symmetries_complete": board.symmetries_complete,
    }


def text(board: Board) -> str:
    """What is known of a board, for people."""
    classes = board.playable_classes
    sizes = ", ".join(str(mask.bit_count()) for mask in classes[:12]) + (", ..." if len(classes) > 12 else "")
    parts = [
        f"{board.name or 'board without a name'}: {board.geometry}, {plural(board.n, 'hole')}, "
        f"{plural(len(board.jumps), 'jump')}, {_symmetries(board)}",
        f"{lead(board)}{board}",
        f"Holes by number (the order of weights and matrix rows)\n{board.draw(_numbers(board), ' ')}",
        f"Holes by {'coordinate' if board.names is None else 'name'}\n{board.draw(_names(board), ' ')}",
        f"{plural(len(classes), 'playable class', 'playable classes')} (holes that one peg can visit), "
        f"with {sizes} holes\n{board.draw(_class_marks(board), ' ')}",
        f"Incidence matrix: {board.n} x {len(board.jumps)}, a column per jump",
    ]
    return "\n\n".join(parts)


def _symmetries(board: Board) -> str:
    number = plural(len(board.symmetries), "symmetry", "symmetries")
    return number if board.symmetries_complete else f"at least {number}"


def _names(board: Board) -> list[str]:
    return [board.called(i) for i in range(board.n)]


def _numbers(board: Board) -> list[str]:
    return [str(i) for i in range(board.n)]


def _class_marks(board: Board) -> list[str]:
    """A letter per playable class, numbers where the alphabet ends."""
    classes = board.playable_classes
    marks = [""] * board.n
    for number, mask in enumerate(classes):
        for hole in bits(mask):
            marks[hole] = chr(ord("A") + number) if len(classes) <= 26 else str(number + 1)
    return marks
