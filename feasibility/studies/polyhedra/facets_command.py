"""List the facets of a board's solitaire cone: the extreme pagoda functions, one of each orbit.

Each is proved in integers before it is written. Without --output they go to standard output, and the summary
to standard error. With --output a run that was stopped can be continued by --resume. For boards with too
many facets, --sample N draws N random ones and keeps the list as the board's library, which `pegfeas check`
uses. --by-symmetry goes from facet to neighbouring facet and works through one of each orbit, in several
processes.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.files import ready, write_answer, write_table
from feasibility.cli.options import add, add_one, add_time_limit
from feasibility.cli.terminal import ProgressLine
from feasibility.game.geometry import Board
from feasibility.text.reading import read_board

if TYPE_CHECKING:
    from feasibility.render.tables import Table
    from feasibility.studies.polyhedra.facet_file import Listing
    from feasibility.studies.polyhedra.facets import Enumeration, Facet
FORMATS = ("jsonl", "csv")
NEXT = {  # what to do when a limit ended an engine
    "lrs": "--output FILE keeps them for --resume, --sample N draws random ones",
    "builtin": "--by-symmetry lists them as it meets them, --sample N draws random ones",
    "normaliz": "--by-symmetry lists them as it meets them, --sample N draws random ones",
    "symmetry": "--output FILE keeps them for --resume, --sample N draws random ones",
}


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas facets`."""
    parser.add_argument("board", metavar="BOARD", help="a name that `pegfeas boards` lists, a file, or -")
    parser.add_argument("--all", action="store_true", help="every facet, not one of each orbit")
    engine = parser.add_mutually_exclusive_group()
    engine.add_argument(
        "--engine",
        metavar="NAME",
        help="lrs, builtin, normaliz or symmetry (default: lrs if it is there, else by the board's size)",
    )
    engine.add_argument(
        "--by-symmetry", dest="engine", action="store_const", const="symmetry",
        help="go from facet to neighbouring facet, one of each orbit: for boards with many symmetries",
    )  # fmt: skip
    add(parser, jobs="processes of --by-symmetry (default: all cores)")
    parser.add_argument("--sample", type=int, metavar="N", help="N random facets instead of all")
    add_one(parser, "seed", "1", default=1)
    parser.add_argument("--format", default="jsonl", help="jsonl (default) or csv")
    add(parser, "resume", output="write the list to a new file")
    parser.add_argument("--summary", action="store_true", help="print the summary alone, as one JSON object")
    add_time_limit(parser, None)
    add(
        parser, "lenient",
        picture="the first facets as a gallery of tables",
        table="the list",
    )  # fmt: skip


def run(args: Namespace) -> ExitCode:
    """Enumerate or sample."""
    if args.format not in FORMATS:
        expected = f"{' or '.join(FORMATS)}; --table FILE.tex is for LaTeX"
        raise UsageError("no such format", seen=repr(args.format), expected=expected)
    if args.resume and (args.output is None or args.sample is not None):
        raise UsageError("--resume goes with --output, and not with --sample")
    if args.resume and (args.picture or args.table):
        option = "--picture" if args.picture else "--table"
        raise UsageError(
            f"{option} shows the facets of one whole run", seen="--resume", expected="no --resume"
        )
    _ready_jobs(args)
    ready(picture=args.picture, table=args.table)
    board = read_board(args.board, lenient=args.lenient)
    from feasibility.studies.polyhedra.facets_picture import of_facets

    seen = Shapes([] if args.table else None)
    code = _sample(board, args, seen) if args.sample is not None else _enumerate(board, args, seen)
    write_table(args.table, lambda: _table(board, seen.listed or ()))
    write_answer(args.picture, lambda: of_facets(seen.first, board, seen.total))
    return code


def _ready_jobs(args: Namespace) -> None:
    if args.sample is not None and args.engine is not None:
        raise UsageError(
            "--sample draws facets without an engine", expected="no --engine and no --by-symmetry"
        )
    if args.jobs is not None and args.engine != "symmetry":
        raise UsageError("--jobs goes with --by-symmetry: the other engines work in one process")


class Shapes:
    """How many facets there are, the first of them, and all where a table is asked for."""

    def __init__(self, listed: list[Facet] | None = None) -> None:
        self.listed = listed
        self.first: list[Facet] = []
        self.total = 0

    def add(self, facet: Facet) -> None:
        """Takes in one more facet."""
        from feasibility.studies.polyhedra.facets_picture import SHOWN

        if len(self.first) < SHOWN:
            self.first.append(facet)
        if self.listed is not None:
            self.listed.append(facet)
        self.total += 1


