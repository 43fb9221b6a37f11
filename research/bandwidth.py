"""How far dense closures are from what the memory allows.

`python -m research.bandwidth` measures three boards, or those named. In turns with every closure a plain
copy of 256 MiB is timed, so that both see the same machine. Shares are of processor times: on a busy
machine a wall clock measures the neighbours.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

from feasibility.base.limits import Limits
from feasibility.engines.dense import closure as dense
from feasibility.engines.dense.closure import DenseSet, closure
from feasibility.game.position import Position
from feasibility.game.symmetry import stabiliser
from feasibility.native import binding
from feasibility.text import catalogue
from feasibility.text.references import read_pair

BOARDS = ("english33", "problem:defi/jury", "french37")
COPIED = 1 << 28  # bytes
REPEATS = 5


def copy_rate() -> float:
    """Bytes read and written per second by a copy far larger than the caches; the best of three."""
    import numpy as np

    here, there = np.ones(COPIED >> 3, np.uint64), np.zeros(COPIED >> 3, np.uint64)
    rates = []
    for _ in range(3):
        began = process_time()
        np.copyto(there, here)
        rates.append(2 * COPIED / (process_time() - began))
    return max(rates)


def start_of(name: str) -> Position:
    """A vacancy in the hole that most symmetries keep."""
    board = read_pair(name).start.board if ":" in name else catalogue.board(name)
    hole = max(range(board.n), key=lambda h: (len(stabiliser(Position.of(board, [h]))), -h))
    return Position(board, board.full & ~(1 << hole))


Facts = tuple[int, int, int, int]  # passes, bytes, bits and symmetries of a closure


def measured(start: Position, threads: int) -> tuple[Facts, float, float, float]:
    """A closure, its seconds of processor and of the wall, and what a copy reaches before and after it.

    The set itself is let go, so that repeats of a large one do not fill the memory.
    """
    before, wall, own = copy_rate(), perf_counter(), process_time()
    reached = closure(start.board.n, start.board.jumps, start.mask, threads=threads, clock=Limits().start())
    own, wall = process_time() - own, perf_counter() - wall
    assert isinstance(reached, DenseSet), reached
    facts = reached.passes, reached.words.nbytes, reached.residue.bits, len(reached.symmetries)
    del reached
    return facts, own, wall, (before + copy_rate()) / 2


def row(name: str, symmetric: bool, threads: int) -> str:
    """One line of the table: medians, and the spread of the processor times."""
    start = start_of(name)
    runs = [measured(start, threads) for _ in range(REPEATS if start.board.n < 36 else 3)]
    (passes, size, bits, group), times = runs[0][0], sorted(run[1] for run in runs)
    own, wall, rate = map(median, zip(*(run[1:] for run in runs), strict=True))
    once, all_passes = 2 * size / own, 2 * size * passes / own
    cells: list[Any] = [name, f"2^{bits}", group if symmetric else 1, threads]
    cells += [passes, f"{own:.3f}", f"{times[0]:.3f} to {times[-1]:.3f}", f"{wall:.3f}"]
    cells += [f"{rate / 1e9:.1f}", f"{once / rate:.1%}", f"{all_passes / rate:.0%}"]
    return f"| {' | '.join(map(str, cells))} |"


HEAD = (
    "board", "bits", "symmetries", "threads", "passes", "processor s", "spread", "wall s",
    "GB/s of a copy", "share, once over the array", "share, all passes",
)  # fmt: skip


def main(names: list[str]) -> None:
    """Print the table."""
    kernels = binding.library()
    print("NOT COMPILED: numpy" if kernels is None else f"{kernels.level}, {kernels.compiler}")
    print(f"| {' | '.join(HEAD)} |\n|---{'|--:' * (len(HEAD) - 1)}|")
    for name in names or BOARDS:
        for threads in (1, 2):
            print(row(name, True, threads), flush=True)
        with patch.object(dense, "symmetries", lambda n, jumps: ()):
            print(row(name, False, 1), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
