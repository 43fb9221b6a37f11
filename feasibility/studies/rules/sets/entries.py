"""A test set as text: one pair on a line, with its truth and the proof of it.

    START TARGET TRUTH BOARD GEOMETRY GROUP EVIDENCE

docs/reference/test-sets.md says what each word is. START and TARGET are what a solver is sent.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from feasibility.base.errors import InputError
from feasibility.game.geometry import Geometry
from feasibility.game.position import Pair
from feasibility.proofs.accept import verify
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.play import Play
from feasibility.text import catalogue
from feasibility.text.board_text import parse
from feasibility.text.document import pair_of
from feasibility.text.files import read_text
from feasibility.text.moves import parse_jumps

NAMES = ("small", "problems", "hard")  # of the sets that come with the program
FIRST_LINE = "# pegfeas test set, version 1"
FIELDS = "START TARGET yes|no BOARD GEOMETRY GROUP EVIDENCE"
NO_JUMP = "-"
MOST = 200_000  # positions that the proof of an entry visits


@dataclass(frozen=True)
class Entry:
    """A pair with its truth. `evidence`: a play, jumps joined by commas, or the JSON of a proof.

    `line` is what was read, `place` where.
    """

    pair: Pair
    feasible: bool
    group: str
    evidence: str
    line: str = ""
    place: str = ""

    @property
    def proof(self) -> str:
        """The evidence in a word or two."""
        if not self.feasible:
            return str(json.loads(self.evidence)["kind"])
        return f"play {self.evidence.replace(',', ' ')}"


def read(path: str, name: str | None = None) -> Iterator[Entry]:
    """The entries of a file, each checked by the verifier before it is believed."""
    lines = read_text(path)[0].splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        seen = repr(lines[0][:60]) if lines else "an empty file"
        raise InputError("not a test set", source=path, line=1, seen=seen, expected=FIRST_LINE)
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            try:
                yield _entry(line, f"{path if name is None else name}, line {number}")
            except InputError as error:
                error.at(source=path, line=number)
                raise


def path_of(source: str) -> str:
    """The file of a shipped set, or a file."""
    shipped = source in NAMES and not os.path.exists(source)
    return os.path.join(catalogue.root(), "sets", f"{source}.txt") if shipped else source


def entries(sources: Sequence[str], board: str | None = None) -> list[Entry]:
    """The entries of shipped sets and of files, or those of one board."""
    listed = [entry for source in sources or NAMES for entry in read(path_of(source), source)]
    kept = [entry for entry in listed if board is None or entry.pair.board.name == board]
    if not kept:
        expected = f"one of {', '.join(sorted({entry.pair.board.name for entry in listed}))}"
        raise InputError("no pair on this board in the test sets", seen=str(board), expected=expected)
    return kept


def _entry(line: str, place: str) -> Entry:
    words = line.split(maxsplit=6)
    if len(words) != len(FIELDS.split()):
        raise InputError("not an entry", seen=f"{len(words)} words", expected=FIELDS)
    start, target, truth, name, geometry, group, evidence = words
    if truth not in ("yes", "no"):
        raise InputError("not a truth", seen=repr(truth[:20]), expected="yes or no")
    pair = _pair(start, target, name, geometry)
    entry = Entry(pair, truth == "yes", group, evidence, line, place)
    _checked(entry)
    return entry


def _checked(entry: Entry) -> None:
    """Whether the evidence proves the truth."""
    pair = entry.pair
    if entry.feasible:
        played = "" if entry.evidence == NO_JUMP else entry.evidence
        end = pair.start.replay(parse_jumps(pair.board, played))
        if not end.matches(pair.target):
            raise InputError("the play does not lead to the target", seen=entry.evidence[:60])
        return
    try:
        proof = json.loads(entry.evidence)
    except (ValueError, RecursionError):
        raise InputError("not the proof of a no", seen=repr(entry.evidence[:40]), expected="JSON") from None
    claimed = Certificate(pair, Play(())).to_json() | {"claim": "infeasible", "proof": proof}
    outcome = verify(claimed, max_positions=MOST)
    if not outcome.valid:
        raise InputError(f"the verifier does not accept the proof: {outcome.reason}")


def _pair(start: str, target: str, name: str, geometry: str) -> Pair:
    """As a document is read that says everything about its board."""
    header, sheared = f"# board: {name}", False
    if not catalogue.is_name(name):
        sheared = geometry == Geometry.TRIANGULAR
        header = f"# board: drawn\n# geometry: {geometry}" + "\n# spacing: 1" * (not sheared)
    grids = [rows.split("/") for rows in (start, target)]
    if sheared:  # each row is shifted by half of what is between neighbours
        grids = [[" " * (len(rows) - r) + " ".join(row) for r, row in enumerate(rows)] for rows in grids]
    drawn = "\n---\n".join("\n".join(rows) for rows in grids)
    pair = pair_of(parse(f"{header}\n# peg: x\n# empty: .\n{drawn}\n"))
    if str(pair.board.geometry) != geometry:
        raise InputError(f"not the geometry of {name}", seen=geometry, expected=str(pair.board.geometry))
    return pair
