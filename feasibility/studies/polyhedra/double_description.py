"""The engine that is always there: double description (Motzkin, Raiffa, Thompson, Thrall 1953) in int64.

Inequalities come one by one; each cuts off the rays on its wrong side and adds one on every edge between the
sides. Two rays share an edge iff the inequalities that are tight at both have rank d - 2, which is asked
modulo a prime too large to lie (exact/modular.py). The whole list is held in memory and comes at the end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feasibility.base.arrays import Ints
from feasibility.base.limits import Clock
from feasibility.base.report import Report, silent
from feasibility.base.stopped import StoppedError
from feasibility.engines.positions.words import as_words
from feasibility.exact.modular import EXACT_SIZE, ranks
from feasibility.solvers.rounding import primitive_rows, scaled_inverse
from feasibility.solvers.walk import independent
from feasibility.studies.polyhedra.cone import RowMasks

_PAIRS = 1 << 16  # pairs of rays compared at a time, so that they stay in the cache
_CANDIDATES = 1 << 14  # pairs whose rank is computed at a time
RAYS = "rays"  # the limit that `most` sets
SAFE = 1 << 30  # entries and slacks below this multiply without overflow


def extreme_rays(rows: Ints, clock: Clock, report: Report = silent, most: int | None = None) -> Ints:
    """The extreme rays of {w : rows.w >= 0}, pointed and full-dimensional, primitive, in no order.

    StoppedError where a limit comes first: `time`, the `size` of numbers, or `most` rays on the way.
    """
    if rows.shape[1] > EXACT_SIZE:
        raise StoppedError("size", f"{rows.shape[1]} dimensions; this engine goes to {EXACT_SIZE}")
    first = independent(rows)
    found = scaled_inverse(rows[first])  # the rays of the cone that they alone make
    if found is None:
        raise StoppedError("size", "minors beyond what floats hold")
    rays = primitive_rows(found[0].T)
    left = [i for i in range(len(rows)) if i not in first]
    done = list(first)
    slacks = rays @ rows.T
    while left:
        clock.look_in_words()
        if most is not None and len(rays) > most:
            raise StoppedError(RAYS, f"more than {most} rays")
        side = slacks[:, left]
        chosen = left.pop(int(((side < 0).sum(axis=0) * (side > 0).sum(axis=0)).argmin()))
        rays, slacks = _cut(rows, rays, slacks, done, chosen, clock)
        done.append(chosen)
        report(f"inequality {len(done)} of {len(rows)}, {len(rays)} rays")
    return np.asarray(rays)


def _cut(
    rows: Ints, rays: Ints, slacks: Ints, done: list[int], chosen: int, clock: Clock
) -> tuple[Ints, Ints]:
    """The rays after one more inequality, and their slacks in all of them."""
    side = slacks[:, chosen]
    above, below = np.flatnonzero(side > 0), np.flatnonzero(side < 0)
    keep = side >= 0
    if len(below) == 0:
        return rays, slacks
    high, low = _edges(rows[done], slacks[:, done] == 0, above, below, clock)
    if len(high) and max(np.abs(rays).max(), np.abs(slacks).max()) >= SAFE:
        raise StoppedError("size", "numbers beyond 2^30")
    fresh = primitive_rows(side[high][:, None] * rays[low] - side[low][:, None] * rays[high])
    return np.vstack([rays[keep], fresh]), np.vstack([slacks[keep], fresh @ rows.T])


def _edges(
    rows: Ints, tight: RowMasks, above: NDArray[np.intp], below: NDArray[np.intp], clock: Clock
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pairs (above, below) that share an edge of the cone of these rows."""
    need = rows.shape[1] - 2
    packed = as_words(tight)
    highs, lows = [], []
    step = max(1, _PAIRS // len(below))
    for at in range(0, len(above), step):
        clock.look_in_words()
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