def _table(board: Board, facets: Sequence[Facet]) -> Table:
    """A facet on a line: its weights by holes, how many its orbit has, how many jumps are tight."""
    from feasibility.render.tables import Table

    names = tuple(board.called(hole) for hole in range(board.n))
    made = Table((*names, "orbit", "tight"), frozenset(range(board.n + 2)))
    for facet in facets:
        made.add(*facet.weights, facet.orbit, facet.tight)
    return made


def _enumerate(board: Board, args: Namespace, seen: Shapes) -> ExitCode:
    from feasibility.processes.pool import cores
    from feasibility.studies.polyhedra.choosing import choose
    from feasibility.studies.polyhedra.cone import dual_cone
    from feasibility.studies.polyhedra.facet_file import Listing, header, open_new
    from feasibility.studies.polyhedra.facets import Enumeration

    dual_cone(board)  # a board without jumps ends here
    engine = choose(args.engine, board)
    run = Enumeration(board, engine, args.all, jobs=(args.jobs or cores()) if engine.by_orbit else 1)
    listing = Listing(run, args.format, args.output)
    if args.resume:
        listing.go_on()
    elif args.output is not None:
        listing.length = open_new(args.output, board, args.format)
    elif not args.summary:
        sys.stdout.write(header(board, args.format))
    stopped = None if run.complete else _record(listing, args, seen)
    _summarise(run, stopped, args.summary)
    return ExitCode.OK if run.complete else ExitCode.UNKNOWN


def _record(listing: Listing, args: Namespace, seen: Shapes) -> Stopped | None:
    """Writes the list to its file or to standard output; why it ended early, or None."""
    clock = Limits(args.time_limit).start()
    with ProgressLine() as line:
        if args.output is None:
            return listing.record(None if args.summary else sys.stdout, clock, line.show, seen.add)
        with open(args.output, "a", encoding="ascii") as file:
            return listing.record(file, clock, line.show, seen.add)


def _summarise(work: Enumeration, stopped: Stopped | None, alone: bool) -> None:
    from feasibility.studies.polyhedra.cone import dual_cone

    cone, tally = dual_cone(work.board), work.tally
    if alone:
        facts = {
            "board": work.board.label,
            "holes": work.board.n,
            "jumps": len(work.board.jumps),
            "rank": cone.rank,
            "dimension": cone.rank,
            "lineality": [list(row) for row in cone.lineality],
            "symmetries": len(work.board.symmetries),
            "engine": work.engine.name,
            "complete": work.complete,
            "reason": None if stopped is None else stopped.reason,
            **vars(tally),
        }
        print_json(facts)
        return
    counted = f"{plural(tally.facets, 'facet')} in {plural(tally.orbits, 'orbit')}"
    why = None if stopped is None else stopped.reason
    message(counted if work.complete else f"stopped: {why}. So far {counted}; {NEXT[work.engine.name]}")
    zero_one = f"{tally.zero_one} with weights 0 and 1 ({plural(tally.zero_one_orbits, 'orbit')})"
    message(
        f"dimension {cone.rank} of {work.board.n}, rank {cone.rank}, lineality {len(cone.lineality)}; "
        f"tight jumps {tally.least_tight} to {tally.most_tight}; weights {tally.least_weight} to "
        f"{tally.greatest_weight}; {zero_one}"
    )
    for row in cone.lineality:
        message(f"no jump changes, up to multiples: {' '.join(map(str, row))}")


def _sample(board: Board, args: Namespace, seen: Shapes) -> ExitCode:
    from feasibility.studies.polyhedra import facet_file
    from feasibility.studies.polyhedra.sample import facets_of, sample
    from feasibility.systems import facet_library

    if args.sample < 1:
        raise UsageError("not a number of samples", seen=str(args.sample), expected="1 or more")
    if args.output is not None:
        facet_file.open_new(args.output, board, args.format)
    with ProgressLine() as line:
        rays = sample(board, args.sample, args.seed, Limits(args.time_limit).start(), line.show)
    facets = facets_of(board, rays, args.all)
    for facet in facets:
        seen.add(facet)
    text = "".join(facet_file.line(facet, args.format) for facet in facets)
    if args.summary:
        print_json({"board": board.label, "drawn": rays.drawn, "orbits": len(rays.weights)})
    elif args.output is None:
        sys.stdout.write(facet_file.header(board, args.format) + text)
    if args.output is not None:
        with open(args.output, "a", encoding="ascii") as file:
            file.write(text)
    path = facet_library.save(board, rays.weights)
    message(
        f"{plural(rays.drawn, 'ray')} drawn, {plural(len(rays.weights), 'orbit')} of facets; "
        f"the library of this board now has {len(facet_library.table(board))}: {path}"
    )
    return ExitCode.OK
