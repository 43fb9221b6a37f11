"""The theorem behind a criterion, why it is necessary, an example worked out here and now, and the source.

examples:
  pegfeas explain
  pegfeas explain pagoda
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from shlex import quote
from textwrap import fill
from time import monotonic
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError, unknown

if TYPE_CHECKING:
    from feasibility.criteria import Criterion


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("criterion", metavar="CRITERION", nargs="?", help="its name; without one, the list")


def run(args: Namespace) -> ExitCode:
    from feasibility.decide.schedule import CRITERIA

    if __doc__ is None:
        raise UsageError("explanations are docstrings, which python -OO leaves out", expected="python, or -O")
    known = {criterion.name: criterion for criterion in CRITERIA}
    if args.criterion is None:
        for criterion in CRITERIA:
            print(f"{criterion.name:14} {criterion.told['Theorem']}")
        print(f"{'search':14} {_search().splitlines()[0]}")
    elif args.criterion == "search":
        print(_search())
    elif args.criterion in known:
        print(_text(known[args.criterion]))
    else:
        raise unknown("criterion", args.criterion, [*known, "search"])
    return ExitCode.OK


def _text(criterion: Criterion) -> str:
    from feasibility.base.limits import Limits
    from feasibility.cli import terminal
    from feasibility.render.opening import opening
    from feasibility.render.text import proof_lines, row
    from feasibility.render.words import explain
    from feasibility.text.references import read_pair

    width, told = terminal.width(), criterion.told
    start, target = criterion.example
    pair = read_pair(start, target)
    clock, began = Limits(seconds=30.0).start(), monotonic()
    finding = criterion.check(pair, clock).timed(monotonic() - began)
    proof = explain(pair, finding.proof) if finding.proof is not None else []
    parts = [
        f"{criterion.name}: {told.pop('Title').lower()}",
        *(f"{head}. {words}" for head, words in told.items()),
        f"Example: pegfeas check {quote(start)} {quote(target)}",
        opening(pair, width=width),
        row(finding, width),
        *proof_lines(pair.board, proof, width),
    ]
    shown = [part if "\n" in part or len(part) <= width else fill(part, width) for part in parts if part]
    return "\n\n".join(shown)


def _search() -> str:
    import feasibility.decide.engines as engines

    return (engines.__doc__ or "").strip()
