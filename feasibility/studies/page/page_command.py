"""Write a page to play on that needs no server: a folder for any web space, or to open from a disk.

On each board of it every jump is told to win or to lose, from tables of all positions on plays. Without
--board these are the English board, triangles and rectangles, whose tables fit into some MB, and the French
board with the proof that its central game is lost.

examples:
  pegfeas page --output site
  pegfeas page --output site --board english33:+d4
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from feasibility.base.errors import ExitCode
from feasibility.cli.common import message
from feasibility.cli.options import add_one, own
from feasibility.cli.terminal import ProgressLine


def add_arguments(parser: ArgumentParser) -> None:
    add_one(parser, "output", "the folder to write", metavar="DIR", required=True)
    words = "a board or a file, or BOARD:+d4 where the last peg shall be in d4; may be repeated"
    own(parser, "--board BOARD", words, action="append")
    own(parser, "--address URL", "where it will be found, so that links to it can show its picture")


def run(args: Namespace) -> ExitCode:
    from feasibility.studies.page.edition import PLAYS, play_of, write

    plays = tuple(map(play_of, PLAYS if args.board is None else args.board))
    with ProgressLine() as line:
        size = write(args.output, plays, args.address or "", line.show)
    message(f"{size / 1e6:.1f} MB written to {args.output}; open {args.output}/index.html in a browser")
    return ExitCode.OK
