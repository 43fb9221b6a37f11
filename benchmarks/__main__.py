"""All benchmarks in one table: median, spread, ratio to the baseline of the same run, machine and versions.

    python -m benchmarks [--quick] [--write FILE] [--details]

--quick is for continuous integration: few cases, to see that everything runs. --write puts the tables into
a page of the documentation, below the line that says so. --details also runs the long benchmarks of single
parts (dense, frontier, solvers, ...), each in a process of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import growth  # noqa: E402
from benchmarks.groups import all_groups  # noqa: E402
from benchmarks.measuring import Row, engine, machine, measure, table  # noqa: E402

MARK = "<!-- measured: everything below is written by `python -m benchmarks --write` -->"
DETAILS = ("foundation", "criteria", "solvers", "dense", "frontier", "many", "render")


def main() -> int:
    """Measure, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few cases")
    parser.add_argument("--write", metavar="FILE", type=Path, help="a page with the line of the mark")
    parser.add_argument("--details", action="store_true", help="the long ones, too")
    options = parser.parse_args()
    print(engine(), file=sys.stderr)
    began, rows = perf_counter(), list[Row]()
    for make in all_groups(options.quick):
        measured = measure(make())
        print(f"{measured[0].group}: {', '.join(row.label for row in measured)}", file=sys.stderr, flush=True)
        rows += measured
    grown = f"## Growth\n\n{growth.curves(options.quick)}"
    report = f"{engine()}\n\n{table(rows)}\n\n{grown}\nMeasured {machine()}\n"
    print(report)
    print(f"{perf_counter() - began:.0f} s in all", file=sys.stderr)
    if options.write is not None:
        before = options.write.read_text(encoding="utf-8").partition(MARK)[0]
        options.write.write_text(f"{before}{MARK}\n\n{report}", encoding="utf-8")
    if options.details:
        commands = [[sys.executable, "-m", f"benchmarks.{name}"] for name in DETAILS]
        return max(subprocess.run(command, check=False, cwd=ROOT).returncode for command in commands)
    return 0


if __name__ == "__main__":
    sys.exit(main())
