"""`count --sweeps`: plays by number of sweeps, and the longest sweep with its proof."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from time import monotonic
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode, UsageError
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.cli.arguments import limits_of
from feasibility.cli.common import message, print_json
from feasibility.cli.files import ready
from feasibility.cli.opening import question_of
from feasibility.cli.options import add as declare
from feasibility.cli.options import own
from feasibility.cli.proofs import write
from feasibility.cli.terminal import ProgressLine, print_table, print_words
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.accept import FLOOR, Acceptance, refused_at_length
from feasibility.proofs.certificate import Certificate
from feasibility.render.verified import unverified, verified_json
from feasibility.text.moves import format_jumps

if TYPE_CHECKING:
    from feasibility.base.limits import Clock
    from feasibility.studies.sweeps.tally import Tally

OPTIONS = ("sweeps", "certificate")
APART = ("winning", "sequences", "chance", "plays", "no_games", "return_peg")
REPEATED = 2  # times as long as the count: the verifier, at most (0.07 to 1.84 measured)


def add(parser: ArgumentParser) -> None:
    own(parser, "--sweeps", "count the plays to TARGET by number of sweeps, and show their longest sweep")
    proof = "with --sweeps: write the proof that no sweep is longer, once the verifier accepts it"
    declare(parser, certificate=proof)


def run(args: Namespace) -> ExitCode:
    """Count and print, and write the proof where it is asked for."""
    from feasibility.studies.sweeps.tally import count_sweeps

    if not args.sweeps:
        raise UsageError("--certificate proves the longest sweep", expected="--sweeps beside it")
    pair = question_of(args).pair
    ready(args.certificate)
    clock, began = limits_of(args).start(), monotonic()
    with ProgressLine() as line:
        tallied = count_sweeps(pair, limits=clock.rest(), report=line.show)
    seconds = 0.0 if clock.limits.work is not None else monotonic() - began
    asked = {"symmetries_complete": pair.board.symmetries_complete, **args.question.facts}
    if isinstance(tallied, Stopped):
        if args.json:
            none = dict.fromkeys(("sweeps", "longest", "play", "verified"))
            why = {"complete": False, "limit": tallied.limit, "reason": tallied.reason}
            print_json({**why, **none, **asked})
        message(f"not counted: {tallied.how}")
        return ExitCode.UNKNOWN
    if not args.json:
        _print_sweeps(pair, tallied)
    proof = None if tallied is None else Certificate(pair, tallied.proof)
    said = None if proof is None else _acceptance(proof, args, clock, seconds)
    if args.json:
        facts = {"complete": True, "limit": None, "reason": None, **_sweeps_json(tallied)}
        print_json({**facts, **verified_json(said), **asked})
    elif args.certificate is None:
        print_words(*filter(None, [unverified(said)]))
    elif said is None:
        message("no certificate: there is no play; `pegfeas solve` proves that")
    return ExitCode.OK


def _acceptance(certificate: Certificate, args: Namespace, clock: Clock, seconds: float) -> Acceptance:
    """What the verifier says of the longest sweep in the time of the count, or in all if it is written."""
    needed = REPEATED * seconds
    if args.certificate is not None:
        verified = write(certificate, args.certificate, clock, Acceptance(False, needed))
    else:
        allowed = max(FLOOR, seconds)
        verified = refused_at_length(certificate, clock, seconds=allowed, needed=needed) is None
    return Acceptance(verified is True, needed)


def _sweeps_json(tallied: Tally | None) -> dict[str, object]:
    """By number of sweeps the plays and their orbits; the longest sweep, and a play that has it."""
    if tallied is None:
        return {"sweeps": [], "longest": None, "play": None}
    rows = [
        {"sweeps": sweeps, "plays": plays, "orbits": tallied.orbits[sweeps]}
        for sweeps, plays in tallied.plays.items()
    ]
    return {"sweeps": rows, "longest": tallied.longest, "play": [list(jump) for jump in tallied.play]}


def _print_sweeps(pair: Pair, tallied: Tally | None) -> None:
    from feasibility.render.tables import Table

    if tallied is None:
        print("0 plays to the target")
        return
    which = "symmetry" if pair.board.symmetries_complete else "known symmetries"
    made = Table(("sweeps", "plays", f"up to {which}"), right=frozenset(range(3)))
    for sweeps, plays in tallied.plays.items():
        made.add(str(sweeps), f"{plays:,}", f"{tallied.orbits[sweeps]:,}")
    print_table(made)
    total = plural(sum(tallied.plays.values()), "play", commas=True)
    print_words("", f"{total} to the target")
    if tallied.longest:
        play = format_jumps(pair.board, [Jump(*jump) for jump in tallied.play], sweeps=True)
        print_words(f"the longest sweep of a play has {plural(tallied.longest, 'jump')}: {play}")
