"""The engine that lists one ray of each orbit: adjacency decomposition, in processes, with checkpoints.

A checkpoint says which orbits of the list have been worked through: their bits, as hexadecimal digits. The
orbits themselves stand in the list that the caller writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import StoppedError
from feasibility.engines.positions.words import Words
from feasibility.processes.tasks import Done, TaskFailure
from feasibility.studies.polyhedra.adjacency import CHUNK, first_rays, neighbours_of_all
from feasibility.studies.polyhedra.cone import Ints
from feasibility.studies.polyhedra.row_orbits import Orbits, RowCone

_EASY = 12  # tight rows beyond the least number, up to which neighbours are found in milliseconds


@dataclass(frozen=True, eq=False)
class _Neighbours:
    """The task: rays in, their neighbours out, one of each orbit, with their names."""

    cone: RowCone
    clock: Clock

    def __call__(self, rays: Ints) -> tuple[Ints, Words] | TaskFailure:
        try:
            neighbours, tight = neighbours_of_all(self.cone, rays, self.clock)
        except StoppedError as end:
            return TaskFailure(end.stopped.reason)
        names, first = np.unique(self.cone.least(tight), axis=0, return_index=True)
        return neighbours[first], names


class _Queue:
    """The orbits to do, as tasks: few tight rows first, then the largest, so that few rays are left soon."""

    def __init__(self, orbits: Orbits, clock: Clock) -> None:
        self.orbits, self.clock = orbits, clock
        self.waiting: list[tuple[int, int, int]] = []
        self.given: dict[int, list[int]] = {}
        self._tasks = 0
        self.put(np.flatnonzero(~orbits.done).tolist())

    def put(self, numbers: list[int]) -> None:
        """These are to do."""
        excess, sizes = self.orbits.excess[numbers].tolist(), self.orbits.sizes[numbers].tolist()
        for one in zip(excess, (-size for size in sizes), numbers, strict=True):
            heappush(self.waiting, one)

    def tasks(self) -> Iterator[Ints | None]:
        """Rays of some orbits; None while others are under way that may bring more."""
        while not self.orbits.complete() and not self.clock.expired():
            if self.waiting:
                numbers = self._take()
                self.given[self._tasks] = numbers
                self._tasks += 1
                yield self.orbits.rays[numbers]
            elif self.given:
                yield None
            else:
                return

    def _take(self) -> list[int]:
        numbers: list[int] = []
        while self.waiting and len(numbers) < CHUNK:
            if numbers and self.waiting[0][0] > _EASY:
                break
            numbers.append(heappop(self.waiting)[2])
        return numbers


def run(orbits: Orbits, clock: Clock, report: Report, jobs: int = 1) -> Iterator[list[int]]:
    """Works through all orbits; the numbers of the new ones as they are met.

    StoppedError where that does not come to its end.
    """
    if not orbits.count:
        yield orbits.add(first_rays(orbits.cone.rows))
    queue = _Queue(orbits, clock)
    for number, answer in _answers(_Neighbours(orbits.cone, clock), queue, jobs):
        if isinstance(answer, TaskFailure):
            raise StoppedError(clock.over() or "size", answer.reason)
        fresh = orbits.add(*answer)
        orbits.finish(queue.given.pop(number))
        queue.put(fresh)
        report(f"{orbits.finished} of {orbits.count} orbits worked through")
        yield fresh
        if orbits.complete():
            break
    if not orbits.complete():
        raise StoppedError("time", "time ran out")


def _answers(work: _Neighbours, queue: _Queue, jobs: int) -> Iterator[Done]:
    if jobs > 1:
        from feasibility.processes.pool import in_processes

        yield from in_processes(work, queue.tasks(), jobs=jobs)
        return
    for number, rays in enumerate(queue.tasks()):
        if rays is not None:  # alone it never waits for others
            yield number, work(rays)


def checkpoint(orbits: Orbits) -> str:
    """From where a later run can go on, with the orbits in the order in which they came."""
    return np.packbits(orbits.done).tobytes().hex()


def restore(orbits: Orbits, mark: str, known: Ints) -> None:
    """The orbits that an earlier run met, and which of them are done."""
    try:
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(mark), np.uint8))
    except ValueError:
        raise InputError("not a checkpoint of this engine", seen=repr(mark[:60])) from None
    if len(orbits.add(known)) != len(known) or len(bits) != -(-len(known) // 8) * 8:
        raise InputError("the list is not the one of this checkpoint")
    orbits.finish(np.flatnonzero(bits[: len(known)]).tolist())
