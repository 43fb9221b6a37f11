"""A test set as text: one pair on a line, with its truth and the proof of it.

    START TARGET TRUTH BOARD GEOMETRY GROUP EVIDENCE

docs/reference/test-sets.md says what each word is. START and TARGET are what a solver is sent.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.accept import accepted, verify
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kind import proof_json
from feasibility.proofs.kinds.play import Play
from feasibility.studies.rules.judges.external import grid
from feasibility.text import catalogue
from feasibility.text.files import read_text
from feasibility.text.moves import format_jumps, parse_jumps

NAMES = ("small", "problems", "hard")  # of the sets that come with the program
FIRST_LINE = "# pegfeas test set, version 1"
FIELDS = "START TARGET yes|no BOARD GEOMETRY GROUP EVIDENCE"
NO_JUMP = "-"
MOST = 200_000  # positions that the proof of an entry visits
SYMBOLS = {"x": "peg", ".": "hole", "?": "free hole", "E": "no hole"}


@dataclass(frozen=True)
class Entry:
    """A pair with its truth. `evidence`: a play, jumps joined by commas, or the JSON of a proof."""

    pair: Pair
    feasible: bool
    group: str
    evidence: str
    place: str = ""  # where it was read

    def __repr__(self) -> str:
        answer = "feasible" if self.feasible else "infeasible"
        return f"<Entry {answer}: {plural(self.pair.start.count, 'peg')} on {self.pair.board.label}>"

    @property
    def line(self) -> str:
        """The line of the file."""
        board = self.pair.board
        name = board.name if board.name and not board.name.split()[1:] else NO_JUMP
        truth = "yes" if self.feasible else "no"
        target = self.pair.target
        ends = grid(board, self.pair.start.mask, 0), grid(board, target.must, target.free)
        return " ".join((*ends, truth, name, str(board.geometry), self.group, self.evidence))

    @property
    def proof(self) -> str:
        """The evidence in a word or two."""
        if not self.feasible:
            return str(json.loads(self.evidence)["kind"])
        return f"play {self.evidence.replace(',', ' ')}"


def of_proof(certificate: Certificate, group: str) -> Entry | None:
    """An entry whose proof the verifier accepts; None where it is too long, or the pair is not for a line."""
    pair, proof = certificate.about, certificate.proof
    if not isinstance(pair, Pair) or pair.target.pegs is not None:
        return None
    if proof.visited() > MOST or not accepted(certificate).verified:
        return None
    if isinstance(proof, Play):
        return Entry(pair, True, group, format_jumps(pair.board, proof.jumps).replace(" ", ",") or NO_JUMP)
    return Entry(pair, False, group, json.dumps(proof_json(proof), separators=(",", ":")))


def text(entries: Iterable[Entry], *comments: str) -> str:
    """The file, with comments below its first line."""
    lines = [FIRST_LINE, *(f"# {comment}" for comment in comments), *(entry.line for entry in entries)]
    return "\n".join(lines) + "\n"


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


def path_of(name: str) -> str:
    """The file of a shipped set."""
    return os.path.join(catalogue.root(), "sets", f"{name}.txt")


def entries(sources: Sequence[str], board: str | None = None) -> list[Entry]:
    """The entries of shipped sets and of files, or those of one board."""
    listed = [entry for source in sources or NAMES for entry in read(_path(source), source)]
    kept = [entry for entry in listed if board is None or entry.pair.board.name == board]
    if not kept:
        expected = f"one of {', '.join(sorted({entry.pair.board.name for entry in listed}))}"
        raise InputError("no pair on this board in the test sets", seen=str(board), expected=expected)
    return kept


def _path(source: str) -> str:
    return path_of(source) if source in NAMES and not os.path.exists(source) else source


def _entry(line: str, place: str) -> Entry:
    words = line.split(maxsplit=6)
    if len(words) != len(FIELDS.split()):
        raise InputError("not an entry", seen=f"{len(words)} words", expected=FIELDS)
    start, target, truth, name, geometry, group, evidence = words
    if truth not in ("yes", "no"):
        raise InputError("not a truth", seen=repr(truth[:20]), expected="yes or no")
    pair = _pair(start, target, name, geometry)
    entry = Entry(pair, truth == "yes", group, evidence, place)
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
    holes, pegs, free = _drawn(start)
    goal, wanted, open_ = _drawn(target)
    if free:
        raise InputError("a start has no free holes", seen=repr(start[:60]))
    if goal != holes:
        raise InputError("start and target are on different boards", seen=f"{start[:60]} {target[:60]}")
    board = _board(holes, name, geometry)
    must, left = (sum(1 << board.index[hole] for hole in some) for some in (wanted, open_))
    return Pair(Position.of(board, [board.index[hole] for hole in pegs]), Target(board, must, left))


def _drawn(text: str) -> tuple[frozenset[tuple[int, int]], ...]:
    """All holes of a drawing, those with pegs, and the free ones."""
    places = {(r, c): symbol for r, row in enumerate(text.split("/")) for c, symbol in enumerate(row)}
    strange = [symbol for symbol in places.values() if symbol not in SYMBOLS]
    if strange:
        raise InputError("not a symbol of a position", seen=repr(strange[0]), expected=" ".join(SYMBOLS))
    holes = [hole for hole, symbol in places.items() if symbol != "E"]
    if not holes:
        raise InputError("a position without holes", seen=repr(text[:60]))
    top, left = min(row for row, _ in holes), min(column for _, column in holes)
    return tuple(
        frozenset((r - top, c - left) for (r, c), symbol in places.items() if symbol in some)
        for some in ("x.?", "x", "?")
    )


@lru_cache(maxsize=64)
def _board(holes: frozenset[tuple[int, int]], name: str, geometry: str) -> Board:
    """The board of the catalogue with this name, or else one without a name."""
    if catalogue.is_name(name):
        known = catalogue.board(name)
        if frozenset(known.holes) != holes or str(known.geometry) != geometry:
            raise InputError("not the holes of this board", seen=f"{name} {geometry}")
        return known
    kinds = [str(kind) for kind in Geometry if kind is not Geometry.EXPLICIT]
    if geometry not in kinds:
        expected = f"{', '.join(kinds)}, or a board by its name"
        raise InputError("jumps are not told by this geometry", seen=repr(geometry[:20]), expected=expected)
    return Board(sorted(holes), Geometry(geometry), name="" if name == NO_JUMP else name)
