"""List the facets of a board's solitaire cone: the extreme pagoda functions, one of each orbit.

Each is proved in integers before it is written. Without --output they go to standard output, and the summary
to standard error. With --output a run that was stopped can be continued by --resume. For boards with too
many facets, --sample N draws N random ones and keeps the list as the board's library, which `pegfeas check`
uses. --read FILE does the same with facets that another program found. --by-symmetry goes from facet to
neighbouring facet and works through one of each orbit, in several processes.

--table FILE.ine (lrs, cdd) is the solitaire cone as inequalities, .ext the cone of pagoda functions by its
rays, as are .in (Normaliz) and .poly (polymake); .mat (4ti2) and .mtx (Matrix Market) have a facet on a line.

examples:
  pegfeas facets rectangle:3x3
  pegfeas facets english33 --sample 200
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, TextIO

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli.additions import refuse_beside
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.files import TABLES, ready, write_table
from feasibility.cli.options import add, add_one, add_reading, add_time_limit, how_to_read, own
from feasibility.cli.terminal import ProgressLine
from feasibility.game.geometry import Board
from feasibility.render.matrices import CONES, ENDINGS, VectorList
from feasibility.text.references import read_board

if TYPE_CHECKING:
    from feasibility.render.tables import Table
    from feasibility.studies.polyhedra.cone import DualCone
    from feasibility.studies.polyhedra.facets import Enumeration, Facet

_OF_WEIGHTS = ("zero_one", "zero_one_orbits", "least_weight", "greatest_weight")  # not fixed modulo lines


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a name that `pegfeas boards` lists, a file, or -")
    parser.add_argument("--all", action="store_true", help="every facet, not one of each orbit")
    engine = parser.add_mutually_exclusive_group()
    add_one(engine, "engine", "builtin, normaliz or symmetry (default: by the size of the board)")
    by = "go from facet to neighbouring facet, one of each orbit: for boards with many symmetries"
    engine.add_argument("--by-symmetry", dest="engine", action="store_const", const="symmetry", help=by)
    add(parser, jobs="processes of --by-symmetry (default: all cores)")
    parser.add_argument("--sample", type=int, metavar="N", help="N random facets instead of all")
    own(parser, "--read FILE", "facets made elsewhere: .ine, .ext, .in, .poly, .mat, .ray or .mtx")
    add_one(parser, "seed", "1", default=None)
    add(parser, "resume", "force", output="write the list to a new file")
    parser.add_argument("--summary", action="store_true", help="print the summary alone, as one JSON object")
    add_time_limit(parser, None)
    add(parser, table="the list")
    add_reading(parser)


def run(args: Namespace) -> ExitCode:
    from feasibility.studies.polyhedra.cone import dual_cone

    given = "--sample" if args.sample is not None else "--read" if args.read is not None else None
    refuse_beside(
        args, {"sample": ("read",), "read": ("time_limit",), "resume": ("sample", "read", "force", "table")}
    )
    if args.seed is not None and args.sample is None:
        raise UsageError("--seed goes with --sample: nothing else is random")
    if (args.resume or args.force) and args.output is None:
        raise UsageError(f"--{'resume' if args.resume else 'force'} goes with --output")
    if given is not None and args.engine is not None:
        raise UsageError(f"{given} has facets without an engine", expected="no --engine and no --by-symmetry")
    if args.jobs is not None and args.engine != "symmetry":
        raise UsageError("--jobs goes with --by-symmetry: the other engines work in one process")
    ready(table=args.table, tables=(*TABLES, *ENDINGS))
    whole = args.table is not None and args.table.lower().endswith(CONES)
    if whole and not (args.all and given is None):
        expected = "--all, and neither --sample nor --read"
        raise UsageError("a cone needs all its facets", seen=args.table, expected=expected)
    board = read_board(args.board, **how_to_read(args))
    seen: list[Facet] = []
    cone = dual_cone(board)  # a board without jumps ends here
    code = _enumerate(cone, args, seen) if given is None else _gathered(board, args, seen)
    if whole and code:
        message(f"{args.table} is not written: facets are missing")
    else:
        rays = partial(VectorList.rays, (facet.weights for facet in seen), cone.lineality)
        write_table(args.table, lambda: _table(board, seen), rays)
    return code


def _table(board: Board, facets: Sequence[Facet]) -> Table:
    """A facet on a line: its weights by holes, how many its orbit has, how many jumps are tight."""
    from feasibility.render.tables import Table

    names = tuple(board.called(hole) for hole in range(board.n))
    made = Table((*names, "orbit", "tight"), frozenset(range(board.n + 2)))
    for facet in facets:
        made.add(*facet.weights, facet.orbit, facet.tight)
    return made


def _enumerate(cone: DualCone, args: Namespace, seen: list[Facet]) -> ExitCode:
    from feasibility.processes.pool import cores
    from feasibility.studies.polyhedra.facet_file import FacetList, open_new
    from feasibility.studies.polyhedra.facets import Enumeration, choose

    run = Enumeration(cone.board, choose(args.engine, cone.board), args.all, args.jobs or cores())
    listing, stopped = FacetList(run, args.output), None
    if args.output is not None and not args.resume:
        open_new(args.output, args.force)
    with _sink(args) as sink:
        if args.resume:
            listing.go_on()
        if not run.complete:
            clock = Limits(args.time_limit).start()
            with ProgressLine() as line:
                stopped = listing.record(sink, clock, line.show, seen if args.table else None)
    _summarise(cone, run, stopped, args)
    return ExitCode.OK if run.complete else ExitCode.UNKNOWN


def _sink(args: Namespace) -> AbstractContextManager[TextIO | None]:
    from feasibility.studies.polyhedra.facet_file import opened

    if args.output is not None:
        return opened(args.output)
    return nullcontext(None if args.summary else sys.stdout)


def _summarise(cone: DualCone, work: Enumeration, stopped: Stopped | None, args: Namespace) -> None:
    board, tally = work.board, work.tally
    if args.summary:
        sizes = {"holes": board.n, "jumps": len(board.jumps), "rank": cone.rank, "dimension": cone.rank}
        shape = {"lineality": cone.lineality, "symmetries": len(board.symmetries)}
        shape["symmetries_complete"] = board.symmetries_complete
        reason = None if stopped is None else stopped.reason
        ended = {"engine": work.engine, "complete": work.complete, "reason": reason}
        unknown = dict.fromkeys(_OF_WEIGHTS) if cone.lineality else {}
        print_json({"board": board.label, **sizes, **shape, **ended, **vars(tally), **unknown})
        return
    most = "" if board.symmetries_complete else "at most "
    told = f"{plural(tally.facets, 'facet')} in {most}{plural(tally.orbits, 'orbit')}"
    if stopped is not None:
        other = "--by-symmetry lists them as it meets them, "
        if work.engine == "symmetry":
            other = "--output FILE keeps them for --resume, "
            other = other if args.output is None else "--resume goes on with this list, "
            other = other if stopped.by_clock else ""  # else it would end there again
        told = f"stopped: {stopped.reason}. So far {told}; {other}--sample N draws random ones"
    message(told)
    zero_one = f"{tally.zero_one} with weights 0 and 1 ({plural(tally.zero_one_orbits, 'orbit')})"
    size = f"dimension {cone.rank} of {board.n}, rank {cone.rank}, lineality {len(cone.lineality)}"
    if tally.facets:
        size += f"; tight jumps {tally.least_tight} to {tally.most_tight}"
    if tally.facets and not cone.lineality:
        size += f"; weights {tally.least_weight} to {tally.greatest_weight}; {zero_one}"
    message(size)
    for row in cone.lineality:
        message(f"no jump changes, up to multiples: {' '.join(map(str, row))}")


def _gathered(board: Board, args: Namespace, seen: list[Facet]) -> ExitCode:
    """Drawn at random, or read."""
    from feasibility.studies.polyhedra import facet_file
    from feasibility.studies.polyhedra.sample import facets_in, facets_of, sample
    from feasibility.systems import facet_library

    if args.sample is not None and args.sample < 1:
        raise UsageError("not a number of samples", seen=str(args.sample), expected="1 or more")
    if args.output is not None:
        facet_file.open_new(args.output, args.force)
    clock, cut = Limits(args.time_limit).start(), False
    if args.read is not None:
        rays = facets_in(board, args.read)
    else:
        with ProgressLine() as line:
            rays = sample(board, args.sample, 1 if args.seed is None else args.seed, clock, line.show)
        cut = rays.drawn < args.sample and clock.expired()
    done = "drawn" if args.read is None else "read"
    seen += facets_of(board, rays, args.all)
    with _sink(args) as sink:
        if sink is not None:
            sink.writelines(map(facet_file.line, seen))
    if args.summary:
        counts = {"board": board.label, done: rays.drawn, "orbits": len(rays.weights)}
        counts["symmetries_complete"] = board.symmetries_complete
        print_json(counts if args.read is not None else {**counts, "complete": not cut})
    path, most = facet_library.save(board, rays.weights), "" if board.symmetries_complete else "at most "
    orbits = f"{most}{plural(len(rays.weights), 'orbit')}"
    library = f"the library of this board now has {len(facet_library.table(board))}: {path}"
    done = f"of {args.sample:,} {done} in time" if cut else done
    message(f"{plural(rays.drawn, 'ray')} {done}, {orbits} of facets; {library}")
    return ExitCode.UNKNOWN if cut else ExitCode.OK
