"""The extreme rays of a cone from neighbour to neighbour, one of each orbit (adjacency decomposition).

The edges at an extreme ray r are the extreme rays of a smaller cone: only the rows that are tight at r,
modulo r. Most rays have few tight rows, so that the smaller cone is solved at once by double description;
where it is too large, it is solved in the same way as the whole, with the symmetries that fix r. Christof and
Reinelt (2001) give the method, Bremner, Dutour Sikiric and Schuermann (2009) with its recursion.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.polyhedra.double_description import SAFE, TooLarge, TooMany, extreme_rays, primitive_rows
from feasibility.polyhedra.row_orbits import Orbits, RowCone

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

MOST_RAYS = 6_000  # of a double description; a cone with more is taken apart, if it has symmetries
CHUNK = 32  # rays whose neighbours are named together
_STARTS = 8  # of random walks of so many steps
_STEPS = 40
_TRIES = 20


def neighbours_of_all(cone: RowCone, rays: Iterable[Ints], clock: Clock) -> Ints:
    """The neighbours of several extreme rays together; some may come more than once."""
    import numpy as np

    return np.vstack([neighbours(cone, ray, clock) for ray in rays])


def neighbours(cone: RowCone, ray: Ints, clock: Clock) -> Ints:
    """Extreme rays next to this one, at least one of each orbit under the symmetries that fix it."""
    import numpy as np

    slack = cone.rows @ ray
    if cone.dimension == 1:
        return np.zeros((0, 1), dtype=np.int64)
    pinned = int(np.abs(ray).argmax())
    smaller = cone.without(pinned, slack == 0)
    directions = np.insert(_some_of_each(smaller, clock), pinned, 0, axis=1)
    return _turned(cone.rows, ray, slack, directions)


def _some_of_each(cone: RowCone, clock: Clock) -> Ints:
    """Extreme rays of the cone, at least one of each orbit."""
    import numpy as np

    alone = len(cone.group) == 1
    try:
        return extreme_rays(cone.rows, clock, most=None if alone else MOST_RAYS)
    except TooMany:
        orbits = Orbits(cone)
        orbits.add(first_rays(cone.rows))
        while not orbits.complete():
            left = [n for n, done in enumerate(orbits.done) if not done]
            left = sorted(left, key=orbits.excess.__getitem__)[:CHUNK]
            orbits.add(neighbours_of_all(cone, [orbits.rays[n] for n in left], clock))
            orbits.finish(left)
        return np.array(orbits.rays)


def _turned(rows: Ints, ray: Ints, slack: Ints, directions: Ints) -> Ints:
    """From `ray` along each direction, as far as the rows allow: the rays at the other ends of the edges."""
    import numpy as np

    across = directions @ rows.T
    if max(np.abs(directions).max(), np.abs(across).max(), np.abs(ray).max(), slack.max()) >= SAFE:
        raise TooLarge("numbers beyond 2^30")
    loose = np.flatnonzero(slack)
    # the row that is reached last on the way back to `ray`; a float finds it, the slacks below prove it
    last = loose[(across[:, loose] / slack[loose]).argmin(axis=1)]
    reached = slack[last][:, None] * directions - across[np.arange(len(last)), last][:, None] * ray
    reached = primitive_rows(reached)
    if ((reached @ rows.T) < 0).any():
        raise TooLarge("numbers too large to compare")
    return reached


def first_rays(rows: Ints) -> Ints:
    """Some extreme rays with few tight rows, met on random walks and proved in integers.

    The walks begin where random linear programs end, which is often where many rows are tight.
    """
    import numpy as np

    from feasibility.polyhedra.sample import RandomPrograms
    from feasibility.solvers.walk import Walkers

    programs = RandomPrograms(rows, seed=1)
    for _ in range(_TRIES):
        starts = _extreme(rows, programs.draw(_STARTS))
        if len(starts):
            break
    else:
        raise TooLarge("no linear program ends in an extreme ray")
    walkers = Walkers(rows, starts, 1)
    met = [starts.astype(np.float64)]
    for _ in range(_STEPS):
        walkers.step()
        met.append(walkers.rays().copy())
    rays = _extreme(rows, np.vstack(met))
    easiest = np.argsort((rays @ rows.T == 0).sum(axis=1), kind="stable")
    return np.asarray(rays[easiest[:_STARTS]])


def _extreme(rows: Ints, proposed: NDArray[np.float64]) -> Ints:
    """The extreme rays among the vectors, each once."""
    import numpy as np

    from feasibility.exact.modular import ranks
    from feasibility.solvers.rounding import integral_rays

    rays = np.unique(integral_rays(proposed), axis=0)
    slacks = rays @ rows.T
    valid = (slacks >= 0).all(axis=1)
    rays, slacks = rays[valid], slacks[valid]
    return np.asarray(rays[ranks(rows, slacks == 0) == rows.shape[1] - 1])
