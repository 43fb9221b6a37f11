"""The engine that is always there: double description (Motzkin, Raiffa, Thompson, Thrall 1953) in int64.

Inequalities come one by one; each cuts off the rays on its wrong side and adds one on every edge between the
sides. Two rays share an edge iff the inequalities that are tight at both have rank d - 2, which is asked
modulo a prime too large to lie (exact/modular.py). The whole list is held in memory and comes at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.exact.modular import EXACT_SIZE, ranks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Masks = NDArray[np.bool_]

MOST_DIMENSIONS = EXACT_SIZE
_PAIRS = 1 << 16  # pairs of rays compared at a time, so that they stay in the cache
_CANDIDATES = 1 << 14  # pairs whose rank is computed at a time
_SAFE = 1 << 30  # entries and slacks below this multiply without overflow

Report = Callable[[int, int, int], None]  # inequalities done, of how many, rays now


class TooLarge(Exception):
    """The engine gives up, for this reason; nothing follows about the cone."""


def extreme_rays(rows: Ints, clock: Clock, report: Report = lambda done, total, rays: None) -> Ints:
    """The extreme rays of {w : rows.w >= 0}, pointed and full-dimensional, primitive, in no order."""
    import numpy as np

    if rows.shape[1] > MOST_DIMENSIONS:
        raise TooLarge(f"{rows.shape[1]} dimensions; this engine goes to {MOST_DIMENSIONS}")
    first, rays = _simplicial(rows)
    left = [i for i in range(len(rows)) if i not in first]
    done = list(first)
    slacks = rays @ rows.T
    while left:
        if clock.expired():
            raise TooLarge("time is over")
        chosen = min(left, key=lambda i: int((slacks[:, i] < 0).sum()) * int((slacks[:, i] > 0).sum()))
        left.remove(chosen)
        rays, slacks = _cut(rows, rays, slacks, done, chosen, clock)
        done.append(chosen)
        report(len(done), len(rows), len(rays))
    return np.asarray(rays)


def _simplicial(rows: Ints) -> tuple[list[int], Ints]:
    """Independent rows, one per dimension, and the rays of the cone that they alone make."""
    import numpy as np
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix

    size = rows.shape[1]
    chosen: list[int] = []
    for i in range(len(rows)):
        trial = [*chosen, i]
        if int(ranks(rows[trial], np.ones((1, len(trial)), dtype=np.bool_))[0]) == len(trial):
            chosen = trial
        if len(chosen) == size:
            break
    table = [[int(v) for v in row] for row in rows[chosen]]
    adjugate, determinant = DomainMatrix(table, (size, size), ZZ).adj_det()
    inverse = np.array(adjugate.to_list(), dtype=object).T * (1 if determinant > 0 else -1)
    return chosen, _primitive(inverse.astype(np.int64))


def _primitive(rays: Ints) -> Ints:
    import numpy as np

    return np.asarray(rays // np.gcd.reduce(rays, axis=1)[:, None])


def _cut(
    rows: Ints, rays: Ints, slacks: Ints, done: list[int], chosen: int, clock: Clock
) -> tuple[Ints, Ints]:
    """The rays after one more inequality, and their slacks in all of them."""
    import numpy as np

    side = slacks[:, chosen]
    above, below = np.flatnonzero(side > 0), np.flatnonzero(side < 0)
    keep = side >= 0
    if len(below) == 0:
        return rays, slacks
    high, low = _edges(rows[done], slacks[:, done] == 0, above, below, clock)
    factor_high, factor_low = -side[low], side[high]
    if len(high) and max(np.abs(rays).max(), np.abs(slacks).max()) >= _SAFE:
        raise TooLarge("numbers beyond 2^30")
    fresh = factor_high[:, None] * rays[high] + factor_low[:, None] * rays[low]
    fresh = _primitive(fresh) if len(fresh) else fresh
    return np.vstack([rays[keep], fresh]), np.vstack([slacks[keep], fresh @ rows.T])


def _edges(
    rows: Ints, tight: Masks, above: NDArray[np.intp], below: NDArray[np.intp], clock: Clock
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pairs (above, below) that share an edge of the cone of these rows."""
    import numpy as np

    need = rows.shape[1] - 2
    packed = _pack(tight)
    highs, lows = [], []
    step = max(1, _PAIRS // len(below))
    for at in range(0, len(above), step):
        if clock.expired():
            raise TooLarge("time is over")
        block = above[at : at + step]
        shared = np.zeros((len(block), len(below)), dtype=np.uint8)
        for word in range(packed.shape[1]):
            shared += np.bitwise_count(packed[block, word][:, None] & packed[below, word][None, :])
        one, other = np.nonzero(shared >= need)
        highs.append(block[one])
        lows.append(below[other])
    high, low = np.concatenate(highs), np.concatenate(lows)
    adjacent = np.zeros(len(high), dtype=np.bool_)
    for at in range(0, len(high), _CANDIDATES):
        part = slice(at, at + _CANDIDATES)
        adjacent[part] = ranks(rows, tight[high[part]] & tight[low[part]], need) == need
    return high[adjacent], low[adjacent]


def _pack(tight: Masks) -> NDArray[np.uint64]:
    """The masks as words of 64 bits."""
    import numpy as np

    words = -(-tight.shape[1] // 64)
    padded = np.zeros((len(tight), words * 8), dtype=np.uint8)
    bytes_ = np.packbits(tight, axis=1)
    padded[:, : bytes_.shape[1]] = bytes_
    return padded.view(np.uint64)
