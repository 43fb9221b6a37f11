"""The file of a survey: a line of JSON for what was asked, then one a pair, so that it can go on later."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from feasibility.game.position import bits
from feasibility.many.records import Records
from feasibility.studies.surveys.decide import Settled
from feasibility.studies.surveys.families import Family

FORM = "pegfeas survey of a board, version 1"


def records(
    family: Family, output: str | None, certificates: str | None, *, resume: bool, force: bool
) -> Records[Settled]:
    """What an earlier run knows of the pairs of a family, and where new answers are written."""
    ends = {
        (bits(start.start), bits(target)): (start.start, target)
        for start in (family.starts if resume else ())
        for target in start.targets
    }

    def read(data: dict[str, Any]) -> Settled:
        return _from_json(*ends[tuple(data["start"]), tuple(data["target"])], data)

    return Records(output, asked(family), read, resume=resume, force=force, certificates=certificates)


def proved(rows: list[Settled], certificates: str | None) -> tuple[Settled, ...]:
    """The last row of each pair, without those whose certificates are wanted and not there."""
    known = {(row.start, row.target): row for row in rows}
    folder = None if certificates is None else Path(certificates)
    return tuple(row for row in known.values() if folder is None or _is_proved(row, folder))


def _is_proved(row: Settled, folder: Path) -> bool:
    try:
        text = (folder / f"{row.digest}.json").read_bytes()
    except OSError:
        return row.digest is None
    return sha256(text).hexdigest() == row.digest


def asked(family: Family) -> dict[str, Any]:
    """Which survey it is. The digest is of the jumps and of every pair."""
    pairs = [[start.start, *start.targets] for start in family.starts]
    text = json.dumps([family.board.n, family.board.jumps, pairs])
    return {
        "survey": FORM,
        "board": family.board.label,
        "family": family.name,
        "pairs": family.size,
        "digest": sha256(text.encode()).hexdigest()[:32],
    }


def _from_json(start: int, target: int, data: dict[str, Any]) -> Settled:
    verdict, by, digest = data["verdict"], data["decided_by"], data["sha256"]
    proved = verdict in ("feasible", "infeasible") and isinstance(by, str) and isinstance(digest, str)
    if not proved and (verdict, by, digest) != ("unknown", None, None):
        raise ValueError(verdict)
    same, summary, seconds = bool(data["same_residues"]), str(data["summary"]), float(data["seconds"])
    verified = None if digest is None else data["verified"] is True
    return Settled(start, target, same, verdict, by, summary, seconds, None, digest, verified)
