#!/usr/bin/env python3
"""Run any checker on right, wrong and malformed certificates of every kind, and report how it judges them.

    python conformance.py COMMAND ...            {} in the command stands for the file; or it comes last
    python conformance.py python -I verifier.py {}

The checker says by its exit code what it thinks: 0 valid, 1 rejected, 2 malformed; anything else is no
judgement.  This file and the certificates beside it need nothing else: the folders accepted, rejected and
malformed, and changed.jsonl, each line of which is a right certificate with one place changed, or (at no
place) several of its parts, and what becomes of it.  Every certificate has one fault at most.

Exit codes: 0 no wrong certificate is accepted and no right one refused, 1 otherwise, 2 wrong usage.  With
--words rejected and malformed must be told apart as well.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
OUTCOMES = {"accepted": "valid", "rejected": "rejected", "malformed": "malformed"}
WORDS = ("valid", "rejected", "malformed")
NONE = "no judgement"
SECONDS = 60.0  # for one certificate


@dataclass(frozen=True)
class Case:
    """A certificate as bytes and what a checker should say."""

    name: str
    kind: str
    data: bytes
    outcome: str


def changed(line: dict[str, object]) -> object:
    """A right certificate with one place changed, or taken away where there is no `to`; or several parts."""
    value = json.loads((HERE / "accepted" / f"{line['of']}.json").read_bytes())
    if line["at"] == []:
        return value | line["to"]
    *path, last = line["at"]  # type: ignore[misc]
    spot = value
    for key in path:
        spot = spot[key]
    if "to" in line:
        spot[last] = line["to"]
    else:
        del spot[last]
    return value


def suite() -> Iterator[Case]:
    """All certificates."""
    for folder, outcome in OUTCOMES.items():
        for path in sorted((HERE / folder).glob("*.json")):
            yield Case(f"{folder}/{path.stem}", path.stem.partition("-")[0], path.read_bytes(), outcome)
    text = (HERE / "changed.jsonl").read_text(encoding="utf-8")
    for number, line in enumerate(map(json.loads, text.splitlines()), 1):
        kind, data = line["of"].partition("-")[0], json.dumps(changed(line)).encode()
        proof = line["to"].get("proof") if line["at"] == [] else line.get("to")
        if line["at"] in ([], ["proof"]) and isinstance(proof, dict):
            kind = proof.get("kind", kind)  # a proof of another kind in its place
        yield Case(f"changed.jsonl:{number}", kind, data, line["outcome"])


def judged(case: Case, command: Sequence[str], folder: Path) -> str:
    """What the checker says of one certificate."""
    path = folder / f"{case.name.replace('/', '-').replace(':', '-')}.json"
    path.write_bytes(case.data)
    words = [word.replace("{}", str(path)) for word in command]
    words += [] if any("{}" in word for word in command) else [str(path)]
    try:
        done = subprocess.run(words, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return NONE
    finally:
        path.unlink()
    return WORDS[done.returncode] if 0 <= done.returncode < len(WORDS) else NONE


def report(said: Sequence[tuple[Case, str]], words: bool) -> tuple[str, int]:
    """A table, what differs, and the exit code."""
    table = Counter((case.outcome, answer) for case, answer in said)
    lines = ["".join(cell.ljust(14) for cell in ("should be", "number", *WORDS, NONE)).rstrip()]
    for outcome in WORDS:
        row = [table[outcome, answer] for answer in (*WORDS, NONE)]
        lines.append("".join(str(cell).ljust(14) for cell in (outcome, sum(row), *row)).rstrip())
    faults = {
        "ACCEPTED ALTHOUGH WRONG": [c for c, answer in said if answer == "valid" != c.outcome],
        "refused although right": [c for c, answer in said if c.outcome == "valid" and answer in WORDS[1:]],
        "rejected and malformed confused": [
            c for c, answer in said if {c.outcome, answer} == {"rejected", "malformed"}
        ],
        NONE: [c for c, answer in said if answer == NONE],
    }
    for fault, cases in faults.items():
        by_kind = ", ".join(f"{kind} {n}" for kind, n in sorted(Counter(c.kind for c in cases).items()))
        lines += [f"\n{fault}: {len(cases)}" + (f" ({by_kind})" if cases else "")]
        lines += [f"  {case.name}: should be {case.outcome}" for case in cases]
    serious = list(faults.values())[: 3 if words else 2]
    return "\n".join(lines), int(any(serious))


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--words", action="store_true", help="tell rejected from malformed as well")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="at the same time")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the checker; {} stands for the file")
    options = parser.parse_args(argv)
    if not options.command or options.jobs < 1:
        parser.error("expected the command of a checker")
    cases = list(suite())
    with TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        try:
            answers = list(pool.map(lambda case: judged(case, options.command, Path(folder)), cases))
        except OSError as error:
            parser.error(f"the checker does not start: {error.strerror}: {error.filename}")
    text, code = report(list(zip(cases, answers, strict=True)), options.words)
    print(text)
    return code


if __name__ == "__main__":
    sys.exit(main())
