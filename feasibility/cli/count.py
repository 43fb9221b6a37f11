"""Count what can be reached from START: positions, orbits and dead ends by pegs, plays to TARGET, games.

Orbits are positions up to the symmetries that fix START. Games are plays to a position without a legal jump.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from feasibility.cli.arguments import add_limits, add_pair, limits_of, pair_of
from feasibility.cli.common import add_plot, message, plot_kind, print_json, write_file
from feasibility.errors import ExitCode, UsageError
from feasibility.plurals import plural
from feasibility.position import Position
from feasibility.search.counting import Counts, Uncounted, count


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments of `pegfeas count`."""
    add_pair(parser)
    parser.add_argument(
        "--no-games", action="store_true", help="leave out the number of games, the costliest count"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_plot(parser, "positions, orbits and dead ends by pegs")
    add_limits(parser, 600.0)


def run(args: Namespace) -> ExitCode:
    """Count and print a table."""
    pair = pair_of(args)
    if args.pegs is not None or not isinstance(pair.target, Position):
        raise UsageError(
            "plays are counted to one position", seen=str(pair.target), expected="a target without free holes"
        )
    kind = plot_kind(args.plot)
    counts = count(pair.start, pair.target, limits_of(args).start(), games=not args.no_games)
    if isinstance(counts, Uncounted):
        message(f"not counted: {counts.reason}")
        return ExitCode.UNKNOWN
    if args.json:
        print_json(as_json(counts))
    else:
        print(text(counts))
    if args.plot:
        from feasibility.render.plots import counted

        write_file(args.plot, counted([vars(row) for row in counts.rows], kind, pair.board.label))
    return ExitCode.OK


def as_json(counts: Counts) -> dict[str, object]:
    """The counts as one JSON object; integers of any size."""
    return {
        "positions": counts.positions,
        "orbits": counts.orbits,
        "plays": counts.plays,
        "games": counts.games,
        "shortest_dead_end": counts.shortest_dead_end,
        "levels": [vars(row) for row in counts.rows],
    }


def text(counts: Counts) -> str:
    """The counts as a table."""
    heads = ("pegs", "positions", "orbits", "dead ends", "games")
    table = [[f"{v:,}" if v is not None else "" for v in vars(row).values()] for row in counts.rows]
    widths = [max(len(head), *(len(line[i]) for line in table)) for i, head in enumerate(heads)]
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in (heads, *table)
    ]
    orbits = plural(counts.orbits, "orbit", commas=True)
    lines += ["", f"{plural(counts.positions, 'position', commas=True)} in {orbits}"]
    if counts.plays is not None:
        lines.append(f"{plural(counts.plays, 'play', commas=True)} to the target")
    if counts.games is not None:
        lines.append(plural(counts.games, "game", commas=True))
    if counts.shortest_dead_end is not None:
        lines.append(f"the shortest game has {plural(counts.shortest_dead_end, 'jump')}")
    return "\n".join(lines)
