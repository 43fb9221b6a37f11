"""Mutants through both checkers: `python -m research.mutants FOLDER [--rejected N] [--kinds KIND ...]`.

Changes right certificates at random, until of each kind N different ones are rejected, and counts what
verifier.py and the formal checker say of them. FOLDER keeps what is done, piece by piece, so that a run that
was stopped goes on. Prints the table of docs/explanation/checkers.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic

from feasibility.studies.exports import formal
from tests.formal.alike import CHANGED, DIGEST, compare

PIECE = 2_000  # rejected mutants
COLUMNS = ("rejected", "valid", "differ", "malformed", "not judged")


def measure(kind: str, rejected: int, program: Path, folder: Path, end: float) -> Counter[str]:
    """What was kept of one kind, and as much more as there is time for."""
    counts, hashes = folder / f"{kind}.jsonl", folder / f"{kind}.seen"
    pieces = (
        [Counter(json.loads(line)) for line in counts.read_text().splitlines()] if counts.exists() else []
    )
    data = hashes.read_bytes() if hashes.exists() else b""
    seen = {data[i : i + DIGEST] for i in range(0, len(data), DIGEST)}
    total = sum(pieces, Counter[str]())
    while total["rejected"] < rejected and monotonic() < end:
        known = set(seen)
        tally = compare(kind, PIECE, Random(f"{kind} {len(pieces)}"), program, seen)
        for value in tally.differ:
            print(f"they differ: {json.dumps(value)}", file=sys.stderr)
        pieces.append(tally.counts + Counter(differ=len(tally.differ)))
        total += pieces[-1]
        with hashes.open("ab") as file:
            file.write(b"".join(seen - known))
        with counts.open("a", encoding="utf-8") as file:
            print(json.dumps(pieces[-1]), file=file)
    return total


def main() -> None:
    """Go on with what is kept, and print."""
    parser = argparse.ArgumentParser(description="mutants of certificates through both checkers")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rejected", type=int, default=100_000, help="of each kind")
    parser.add_argument("--kinds", nargs="+", default=CHANGED, choices=CHANGED)
    parser.add_argument("--seconds", type=float, default=240.0, help="after which no piece is begun")
    options = parser.parse_args()
    program = formal.installed()
    if program is None:
        parser.error("the formal checker is not built here; `make -C formal` builds it")
    options.folder.mkdir(exist_ok=True)
    end = monotonic() + options.seconds
    print("| kind | rejected by both | valid for both | they differ | malformed | not judged |")
    print("|---|---:|---:|---:|---:|---:|")
    for kind in options.kinds:
        total = measure(kind, options.rejected, program, options.folder, end)
        print(f"| `{kind}` | " + " | ".join(f"{total[column]:,}" for column in COLUMNS) + " |", flush=True)


if __name__ == "__main__":
    main()
