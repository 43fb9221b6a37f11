"""What `count --sweeps` prints: plays by number of sweeps, and the longest sweep with its proof."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.base.plurals import plural
from feasibility.cli.arguments import limits_of
from feasibility.cli.common import message, print_json
from feasibility.cli.files import ready
from feasibility.cli.terminal import ProgressLine, print_table, print_words
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.text.moves import format_jumps

if TYPE_CHECKING:
    from feasibility.search.sweeps.tally import Tally


def run(pair: Pair, args: Namespace) -> ExitCode:
    """Count and print, and write the proof where it is asked for."""
    from feasibility.api.count import count_sweeps
    from feasibility.search.sweeps.tally import NotCounted

    ready(args.certificate)
    line = ProgressLine()
    try:
        tallied = count_sweeps(pair, limits=limits_of(args), report=line.show)
    finally:
        line.clear()
    if isinstance(tallied, NotCounted):
        if args.json:
            print_json(
                {"complete": False, "limit": tallied.reason, "sweeps": None, "longest": None, "play": None}
            )
        message(f"not counted: stopped at the {tallied.reason} limit")
        return ExitCode.UNKNOWN
    if args.json:
        print_json({"complete": True, "limit": None, **_sweeps_json(pair, tallied)})
    elif tallied is None:
        print("0 plays to the target")
    else:
        _print_sweeps(pair, tallied)
    if args.certificate is not None:
        _write_proof(pair, tallied, args.certificate)
    return ExitCode.OK


def _write_proof(pair: Pair, tallied: Tally | None, path: str) -> None:
    from feasibility.cli.proofs import write
    from feasibility.proofs.certificate import Certificate

    if tallied is None:
        message("no certificate: there is no play; `pegfeas solve` proves that")
    else:
        write(Certificate(pair, tallied.proof), path)


def _sweeps_json(pair: Pair, tallied: Tally | None) -> dict[str, object]:
    """By number of sweeps the plays and their orbits; the longest sweep, and a play that has it."""
    if tallied is None:
        return {"sweeps": [], "longest": None, "play": None}
    rows = [
        {"sweeps": sweeps, "plays": plays, "orbits": tallied.orbits[sweeps]}
        for sweeps, plays in tallied.plays.items()
    ]
    return {"sweeps": rows, "longest": tallied.longest, "play": [list(jump) for jump in tallied.play]}


def _print_sweeps(pair: Pair, tallied: Tally) -> None:
    from feasibility.render.tables import Table

    made = Table(("sweeps", "plays", "up to symmetry"), right=frozenset(range(3)))
    for sweeps, plays in tallied.plays.items():
        made.add(str(sweeps), f"{plays:,}", f"{tallied.orbits[sweeps]:,}")
    print_table(made)
    total = plural(sum(tallied.plays.values()), "play", commas=True)
    print_words("", f"{total} to the target")
    if tallied.longest:
        play = format_jumps(pair.board, [Jump(*jump) for jump in tallied.play], sweeps=True)
        print_words(f"the longest sweep of a play has {plural(tallied.longest, 'jump')}: {play}")
