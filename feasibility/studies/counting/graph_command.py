"""The game graph of a small pair: every reachable position and every jump between them.

It is written as Graphviz (.dot) or as node-link JSON (.json), which networkx reads; without -o it goes to
standard output as Graphviz.

examples:
  pegfeas graph triangle:4:-a2 --pegs 1 -o game.dot
  pegfeas graph rectangle:3x3:-b2 -o game.json
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.files import write_file
from feasibility.base.limits import Limits
from feasibility.base.stopped import StoppedError
from feasibility.cli.arguments import add_pair
from feasibility.cli.common import message, plural
from feasibility.cli.files import ready
from feasibility.cli.opening import told_question
from feasibility.cli.options import add, add_one, add_time_limit
from feasibility.cli.terminal import ProgressLine
from feasibility.studies.counting.graph import MOST, dot, graph, jumps_of, node_link


def add_arguments(parser: ArgumentParser) -> None:
    add_pair(parser)
    add(parser, output="a .dot or .json file")
    add_one(parser, "max-positions", f"{MOST:,}", default=MOST)
    add_time_limit(parser)


def run(args: Namespace) -> ExitCode:
    suffix = ".dot" if args.output is None else Path(args.output).suffix
    if suffix not in (".dot", ".json"):
        raise UsageError("not a graph format", seen=repr(suffix), expected=".dot or .json")
    ready(args.output)
    pair = told_question(args).pair
    clock = Limits(args.time_limit).start()
    try:
        with ProgressLine() as line:
            made = graph(pair, max_positions=args.max_positions, report=line.show, look=clock.look)
            line.show(f"writing {plural(len(made), 'position', commas=True)}")
            text = dot(made) if suffix == ".dot" else node_link(made)
    except StoppedError:
        message("the graph was not made: time ran out")
        return ExitCode.UNKNOWN
    if args.output is None:
        print(text, end="")
    else:
        write_file(args.output, text)
    winning = sum(data["winning"] for _, data in made.nodes(data=True))
    jumps = sum(len(jumps_of(data)) for _, _, data in made.edges(data=True))
    size = f"{plural(len(made), 'position')}, {plural(jumps, 'jump')}"
    lead = f"{plural(winning, 'position')} {'leads' if winning == 1 else 'lead'} to the target"
    message(f"{size}, {lead}")
    return ExitCode.OK
