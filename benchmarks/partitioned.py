"""The partitioned frontier search: measured rates, and what they say of levels beyond one machine.

python -m benchmarks.partitioned --levels 14 --parts 16
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from itertools import islice
from math import comb
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from feasibility.base.limits import Limits
from feasibility.game.position import Pair, Position
from feasibility.many.frontier import engine
from feasibility.search.frontier.levels import MemoryStore
from feasibility.search.frontier.partitions import level_sizes
from feasibility.search.frontier.search import Side, Watch, with_closed_pagodas
from feasibility.search.positions.question import Question, of_pair
from feasibility.search.positions.words import Symmetries
from feasibility.text import catalogue

# holes, residue classes, symmetries that fix the centre game
BOARDS = {
    "english33": (33, 16, 8),
    "french37": (37, 16, 8),
    "wiegleb45": (45, 16, 8),
    "rectangle:7x7": (49, 16, 8),
    "triangle:10": (55, 4, 6),
}
CORES = 16  # of one machine
SHARE = 0.36  # of a residue class that the English centre game reaches near its middle


def centre_game(name: str) -> Question:
    board = catalogue.board(name)
    rows = max(row for row, _ in board.holes)
    middle = 1 << board.index[(rows // 2, rows // 2)]
    return of_pair(Pair(Position(board, board.full ^ middle), Position(board, middle)))


def processor_seconds() -> float:
    """Of this process and of those that it has started and that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def measure(name: str, levels: int, parts: int, jobs: int, cluster: bool = False) -> float:
    """Positions expanded per second of processor time while the last level is made."""
    workers = engine(jobs=jobs, scheduler="local" if cluster else None)
    with tempfile.TemporaryDirectory() as folder:
        sizes = level_sizes(centre_game(name), Path(folder), parts=parts, engine=workers)
        counts = [size for size, _ in islice(sizes, levels - 1)]
        began, spent = perf_counter(), processor_seconds()
        counts.append(next(sizes)[0])
        seconds, spent = perf_counter() - began, processor_seconds() - spent
    who = f"{jobs} process(es){' of Dask' if cluster else ''}, {parts} partitions"
    return tell(f"{name}, {who}", counts, seconds, spent)


def measure_alone(name: str, levels: int) -> float:
    """The same by the engine of one machine, in memory."""
    asked = with_closed_pagodas(centre_game(name))
    symmetries = Symmetries(asked.symmetries, asked.holes)
    side = Side("forward", asked, symmetries, MemoryStore(1, symmetries.positions))
    watch = Watch(Limits().start(), 1, None)
    while side.depth < levels - 2:
        side.advance(watch)
    began, spent = perf_counter(), processor_seconds()
    side.advance(watch)
    seconds, spent = perf_counter() - began, processor_seconds() - spent
    return tell(f"{name}, in memory", [level.size for level in side.levels], seconds, spent)


def tell(who: str, sizes: list[int], seconds: float, spent: float) -> float:
    """The rate in processor time, which other work on the machine changes least."""
    rate = sizes[-2] / spent
    print(
        f"{who}: from {sizes[-2]:,} to {sizes[-1]:,} positions in {seconds:.1f} s, "
        f"{spent:.1f} s of processor time, {rate:,.0f} expanded in each of these",
        flush=True,
    )
    return rate


def estimate(name: str, per_core: float, share: float) -> tuple[float, float, dict[int, float]]:
    """Positions up to symmetry down to the middle, the largest level, and hours on 1, 10, 100 machines."""
    holes, classes, symmetries = BOARDS[name]
    levels = [comb(holes, k) / classes / symmetries * share for k in range((holes - 1) // 2, holes)]
    hours = {machines: sum(levels) / (per_core * CORES * machines) / 3600 for machines in (1, 10, 100)}
    return sum(levels), max(levels), hours


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=17)
    parser.add_argument("--parts", type=int, default=16)
    options = parser.parse_args()
    measure_alone("english33", options.levels)
    alone = measure("english33", options.levels, options.parts, 1)
    measure("english33", options.levels, options.parts, 2)
    measure("english33", options.levels, options.parts, 2, cluster=True)
    for name in BOARDS:
        for share in (SHARE, 1.0):
            total, largest, hours = estimate(name, alone, share)
            times = ", ".join(f"{machines}: {h:.3g} h" for machines, h in hours.items())
            print(
                f"{name}, share {share}: {total:.2e} positions, largest level {largest:.2e} = "
                f"{8 * largest / 1e9:.3g} GB; machines {times}"
            )


if __name__ == "__main__":
    main()
