"""Write the programs behind a pair for other solvers and planners, or read a planning problem.

--output FILE.lp or FILE.mps: the cone, the integer cone (default) or the play with one variable for each jump
at each time (--kind). --pddl FILE: the pair as a problem of the planning competitions' peg solitaire domain,
with the domain in --domain FILE. START may be such a problem itself, NAME.pddl, here and in other commands.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from os.path import exists

from feasibility.base.errors import ExitCode, UsageError
from feasibility.cli.arguments import add_pair, pair_of
from feasibility.cli.common import message
from feasibility.cli.options import add, own


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas model`."""
    add_pair(parser)
    add(parser, "force", output="FILE.lp or FILE.mps")
    own(parser, "--kind KIND", "cone, integer-cone (default) or play", default="integer-cone")
    own(parser, "--pddl FILE", "the pair as a planning problem; - is standard output")
    own(parser, "--domain FILE", "with --pddl: write the domain too")
    own(parser, "--costs", "with --pddl: each sweep costs 1, so that planners look for the fewest")


def run(args: Namespace) -> ExitCode:
    """Write what is asked for; without that, print the pair."""
    from feasibility.studies.exports.model_api import model

    for name in ("domain", "costs"):
        if getattr(args, name) and args.pddl is None:
            raise UsageError(f"--{name} goes with --pddl")
    pair = pair_of(args)
    _nothing_lost(args)
    if args.output is None and args.pddl is None:
        from feasibility.text.writing import drawing

        print(drawing(pair))
    if args.output is not None:
        there = exists(args.output)
        if not args.output.lower().endswith((".lp", ".mps")):
            raise UsageError(
                "unknown kind of file", seen=repr(args.output), expected="a name that ends in .lp or .mps"
            )
        model(pair, None, args.output, kind=args.kind, force=args.force)
        _tell("model", args.output, there)
    if args.pddl is not None:
        from feasibility.text.pddl import domain_text, write_problem

        _put(args.pddl, write_problem(pair, pair.board.name or "pair", costs=args.costs))
        if args.domain is not None:
            _put(args.domain, domain_text(args.costs))
    return ExitCode.OK


def _nothing_lost(args: Namespace) -> None:
    """Either all files are written or none."""
    from feasibility.studies.exports.model_api import refuse_existing

    for path in (args.output, args.pddl, args.domain):
        if path not in (None, "-"):
            refuse_existing(path, args.force)


def _put(path: str, text: str) -> None:
    from feasibility.base.files import write_file

    if path == "-":
        print(text, end="")
        return
    there = exists(path)
    write_file(path, text)
    _tell("planning text", path, there)


def _tell(what: str, path: str, there: bool) -> None:
    message(f"{what} written to {path}" + (", which was there and was replaced" if there else ""))
