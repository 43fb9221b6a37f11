"""Can START be turned into TARGET by jumps? Criteria, cheapest first, then an exact search; with a proof.

START and TARGET are files, - (standard input), problem:NAME, or a board with holes named: english33:-d4 is
full except for d4; english33:+d4+e4 has pegs in these two holes only. Without TARGET: the second grid of
START, or else its complement.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from feasibility.base.errors import ExitCode
from feasibility.base.files import write_file
from feasibility.cli.arguments import add_levels, add_limits, add_pair, levels_of, limits_of, pair_of
from feasibility.cli.common import add_plot, plural
from feasibility.cli.files import ready
from feasibility.cli.proofs import workdir_of, write
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, Verdict

SHORT_SECONDS = 20.0  # to look for a shorter proof


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas check`."""
    add_pair(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--certificate", metavar="FILE", help="write the certificate, once the verifier accepts it"
    )
    parser.add_argument("--html", metavar="FILE", help="write a report as one self-contained page")
    add_plot(parser, "the levels of the search, or else the time of each criterion")
    parser.add_argument("--first", action="store_true", help="stop at the first proof")
    parser.add_argument("--criteria", metavar="A,B", help="only these criteria (`search` is the arbiter)")
    parser.add_argument("--skip", metavar="A,B", help="all criteria but these")
    parser.add_argument(
        "--all-criteria", action="store_true", help="run the costly criteria even if the pair is decided"
    )
    parser.add_argument("--no-search", action="store_true", help="criteria only")
    parser.add_argument(
        "--short", action="store_true", help="look for the shortest proof: fewest cases, then small weights"
    )
    parser.add_argument("--full", action="store_true", help="print every case of the proof")
    parser.add_argument(
        "--readable",
        action="store_true",
        help="with --json: look for weights that people can read (always done without --json)",
    )
    parser.add_argument("--recheck", action="store_true", help="search with both exact engines and compare")
    parser.add_argument(
        "--oracle", metavar="NAME", help="a second opinion on the integer cone: cbc, highs, scip, ..."
    )
    parser.add_argument(
        "--workdir",
        metavar="DIR",
        help="keep the search on disk, so that it can continue after an interruption",
    )
    add_levels(parser)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    """Check the pair and report."""
    kind = ready(args.certificate, args.html, plot=args.plot)
    pair = pair_of(args)
    if args.oracle:
        from feasibility.cli.oracle import require

        require(args.oracle, pair)
    verdict = _verdict(pair, args)
    if args.short:
        from feasibility.analysis.shorter import shorter

        verdict = shorter(verdict, limits_of(args).start().bounded(SHORT_SECONDS))
    if args.json:
        import json

        from feasibility.render.data import verdict_json

        print(json.dumps(verdict_json(verdict)))
    else:
        from feasibility.cli import terminal
        from feasibility.render.text import report

        print(report(verdict, terminal.width(), terminal.colour(), args.full))
    if args.oracle:
        from feasibility.cli.oracle import compare

        compare(verdict, args.oracle)
    if args.certificate:
        write(verdict.certificate, args.certificate)
    if args.html:
        from feasibility.render.html import report_html

        write_file(args.html, report_html(verdict))
    if args.plot:
        from feasibility.render.plots import of_verdict

        write_file(args.plot, of_verdict(verdict, kind))
    return verdict.exit_code


def _verdict(pair: Pair, args: Namespace) -> Verdict:
    from feasibility.analysis import Plan, choose
    from feasibility.api.check import check
    from feasibility.cli.terminal import ProgressLine

    criteria, search = choose(_names(args.criteria), _names(args.skip) or ())
    plan = Plan(
        criteria,
        search=search and not args.no_search,
        first=args.first,
        all_criteria=args.all_criteria,
        recheck=args.recheck,
        workdir=workdir_of(args.workdir),
        levels=levels_of(args),
        readable=args.readable or not args.json,
    )
    line = ProgressLine()
    findings: list[Finding] = []

    def watch(finding: Finding) -> None:
        findings.append(finding)
        line.show(f"{finding.criterion}: {finding.outcome}")

    limits = limits_of(args)
    try:
        return check(pair, limits=limits, plan=plan, report=line.show, watch=watch)
    except KeyboardInterrupt as stop:
        known = so_far(Verdict(pair, tuple(findings), limits))
        raise KeyboardInterrupt("; ".join(filter(None, (known, str(stop))))) from None
    finally:
        line.clear()


def so_far(verdict: Verdict) -> str:
    """What an interrupted check had found."""
    if verdict.decisive is not None:
        return f"the pair is {verdict}"
    ran = plural(sum(finding.ran for finding in verdict.findings), "criterion", "criteria")
    return f"{ran} had not decided the pair"


def _names(text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]
