"""What `pegfeas bounds --exclusions` prints and writes: the pairs of jumps of which no play has both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feasibility.cli.common import plural
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Certificate
from feasibility.render.tables import Table
from feasibility.text.moves import format_jump

if TYPE_CHECKING:
    from feasibility.studies.polyhedra.exclusions import Excluded, Exclusions


@dataclass(frozen=True)
class BoundsAnswer:
    """An answer of `pegfeas bounds`: certificates by the names of their files, what is printed, in JSON or as
    a table with lines below it, and what a limit left undecided; `empty` as in `Ranges` and `Exclusions`.
    """

    empty: bool | None
    proofs: Mapping[str, Certificate]
    facts: Mapping[str, object]
    table: Table
    below: str
    left: str


def tell(found: Exclusions) -> BoundsAnswer:
    """The answer of --exclusions."""
    table = Table(("jump", "excludes", "pairs in orbit"), right=frozenset((2,)))
    for one in found.excluded:
        table.add(*_names(found.pair, one.orbit[0]), len(one.orbit))
    below = f"\n{plural(len(found.pairs), 'pair')} of jumps, of which no play has both"
    if found.never:
        never = [_names(found.pair, two)[0] for one in found.never for two in one.orbit]
        below += f"\nin no play at all: {' '.join(never)}"
    proofs = {
        f"not-both-{'-'.join(_names(found.pair, one.orbit[0]))}.json": one.certificate
        for one in (*found.excluded, *found.never)
    }
    proofs |= nothing(found.contradiction)
    limited = found.open or found.empty is None
    left = f"{plural(len(found.open), 'pair')} of jumps not decided" if limited else ""
    return BoundsAnswer(found.empty, proofs, _facts(found), table, below, left)


def nothing(proofs: Sequence[Certificate]) -> dict[str, Certificate]:
    """The proofs that there is nothing to bound, by the names of their files."""
    return {f"nothing-{number}.json": proof for number, proof in enumerate(proofs, 1)}


def _names(pair: Pair, two: tuple[Jump, Jump]) -> list[str]:
    return [format_jump(pair.board, jump) for jump in two]


def _facts(found: Exclusions) -> dict[str, object]:
    def orbit(one: Excluded) -> dict[str, object]:
        named = [_names(found.pair, two) for two in one.orbit]
        return {"pairs": named, "certificate": one.certificate.to_json()}

    return {
        "board": found.pair.board.label,
        "feasible": False if found.empty is True else None,
        "contradiction": [proof.to_json() for proof in found.contradiction],
        "exclusions": [orbit(one) for one in found.excluded],
        "never": [orbit(one) for one in found.never],
        "undecided": [_names(found.pair, two) for two in found.open],
    }
