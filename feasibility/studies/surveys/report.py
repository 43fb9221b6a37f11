"""A survey as a table, as JSON, and as a statement of what is proved, played and unknown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feasibility.base.plurals import plural
from feasibility.game.geometry import Board
from feasibility.game.position import bits
from feasibility.render.tables import Table
from feasibility.studies.surveys.decide import Settled
from feasibility.studies.surveys.families import Family
from feasibility.studies.surveys.vacancies import as_json, vacancies

WORDS = {"feasible": "played", "infeasible": "proved infeasible", "unknown": "unknown"}


def counts(rows: Sequence[Settled]) -> dict[str, int]:
    """Pairs by what is known of them."""
    same = [row for row in rows if row.same_residues]
    return {
        "pairs": len(rows),
        "same_residues": len(same),
        "feasible": sum(row.verdict == "feasible" for row in rows),
        "infeasible": sum(row.verdict == "infeasible" for row in rows),
        "infeasible_same_residues": sum(row.verdict == "infeasible" for row in same),
        "unknown": sum(row.verdict == "unknown" for row in rows),
    }


def complete(family: Family, rows: Sequence[Settled]) -> bool:
    """Whether every pair of the family was looked at; an interrupted survey must say so."""
    return len(rows) == family.size


def decided(family: Family, rows: Sequence[Settled]) -> bool:
    """Whether every pair of the family is."""
    return complete(family, rows) and all(row.verdict != "unknown" for row in rows)


def statement(family: Family, rows: Sequence[Settled]) -> str:
    """What the survey says, in words."""
    n = counts(rows)
    size = plural(family.size, "pair", commas=True)
    lines = [f"{family.board.label}, {family.name}: {size} up to symmetry."]
    if not complete(family, rows):
        lines.append(f"INCOMPLETE: the survey was interrupted, only {n['pairs']:,} of them were looked at.")
    lines += [
        f"The rule of three refutes {n['pairs'] - n['same_residues']:,} of them; "
        f"{n['same_residues']:,} pass it.",
        f"Of these, {n['feasible']:,} are feasible (a play is known), "
        f"{n['infeasible_same_residues']:,} are proved infeasible, "
        f"{sum(r.verdict == 'unknown' for r in rows if r.same_residues):,} are unknown.",
    ]
    if unverified := sum(row.verified is False for row in rows):
        lines.append(
            f"Not verified yet: {plural(unverified, 'proof')}. Write the certificates by "
            "--certificates DIR, then `pegfeas verify DIR/SHA-256.json` checks one."
        )
    if not family.board.symmetries_complete:
        lines.append("The board has more symmetries than were used, so some pairs may be listed twice.")
    return "\n".join(lines)


def position_name(board: Board, mask: int) -> str:
    """As it is written on the command line, by what is shorter: -d4 or +d4+e4."""
    if mask == board.full:
        return "full"
    empty = board.full & ~mask
    sign, holes = ("-", empty) if empty.bit_count() <= mask.bit_count() else ("+", mask)
    return "".join(sign + board.called(i) for i in bits(holes)) or "empty"


def table(family: Family, rows: Sequence[Settled]) -> Table:
    """One line for every pair that the rule of three allows."""
    board = family.board
    made = Table(("start", "target", "verdict", "decided by", "seconds", "certificate (SHA-256)"))
    for row in rows:
        if row.same_residues:
            digest = (row.digest or "-")[:16]
            names = position_name(board, row.start), position_name(board, row.target)
            made.add(*names, row.verdict, row.decided_by or "-", f"{row.seconds:.2f}", digest)
    return made


def pair_json(board: Board, row: Settled) -> dict[str, Any]:
    """One pair as a JSON object; positions by their holes, as in certificates."""
    return {
        "start": list(bits(row.start)),
        "target": list(bits(row.target)),
        "names": [position_name(board, row.start), position_name(board, row.target)],
        "same_residues": row.same_residues,
        "verdict": row.verdict,
        "decided_by": row.decided_by,
        "summary": row.summary,
        "seconds": round(row.seconds, 3),
        "sha256": row.digest,
        "verified": row.verified,
    }


def survey_json(family: Family, rows: Sequence[Settled]) -> dict[str, Any]:
    return {
        "board": family.board.name,
        "holes": family.board.n,
        "family": family.name,
        "family_size": family.size,
        "complete": complete(family, rows),
        "counts": counts(rows),
        "vacancies": as_json(family.board, vacancies(family, rows)),
        "pairs": [pair_json(family.board, row) for row in rows],
    }
