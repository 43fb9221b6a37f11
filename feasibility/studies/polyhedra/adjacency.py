"""The extreme rays of a cone from neighbour to neighbour, one of each orbit (adjacency decomposition).

The edges at an extreme ray r are the extreme rays of a smaller cone: only the rows that are tight at r,
modulo r. Most rays have few tight rows, so that the smaller cone is solved at once by double description;
where it is too large, it is solved in the same way as the whole, with the symmetries that fix r. Christof and
Reinelt (2001) give the method, Bremner, Dutour Sikiric and Schuermann (2009) with its recursion.

A checkpoint says which orbits of the list have been worked through: their bits, as hexadecimal digits. The
orbits themselves stand in the list that the caller writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np

from feasibility.base.arrays import Ints
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.report import Look, Report, patient, silent
from feasibility.base.stopped import StoppedError
from feasibility.engines.positions.words import Words, as_words
from feasibility.native import binding
from feasibility.processes.tasks import Done, TaskFailure
from feasibility.solvers.rounding import integral_rays, primitive_rows
from feasibility.solvers.walk import RandomPrograms, Walkers
from feasibility.studies.polyhedra.cone import RowCone, extreme_among
from feasibility.studies.polyhedra.double_description import RAYS, SAFE, extreme_rays

MOST_RAYS = 30_000  # of a double description; a cone with more is taken apart, if it has symmetries
CHUNK = 128  # rays whose neighbours are named together
_STARTS = 8  # of random walks of so many steps
_WALK = 40
_EASY = 12  # tight rows beyond the least number, up to which neighbours are found in milliseconds
_TRIES = 20  # to find a first ray; one is enough if the solver is sound


class Orbits:
    """The orbits met so far, numbered as they came, each known by the tight rows of its rays.

    By number: `rays` has a ray of each orbit, `sizes` how many rays it has, `excess` the tight rows beyond
    the least number that an extreme ray has, and `done` is True where it has been worked through.
    """

    def __init__(self, cone: RowCone) -> None:
        self.cone = cone
        self.rays: list[Ints] = []
        self.sizes: list[int] = []
        self.excess: list[int] = []
        self.done: list[bool] = []
        self.total = 0  # rays in all orbits together
        self.left = 0  # rays in the orbits that are not done
        self._names: set[bytes] = set()

    def add(self, rays: Ints, names: Words | None = None) -> list[int]:
        """Takes extreme rays in, with their names where known; the numbers of the orbits that are new."""
        names = self.cone.symmetries.canonical(as_words(self.cone.tight(rays))) if names is None else names
        first = {name: place for place, name in reversed([*enumerate(map(bytes, names))])}
        places = sorted(place for name, place in first.items() if name not in self._names)
        self._names.update(first)
        sizes, tight = self.cone.symmetries.sizes(names[places]), self.cone.tight(rays[places])
        numbers = list(range(len(self.rays), len(self.rays) + len(places)))
        self.rays += [*rays[places]]
        self.sizes += sizes.tolist()
        self.excess += (tight.sum(axis=1) - (self.cone.dimension - 1)).tolist()
        self.done += [False] * len(places)
        self.total += int(sizes.sum())
        self.left += int(sizes.sum())
        return numbers

    def table(self, numbers: Iterable[int] | None = None) -> Ints:
        """The rays of some orbits, or of all, one on a line."""
        chosen = self.rays if numbers is None else [self.rays[number] for number in numbers]
        return np.array(chosen, np.int64).reshape(-1, self.cone.dimension)

    def finish(self, numbers: Iterable[int]) -> None:
        """The neighbours of these are all known."""
        for number in numbers:
            if not self.done[number]:
                self.done[number] = True
                self.left -= self.sizes[number]

    def complete(self) -> bool:
        """Whether no orbit can be missing.

        A cut through the cone is a polytope of one dimension less, d - 1, whose graph stays connected when
        fewer than d - 1 vertices are taken away (Balinski 1961). So where fewer rays than that are left to
        do, and one is done, every ray is a neighbour of one that is done, or among those that are left.
        """
        return self.left == 0 or (self.left < self.cone.dimension - 1 and self.left < self.total)


def neighbours_of_all(cone: RowCone, rays: Ints, clock: Clock) -> tuple[Ints, Words]:
    """The neighbours of several extreme rays together, some perhaps more than once, and their tight rows."""
    left: Ints | range = range(len(rays))
    neighbouring, tight = [], []
    compiled = _compiled(cone, rays)
    if compiled is not None:
        easy, tight_of_easy, left = compiled
        neighbouring, tight = [easy], [tight_of_easy]
    for number in left:
        neighbouring.append(neighbours(cone, rays[number], clock))
        tight.append(as_words(cone.tight(neighbouring[-1])))
    return np.vstack(neighbouring), np.vstack(tight)


def _compiled(cone: RowCone, rays: Ints) -> tuple[Ints, Words, Ints] | None:
    """The same by the kernel, and the numbers of the rays that it leaves; None where there is no kernel."""
    library = binding.library()
    height, width = cone.rows.shape
    fits = 1 < width <= binding.MOST_COLUMNS and np.abs(cone.rows).sum(axis=1).max() <= binding.MOST_ROW_SUM
    if library is None or not fits or np.abs(rays).max() >= binding.MOST_ENTRY:
        return None
    rows, rays = (np.ascontiguousarray(table, np.int64) for table in (cone.rows, rays))
    places = (len(rays), binding.MOST_EDGES)
    edges = np.empty((*places, width), np.int64)
    tight = np.empty((*places, -(-height // 64)), np.uint64)
    sizes = np.zeros(len(rays), np.int64)
    if library.edges(rows, height, width, rays, len(rays), edges, tight, sizes):
        raise MemoryError
    used = np.arange(binding.MOST_EDGES) < sizes[:, None]
    return edges[used], tight[used], np.flatnonzero(sizes < 0)


def neighbours(cone: RowCone, ray: Ints, clock: Clock) -> Ints:
    """Extreme rays next to this one, at least one of each orbit under the symmetries that fix it."""
    slack = cone.rows @ ray
    if cone.dimension == 1:
        return np.zeros((0, 1), dtype=np.int64)
    pinned = int(np.abs(ray).argmax())
    smaller = cone.without(pinned, slack == 0)
    directions = np.insert(_some_of_each(smaller, clock), pinned, 0, axis=1)
    return _turned(cone.rows, ray, slack, directions)


def _some_of_each(cone: RowCone, clock: Clock) -> Ints:
    """Extreme rays of the cone, at least one of each orbit."""
    alone = len(cone.group) == 1
    try:
        return extreme_rays(cone.rows, clock, most=None if alone else MOST_RAYS)
    except StoppedError as end:
        if end.stopped.limit != RAYS:
            raise
        orbits = Orbits(cone)
        for _ in run(orbits, clock, silent):
            pass
        return orbits.table()


def _turned(rows: Ints, ray: Ints, slack: Ints, directions: Ints) -> Ints:
    """From `ray` along each direction, as far as the rows allow: the rays at the other ends of the edges."""
    across = directions @ rows.T
    if max(np.abs(directions).max(), np.abs(across).max(), np.abs(ray).max(), slack.max()) >= SAFE:
        raise StoppedError("size", "numbers beyond 2^30")
    loose = np.flatnonzero(slack)
    # the row that is reached last on the way back to `ray`; a float finds it, the slacks below prove it
    last = loose[(across[:, loose] / slack[loose]).argmin(axis=1)]
    reached = slack[last][:, None] * directions - across[np.arange(len(last)), last][:, None] * ray
    reached = primitive_rows(reached)
    if ((reached @ rows.T) < 0).any():
        raise StoppedError("size", "numbers too large to compare")
    return reached


def optima(rows: Ints, count: int, seed: int, look: Look) -> Ints:
    """The extreme rays in which so many random linear programs end, proved in integers; perhaps none."""
    programs = RandomPrograms(rows, seed)
    for _ in range(_TRIES):
        rays = extreme_among(rows, integral_rays(programs.draw(count, look)))
        if len(rays):
            break
    return rays


def first_rays(rows: Ints, look: Look = patient) -> Ints:
    """Some extreme rays with few tight rows, met on random walks and proved in integers.

    The walks begin where random linear programs end, which is often where many rows are tight.
    """
    starts = np.unique(optima(rows, _STARTS, 1, look), axis=0)
    if not len(starts):
        raise StoppedError("size", "no linear program ends in an extreme ray")
    walkers = Walkers(rows, starts, 1)
    met = [starts.astype(np.float64)]
    for _ in range(_WALK):
        look()
        walkers.step()
        met.append(walkers.rays().copy())
    rays = extreme_among(rows, np.unique(integral_rays(np.vstack(met)), axis=0))
    easiest = np.argsort((rays @ rows.T == 0).sum(axis=1), kind="stable")
    return np.asarray(rays[easiest[:_STARTS]])


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
        names, first = np.unique(self.cone.symmetries.canonical(tight), axis=0, return_index=True)
        return neighbours[first], names


class _Queue:
    """The orbits to do, as tasks: few tight rows first, then the largest, so that few rays are left soon."""

    def __init__(self, orbits: Orbits, clock: Clock) -> None:
        self.orbits, self.clock = orbits, clock
        self.waiting: list[tuple[int, int, int]] = []
        self.given: dict[int, list[int]] = {}
        self._tasks = 0
        self.put([number for number, done in enumerate(orbits.done) if not done])

    def put(self, numbers: list[int]) -> None:
        """These are to do."""
        for number in numbers:
            heappush(self.waiting, (self.orbits.excess[number], -self.orbits.sizes[number], number))

    def tasks(self) -> Iterator[Ints | None]:
        """Rays of some orbits; None while others are under way that may bring more."""
        while not self.orbits.complete() and not self.clock.expired():
            if self.waiting:
                numbers = self._take()
                self.given[self._tasks] = numbers
                self._tasks += 1
                yield self.orbits.table(numbers)
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
    if not orbits.rays:
        yield orbits.add(first_rays(orbits.cone.rows, clock.look_in_words))
    queue = _Queue(orbits, clock)
    for number, answer in _answers(_Neighbours(orbits.cone, clock), queue, jobs):
        if isinstance(answer, TaskFailure):
            raise StoppedError(clock.over() or "size", answer.reason)
        fresh = orbits.add(*answer)
        orbits.finish(queue.given.pop(number))
        queue.put(fresh)
        report(f"{sum(orbits.done)} of {len(orbits.done)} orbits worked through")
        yield fresh
        if orbits.complete():
            break
    if not orbits.complete():
        raise StoppedError(clock.over() or "time", clock.ended())


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
    return np.packbits(np.array(orbits.done, np.bool_)).tobytes().hex()


def restore(orbits: Orbits, mark: str, known: Ints) -> None:
    """The orbits that an earlier run met, and which of them are done."""
    try:
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(mark), np.uint8))
    except ValueError:
        raise InputError("not a checkpoint of this engine", seen=repr(mark[:60])) from None
    if len(orbits.add(known)) != len(known) or len(bits) != -(-len(known) // 8) * 8:
        raise InputError("the list is not the one of this checkpoint")
    orbits.finish(np.flatnonzero(bits[: len(known)]).tolist())
