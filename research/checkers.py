"""Certificates through every checker: `python -m research.checkers FOLDER ... [--viprchk PROGRAM]`.

Prints the table of docs/explanation/checkers.md: for each kind how many certificates, their sizes, and the
processor seconds of verifier.py, of the formal checker, and of a checker of VIPR files. The last two are
asked where they are installed; a VIPR checker is a program that is given a file and ends with 0 if it
accepts it.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from feasibility import verifier
from feasibility.base.errors import InputError
from feasibility.studies.exports import formal, vipr


@dataclass
class Row:
    """What was measured for one kind of proof; sizes in bytes, times in seconds."""

    sizes: list[int] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)
    formal: list[float] = field(default_factory=list)
    files: int = 0
    vipr_sizes: list[int] = field(default_factory=list)
    vipr: list[float] = field(default_factory=list)


def used() -> float:
    """Processor seconds of this process and of those that it has waited for."""
    both = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)


def certificates(places: list[Path]) -> Iterator[Path]:
    """Every certificate below these places."""
    for place in places:
        yield from sorted(place.rglob("*.json")) if place.is_dir() else [place]


def measure(path: Path, rows: dict[str, Row], program: Path | None, viprchk: str | None) -> None:
    """One certificate through all; a checker that says no to a valid certificate ends the run."""
    data = path.read_bytes()
    begun = used()
    outcome = verifier.check(data, time_limit=None)
    took = used() - begun
    if outcome.claim is None:
        raise SystemExit(f"{path}: {outcome}")
    row = rows.setdefault(outcome.claim.kind, Row())
    row.sizes.append(len(data))
    row.ours.append(took)
    if program is not None:
        begun = used()
        judgement = formal.judge(json.loads(data), program)
        if judgement.code == 0:
            row.formal.append(used() - begun)
        elif judgement.code != 3:
            raise SystemExit(f"{path}: the formal checker says {judgement.report}")
    if viprchk is not None:
        _by_vipr(path, vipr_files(json.loads(data), outcome.claim), row, viprchk)


def vipr_files(value: dict[str, object], claim: verifier.Claim) -> dict[str, str] | None:
    """The files of an export; None where the kind has none."""
    try:
        files = vipr.export(value, claim)
    except InputError:
        return None
    return {name: text for name, text in files.items() if name != vipr.INDEX}


def _by_vipr(path: Path, files: dict[str, str] | None, row: Row, viprchk: str) -> None:
    if files is None:
        return
    took = 0.0
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            file = Path(folder) / (name or "proof.vipr")
            file.write_text(text, encoding="utf-8")
            begun = used()
            done = subprocess.run([viprchk, str(file)], capture_output=True, check=False)
            took += used() - begun
            if done.returncode:
                raise SystemExit(
                    f"{path}, {name}: the checker of VIPR files rejects it\n{done.stdout.decode()}"
                )
    size = sum(len(text) for text in files.values())
    row.files += len(files)
    row.vipr.append(took)
    row.vipr_sizes.append(size)


def table(rows: dict[str, Row]) -> Iterator[str]:
    """The rows as they stand on the page."""
    yield "| kind | certificates | bytes, median and largest | verifier.py | formal | VIPR | files | bytes |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for kind in [kind for kind in (*verifier.KINDS, "army", "rule") if kind in rows]:
        row = rows[kind]
        size = f"{median(row.sizes):,.0f}, {max(row.sizes):,}"
        exported = f"{row.files:,} | {sum(row.vipr_sizes):,}" if row.vipr else "– | –"
        times = " | ".join(_times(times, len(row.sizes)) for times in (row.ours, row.formal, row.vipr))
        yield f"| `{kind}` | {len(row.sizes):,} | {size} | {times} | {exported} |"


def _times(times: list[float], of: int) -> str:
    """Seconds in all, and how many certificates were taken where not all were."""
    if not times:
        return "–"
    return f"{sum(times):.2f} s" + (f" ({len(times):,})" if len(times) < of else "")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="certificates through every checker")
    parser.add_argument("places", nargs="+", type=Path)
    parser.add_argument("--viprchk")
    options = parser.parse_args()
    program, rows = formal.installed(), dict[str, Row]()
    paths = list(certificates(options.places))
    Random(0).shuffle(paths)
    for path in paths:
        measure(path, rows, program, options.viprchk)
    print("\n".join(table(rows)), file=sys.stdout)


if __name__ == "__main__":
    main()
