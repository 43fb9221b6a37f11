"""Write a test set for solvers: pairs with proofs, as text that any program can read.

SET is small (pairs of small boards, by residue class), problems (those that come with the program) or hard
(pairs that are decided only by few plays or by long proofs). `pegfeas validate --solver` tests a solver with
such sets; docs/reference/test-sets.md defines the format. The same seed gives the same set.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from feasibility.base.errors import ExitCode
from feasibility.cli.common import message, plural
from feasibility.cli.files import ready
from feasibility.cli.options import add, add_one, own


def add_arguments(parser: ArgumentParser) -> None:
    from feasibility.studies.rules.sets.entries import NAMES

    parser.add_argument("set", metavar="SET", choices=NAMES, help=", ".join(NAMES))
    boards = "pairs of this named board (may be repeated; default: several)"
    own(parser, "--board BOARD", boards, action="append", default=[])
    own(parser, "--each N", "number of pairs of each board (default: as shipped)", int)
    add_one(parser, "seed", "0")
    add(parser, "output")


def run(args: Namespace) -> ExitCode:
    """Draw, prove, write."""
    from feasibility.cli.terminal import ProgressLine
    from feasibility.studies.rules.testset_api import testset

    ready(args.output)
    with ProgressLine() as line:
        drawn = testset(args.set, args.board, each=args.each, seed=args.seed, report=line.show)
    if args.output:
        drawn.save(args.output)
        message(f"{plural(len(drawn), 'pair')} written to {args.output}, each with a proof")
    else:
        print(drawn.text, end="")
    return ExitCode.OK
