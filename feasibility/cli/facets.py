"""List the facets of a board's solitaire cone: the extreme pagoda functions, one of each orbit.

Each is proved in integers before it is written. Without --output they go to standard output, and the summary
to standard error. With --output a run that was stopped can be continued by --resume. For boards with too
many facets, --sample N draws N random ones and keeps the list as the board's library, which `pegfeas check`
uses. --stored lists the libraries that are kept, and `pegfeas facets BOARD --forget` removes one.
--by-symmetry goes from facet to neighbouring facet and works through one of each orbit, in several
processes.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.files import write_file
from feasibility.base.limits import Limits
from feasibility.cli.common import (
    add_lenient,
    add_picture,
    add_plot,
    add_time_limit,
    message,
    plural,
    print_json,
    seconds_of,
)
from feasibility.cli.files import ready, write_answer
from feasibility.cli.terminal import ProgressLine
from feasibility.game.geometry import Board
from feasibility.text.reading import read_board

if TYPE_CHECKING:
    from feasibility.polyhedra.facet_file import Checkpoint
    from feasibility.polyhedra.facets import Enumeration, Facet


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas facets`."""
    parser.add_argument(
        "board", metavar="BOARD", nargs="?", help="a name that `pegfeas boards` lists, a file, or -"
    )
    parser.add_argument("--all", action="store_true", help="every facet, not one of each orbit")
    engine = parser.add_mutually_exclusive_group()
    engine.add_argument(
        "--engine", metavar="NAME", help="lrs, builtin, normaliz or symmetry (default: lrs, else builtin)"
    )
    engine.add_argument(
        "--by-symmetry", dest="engine", action="store_const", const="symmetry",
        help="go from facet to neighbouring facet, one of each orbit: for boards with many symmetries",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="processes of --by-symmetry (default: all cores)"
    )
    library = parser.add_mutually_exclusive_group()
    library.add_argument("--sample", type=int, metavar="N", help="N random facets instead of all")
    library.add_argument(
        "--stored", action="store_true", help="list the libraries that --sample has kept; without BOARD"
    )
    library.add_argument("--forget", action="store_true", help="remove the library of BOARD")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of --sample (default 1)")
    parser.add_argument("--format", default="jsonl", help="jsonl (default) or csv")
    parser.add_argument("--output", metavar="FILE", help="write the list to a new file")
    parser.add_argument("--resume", action="store_true", help="continue the --output file of an earlier run")
    parser.add_argument("--summary", action="store_true", help="print the summary alone, as one JSON object")
    add_time_limit(parser, None)
    add_picture(parser, "the first facets as a gallery of tables")
    add_plot(parser, "largest weights and numbers of holes weighed")
    add_lenient(parser)


def run(args: Namespace) -> ExitCode:
    """Enumerate or sample."""
    from feasibility.api.picture import of_facets
    from feasibility.polyhedra.facet_file import FORMATS

    if args.stored == (args.board is not None):
        expected = "BOARD, or --stored alone"
        raise UsageError("one board, or the list of what is stored", expected=expected)
    if args.stored:
        return _list_stored()
    if args.format not in FORMATS:
        raise UsageError("no such format", seen=repr(args.format), expected=" or ".join(FORMATS))
    if args.resume and (args.output is None or args.sample is not None):
        raise UsageError("--resume goes with --output, and not with --sample")
    if args.resume and (args.plot or args.picture):
        option = "--plot" if args.plot else "--picture"
        raise UsageError(
            f"{option} shows the facets of one whole run", seen="--resume", expected="no --resume"
        )
    _ready_jobs(args)
    seconds_of(args)
    kind = ready(plot=args.plot, picture=args.picture)
    board = read_board(args.board, lenient=args.lenient)
    if args.forget:
        return _forget(board)
    seen = Shapes()
    code = _sample(board, args, seen) if args.sample is not None else _enumerate(board, args, seen)
    write_answer(args.picture, lambda: of_facets(seen.first, board, seen.total))
    if args.plot:
        from feasibility.render.plots import facets

        write_file(args.plot, facets(seen.largest, seen.support, kind))
    return code


def _ready_jobs(args: Namespace) -> None:
    if args.sample is not None and args.engine is not None:
        raise UsageError(
            "--sample draws facets without an engine", expected="no --engine and no --by-symmetry"
        )
    if args.jobs is not None and args.engine != "symmetry":
        raise UsageError("--jobs goes with --by-symmetry: the other engines work in one process")
    if args.jobs is not None and args.jobs < 1:
        raise UsageError("not a number of processes", seen=str(args.jobs), expected="1 or more")


def _list_stored() -> ExitCode:
    from feasibility.render.columns import shortened
    from feasibility.systems import facet_library

    libraries = facet_library.stored()
    for stored in libraries:
        what = "no library" if stored.name is None else plural(stored.functionals, "facet", commas=True)
        name = shortened(stored.name or "?", 28)
        print(f"{name:28} {what:>16} {stored.size:>13,} bytes  {stored.path}")
    total = plural(len(libraries), "library", "libraries")
    message(f"{total} of {plural(sum(stored.size for stored in libraries), 'byte', commas=True)} stored")
    return ExitCode.OK


