"""The theorem behind a criterion, why it is necessary, an example worked out here and now, and the source."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from textwrap import fill
from typing import TYPE_CHECKING

from feasibility.cli import suggest
from feasibility.errors import ExitCode, InputError

if TYPE_CHECKING:
    from feasibility.criteria import Criterion


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas explain`."""
    parser.add_argument("criterion", metavar="CRITERION", nargs="?", help="its name; without one, the list")


def run(args: Namespace) -> ExitCode:
    """Print the explanation."""
    from feasibility.criteria import CRITERIA

    if args.criterion is None:
        for criterion in CRITERIA:
            print(f"{criterion.name:14} {criterion.title}")
        return ExitCode.OK
    for criterion in CRITERIA:
        if criterion.name == args.criterion:
            print(_text(criterion))
            return ExitCode.OK
    names = [c.name for c in CRITERIA]
    raise InputError(
        "no such criterion",
        seen=repr(args.criterion),
        expected=suggest(args.criterion, names) or ", ".join(names),
    )


def _text(criterion: Criterion) -> str:
    from feasibility.cli import terminal
    from feasibility.limits import Limits
    from feasibility.reading import read_pair
    from feasibility.render.text import positions, proof_lines, row
    from feasibility.render.words import explain

    width = terminal.width()
    start, target = criterion.example
    pair = read_pair(start, target)
    finding = criterion.check(pair, Limits(seconds=30.0).start())
    proof = explain(pair, finding.proof) if finding.proof is not None else []
    parts = [
        f"{criterion.name}: {criterion.title}",
        f"Theorem. {criterion.theorem}",
        f"Why. {criterion.because}",
        f"Source. {criterion.source}.",
        f"Example: pegfeas check {start} {target}",
        positions(pair, width),
        row(finding, width),
        *finding.details,
        *proof_lines(pair.board, proof, width),
    ]
    return "\n\n".join(part if "\n" in part or len(part) <= width else fill(part, width) for part in parts)
