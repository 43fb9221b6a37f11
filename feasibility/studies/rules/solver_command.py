"""`pegfeas validate --solver`: a whole solver is put to pairs with proofs, and the table of its answers."""

from __future__ import annotations

from argparse import Namespace

from feasibility.base.errors import ExitCode, UsageError
from feasibility.cli.common import message, print_json

SECONDS = 600.0  # in all, where nothing is said
FOR_RULES = (
    "rule", "command", "target", "cases", "exhaustive", "skip_equal", "no_power", "counterexample",
    "certificate",
)  # fmt: skip
NEXT_STEP = {
    ExitCode.NEGATIVE: "begin with the first wrong answer above: `pegfeas check` proves what is true",
    ExitCode.UNKNOWN: "begin with the first pair above; a longer --answer-limit helps where time ran out",
    ExitCode.OK: "--test-set FILE asks pairs of your own",
}


def run(args: Namespace) -> ExitCode:
    """Ask the solver, and report."""
    from feasibility.base.limits import Limits
    from feasibility.cli.terminal import ProgressLine
    from feasibility.studies.rules.judges.program import PLACES
    from feasibility.studies.rules.sets import report, trial
    from feasibility.studies.rules.sets.entries import entries

    _refuse(args)
    asked = trial.Trial(args.solver, args.answer_limit, args.lines, args.jobs or 1)
    chosen = [entry for entry in entries(args.test_set, args.board) if asked.takes(entry)]
    if not chosen:
        raise UsageError(
            "no pair for this solver: no board is orthogonal",
            expected=f"one of {' '.join(PLACES)} in CMD",
        )
    with ProgressLine() as line:
        results = trial.run(asked, chosen, Limits(args.time_limit or SECONDS).start(), line.show)
    if args.json:
        print_json(report.as_json(asked, results))
    else:
        print(report.text(asked, results))
        message(NEXT_STEP[report.exit_code(results)])
    return report.exit_code(results)


def _refuse(args: Namespace) -> None:
    """What is only for rules."""
    for name in FOR_RULES:
        if getattr(args, name):
            option = "RULE" if name == "rule" else "--" + name.replace("_", "-")
            raise UsageError(f"{option} and --solver", expected="one of them")
