"""The partitioned frontier search: measured rates, and what they say of levels beyond one machine.

python -m research.partitioned --levels 14 --parts 8
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import cache
from math import comb
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import Timed
from feasibility.base.limits import Limits
from feasibility.engines.frontier.bits import Field
from feasibility.engines.frontier.disk import DiskStore
from feasibility.engines.frontier.levels import Store
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.frontier.sides import Side, SideWatch
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.words import Symmetries
from feasibility.game.position import Pair, Position
from feasibility.many import engine
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
TIMES = ("1 machine", "10 machines", "100 machines")
SHARE = 0.36  # of a residue class that the English centre game reaches near its middle


def centre_game(name: str) -> PositionQuestion:
    board = catalogue.board(name)
    rows = max(row for row, _ in board.holes)
    middle = 1 << board.index[(rows // 2, rows // 2)]
    return of_pair(Pair(Position(board, board.full ^ middle), Position(board, middle)))


def processor_seconds() -> float:
    """Of this process and of those that it has started and that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


class Timing:
    """An engine, the processor time of its tasks, and the most bytes that were on their way."""

    def __init__(self, jobs: int, scheduler: str | None, folder: Path) -> None:
        self.engine, self.folder = engine(jobs, scheduler), folder
        self.seconds, self.sent = 0.0, 0

    def __call__(self, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        with closing(cast("Generator[Any]", self.engine(Timed(function), tasks))) as results:
            for result, seconds in results:
                began = process_time()
                self.sent = max(self.sent, sum(path.stat().st_size for path in self.folder.rglob("*.sent")))
                self.seconds += seconds - (process_time() - began)  # to look at files is no part of it
                yield result


@cache
def _local_cluster(jobs: int) -> Any:
    """A cluster of this machine, which ends with this process."""
    from distributed import LocalCluster

    started: Any = LocalCluster
    return started(n_workers=jobs, threads_per_worker=1, dashboard_address=":0")


def measure(name: str, levels: int, parts: int, jobs: int, cluster: bool = False) -> tuple[float, float]:
    """While the last level is made: positions expanded in a second of processor time of tasks and leader,
    and bytes sent for each of them."""
    before = processor_seconds()
    with tempfile.TemporaryDirectory() as folder:
        workers = Timing(jobs, _local_cluster(jobs).scheduler_address if cluster else None, Path(folder))
        asked = centre_game(name)
        with closing(DiskStore(Path(folder), asked, workers, parts=parts)) as store:
            side, watch = begun(asked, levels, store)
            began, spent = perf_counter(), processor_seconds() + workers.seconds
            side.advance(watch)
            seconds, spent = perf_counter() - began, processor_seconds() + workers.seconds - spent
        counts = [level.size for level in side.levels]
    before = processor_seconds() - before
    print(f"(all {levels} levels and the workers: {before:.1f} s of processor time)")
    who = f"{jobs} process(es){' of Dask' if cluster else ''}, {parts} partitions"
    return tell(f"{name}, {who}", counts, seconds, spent), workers.sent / counts[-2]


def begun(
    asked: PositionQuestion, levels: int, store: Store, field: Field | None = None
) -> tuple[Side, SideWatch]:
    """A side that has all of so many levels but the last."""
    symmetries, watch = Symmetries(asked.symmetries, asked.holes), SideWatch(Limits().start(), 1, None)
    side = Side("forward", with_closed_pagodas(asked), symmetries, store, field)
    while side.depth < levels - 2:
        side.advance(watch)
    return side, watch


def measure_alone(name: str, levels: int, marks: bool) -> float:
    """The same by the engine of one machine, in memory."""
    asked = centre_game(name)
    store = Store(1, Symmetries(asked.symmetries, asked.holes).positions)
    side, watch = begun(asked, levels, store, Field(asked) if marks else None)
    began, spent = perf_counter(), processor_seconds()
    side.advance(watch)
    seconds, spent = perf_counter() - began, processor_seconds() - spent
    who = f"{name}, in memory, {'marked' if marks else 'sorted and merged'}"
    return tell(who, [level.size for level in side.levels], seconds, spent)


def tell(who: str, sizes: list[int], seconds: float, spent: float) -> float:
    """The rate in processor time, which other work on the machine changes least."""
    rate = sizes[-2] / spent
    print(
        f"{who}: from {sizes[-2]:,} to {sizes[-1]:,} positions in {seconds:.1f} s, "
        f"{spent:.2f} s of processor time, {rate:,.0f} expanded in each of these",
        flush=True,
    )
    return rate


def row(name: str, share: float, per_core: float, sent: float) -> str:
    """Of the table: positions up to symmetry down to the middle, the largest level, and times."""
    holes, classes, symmetries = BOARDS[name]
    levels = [comb(holes, k) / classes / symmetries * share for k in range((holes - 1) // 2, holes)]
    total, largest = sum(levels), 8 * max(levels)
    times = [span(total / (per_core * CORES * machines)) for machines in (1, 10, 100)]
    who = f"{name}, {'bound' if share == 1 else 'guess'}"
    return f"| {who} | {total:.1e} | {size(largest)} | {size(total * sent)} | {' | '.join(times)} |"


def size(number: float) -> str:
    """Bytes in a unit of three digits or fewer."""
    units = ("GB", "TB", "PB")
    at = 0 if number < 1e12 else 1 if number < 1e15 else 2
    return f"{float(f'{number / 10 ** (9 + 3 * at):.3g}'):g} {units[at]}"


def span(seconds: float) -> str:
    """A time in the unit that fits."""
    for most, one, unit in (
        (1, 0, ""),
        (90, 1, "s"),
        (5400, 60, "min"),
        (172_800, 3600, "h"),
        (6.3e7, 86_400, "days"),
    ):
        if seconds < most:
            return f"{seconds / one:.1f} {unit}" if one else "under a second"
    return f"{seconds / 31_557_600:.1f} years"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=17)
    parser.add_argument("--parts", type=int, default=8)
    options = parser.parse_args()
    for marks in (True, False):
        measure_alone("english33", options.levels, marks)
    alone, sent = measure("english33", options.levels, options.parts, 1)
    measure("english33", options.levels, options.parts, 2)
    measure("english33", options.levels, options.parts, 2, cluster=True)
    print(f"{sent:.1f} bytes sent for each expanded position; by the rate of one process:")
    heads = ("board", "positions to the middle", "largest level", "sent in all", *TIMES)
    print(f"| {' | '.join(heads)} |")
    print(f"|---|{'---:|' * 6}")
    for name in BOARDS:
        for share in (SHARE, 1.0):
            print(row(name, share, alone, sent))


if __name__ == "__main__":
    main()
