"""List what separates cone and lattice of a board from its integer cone.

The elements that are listed, together with the jumps, are the Hilbert basis of cone and lattice. Normaliz
finds them on boards of up to about 20 holes; without it a search does on small boards. Each element is
proved, and shown as target minus start.

examples:
  pegfeas gap line:7
  pegfeas gap rectangle:3x4 --engine builtin
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.base.stopped import Stopped
from feasibility.cli.arguments import time_and_work
from feasibility.cli.common import message, plural, print_answer, print_json
from feasibility.cli.options import add, add_one, add_reading, add_time_and_work, how_to_read
from feasibility.exact.tree import fold
from feasibility.studies.polyhedra.sums import format_sum
from feasibility.text.references import read_board

if TYPE_CHECKING:
    from feasibility.studies.polyhedra.gap import Element, Gap


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a name that `pegfeas boards` lists, a file, or -")
    add_one(parser, "engine", "normaliz or builtin (default: normaliz if it is there)")
    add(parser, "json")
    add_reading(parser)
    add_time_and_work(parser)


def run(args: Namespace) -> ExitCode:
    from feasibility.studies.polyhedra.gap import gap

    board = read_board(args.board, **how_to_read(args))
    between = gap(board, engine=args.engine, limits=time_and_work(args))
    if isinstance(between, Stopped):
        if args.json:
            print_json({"board": board.label, "complete": False, "reason": between.reason})
        message(f"unknown: {between.reason}")
        return ExitCode.UNKNOWN
    print_answer(args, _facts(between), _text(between))
    return ExitCode.OK


def _facts(between: Gap) -> dict[str, object]:
    orbits = [
        {"vector": list(e.vector), "orbit": e.orbit, "jumps": [str(x) for x in e.point], "leaves": _leaves(e)}
        for e in between.orbits
    ]
    head = {"board": between.board.label, "complete": True, "engine": between.engine}
    head["symmetries_complete"] = between.board.symmetries_complete
    return {**head, "elements": between.elements, "orbits": orbits}


def _leaves(element: Element) -> int:
    return int(fold(element.tree, lambda leaf: 1, lambda node, low, high: low + high))


def _text(between: Gap) -> str:
    most = "" if between.board.symmetries_complete else "at most "
    count = f"{plural(between.elements, 'element')} in {most}{plural(len(between.orbits), 'orbit')}"
    lines = [f"{between.board.label}, cone and lattice without integer cone: {count}"]
    for element in between.orbits:
        marks = [{0: ".", 1: "+", -1: "-"}.get(v, f"{v:+d}") for v in element.vector]
        counts = zip(between.board.jumps, element.point, strict=True)
        real = format_sum(between.board, ((x, jump) for jump, x in counts if x))
        about = f"{plural(-sum(element.vector), 'jump')}, orbit of {element.orbit}; real counts {real}"
        refuted = f"whole ones refuted by {plural(_leaves(element), 'case')}"
        lines += ["", f"{about}; {refuted}", between.board.draw(marks, " ")]
    return "\n".join(lines)
