"""What `pegfeas bounds --exclusions` prints and writes: the pairs of jumps of which no play has both."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.base.limits import Clock
from feasibility.cli.common import message, plural, print_json
from feasibility.cli.files import write_answer
from feasibility.cli.proofs import look, write_into
from feasibility.cli.terminal import print_table
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Certificate
from feasibility.render.tables import Table
from feasibility.text.moves import format_jump

if TYPE_CHECKING:
    from feasibility.studies.polyhedra.exclusions import Excluded, Exclusions


def show(found: Exclusions, args: Namespace, clock: Clock) -> ExitCode:
    """The answer as a table or in JSON, with picture and certificates where they were asked for."""
    from feasibility.studies.polyhedra.crosses import of_exclusions

    proofs = _proofs(found)
    looked = look(list(proofs.values()), clock) if args.json or args.certificates is not None else ()
    if args.json:
        print_json({**_facts(found), "verified": all(looked) if looked else None})
    elif found.empty is False:
        print_table(_table(found))
        print(_below(found))
    if found.empty:
        message("no numbers of jumps lead from START to TARGET: infeasible, see `pegfeas check`")
        return ExitCode.NEGATIVE
    if args.certificates is not None:
        write_into(args.certificates, proofs, looked)
    write_answer(args.picture, lambda: of_exclusions(found))
    if found.open or found.empty is None:
        message(f"a limit was reached; {plural(len(found.open), 'pair')} of jumps not decided")
        return ExitCode.UNKNOWN
    return ExitCode.OK


def _table(found: Exclusions) -> Table:
    table = Table(("jump", "excludes", "pairs in orbit"), right=frozenset((2,)))
    for one in found.excluded:
        table.add(*_names(found.pair, one.orbit[0]), len(one.orbit))
    return table


def _below(found: Exclusions) -> str:
    told = f"\n{plural(len(found.pairs), 'pair')} of jumps, of which no play has both"
    never = [_names(found.pair, two)[0] for one in found.never for two in one.orbit]
    return f"{told}\nin no play at all: {' '.join(never)}" if never else told


def _names(pair: Pair, two: tuple[Jump, Jump]) -> list[str]:
    return [format_jump(pair.board, jump) for jump in two]


def _facts(found: Exclusions) -> dict[str, object]:
    def orbit(one: Excluded) -> dict[str, object]:
        named = [_names(found.pair, two) for two in one.orbit]
        return {"pairs": named, "certificate": one.certificate.to_json()}

    return {
        "board": found.pair.board.label,
        "feasible": False if found.empty else None,
        "exclusions": [orbit(one) for one in found.excluded],
        "never": [orbit(one) for one in found.never],
        "undecided": [_names(found.pair, two) for two in found.open],
    }


def _proofs(found: Exclusions) -> dict[str, Certificate]:
    """The certificates by the names of their files."""
    return {
        f"not-both-{'-'.join(_names(found.pair, one.orbit[0]))}.json": one.certificate
        for one in (*found.excluded, *found.never)
    }
