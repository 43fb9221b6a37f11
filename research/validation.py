"""What validation covers, and what it finds: writes the tables of docs/results/validation.md.

    python -m research.validation short       how many feasible pairs of few pegs are listed
    python -m research.validation right       right rules, each asked the default number of cases
    python -m research.validation wrong       wrong rules, until each is unmasked

`--rules NAME ...` takes only the rules whose names end so, `--seconds S` is the time limit of each.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility.studies.rules.evidence import short
from feasibility.studies.rules.evidence.planning import Options
from feasibility.studies.rules.judges.choosing import choose
from feasibility.studies.rules.validate import Validation, validate
from feasibility.text import catalogue
from research.one_vacancy import ROOT, write
from tests.studies.rules import folders

PAGE = ROOT / "docs" / "results" / "validation.md"
BOARD = "english33"
BOARDS = (BOARD, "french37", "diamond41", "triangle:5", "triangle:7", "rectangle:5x5", "rectangle:8x8")


def used() -> float:
    """Seconds of the processor, of this process and of those that it has ended."""
    both = (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def short_questions() -> Iterator[str]:
    """Pairs whose start has k pegs: all of them are listed, up to a number of pegs that the board decides."""
    yield "| board | pegs of the start | feasible pairs, all listed |"
    yield "|---|--:|--:|"
    for name in BOARDS:
        every = list(short.levels(catalogue.board(name)))
        yield f"| {name} | 2 to {every[-1].pegs} | {sum(map(len, every)):,} |"


def tried(rule: str, seconds: float) -> tuple[Validation, float]:
    """A validation on the English board, with its processor time."""
    program = folders.brief(rule) == "program.py"
    command = f"{sys.executable} {rule}" if program else None
    before, jobs = used(), os.cpu_count() or 1
    board, asked = catalogue.board(BOARD), None if program else rule
    chosen_rule = choose(board, asked, command=command, limit=20.0, jobs=jobs)
    options = Options(seconds=seconds, threads=jobs, power=False)
    try:
        validation = validate(board, chosen_rule, options)
    finally:
        chosen_rule.judge.close()
    return validation, used() - before


def right(rules: list[str], seconds: float) -> Iterator[str]:
    """One row for each rule; a wrong prune ends its validation."""
    yield "| rule | what it is | cases | wrong prunes | processor |"
    yield "|---|---|--:|--:|--:|"
    for rule in rules:
        validation, took = tried(rule, seconds)
        kind, pruned = validation.rule.kind, int(validation.counterexample is not None)
        row = (f"`{folders.brief(rule)}`", kind, f"{validation.tried:,}", str(pruned), f"{took:.0f} s")
        yield f"| {' | '.join(row)} |"


def wrong(rules: list[str], seconds: float) -> Iterator[str]:
    """One row for each rule."""
    yield "| rule | found among | pegs | jumps | processor |"
    yield "|---|---|--:|--:|--:|"
    for rule in rules:
        validation, took = tried(rule, seconds)
        one = validation.counterexample
        size = ("not found", "", "") if one is None else (one.source, one.pair.start.count, len(one.play))
        row = (f"`{folders.brief(rule)}`", *map(str, size), f"{took:.1f} s")
        yield f"| {' | '.join(row)} |"


def chosen(rules: list[str], ends: list[str]) -> Iterator[str]:
    """Those with one of the endings; all if there is none."""
    return (rule for rule in rules if not ends or any(rule.endswith(end) for end in ends))


def main() -> None:
    """Print the rows of a table as they come, and write it to its page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=("short", "right", "wrong"))
    parser.add_argument("--rules", nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=600.0)
    args = parser.parse_args()
    if args.table == "short":
        made = short_questions()
    elif args.table == "right":
        made = right(list(chosen(folders.right(), args.rules)), args.seconds)
    else:
        made = wrong(list(chosen(folders.wrong(), args.rules)), args.seconds)
    rows = []
    for row in made:
        print(row, flush=True)
        rows.append(row)
    write(PAGE, args.table, rows)


if __name__ == "__main__":
    main()
