"""The extreme rays of a cone from neighbour to neighbour, one of each orbit (adjacency decomposition).

The edges at an extreme ray r are the extreme rays of a smaller cone: only the rows that are tight at r,
modulo r. Most rays have few tight rows, so that the smaller cone is solved at once by double description;
where it is too large, it is solved in the same way as the whole, with the symmetries that fix r. Christof and
Reinelt (2001) give the method, Bremner, Dutour Sikiric and Schuermann (2009) with its recursion.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feasibility.base.limits import Clock
from feasibility.base.stopped import StoppedError
from feasibility.engines.positions.words import Words
from feasibility.exact.box import IntMatrix
from feasibility.native import binding
from feasibility.solvers.rounding import integral_rays
from feasibility.solvers.walk import Walkers
from feasibility.studies.polyhedra.cone import Ints, extreme_among, primitive_rows
from feasibility.studies.polyhedra.double_description import RAYS, SAFE, extreme_rays
from feasibility.studies.polyhedra.row_orbits import Orbits, RowCone, as_words

MOST_RAYS = 30_000  # of a double description; a cone with more is taken apart, if it has symmetries
CHUNK = 128  # rays whose neighbours are named together
_STARTS = 8  # of random walks of so many steps
_WALK = 40
_TRIES = 20  # to find a first ray; one is enough if the solver is sound


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
        orbits.add(first_rays(cone.rows))
        while not orbits.complete():
            left = np.flatnonzero(~orbits.done)
            left = left[np.argsort(orbits.excess[left], kind="stable")[:CHUNK]]
            rays, tight = neighbours_of_all(cone, orbits.rays[left], clock)
            orbits.add(rays, cone.least(tight))
            orbits.finish(left)
        return orbits.rays


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


class RandomPrograms:
    """max c.w over the w with rows.w >= 0 whose slacks add up to at most 1, for random c; by its dual."""

    def __init__(self, rows: Ints, seed: int) -> None:
        from feasibility.solvers.highs import HotModel

        columns = [[(i, -int(v)) for i, v in enumerate(row) if v] for row in rows]
        columns.append([(i, int(v)) for i, v in enumerate(rows.sum(axis=0)) if v])
        matrix = IntMatrix.from_columns(rows.shape[1], columns)
        self.model = HotModel(matrix)
        costs = np.zeros(matrix.width)
        costs[-1] = 1.0
        self.model.set_costs(costs)
        self.random = np.random.default_rng(seed)
        self.size: int = rows.shape[1]

    def draw(self, count: int) -> NDArray[np.float64]:
        """The optima of so many programs."""
        duals = np.zeros((count, self.size))
        for i in range(count):
            self.model.set_rhs(self.random.standard_normal((self.size,)))
            self.model.solve()
            duals[i] = self.model.duals()[0]
        return duals


def optima(rows: Ints, count: int, seed: int) -> Ints:
    """The extreme rays in which so many random linear programs end, proved in integers; perhaps none."""
    programs = RandomPrograms(rows, seed)
    for _ in range(_TRIES):
        rays = extreme_among(rows, integral_rays(programs.draw(count)))
        if len(rays):
            break
    return rays


def first_rays(rows: Ints) -> Ints:
    """Some extreme rays with few tight rows, met on random walks and proved in integers.

    The walks begin where random linear programs end, which is often where many rows are tight.
    """
    starts = np.unique(optima(rows, _STARTS, 1), axis=0)
    if not len(starts):
        raise StoppedError("size", "no linear program ends in an extreme ray")
    walkers = Walkers(rows, starts, 1)
    met = [starts.astype(np.float64)]
    for _ in range(_WALK):
        walkers.step()
        met.append(walkers.rays().copy())
    rays = extreme_among(rows, np.unique(integral_rays(np.vstack(met)), axis=0))
    easiest = np.argsort((rays @ rows.T == 0).sum(axis=1), kind="stable")
    return np.asarray(rays[easiest[:_STARTS]])
