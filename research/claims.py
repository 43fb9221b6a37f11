"""What is new, with a certificate for each line: `python -m research.claims FOLDER [NAME ...]`.

Asks the command of each claim, or of those that are named, keeps its certificate in FOLDER/NAME.json and
gives it to every checker that is installed: verifier.py plain and by numpy, the formal one, and `viprchk`
where the kind has an export. What they said, with version and date, is in research/kept/claims.jsonl; the
table of docs/results/new.md is made from that file alone, also by `python -m research.claims`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import feasibility
from feasibility import verifier
from feasibility.studies.exports import formal
from research.checkers import vipr_files
from research.one_vacancy import ROOT, ran, write

PAGE = ROOT / "docs" / "results" / "new.md"
KEPT = ROOT / "research" / "kept" / "claims.jsonl"
LIMIT = 900  # seconds for an answer
CHECKERS = ("plain", "numpy", "formal", "vipr")
Record = dict[str, Any]


class New(NamedTuple):
    """A theorem or a table of the page, and a command whose certificate is an instance of it."""

    what: str
    before: str  # who was nearest
    command: str  # pegfeas ..., without --certificate
    long: bool = False  # more than some seconds


CLAIMS = {
    "turning-point": New(
        "The turning point",
        "[by hand](../references.md#beasley), for a jump at a time",
        "check english33:+c3+c5+d5+e5 english33:+c3 --criteria turning-point --no-search",
    ),
    "both-ends": New(
        "Both ends",
        "[by hand](../references.md#beasley)",
        "check diamond41:-e1 diamond41:+e9 --criteria ends --no-search",
    ),
    "corners": New(
        "Corners, in a sound form",
        "[unsound inequalities](errata.md#two-corner-inequalities)",
        "check english33:+c1+a3+c2+b3+d4 english33:+d4 --criteria corners --no-search",
    ),
    "integer-cone": New(
        "Trees of exact leaves",
        "[in floating point](../references.md#kiyomi-matsui)",
        "check line:7:+a1+b1+d1+f1+g1 line:7:+a1+g1 --criteria integer-cone --no-search",
    ),
    "sweeps-triangle": New(
        "Fewest sweeps, with a certificate",
        "[by search alone](../references.md#bell-triangular)",
        "solve triangle:5:-a1 triangle:5:+a1 --sweeps",
    ),
    "sweeps-english": New(
        "Bounds on sweeps by weights: the English centre game",
        "[by search alone](../references.md#barker-korf)",
        "solve english33:-d4 english33:+d4 --sweeps",
        long=True,
    ),
    "sweeps-diagonal": New(
        "Fewest sweeps with diagonal jumps",
        "nobody that we know of",
        "solve diagonal:english33:-d4 diagonal:english33:+d4 --sweeps",
        long=True,
    ),
    "planners": New(
        "Peg solitaire of the planning competitions",
        "[planners](planners.md), no proof for two of 36",
        "solve problem:pegsol/07 --sweeps",
    ),
    "crosses-large": New(
        "A cross, whose exhaustion `verifier.py` did not hold before",
        "[plays](../references.md#bell-crosses)",
        "check cross:0,3,4,3:-e7 cross:0,3,4,3:+e7",
        long=True,
    ),
    "crosses-0424": New(
        "A cross that was open: b2 of `cross:0,4,2,4` has no play",
        "[boards of this kind](../references.md#bell-crosses)",
        "check cross:0,4,2,4:-b2 cross:0,4,2,4:+b2 --first --criteria search --patience 0",
        long=True,
    ),
    "sweeps-wiegleb": New(
        "Wiegleb's board, e5 to e5 in 22 sweeps, with a certificate",
        "[levels](../references.md#bell-wiegleb), whose number could not be read",
        "solve wiegleb45:-e5 wiegleb45:+e5 --sweeps",
        long=True,
    ),
    "sweeps-wiegleb-pairs": New(
        "Wiegleb's board, pair by pair: one of 35",
        "[levels](../references.md#bell-wiegleb), whose numbers could not be read",
        "solve wiegleb45:-d2 wiegleb45:+d8 --sweeps",
        long=True,
    ),
    "sweeps-vacancies": New(
        "Triangles, by vacancy: one of eight of side 8",
        "[the best vacancy](../references.md#bell-large)",
        "solve triangle:8:-a3 --pegs 1 --sweeps",
        long=True,
    ),
}


def made(name: str, folder: Path) -> Record:
    """The certificate of a claim, made now where the folder has none, and what the checkers say of it."""
    path = folder / f"{name}.json"
    if not path.exists():
        words = [*CLAIMS[name].command.split(), "--certificate", str(path)]
        ran([*words, "--time-limit", f"{LIMIT}", "--memory-limit", "5"], (0, 1))
    data = path.read_bytes()
    answers = dict(said(data, folder))
    claim = answers.pop("claim")
    return {
        "name": name, "version": feasibility.__version__, "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "command": CLAIMS[name].command, "kind": claim.kind, "states": claim.statement,
        "question": verifier._digest(claim), "sha256": sha256(data).hexdigest(), "checked": answers,
    }  # fmt: skip


def said(data: bytes, folder: Path) -> Iterator[tuple[str, Any]]:
    """The claim that is proved, and the word of each checker; one that refuses ends the run."""
    for name, limit in (("plain", verifier.TIME_LIMIT), ("numpy", None)):
        outcome = verifier.check(
            data, time_limit=limit, max_work=1 << 60, plain=name == "plain", numpy_from=0, workdir=folder
        )
        if outcome.exit_code in (1, 2):
            raise SystemExit(f"{name}: {outcome}")
        yield name, outcome.outcome
        if outcome.claim is not None:
            claim = outcome.claim
    yield "claim", claim
    program, viprchk, value = formal.installed(), shutil.which("viprchk"), json.loads(data)
    if program is not None:
        judged = formal.judge(value, program)
        if judged.code not in (0, 3):
            raise SystemExit(f"the formal checker: {judged.report}")
        yield "formal", "valid" if judged.accepted else "too large"
    files = vipr_files(value, claim) if viprchk is not None else None
    for number, text in enumerate((files or {}).values()):
        path = folder / f"{number}.vipr"
        path.write_text(text, encoding="utf-8")
        subprocess.run([str(viprchk), str(path)], capture_output=True, check=True)
        yield "vipr", "valid"


def kept() -> dict[str, Record]:
    """The last record of each claim, in the order of the claims."""
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    found = {record["name"]: record for record in map(json.loads, lines)}
    return {name: found[name] for name in CLAIMS if name in found}


def table(records: dict[str, Record]) -> Iterator[str]:
    """One line for each claim that has a record."""
    yield "| claim | nearest before | command | kind | SHA-256 | plain | numpy | formal | VIPR | made |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for name, record in records.items():
        words = " | ".join(record["checked"].get(checker, "–") for checker in CHECKERS)
        new = CLAIMS[name]
        line = f"| {new.what} | {new.before} | `pegfeas {record['command']}` | `{record['kind']}` "
        yield line + f"| `{record['sha256'][:16]}` | {words} | {record['version']}, {record['date']} |"


def main(place: str | None = None, *names: str) -> int:
    """Ask what is named, keep it, and write the table."""
    for name in (names or CLAIMS) if place is not None else ():
        folder = Path(str(place))
        folder.mkdir(parents=True, exist_ok=True)
        known = {name: made(name, folder)}
        known = {**kept(), **known}  # another run may have kept some meanwhile
        lines = [json.dumps(known[other]) for other in CLAIMS if other in known]
        KEPT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    write(PAGE, "certificates", table(kept()))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
