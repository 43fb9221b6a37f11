"""Write the programs behind a pair for other solvers and planners, or read a planning problem.

--write FILE.lp or FILE.mps: the cone, the integer cone (default) or the play with one variable for each jump
at each time (--kind). --pddl FILE: the pair as a problem of the planning competitions' peg solitaire domain,
with the domain in --domain FILE. START may be such a problem itself, NAME.pddl, here and in other commands.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from feasibility.base.errors import ExitCode, UsageError
from feasibility.cli.arguments import add_pair, pair_of
from feasibility.cli.common import message


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas model`."""
    add_pair(parser)
    parser.add_argument("--write", metavar="FILE", help="FILE.lp or FILE.mps")
    parser.add_argument("--kind", default="integer-cone", help="cone, integer-cone (default) or play")
    parser.add_argument("--pddl", metavar="FILE", help="the pair as a planning problem; - is standard output")
    parser.add_argument("--domain", metavar="FILE", help="with --pddl: write the domain too")


def run(args: Namespace) -> ExitCode:
    """Write what is asked for; without that, print the pair."""
    if args.domain is not None and args.pddl is None:
        raise UsageError("--domain goes with --pddl")
    pair = pair_of(args)
    if args.write is None and args.pddl is None:
        from feasibility.text.notation import drawing

        print(drawing(pair))
    if args.write is not None:
        from feasibility.polyhedra.model import build, write

        write(build(pair, args.kind), args.write)
        message(f"model written to {args.write}")
    if args.pddl is not None:
        from feasibility.text.pddl import DOMAIN_TEXT, write_problem

        _put(args.pddl, write_problem(pair, pair.board.name or "pair"))
        if args.domain is not None:
            _put(args.domain, DOMAIN_TEXT)
    return ExitCode.OK


def _put(path: str, text: str) -> None:
    import os

    from feasibility.base.errors import InputError
    from feasibility.base.files import write_file

    if path == "-":
        print(text, end="")
        return
    if os.path.exists(path):
        raise InputError("the output file exists", source=path, expected="another name")
    write_file(path, text)
    message(f"written to {path}")