def _forget(board: Board) -> ExitCode:
    from feasibility.systems import facet_library

    path = facet_library.forget(board)
    message(f"removed {path}" if path else f"no library of {board.label} is stored")
    return ExitCode.OK


class Shapes:
    """How many facets have which largest weight, and how many weigh so many holes; the first of them."""

    def __init__(self) -> None:
        self.first: list[Facet] = []
        self.largest: Counter[int] = Counter()
        self.support: Counter[int] = Counter()

    @property
    def total(self) -> int:
        """How many facets were taken in."""
        return sum(self.largest.values())

    def add(self, facet: Facet) -> None:
        """Takes in one more facet."""
        from feasibility.render.gallery import SHOWN

        if len(self.first) < SHOWN:
            self.first.append(facet)
        self.largest[max(map(abs, facet.weights))] += 1
        self.support[sum(map(bool, facet.weights))] += 1


def _enumerate(board: Board, args: Namespace, seen: Shapes) -> ExitCode:
    from feasibility.polyhedra import facet_file
    from feasibility.polyhedra.cone import dual_cone
    from feasibility.polyhedra.engines import choose
    from feasibility.processes.pool import cores
    from feasibility.systems.facet_library import board_digest

    dual_cone(board)  # a board without jumps ends here
    engine = choose(args.engine)
    state = facet_file.Checkpoint(board_digest(board), engine.name, args.all, args.format)
    if args.resume:
        state = facet_file.cut_back(args.output, state, board)
    elif args.output is not None:
        state.length = facet_file.open_new(args.output, board, args.format)
    jobs = (args.jobs or cores()) if engine.by_orbit else 1
    work = facet_file.continued(board, engine, state, args.output, jobs)
    reason = None if state.complete else _record(work, state, args, seen)
    _summarise(work, reason, args.summary)
    return ExitCode.OK if work.complete else ExitCode.UNKNOWN


def _record(work: Enumeration, state: Checkpoint, args: Namespace, seen: Shapes) -> str | None:
    """Writes the list to its file or to standard output; why it ended early, or None."""
    from feasibility.polyhedra.facet_file import header, record

    clock, line = Limits(args.time_limit).start(), ProgressLine()
    try:
        if args.output is None:
            write = (lambda text: None) if args.summary else sys.stdout.write
            write(header(work.board, args.format))
            return record(work, state, write, lambda: None, clock, line.show, seen.add)
        with open(args.output, "a", encoding="ascii") as file:

            def save() -> None:
                file.flush()
                state.save(args.output)

            return record(work, state, file.write, save, clock, line.show, seen.add)
    finally:
        line.clear()


def _summarise(work: Enumeration, reason: str | None, alone: bool) -> None:
    from feasibility.polyhedra.cone import dual_cone

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
            "reason": reason,
            **tally.as_dict(),
        }
        print_json(facts)
        return
    counted = f"{plural(tally.facets, 'facet')} in {plural(tally.orbits, 'orbit')}"
    message(counted if work.complete else f"stopped: {reason}. So far {counted}")
    zero_one = f"{tally.zero_one} with weights 0 and 1 ({plural(tally.zero_one_orbits, 'orbit')})"
    message(
        f"dimension {cone.rank} of {work.board.n}, rank {cone.rank}, lineality {len(cone.lineality)}; "
        f"tight jumps {tally.least_tight} to {tally.most_tight}; weights {tally.least_weight} to "
        f"{tally.greatest_weight}; {zero_one}"
    )
    for row in cone.lineality:
        message(f"no jump changes, up to multiples: {' '.join(map(str, row))}")


def _sample(board: Board, args: Namespace, seen: Shapes) -> ExitCode:
    from feasibility.polyhedra import facet_file
    from feasibility.polyhedra.sample import facets_of, sample
    from feasibility.systems import facet_library

    if args.sample < 1:
        raise UsageError("not a number of samples", seen=str(args.sample), expected="1 or more")
    out = None if args.output is None else args.output
    if out is not None:
        facet_file.open_new(out, board, args.format)
    line = ProgressLine()
    try:
        rays = sample(board, args.sample, args.seed, Limits(args.time_limit).start(), line.show)
    finally:
        line.clear()
    facets = facets_of(board, rays, args.all)
    for facet in facets:
        seen.add(facet)
    text = "".join(facet_file.line(facet, args.format) for facet in facets)
    if args.summary:
        print_json({"board": board.label, "drawn": rays.drawn, "orbits": len(rays.weights)})
    elif out is None:
        sys.stdout.write(facet_file.header(board, args.format) + text)
    if out is not None:
        with open(out, "a", encoding="ascii") as file:
            file.write(text)
    path = facet_library.save(board, rays.weights)
    message(
        f"{plural(rays.drawn, 'ray')} drawn, {plural(len(rays.weights), 'orbit')} of facets; "
        f"the library of this board now has {len(facet_library.table(board))}: {path}"
    )
    return ExitCode.OK
