"""Can START be turned into TARGET by jumps? Criteria, cheapest first, then an exact search; with a proof.

START and TARGET are files, - (standard input), problem:NAME, or a board with holes named: english33:-d4 is
full except for d4; english33:+d4+e4 has pegs in these two holes only. Without TARGET: the second grid of
START; or else, if one hole is empty, that the last peg ends there (the complement), and if several are, one
peg anywhere.

examples:
  pegfeas check english33:-d4 english33:+d4
  pegfeas check mine.txt --pegs 1 --certificate proof.json
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, InputError, SoundnessError, UsageError, unknown
from feasibility.base.files import write_file
from feasibility.cli import terminal
from feasibility.cli.additions import refuse_beside
from feasibility.cli.arguments import add_levels, add_limits, add_pair, criteria_of, levels_of, limits_of
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.files import ready
from feasibility.cli.opening import read, show
from feasibility.cli.options import add, own
from feasibility.cli.proofs import workdir_of, write, write_known
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, Outcome, Verdict

if TYPE_CHECKING:
    from feasibility.decide import Plan
    from feasibility.text.document import Reading

ORACLE_SECONDS = 60.0

APART = {"first": ("all_criteria",), "no_search": ("workdir", "jobs", "scheduler")}


def add_arguments(parser: ArgumentParser) -> None:
    add_pair(parser)
    add(
        parser, "json",
        certificate="write the certificate, once the verifier has looked at it",
        html="write a report as one self-contained page",
    )  # fmt: skip
    add(parser, "first", "criteria", "skip")
    own(parser, "--all-criteria", "run the costly criteria even if the pair is decided")
    add(parser, "no-search")
    add(parser, full="every case of the proof, and what each criterion found")
    add(parser, "patience")
    own(parser, "--plan", "print what would be asked when, and ask nothing")
    own(parser, "--oracle NAME", "a second opinion on the integer cone: cbc, highs, scip, ...")
    add_levels(parser)
    add_limits(parser)


def run(args: Namespace) -> ExitCode:
    _refuse_beside_plan(args)
    refuse_beside(args, APART)
    ready(args.certificate, args.html)
    clock = limits_of(args).start()
    args.question = question = read(args)
    if args.oracle:
        _require_oracle(args.oracle, question.pair)
    plan = _plan(args)
    show(question, args)  # when nothing is refused any more
    if args.plan:
        return _print_plan(question, plan, args)
    verdict = _verdict(question.pair, plan, args)
    if args.json:
        from feasibility.render.data import verdict_json

        print_json({**verdict_json(verdict), **question.facts})
    else:
        from feasibility.render.text import report

        look = terminal.width(), terminal.colour(), args.full, terminal.language()
        print(report(verdict, *look, args.certificate))
    if args.oracle:
        _compare_oracle(verdict, args.oracle)
    if args.certificate:
        write(verdict.certificate, args.certificate, clock, verdict.acceptance)
    if args.html:
        from feasibility.render.html import report_html

        write_file(args.html, report_html(verdict))
    return verdict.exit_code


def _refuse_beside_plan(args: Namespace) -> None:
    """--plan asks nothing, so that there is nothing to write, either."""
    written = [name for name in ("certificate", "html", "oracle", "workdir") if getattr(args, name)]
    if args.plan and written:
        raise UsageError(f"--plan asks nothing and does not go with --{written[0]}")


def _print_plan(question: Reading, plan: Plan, args: Namespace) -> ExitCode:
    from feasibility.decide.forecast import forecast, leading
    from feasibility.decide.schedule import FIRST_ROUND
    from feasibility.render.tables import Table

    expected = forecast(question.pair, limits_of(args), plan)
    if args.json:
        rows = [dict(zip(("name", "gives", "round", "cost"), one, strict=False)) for one in expected]
        print_json({"schedule": rows, "patience": plan.seconds_after, **question.facts})
        return ExitCode.OK
    heads = ("procedure", "best proof", "first asked", "with")
    terminal.print_table(Table(heads, rows=[(one.name, one.gives, *one.when) for one in expected]))
    print()
    lead = " and ".join(f"{name} for {s:g} s" for name, s in leading(question.pair, limits_of(args), plan))
    before = f"Before the rounds a process that has just loaded linear programs asks {lead}. " if lead else ""
    terminal.print_words(
        f"{before}The first round gives each procedure {FIRST_ROUND} s or its share of it, every other round "
        "twice as much as the one before, until a proof is found. Then a better one is sought for "
        f"{plan.seconds_after:g} s."
    )
    return ExitCode.OK


def _plan(args: Namespace) -> Plan:
    from feasibility.decide import Plan

    criteria, search = criteria_of(args)
    if args.workdir is not None and not search:  # the levels of a search that is not asked
        raise UsageError("--workdir without the search", expected="`search` among the criteria")
    return Plan(
        criteria,
        search=search,
        first=args.first,
        all_criteria=args.all_criteria,
        workdir=workdir_of(args.workdir),
        levels=levels_of(args),
        patience=args.patience,
    )


def _verdict(pair: Pair, plan: Plan, args: Namespace) -> Verdict:
    from feasibility.api.check import check

    line, findings = terminal.ProgressLine(), list[Finding]()

    def watch(finding: Finding) -> None:
        findings.append(finding)
        told = f"{finding.criterion}: {finding.outcome}"
        line.show(
            told if finding.proof is None else f"{so_far(Verdict(pair, tuple(findings), limits))}; {told}"
        )

    limits = limits_of(args)
    try:
        return check(pair, limits=limits, plan=plan, report=line.show, watch=watch)
    except KeyboardInterrupt as stop:
        known = Verdict(pair, tuple(findings), limits)
        line.clear()
        write_known([known.certificate], args.certificate)
        raise KeyboardInterrupt("; ".join(filter(None, (so_far(known), str(stop))))) from None
    finally:
        line.clear()


def so_far(verdict: Verdict) -> str:
    """What an interrupted check had found."""
    if verdict.decisive is not None:
        return f"the pair is {verdict}"
    ran = plural(sum(finding.ran for finding in verdict.findings), "criterion", "criteria")
    return f"{ran} had not decided the pair"


def _require_oracle(name: str, pair: Pair) -> None:
    """Refuses what cannot be asked, before any work is done: an unknown name, a target that is a number."""
    from feasibility.solvers import oracle

    if pair.target.pegs is not None:
        raise InputError("the oracle needs one target", expected="a position or a pattern")
    names = oracle.available()
    if name.lower() not in names:
        raise unknown("oracle", name, names or ("none found",))


def _compare_oracle(verdict: Verdict, name: str) -> None:
    """A second opinion on the integer cone, compared with what was proved; a disagreement is loud."""
    from feasibility.solvers import oracle
    from feasibility.systems.linear import cone_system

    seconds = verdict.limits.seconds
    opinion = oracle.solve(name, cone_system(verdict.pair), ORACLE_SECONDS if seconds is None else seconds)
    ours = {f.outcome for f in verdict.findings if f.criterion == "integer-cone" and f.ran}
    known = {
        "infeasible": Outcome.REFUTED in ours,
        "feasible": Outcome.PASSED in ours or verdict.play is not None,
    }
    said = f"oracle {name}: the integer cone is {opinion.answer}"
    against = {"feasible": "infeasible", "infeasible": "feasible"}.get(opinion.answer)
    if against is not None and known[against]:
        raise SoundnessError(f"{said}, but it is shown to be {against}; the pair:\n{verdict.pair!r}")
    agrees = "which agrees" if any(known.values()) else "and nothing here says otherwise"
    message(said if against is None else f"{said}, {agrees}")
