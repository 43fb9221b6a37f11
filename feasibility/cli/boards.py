"""List the boards and the problems that come with the program.

examples:
  pegfeas boards
  pegfeas boards --json
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from feasibility.base.errors import ExitCode
from feasibility.cli.common import plural, print_json
from feasibility.cli.options import add
from feasibility.game.families import examples
from feasibility.text import catalogue
from feasibility.text.document import Document, pair_of

NAME_WIDTH, TEXT_WIDTH = 20, 58


def add_arguments(parser: ArgumentParser) -> None:
    add(parser, "json")


def run(args: Namespace) -> ExitCode:
    if args.json:
        print_json(
            {
                "boards": [board_facts(name) for name in catalogue.names()],
                "families": dict(catalogue.FAMILIES),
                "graphs": [f"graph:{example}" for example in examples()],
                "problems": [problem_facts(name) for name in catalogue.problems()],
            }
        )
    else:
        _show()
    return ExitCode.OK


def board_facts(name: str) -> dict[str, object]:
    board = catalogue.board(name)
    return {
        "name": name,
        "geometry": str(board.geometry),
        "holes": board.n,
        "jumps": len(board.jumps),
        "symmetries": len(board.symmetries),
        "picture": str(board).split("\n"),
    }


def problem_facts(name: str) -> dict[str, object]:
    problem = catalogue.problem(name, lenient=True)
    start, target = _peg_counts(problem)
    return {
        "name": f"problem:{name}",
        "board": problem.board.name,
        "holes": problem.board.n,
        "start_pegs": start,
        "target_pegs": target,
        "lenient": bool(problem.ignored),
        "source": problem.header("source"),
    }


def _show() -> None:
    from feasibility.cli.terminal import print_words
    from feasibility.render.columns import joined

    for name in catalogue.names():
        board = catalogue.board(name)
        symmetries = plural(len(board.symmetries), "symmetry", "symmetries")
        line = f"{name:{NAME_WIDTH}}{board.n:3} holes {len(board.jumps):4} jumps {symmetries:>15}"
        print(joined([[line.ljust(TEXT_WIDTH)], str(board).split("\n")], gap=0))
    families = ", ".join(catalogue.FAMILIES.values())
    graphs = ", ".join(f"graph:{example}" for example in examples())
    print_words("", f"Any size of a family can be named: {families}.", "")
    print_words(f"Graphs, of any size: {graphs}, graph6:Dhc; products as graph:path:3*cycle:4.", "")
    print("Problems:", *_problems(), sep="\n")


def _problems() -> Iterator[str]:
    for name in catalogue.problems():
        shipped = catalogue.problem(name, lenient=True)
        start, target = _peg_counts(shipped)
        note = ", needs --lenient" if shipped.ignored else ""
        yield f"{'problem:' + name:24}{shipped.board.label:27} {start} to {plural(target, 'peg')}{note}"


def _peg_counts(document: Document) -> tuple[int, int]:
    pair = pair_of(document)
    return pair.start.count, pair.start.count - (pair.jumps_needed or 0)
