"""Draw a board, a position or a pair as SVG, PNG, PDF or TikZ.

START and TARGET are what `pegfeas check` takes; a board alone is drawn empty.

examples:
  pegfeas draw english33:-d4 english33:+d4 -o game.svg
  pegfeas draw english33:-d4 --jumps "d2d4 b3d3" -o jumps.svg
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from feasibility.base.errors import ExitCode, UsageError
from feasibility.cli.additions import refuse_beside
from feasibility.cli.files import ready, write_picture
from feasibility.cli.options import add_one, add_reading, how_to_read, own


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("start", metavar="START", help="a board, a file, -, problem:NAME, or BOARD:-d4")
    parser.add_argument("target", metavar="TARGET", nargs="?", help="a position or a pattern as for START")
    add_one(
        parser, "output", "*.svg, *.tex (TikZ), *.png or *.pdf (default: SVG on standard output)", default="-"
    )
    numbers = "what is written into each hole: none (default), index or coordinate"
    own(parser, "--numbers KIND", numbers, choices=("none", "index", "coordinate"))
    theme = "auto (default, follows the reader's setting), light or dark"
    own(parser, "--theme NAME", theme, choices=("auto", "light", "dark"), default="auto")
    what = parser.add_mutually_exclusive_group()
    own(what, "--weights W,W,...", "an integer for each hole, in hole order, or a file")
    own(what, "--jumps MOVES", "jumps as arrows, in any of the notations")
    own(what, "--classes", "playable classes, with their corners")
    add_one(parser, "target", dest="named_target")
    add_reading(parser)


def run(args: Namespace) -> ExitCode:
    from feasibility.api.picture import drawing, shown
    from feasibility.render.svg import svg

    refuse_beside(args, dict.fromkeys(("weights", "jumps", "classes"), ("target", "named_target", "numbers")))
    if args.theme != "auto" and args.output.lower().endswith(".tex"):
        raise UsageError("--theme in TikZ", expected="*.svg, *.png or *.pdf")
    if args.output != "-":
        ready(picture=args.output)
    what = shown(args.start, args.target, **how_to_read(args))
    numbers = args.numbers or "none"
    drawn = drawing(what, weights=args.weights, jumps=args.jumps, classes=args.classes, numbers=numbers)
    if args.output == "-":
        sys.stdout.write(svg(drawn, args.theme) + "\n")
    else:
        write_picture(args.output, drawn, args.theme)
    return ExitCode.OK
