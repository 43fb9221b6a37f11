"""How soon does `check` decide seeded pairs on very large boards? Played and perturbed ones, as in large.py.

Patience is 0 and one thread works; seconds are processor time of this process. Kinds and boards take turns,
so that a run that is cut short has some pairs of each. Each answer is kept in a file of JSON lines and not
asked for again; the table is of all that are kept.

    python -m research.vast --seed 1 --each 20 --seconds 60 --keep FILE
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.large import sample
from benchmarks.schedule import Kept, asked
from feasibility.base import limits as limiting
from feasibility.decide import Plan
from feasibility.solvers import highs

BOARDS = ("triangle:14", "rectangle:12x12", "rectangle:15x15", "rectangle:20x20")
KINDS = ("played", "perturbed")
SOON = 5.0  # seconds


def measure(kept: Kept, seed: int, each: int, seconds: float) -> None:
    """Ask for every pair that has no answer yet."""
    setattr(limiting, "monotonic", process_time)  # noqa: B010  # a clock for this process alone
    # HiGHS keeps the time of the wall, which on a busy machine ends long before that of the process.
    setattr(highs.HotModel, "_limit", lambda model, left: None)  # noqa: B010
    drawn = {(kind, name): list(sample(seed, each, kind, name)) for name in BOARDS for kind in KINDS}
    for number in range(each):
        for (kind, name), pairs in drawn.items():
            key = f"{seed} {kind} {name} {number}", f"{seconds:g}"
            if key not in kept.known:
                kept.add(key, asked(pairs[number], Plan(threads=1, patience=0), seconds))


def row(kind: str, name: str, answers: list[list[Any]]) -> str:
    """A line of the table."""
    decided = sorted(took for took, says, *_ in answers if says != "unknown")
    times = f"{median(decided):.2f} | {decided[-1]:.2f}" if decided else " | "
    soon = sum(took <= SOON for took in decided)
    refuted = sum(says == "infeasible" for _, says, *_ in answers)
    unknown = len(answers) - len(decided)
    return f"| {kind} | {name} | {len(answers)} | {soon} | {len(decided)} | {refuted} | {times} | {unknown} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--keep", type=Path, required=True)
    options = parser.parse_args()
    kept = Kept(options.keep)
    try:
        measure(kept, options.seed, options.each, options.seconds)
    except KeyboardInterrupt:
        print("cut short", file=sys.stderr)
    print("| kind | board | pairs | within 5 s | decided | refuted | median s | worst s | unknown |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for name in BOARDS:
        for kind in KINDS:
            asked_for = f"{options.seed} {kind} {name} "
            answers = [a for (key, _), a in kept.known.items() if key.startswith(asked_for)]
            print(row(kind, name, answers))


if __name__ == "__main__":
    main()
