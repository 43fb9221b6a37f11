"""The programs that enumerate extreme rays, with one interface: inequality rows in, batches of rays out.

lrs (D. Avis; GPL, called as a program) needs next to no memory, streams, and restarts where it was killed.
Normaliz (GPL, an optional extra, run in a process of its own) is fast and holds everything in memory, and so
does the builtin double description. The engine "symmetry" lists one ray of each orbit, from neighbour to
neighbour. Whatever they say is proved in integers by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.report import Report, silent
from feasibility.game.geometry import Board
from feasibility.studies.polyhedra.cone import Ints

MOST_SYMMETRIES = 2000  # so many images of every ray


@dataclass(frozen=True, eq=False)
class Batch:
    """Some rays; `checkpoint` tells how the engine can go on after all that came until now, if it is asked
    before the next batch.

    `total` is what the engine says it found, with its last batch; without one it did not come to its end.
    The rays of an engine `by_orbit` stand for their orbits, and `total` counts all rays in them.
    """

    rays: Ints
    checkpoint: Callable[[], str] | None = None
    total: int | None = None


@dataclass(frozen=True)
class Request:
    """What an engine is asked: the cone {w : rows.w >= 0}, pointed and full-dimensional.

    What follows is for an engine that works by symmetry: permutations of the rows, one per line (None: only
    the identity), the rays that the run to be resumed has listed, and a number of processes.
    """

    rows: Ints
    clock: Clock
    resume: str | None = None
    report: Report = silent
    symmetries: Ints | None = None
    listed: Ints | None = None
    jobs: int = 1


def fitting(board: Board) -> None:
    """InputError where a board has too many symmetries to name orbits by their least members."""
    order = len(board.symmetries)
    if order > MOST_SYMMETRIES:
        raise InputError(
            "too many symmetries for the engine symmetry", seen=f"{order:,}", expected="--engine builtin"
        )


@dataclass(frozen=True)
class Engine:
    """`locate` says how the engine is reached, or None where it is missing; `hint` how to get it. `run`
    raises StoppedError where it does not come to its end.

    `by_orbit`: it lists one ray of each orbit under the symmetries, and works in processes.
    """

    name: str
    locate: Callable[[], str | None]
    run: Callable[[Request], Iterator[Batch]]
    hint: str
    by_orbit: bool = False
