"""Draw a board, a position or a pair as SVG, PNG or PDF.

START and TARGET are what `pegfeas check` takes; a board alone is drawn empty. PNG and PDF need matplotlib
(`pip install 'pegfeas[plots]'`).
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.cli.common import add_lenient
from feasibility.cli.files import ready, write_picture
from feasibility.game.position import Pair, Position
from feasibility.text import notation
from feasibility.text.reading import read_board, read_document, read_pair

if TYPE_CHECKING:
    from feasibility.game.geometry import Board
    from feasibility.render.scene import Scene


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas draw`."""
    parser.add_argument("start", metavar="START", help="a board, a file, -, problem:NAME, or BOARD:-d4")
    parser.add_argument("target", metavar="TARGET", nargs="?", help="a position or a pattern as for START")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help="*.svg, *.png or *.pdf (default: SVG on standard output)",
    )
    parser.add_argument(
        "--numbers",
        choices=("none", "index", "coordinate"),
        default="none",
        help="write into each hole its index or its coordinate",
    )
    parser.add_argument(
        "--theme", choices=("auto", "light", "dark"), default="auto", help="auto follows the reader's setting"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--weights", metavar="W,W,...", help="an integer for each hole, in hole order, or a file"
    )
    what.add_argument("--jumps", metavar="MOVES", help="jumps as arrows, in any of the notations")
    what.add_argument("--classes", action="store_true", help="playable classes, with their corners")
    add_lenient(parser)


def run(args: Namespace) -> ExitCode:
    """Draw into a file."""
    if args.output == "-":
        from feasibility.render.svg import svg

        sys.stdout.write(svg(_scene(args), args.theme) + "\n")
        return ExitCode.OK
    ready(picture=args.output)
    write_picture(args.output, _scene(args), args.theme)
    return ExitCode.OK


def _scene(args: Namespace) -> Scene:
    from feasibility.render import pictures

    shown = _read(args)
    board = shown.board if isinstance(shown, Pair | Position) else shown
    start = shown.start if isinstance(shown, Pair) else shown if isinstance(shown, Position) else None
    if args.classes:
        from feasibility.systems.corners import corners

        return pictures.classes(board, {c.members: c.corners for c in corners(board)})
    if args.weights is not None:
        from feasibility.text.weights import read_weights

        return pictures.weights(board, read_weights(args.weights, board), start)
    if args.jumps is not None:
        from feasibility.text.moves import parse_jumps

        if start is None:
            raise UsageError("arrows need a position", seen=repr(args.start), expected="a START with pegs")
        return pictures.jumps(start, parse_jumps(board, args.jumps))
    if isinstance(shown, Pair):
        return pictures.pair(shown, args.numbers)
    return pictures.board(board, args.numbers) if start is None else pictures.position(start, args.numbers)


def _read(args: Namespace) -> Board | Position | Pair:
    """A board by name, a document with one grid, or a pair."""
    shown: Board | Position | Pair
    if args.target is not None:
        shown = read_pair(args.start, args.target, lenient=args.lenient)
    elif _is_board(args.start):
        shown = read_board(args.start)
    else:
        document = read_document(args.start, lenient=args.lenient)
        both = document.target is not None
        shown = notation.pair_of(document, args.start) if both else notation.position(document, args.start)
    return shown


def _is_board(reference: str) -> bool:
    """A name, known or mistyped: neither text, nor a file, nor a position."""
    text = reference == "-" or reference.startswith("problem:") or re.search(r":[+-]", reference)
    return not text and not Path(reference).exists()
