"""Dense closure: time and peak memory per board, numpy against the compiled kernel, growth per pass.

Run `python benchmarks/dense.py` (English board, both engines, counts) or name boards:
`python benchmarks/dense.py defi-jury french37 cross:2,3,2,3`. Every measurement runs in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

# Boards of the catalogue with the hole that is empty at the start, the middle one or next to it.
VACANCY = {"english33": "d4", "defi-jury": "e4", "french37": "d4", "cross:2,3,2,3": "e4"}


def peak_mib() -> float:
    """Peak resident memory of this process."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Stopwatch:
    """Prints what took how long, on the wall and in processor time."""

    def __init__(self) -> None:
        self.lap()

    def lap(self) -> tuple[float, float]:
        now = perf_counter(), process_time()
        before = getattr(self, "before", now)
        self.before = now
        return now[0] - before[0], now[1] - before[1]

    def tell(self, what: str, result: object) -> None:
        wall, processor = self.lap()
        print(f"  {what:34} {wall:8.2f} s wall {processor:8.2f} s cpu {peak_mib():8.0f} MiB  {result}")
        self.lap()


def measure(name: str, threads: int, counts: bool) -> None:
    """One board in this process."""
    from feasibility.base.stopped import Stopped
    from feasibility.engines.dense import closure as dense
    from feasibility.engines.dense import levels as dense_levels
    from feasibility.engines.dense import orbits as dense_orbits
    from feasibility.engines.dense import plays as dense_plays
    from feasibility.engines.dense import queries as dense_queries
    from feasibility.text.catalogue import board as named
    from feasibility.text.moves import parse_coordinate
    from tests.engines.dense.games import count_games

    board = named(name)
    start = board.full ^ 1 << parse_coordinate(board, VACANCY[name])
    passes: dict[int, float] = {}  # what is told last of a pass is told at its end
    watch = Stopwatch()
    reached = dense.closure(
        board.n, board.jumps, start, threads=threads, progress=lambda p: passes.update({p.number: p.seconds})
    )
    if isinstance(reached, Stopped):
        print(f"  refused: {reached.reason}")
        return
    watch.tell("closure", f"{reached.passes} passes of {' '.join(map('{:.2f}'.format, passes.values()))} s")
    levels = dense_levels.level_counts(reached)
    watch.tell("positions per level", f"{sum(levels):,} positions, {levels[1]} with one peg")
    watch.tell("dead ends", f"{sum(dense_levels.dead_ends(reached)):,}")
    if not counts:
        return
    watch.tell("orbits", f"{sum(dense_orbits.orbit_counts(reached, board.symmetries)):,}")
    if "games" in sys.argv:
        games = count_games(reached, threads=threads)
        watch.tell("games", games if isinstance(games, Stopped) else f"{sum(games):,}")
    del reached
    target = board.full ^ start
    through: Any = dense_queries.winning(board.n, board.jumps, start, target, threads=threads)
    orbits = sum(dense_orbits.orbit_counts(through, board.symmetries))
    watch.tell("closure, winning orbits", f"{orbits:,}")
    plays = dense_plays.plays_to(through, target, threads=threads)()
    watch.tell("plays", plays)


def main() -> None:
    """Measure each board in its own process, once per engine."""
    names = [name for name in sys.argv[1:] if name in VACANCY]
    extra = [word for word in sys.argv[1:] if word == "games"]
    for name in names or ["english33"]:
        runs = [("1", 2), ("1", 1)] + ([("0", 1)] if name == "english33" else [])
        for switch, threads in runs:
            engine = "compiled" if switch == "1" else "numpy"
            print(f"{name}, {engine}, {threads} threads", flush=True)
            request = json.dumps([name, threads, name == "english33" and switch == "1"])
            environment = {**os.environ, "PEGFEAS_KERNELS": switch, "PEGFEAS_DENSE_BENCHMARK": request}
            subprocess.run([sys.executable, __file__, *extra], env=environment, check=True)


if __name__ == "__main__":
    if "PEGFEAS_DENSE_BENCHMARK" in os.environ:
        measure(*json.loads(os.environ["PEGFEAS_DENSE_BENCHMARK"]))
    else:
        main()
