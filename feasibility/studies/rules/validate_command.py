"""Is a pruning rule of a solver sound, how much does it prune, and what does that gain?

RULE is FILE.py:FUNCTION or MODULE:FUNCTION (True: prune; of a position and a target, or of one pair), a file
of weights (a claimed pagoda function) or of conditions, or a built-in criterion; several are tried in turn.
With --command a program in any language answers: lines of START TARGET in, lines of prune or keep out. With
--solver a whole solver is put to pairs with proofs: lines of START TARGET in, lines of yes, no, a play or
unknown out.

examples:
  pegfeas validate rules.py:prune --board english33
  pegfeas validate --solver ./mysolver --test-set small
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.files import write_file
from feasibility.cli.common import message, print_answer
from feasibility.cli.files import ready
from feasibility.cli.options import add, add_one, own

if TYPE_CHECKING:
    from feasibility.game.geometry import Board
    from feasibility.game.position import Target
    from feasibility.studies.rules.validate import Validation

SOLVER_SECONDS = 600.0  # in all, where nothing is said
FOR_RULES = (
    "rule", "command", "target", "start", "pegs", "seed", "lenient", "cases", "exhaustive", "skip_equal",
    "no_power", "counterexample", "certificate",
)  # fmt: skip
NEXT_STEP = {
    ExitCode.NEGATIVE: "begin with the first wrong answer above: `pegfeas check` proves what is true",
    ExitCode.UNKNOWN: "begin with the first pair above; a longer --answer-limit helps where time ran out",
    ExitCode.OK: "--test-set FILE asks pairs of your own",
}


def add_arguments(parser: ArgumentParser) -> None:
    _add_question(parser)
    _add_effort(parser)
    own(parser, "--counterexample FILE", "write the counterexample as a pair")
    add(parser, "json", "lenient", certificate="write the proof that the rule is sound")


def _add_question(parser: ArgumentParser) -> None:
    """What is judged, and on which targets."""
    parser.add_argument(
        "rule", metavar="RULE", nargs="*", help="FILE.py:FUNCTION, MODULE:FUNCTION, weights, conditions, name"
    )
    own(parser, "--board BOARD", "a named board or a file (with --solver: default all)")
    add_one(parser, "target", "only this target (may be repeated)", action="append", default=[])
    add_one(parser, "start", "the rule need only be right in searches from this position")
    told = "this target: any position with N pegs (may be repeated)"
    add_one(parser, "pegs", told, action="append", default=[])
    own(parser, "--command CMD", "a program that answers line by line")
    own(parser, "--solver CMD", "a whole solver: a program that answers yes, no or a play")
    sets = "for --solver: small, problems, hard or a file (may be repeated; default: all three)"
    own(parser, "--test-set SET", sets, action="append", default=[])
    parser.add_argument(
        "--lines", choices=("grid", "coordinates", "bits"), default="grid", help="the form of the lines"
    )
    own(parser, "--answer-limit S", "seconds for one answer (default 10)", float)


def _add_effort(parser: ArgumentParser) -> None:
    own(parser, "--cases N", "how many cases of each kind (default: by the kind of rule)", int)
    own(parser, "--exhaustive", "try every position that reaches the target, however many")
    add_one(parser, "seed", "0")
    add(parser, jobs="processes (default: all cores; --solver: 1)")
    add(parser, time_limit="for each rule (default 3600; --solver 600); what it cuts off is no verdict")
    own(parser, "--skip-equal", "leave out positions that are already the target")
    own(parser, "--no-power", "soundness only")


def run(args: Namespace) -> ExitCode:
    """Validate and report, one rule after the other; the exit code is that of the worst."""
    from feasibility.studies.rules.validate_api import refuse_numbers
    from feasibility.text.references import read_board

    if args.answer_limit is None:
        args.answer_limit = 10.0
    refuse_numbers(cases=args.cases, seed=args.seed, answer_limit=args.answer_limit)
    if args.solver is not None:
        return _solver(args)
    if args.board is None or args.test_set:
        what = "a rule without a board" if args.board is None else "a test set without a solver"
        raise UsageError(what, expected="RULE --board BOARD, or --solver CMD")
    ready(args.counterexample, args.certificate)
    if len(args.rule) > 1 and (args.counterexample or args.certificate):
        raise UsageError("one file for several rules", expected="one RULE")
    board = read_board(args.board, lenient=args.lenient)
    targets = _targets(board, args)
    codes = []
    for number, rule in enumerate(args.rule or [None]):
        if number and not args.json:
            print()
        codes.append(_one(rule, board, targets, args))
    return next(code for code in (ExitCode.NEGATIVE, ExitCode.UNKNOWN, ExitCode.OK) if code in codes)


def _one(rule: str | None, board: Board, targets: tuple[Target, ...], args: Namespace) -> ExitCode:
    """Validate one rule and report; the ground truth that the one before it needed is still there."""
    from feasibility.cli.terminal import ProgressLine
    from feasibility.studies.rules import report
    from feasibility.studies.rules.validate_api import validate

    with ProgressLine() as line:
        validation = validate(
            rule, board, targets=targets, start=args.start, command=args.command, lines=args.lines,
            answer_limit=args.answer_limit, cases=args.cases, exhaustive=args.exhaustive, seed=args.seed,
            jobs=int(args.jobs or os.cpu_count() or 1), time_limit=args.time_limit, power=not args.no_power,
            skip_equal=args.skip_equal, report=line.show,
        )  # fmt: skip
    print_answer(args, report.as_json(validation), report.text(validation))
    _files(args, validation)
    if not args.json:
        message(next_step(validation, args))
    return validation.exit_code


def next_step(validation: Validation, args: Namespace) -> str:
    if validation.counterexample is not None:
        keep = "" if args.counterexample else "; --counterexample FILE keeps this pair"
        return f"do not prune with this rule: mend it and validate again{keep}"
    if validation.changed is not None:
        return "let the answer depend on the pair alone, and validate again"
    if validation.failures:
        return "mend the calls that had no answer (slow ones: a longer --answer-limit) and validate again"
    if validation.proof is not None:
        keep = "" if args.certificate else "; --certificate FILE keeps the proof"
        return f"prune with this rule on this board{keep}"
    if validation.missing and not validation.late:
        return "not all could be asked, as the notes say"
    if validation.missing:
        return "the time limit ended it: a longer --time-limit, or fewer --cases, and validate again"
    if not validation.tried:
        return "nothing could be tried: no feasible pair is known"
    more = "without --cases more may be tried" if args.cases else "a larger --cases may try more"
    gain = "; without --no-power the report says what the rule gains" if args.no_power else ""
    return f"this is no proof: {more}{gain}"


def _targets(board: Board, args: Namespace) -> tuple[Target, ...]:
    from feasibility.api.asking import as_target
    from feasibility.game.position import Target

    drawn = (as_target(reference, board, lenient=args.lenient) for reference in args.target)
    return (*drawn, *(Target.with_pegs(board, pegs) for pegs in args.pegs))


def _files(args: Namespace, validation: Validation) -> None:
    if args.certificate and validation.proof is not None:
        write_file(args.certificate, validation.proof.text())
        message(f"proof written to {args.certificate}; check it with `pegfeas verify {args.certificate}`")
    elif args.certificate:
        message("no proof to write")
    path, wrong, text = args.counterexample, validation.counterexample, validation.pair_to_keep
    if not path:
        return
    if text is None:
        message("no counterexample to write")
        return
    write_file(path, text)
    if wrong is None:
        message(f"no counterexample, but a pair that the rule did not answer properly was written to {path}")
        return
    counted = "" if wrong.pair.target.pegs is None else f" --pegs {wrong.pair.target.pegs}"
    checks = f'`pegfeas check {path}{counted}` and `pegfeas replay {path} "{wrong.moves}"`'
    message(f"counterexample written to {path}; check it with {checks}")


def _solver(args: Namespace) -> ExitCode:
    """A whole solver is put to pairs with proofs, and the table of its answers."""
    from feasibility.base.limits import Limits
    from feasibility.cli.terminal import ProgressLine
    from feasibility.studies.rules.judges.program import PLACES
    from feasibility.studies.rules.sets import trial
    from feasibility.studies.rules.sets.entries import entries

    for name in FOR_RULES:
        if getattr(args, name):
            option = "RULE" if name == "rule" else "--" + name.replace("_", "-")
            raise UsageError(f"{option} and --solver", expected="one of them")
    asked = trial.Trial(args.solver, args.answer_limit, args.lines, args.jobs or 1)
    chosen = [entry for entry in entries(args.test_set, args.board) if asked.takes(entry)]
    if not chosen:
        raise UsageError(
            "no pair for this solver: no board is orthogonal",
            expected=f"one of {' '.join(PLACES)} in CMD",
        )
    seconds = SOLVER_SECONDS if args.time_limit is None else args.time_limit
    with ProgressLine() as line:
        results = trial.run(asked, chosen, Limits(seconds).start(), line.show)
    print_answer(args, trial.as_json(asked, results), trial.text(asked, results))
    if not args.json:
        kinds = {one.kind for one in results}
        steps = [NEXT_STEP[trial.exit_code(results)]] if kinds - {trial.RIGHT, "not asked"} else []
        steps += (
            ["the time limit ended it: a longer --time-limit asks the others"] if "not asked" in kinds else []
        )
        message("; ".join(steps or [NEXT_STEP[ExitCode.OK]]))
    return trial.exit_code(results)
