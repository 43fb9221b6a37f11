"""Start-up, symmetries and canonical forms, as ratios with the machine's noise.

python benchmarks/foundation.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from feasibility.engines.positions.words import Symmetries
from feasibility.game.geometry import Board
from feasibility.text import catalogue


def seconds(run: Callable[[], object], times: int) -> list[float]:
    """The durations of some calls, sorted."""
    runs = []
    for _ in range(times):
        begin = time.perf_counter()
        run()
        runs.append(time.perf_counter() - begin)
    return sorted(runs)


def show(name: str, runs: list[float], unit: float | None = None) -> float:
    """Print median and quartiles in milliseconds, and the ratio to `unit`."""
    low, middle, high = statistics.quantiles(runs, n=4)
    ratio = "" if unit is None else f"   {middle / unit:5.2f} times"
    print(f"{name:44}{1000 * middle:9.1f} ms  (quartiles {1000 * low:.1f} to {1000 * high:.1f}){ratio}")
    return middle


def process(*words: str) -> Callable[[], object]:
    """A run of the interpreter with these words."""
    return lambda: subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)


def start_up() -> None:
    """`pegfeas board english33` against a bare interpreter; the two alternate so that noise hits both."""
    commands = {
        "python -c pass": process("-c", "pass"),
        "import argparse": process("-c", "import argparse"),
        "pegfeas --help": process("-m", "feasibility", "--help"),
        "pegfeas board english33": process("-m", "feasibility", "board", "english33"),
    }
    runs_of: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(40):
        for name, run in commands.items():
            runs_of[name] += seconds(run, 1)
    bare = show("python -c pass", runs_of.pop("python -c pass"))
    for name, times in runs_of.items():
        show(name, times, bare)


def symmetries() -> None:
    """The slowest boards of the catalogue."""
    costs = []
    for name in catalogue.names():
        board = catalogue.board(name)
        fresh = [Board(*board.__reduce__()[1]) for _ in range(5)]
        runs = [seconds(lambda board=board: board.symmetries, 1)[0] for board in fresh]
        costs.append((statistics.median(runs), name, sorted(runs)))
    for _, name, runs in sorted(costs, reverse=True)[:4]:
        show(f"symmetries of {name}", runs)


def canonical_forms() -> None:
    """A million positions of english33: canonical forms against sorting the same positions."""
    board = catalogue.board("english33")
    positions = np.random.default_rng(1).integers(0, board.full + 1, size=(1_000_000, 1), dtype=np.uint64)
    group = Symmetries(board.symmetries, board.n)
    sorting = show("sorting a million positions", seconds(lambda: np.sort(positions, axis=0), 9))
    show("canonical forms of a million positions", seconds(lambda: group.canonical(positions), 9), sorting)


if __name__ == "__main__":
    start_up()
    symmetries()
    canonical_forms()
