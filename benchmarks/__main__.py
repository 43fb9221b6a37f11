"""All benchmarks in one table: median, spread, ratio to the baseline of the same run, machine and versions.

    python -m benchmarks [--quick] [--write FILE] [--json FILE] [--compare OLD.json]

--quick is for continuous integration: few cases, to see that everything runs. --write puts the tables into
a page of the documentation, below the line that says so. --json keeps the times in the format of pyperf, and
--compare sets them beside those that another version has kept so.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import growth  # noqa: E402
from benchmarks.groups import all_groups  # noqa: E402
from benchmarks.measuring import Row, compared, engine, kept, machine, measure, table  # noqa: E402

MARK = "<!-- measured: everything below is written by `python -m benchmarks --write` -->"


def main() -> int:
    """Measure, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few cases")
    parser.add_argument("--write", metavar="FILE", type=Path, help="a page with the line of the mark")
    parser.add_argument("--json", metavar="FILE", help="keep the times, as pyperf does")
    parser.add_argument("--compare", metavar="OLD.json", help="ratios to times that were kept")
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
    if options.json is not None:
        kept(rows).dump(options.json, replace=True)
    if options.compare is not None:
        print(compared(rows, options.compare))
    return 0


if __name__ == "__main__":
    sys.exit(main())
