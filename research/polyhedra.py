"""Facets by each engine that is installed, samples, bounds and gaps: seconds, megabytes, counts; as a table.

python research/polyhedra.py [--large]        --large adds 4x5, a minute or more for each engine
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

BARS = {"rectangle:4x4": 2.0, "triangle:5": 10.0, "rectangle:4x5": 90.0}
CHILD = """
import json, resource, sys
from time import perf_counter
from feasibility.text.catalogue import board
from feasibility.base.limits import Limits
from feasibility.studies.polyhedra.facet_file import line
from feasibility.studies.polyhedra.facets import Enumeration
name, engine = sys.argv[1:]
begin = perf_counter()
run = Enumeration(board(name), engine)
with open("/dev/null", "w") as sink:
    for step in run.steps(Limits().start()):
        sink.writelines(line(f) for f in step)
whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
own, child = (resource.getrusage(who).ru_maxrss / 1024 for who in whose)
print(json.dumps([perf_counter() - begin, own, child, run.tally.facets, run.tally.orbits, run.complete]))
"""


def facets(name: str, engine: str, rounds: int) -> str:
    """One row: the median of the seconds, the most memory of this process and of the engine's."""
    runs = []
    for _ in range(rounds):
        done = subprocess.run(
            [sys.executable, "-c", CHILD, name, engine],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).resolve().parent.parent,
        )
        runs.append(json.loads(done.stdout))
    seconds, own, child = (median(row[i] for row in runs) for i in range(3))
    bar = f"{BARS[name]:.0f}" if name in BARS else ""
    return (
        f"| facets {name} | {engine} | {seconds:.2f} | {bar} | {own:.0f} + {child:.0f} "
        f"| {runs[0][3]} in {runs[0][4]} orbits |"
    )


def sampling(rounds: int) -> list[str]:
    """Random linear programs alone, and walks from their optima, on the English board."""
    from feasibility.base.limits import Limits
    from feasibility.solvers.walk import RandomPrograms
    from feasibility.studies.polyhedra.cone import dual_cone
    from feasibility.studies.polyhedra.sample import proved_rays, sample
    from feasibility.text.catalogue import board

    here = board("english33")
    cone = dual_cone(here)
    draws = 25_000
    rows = []
    programs = RandomPrograms(cone.inequalities, 1)
    programs.draw(100)
    begin = perf_counter()
    rays = programs.draw(draws)
    solved = perf_counter() - begin
    orbits = len(proved_rays(cone, rays))
    total = perf_counter() - begin
    rows.append(
        f"| sample english33, {draws} random programs | HiGHS | {total:.2f} | | | "
        f"{draws / solved:.0f} programs/s, {orbits} orbits |"
    )
    seconds = []
    for _ in range(rounds):
        begin = perf_counter()
        sampled = sample(here, draws, 1, Limits().start())
        seconds.append(perf_counter() - begin)
    rows.append(
        f"| sample english33, {draws} steps of walks | numpy | {median(seconds):.2f} | 8.33 | | "
        f"{draws / median(seconds):.0f} rays/s, proved, {len(sampled.weights)} orbits |"
    )
    return rows


def others(rounds: int) -> list[str]:
    """Bounds of the English centre game, and the gaps."""
    from feasibility.base.stopped import Stopped
    from feasibility.studies.polyhedra import normaliz
    from feasibility.studies.polyhedra.bounds import bounds
    from feasibility.studies.polyhedra.gap import gap
    from feasibility.text.catalogue import board
    from feasibility.text.references import read_pair

    pair = read_pair("english33:-d4", "english33:+d4")
    seconds = []
    for _ in range(rounds):
        begin = perf_counter()
        bounds(pair)
        seconds.append(perf_counter() - begin)
    rows = [
        f"| bounds of the 76 jumps, English centre | HiGHS | {median(seconds):.2f} | | | both sides, proved |"
    ]
    for name in ("rectangle:4x4",) if normaliz.locate() else ("line:8",):
        begin = perf_counter()
        whole = gap(board(name))
        assert not isinstance(whole, Stopped), whole
        took = perf_counter() - begin
        count = f"{whole.elements} in {len(whole.orbits)} orbits"
        rows.append(f"| gap {name} | {whole.engine} | {took:.2f} | | | {count} |")
    return rows


def main() -> None:
    """Prints the table."""
    from feasibility.studies.polyhedra import normaliz

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    here = ["builtin", "symmetry"] + ["normaliz"] * (normaliz.locate() is not None)
    if "normaliz" not in here:
        print("not installed, so not measured: normaliz", file=sys.stderr)
    print("| what | by | seconds | bar | MB, own + engine | found |\n|---|---|---|---|---|---|")
    for name in ("rectangle:4x4", "triangle:5", "rectangle:3x6"):
        for engine in here:
            print(facets(name, engine, args.rounds), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PEGFEAS_CACHE"] = folder
        print("\n".join(sampling(args.rounds)), flush=True)
    print("\n".join(others(args.rounds)), flush=True)
    if args.large:
        for engine in here:
            print(facets("rectangle:4x5", engine, 1), flush=True)


if __name__ == "__main__":
    main()
