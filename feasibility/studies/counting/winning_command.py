"""`pegfeas count --winning`: how many positions lie on plays to the target, by number of pegs."""

from __future__ import annotations

from argparse import Namespace

from feasibility.base.errors import ExitCode
from feasibility.base.plurals import plural
from feasibility.cli.arguments import limits_of
from feasibility.cli.common import message, print_json
from feasibility.cli.terminal import ProgressLine, print_table
from feasibility.engines.results import Stopped
from feasibility.game.position import Pair
from feasibility.studies.counting.on_plays import OnPlays


def run(pair: Pair, args: Namespace) -> ExitCode:
    """Count them and print a table."""
    from feasibility.studies.counting.count_api import count_winning

    line = ProgressLine()
    try:
        found = count_winning(pair, limits=limits_of(args), report=line.show)
    finally:
        line.clear()
    if isinstance(found, Stopped):
        if args.json:
            print_json({"complete": False, "limit": found.limit, "reason": found.reason, "levels": None})
        message(f"not counted: {found.reason}")
        return ExitCode.UNKNOWN
    if args.json:
        levels = [vars(level) for level in found.levels]
        totals = {"positions": found.positions, "orbits": found.orbits}
        print_json({"complete": True, "limit": None, "reason": None, **totals, "levels": levels})
    else:
        _show(found)
    return ExitCode.OK


def _show(found: OnPlays) -> None:
    from feasibility.render.tables import Table

    if not found.levels:
        print("there is no play, so no position is on one")
        return
    table = Table(("pegs", "on plays", "orbits"), right=frozenset(range(3)))
    for level in found.levels:
        table.add(level.pegs, f"{level.positions:,}", f"{level.orbits:,}")
    print_table(table)
    positions = plural(found.positions, "position", commas=True)
    print(f"\n{positions} on plays in {plural(found.orbits, 'orbit', commas=True)}")
