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
from feasibility.base.stopped import StoppedError
from feasibility.engines.positions.words import Words
from feasibility.processes.tasks import Done, Failure
from feasibility.studies.polyhedra.adjacency import CHUNK, first_rays, neighbours_of_all
from feasibility.studies.polyhedra.cone import Ints
from feasibility.studies.polyhedra.engines import Batch, Request
from feasibility.studies.polyhedra.row_orbits import Orbits, RowCone

_EASY = 12  # tight rows beyond the least number, up to which neighbours are found in milliseconds


@dataclass(frozen=True, eq=False)
class _Neighbours:
    """The task: rays in, their neighbours out, one of each orbit, with their names."""

    cone: RowCone
    clock: Clock

    def __call__(self, rays: Ints) -> tuple[Ints, Words] | Failure:
        try:
            neighbours, tight = neighbours_of_all(self.cone, rays, self.clock)
        except StoppedError as end:
            return Failure(end.stopped.reason)
        names, first = np.unique(self.cone.least(tight), axis=0, return_index=True)
        return neighbours[first], names


class _Queue:
    """The orbits that are still to do as tasks: those with the fewest tight rows first, then the largest, so
    that few rays are left soon.
    """

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


def run(request: Request) -> Iterator[Batch]:
    """One ray of each orbit, as they are met; the last batch has the total of all rays."""
    group = request.symmetries
    cone = RowCone(request.rows, np.arange(len(request.rows))[None, :] if group is None else group)
    orbits = Orbits(cone)
    if request.resume is None:
        yield _batch(orbits, orbits.add(first_rays(cone.rows)))
    else:
        _restore(orbits, request)
    queue = _Queue(orbits, request.clock)
    for number, answer in _answers(_Neighbours(cone, request.clock), queue, request.jobs):
        if isinstance(answer, Failure):
            raise StoppedError(request.clock.over() or "size", answer.reason)
        fresh = orbits.add(*answer)
        orbits.finish(queue.given.pop(number))
        queue.put(fresh)
        request.report(f"{orbits.finished} of {orbits.count} orbits worked through")
        yield _batch(orbits, fresh)
        if orbits.complete():
            break
    if not orbits.complete():
        raise StoppedError("time", "time ran out")
    yield Batch(np.zeros((0, cone.dimension), dtype=np.int64), total=orbits.total)


def _answers(work: _Neighbours, queue: _Queue, jobs: int) -> Iterator[Done]:
    if jobs > 1:
        from feasibility.processes.pool import in_processes

        yield from in_processes(work, queue.tasks(), jobs=jobs)
        return
    for number, rays in enumerate(queue.tasks()):
        if rays is not None:  # alone it never waits for others
            yield number, work(rays)


def _batch(orbits: Orbits, fresh: list[int]) -> Batch:
    return Batch(orbits.rays[fresh], lambda: np.packbits(orbits.done).tobytes().hex())


def _restore(orbits: Orbits, request: Request) -> None:
    """The orbits of the list, and which are done."""
    mark = request.resume or ""
    known = np.zeros((0, orbits.cone.dimension), np.int64) if request.listed is None else request.listed
    try:
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(mark), np.uint8))
    except ValueError:
        raise InputError("not a checkpoint of this engine", seen=repr(mark[:60])) from None
    if len(orbits.add(known)) != len(known) or len(bits) != -(-len(known) // 8) * 8:
        raise InputError("the list is not the one of this checkpoint")
    orbits.finish(np.flatnonzero(bits[: len(known)]).tolist())
