"""Write the programs behind a pair for other solvers and planners.

--output FILE.lp or FILE.mps: the cone, the integer cone (default) or the play with one variable for each jump
at each time (--kind). FILE.ine (lrs, cdd), .in (Normaliz) and .poly (polymake) have the same as a polyhedron,
FILE.mat as a project of 4ti2's zsolve, FILE.mtx in Matrix Market, with b, costs and bounds beside it.
FILE.pddl has the pair as a problem of the planning competitions' peg solitaire domain, with the domain in
--domain FILE.

examples:
  pegfeas model english33:-d4 english33:+d4 --output pair.lp
  pegfeas model english33:-d4 -o pair.pddl --domain domain.pddl --costs
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from feasibility.base.errors import ExitCode, UsageError
from feasibility.cli.arguments import add_pair
from feasibility.cli.common import message
from feasibility.cli.opening import told_question
from feasibility.cli.options import add, own


def add_arguments(parser: ArgumentParser) -> None:
    add_pair(parser)
    add(parser, "force", output="FILE.lp, .mps, .ine, .in, .poly, .mat, .mtx or .pddl")
    kind = "cone, integer-cone (default) or play"
    own(parser, "--kind KIND", kind, choices=("cone", "integer-cone", "play"))
    own(parser, "--domain FILE", "of a planning problem: write the domain too")
    own(parser, "--costs", "in a planning problem each sweep costs 1, so that planners look for the fewest")


def run(args: Namespace) -> ExitCode:
    """Write what is asked for; without that, print the pair as text."""
    from feasibility.render.matrices import ending
    from feasibility.studies.exports.model import model
    from feasibility.text.writing import drawing

    if args.kind is not None and (args.output is None or ending(args.output) == ".pddl"):
        raise UsageError("--kind goes with a linear program", expected="--output FILE.lp, .mps, ...")
    pair, more = told_question(args).pair, {"costs": args.costs, "domain": args.domain}
    if args.output is None:
        if any(more.values()):
            raise UsageError("--costs and --domain go with --output FILE.pddl")
        print(drawing(pair))
        return ExitCode.OK
    kind = "integer-cone" if args.kind is None else args.kind
    *others, last = model(pair, None, args.output, kind=kind, force=args.force, **more)
    message(f"{', '.join(others)} and {last} written" if others else f"{last} written")
    return ExitCode.OK
