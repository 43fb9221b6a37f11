"""Ten pairs decided by other people's solvers and by this program: answers, seconds, sizes of proofs.

    python -m research.others [--quick] [--ways NAME ...] [--pairs NAME ...] [--seconds S] [--keep FILE]
    python -m research.others --table FILE

HiGHS, CBC, SCIP and CP-SAT get the model of `pegfeas model --kind play`, CaDiCaL and Kissat the same as
clauses; their proofs are checked by drat-trim. What is not installed is skipped, with a word. --keep adds the
measurements to a file, one line of JSON each; --table prints the tables of such a file. --quick asks two
small pairs, a second each.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measuring import engine, machine  # noqa: E402
from feasibility import read_pair  # noqa: E402
from research.other_solvers import Told, Way, ways  # noqa: E402

SQUARE = (
    "rectangle:6x6:+b1+f1+b2+c2+d2+e2+f2+b3+c3+d3+e3+f3+b4+c4+d4+e4+a5+b5+c5+d5+e5+a6+b6+d6",
    "rectangle:6x6:+a1+b1+e1+a4+a5+a6+b6+f6",
)
SMALL = (
    "rectangle:4x5:+c1+d1+e1+b2+c2+e2+b3+c3+d3+e3+a4+b4+c4+d4+e4",
    "rectangle:4x5:+c1+d1+c2+c3+d3+c4+e4",
)
PAIRS = {
    "4x5, infeasible": SMALL,
    "triangle, infeasible": ("triangle:5:-b3", "triangle:5:+b3"),
    "6x6, infeasible": SQUARE,
    "English, infeasible": ("english33:-d2-b4", "english33:+d2+b4"),
    "French, infeasible": ("french37:-d4", "french37:+d4"),
    "contest of 2009, infeasible": ("problem:defi/jury",),
    "triangle, feasible": ("triangle:5:-a1", "triangle:5:+a1"),
    "4x5, feasible": ("rectangle:4x5:-a1", "rectangle:4x5:+b1"),
    "6x6, feasible": ("rectangle:6x6:-a1", "rectangle:6x6:+a1"),
    "English, feasible": ("english33:-d4", "english33:+d4"),
    "French, feasible": ("french37:-c1", "french37:+e7"),
}
WARM_UP = ("line:4:+a1+b1+d1", "line:4:+b1")
QUICK = ("triangle, infeasible", "triangle, feasible")


def main() -> int:
    """Measure, or print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m research.others", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two small pairs, a second each")
    parser.add_argument("--ways", nargs="+", help="names of solvers; default: all that are installed")
    parser.add_argument("--pairs", nargs="+", choices=PAIRS, default=list(PAIRS), metavar="NAME")
    parser.add_argument("--seconds", type=float, default=60.0, help="the limit for each question (60)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add the measurements to this file")
    parser.add_argument("--table", type=Path, metavar="FILE", help="print the tables of this file")
    options = parser.parse_args()
    if options.table is not None:
        print(tables(read(options.table)))
        return 0
    names, seconds = (QUICK, 1.0) if options.quick else (options.pairs, options.seconds)
    kept = []
    for way in installed(options.ways):
        way.ask(read_pair(*WARM_UP), seconds)
        kept += [asked(way, name, seconds, options.keep) for name in names]
    print(tables(kept))
    print(f"\n{engine()}\n\nMeasured {machine()}")
    return 0


def installed(wanted: list[str] | None) -> list[Way]:
    """Those that are wanted and can run here."""
    known = ways()
    unknown = set(wanted or ()) - {way.name for way in known}
    if unknown:
        raise SystemExit(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(w.name for w in known)}")
    chosen = [way for way in known if wanted is None or way.name in wanted]
    for way in chosen:
        if way.version is None:
            print(f"SKIPPED: {way.name} is not installed here", file=sys.stderr)
    return [way for way in chosen if way.version is not None]


def asked(way: Way, name: str, seconds: float, keep: Path | None) -> dict[str, Any]:
    """One measurement; a wrong answer ends the run."""
    told = way.ask(read_pair(*PAIRS[name]), seconds)
    if told.answer not in ("?", "no" if name.endswith("infeasible") else "yes"):
        raise SystemExit(f"{way.name} says {told.answer} on {name}")
    record = {"pair": name, "way": way.name, "version": way.version, "limit": seconds, **asdict(told)}
    print(f"{way.name} {way.version}, {name}: {cell(told)}", file=sys.stderr, flush=True)
    if keep is not None:
        with keep.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
    return record


def read(path: Path) -> list[dict[str, Any]]:
    """The measurements of a file; a later one takes the place of an earlier one."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return list({(record["pair"], record["way"]): record for record in lines}.values())


def told(record: dict[str, Any]) -> Told:
    """A measurement without what was asked."""
    return Told(*(record[key] for key in ("answer", "seconds", "proof", "checked")))


def cell(result: Told) -> str:
    """Answer and time."""
    return f"{result.answer} {result.seconds:.3g} s"


def size(count: int) -> str:
    """Bytes in units that fit."""
    if count < 10_000:
        return f"{count:,} B"
    return f"{count / 1000:,.0f} kB" if count < 10_000_000 else f"{count / 1e6:,.0f} MB"


def proof_cell(result: Told) -> str:
    """Size of a proof, and how long it took to check."""
    if result.proof is None:
        return ""
    checked = "not checked in 120 s" if result.checked is None else f"{result.checked:.3g} s"
    return f"{size(result.proof)}, {checked}"


def tables(records: list[dict[str, Any]]) -> str:
    """Answers of all, then the proofs of those that write some."""
    proving = [record for record in records if record["proof"] is not None]
    versions = list(dict.fromkeys(f"{record['way']} {record['version']}" for record in records))
    parts = (grid(records, cell), grid(proving, proof_cell), f"Versions: {', '.join(versions)}.")
    return "\n\n".join(parts)


def grid(records: list[dict[str, Any]], write: Any) -> str:
    """A row for each pair, a column for each solver."""
    columns = list(dict.fromkeys(record["way"] for record in records))
    cells = {(record["pair"], record["way"]): write(told(record)) for record in records}
    names = [name for name in PAIRS if any(record["pair"] == name for record in records)]
    rows = [f"| {name} | {' | '.join(cells.get((name, c), '') for c in columns)} |" for name in names]
    return "\n".join([f"| pair | {' | '.join(columns)} |", "|---|" + "--:|" * len(columns), *rows])


if __name__ == "__main__":
    sys.exit(main())
