"""The file of a survey: a line of JSON for what was asked, then one a pair, so that it can go on later."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from feasibility.base.files import try_folder, write_file
from feasibility.game.position import bits
from feasibility.many.records import Records
from feasibility.studies.surveys.decide import Settled
from feasibility.studies.surveys.families import Family
from feasibility.studies.surveys.report import pair_json

FORM = "pegfeas survey of a board, version 1"


class Kept:
    """What is known of pairs already, and where new answers and their certificates are written."""

    def __init__(
        self,
        family: Family,
        output: str | None = None,
        certificates: str | None = None,
        *,
        resume: bool = False,
        force: bool = False,
    ) -> None:
        self.family, self.folder = family, None if certificates is None else Path(certificates)
        if certificates is not None:
            try_folder(certificates)
        self.records = Records(output, "survey", asked(family), resume=resume, force=force)
        try:
            self.rows = self._rows()
        except BaseException:
            self.close()
            raise

    def keep(self, row: Settled) -> None:
        """A pair, after its certificate: a line that is there has one."""
        if self.folder is not None and row.certificate is not None:
            write_file(self.folder / f"{row.digest}.json", row.certificate)
        self.records.keep(pair_json(self.family.board, row))

    def close(self) -> None:
        self.records.close()

    def _rows(self) -> tuple[Settled, ...]:
        """The pairs of the earlier run, without those whose certificates are wanted and not there."""
        ends = {
            (bits(start.start), bits(target)): (start.start, target)
            for start in (self.family.starts if self.records.known else ())
            for target in start.targets
        }
        known = {}
        for number, data in self.records.known:
            try:
                pair = ends[tuple(data["start"]), tuple(data["target"])]
                known[pair] = _from_json(*pair, data)
            except (KeyError, TypeError, ValueError):
                raise self.records.wrong(number) from None
        return tuple(row for row in known.values() if self._is_proved(row))

    def _is_proved(self, row: Settled) -> bool:
        if self.folder is None or row.digest is None:
            return True
        try:
            return sha256((self.folder / f"{row.digest}.json").read_bytes()).hexdigest() == row.digest
        except OSError:
            return False


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
