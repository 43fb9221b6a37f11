"""From floats to numbers that are worth a check in integers: what counts as near, as noise and as equal.

Nothing here proves anything: the rest of the program checks every proposal exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isfinite, lcm
from typing import TYPE_CHECKING

import numpy as np

from feasibility.exact.box import BoxSystem, certifies
from feasibility.exact.farkas import primitive

if TYPE_CHECKING:
    from feasibility.base.arrays import Floats, Ints

_NOISE = 1e-9  # beside 1, what may as well be 0
_NEAR = 1e-6  # how far a float may be from the fraction that is then tried
_SAME = 1e-7  # how far two optima may be apart that are taken for one
_SCALED = 1e-5  # how far an entry of a scaled ray may be from a whole number, for each unit of the scale
_LARGEST = 1 << 20  # entry of a ray
_MULTIPLES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 7, 9, 15, 20, 24, 30, 60, 120, 420, 840, 2520)
_RAY_MULTIPLES = (
    *range(1, 31), 32, 35, 36, 40, 42, 45, 48, 50, 54, 56, 60, 63, 64, 70, 72, 80, 84, 90, 96, 120,
)  # fmt: skip
_FINE = (10**3, 10**4, 10**5, 10**6, 10**8, 10**10, 10**12)
_DENOMINATORS = (12, 100, 1000, 10**5, 10**7)


def support(values: Sequence[float]) -> frozenset[int]:
    """The places of the values above 0."""
    return frozenset(i for i, value in enumerate(values) if value > _NOISE)


def same(value: float, other: float) -> bool:
    """Whether two optima may be taken for one."""
    return abs(value - other) < _SAME


def fractions(values: Sequence[float]) -> Iterator[list[Fraction]]:
    """Fractions near the values: with common denominators, then with separate ones."""
    floats, zero = np.asarray(values, dtype=float), Fraction(0)
    for d in (1, 2, 3, 4, 5, 6, 7, 8, 12):
        scaled = d * floats
        whole = np.rint(scaled)
        if np.abs(scaled - whole).max(initial=0.0) < _NEAR:
            yield [Fraction(int(x), d) if x else zero for x in whole.tolist()]
    yield [Fraction(x).limit_denominator(1000) for x in values]


def _rounded(scaled: Sequence[float]) -> tuple[int, ...]:
    return tuple(int(x + 0.5) if x >= 0 else -int(0.5 - x) for x in scaled)


def integer_candidates(ray: Sequence[float]) -> Iterator[tuple[int, ...]]:
    """Integer vectors near multiples of the ray, simplest first, each once, never 0."""
    largest = max((abs(x) for x in ray), default=0.0)
    if not largest or not all(map(isfinite, ray)):
        return
    clean = [x / largest if abs(x) > _NOISE * largest else 0.0 for x in ray]
    smallest = min(abs(x) for x in clean if x)
    seen = set()
    for unit in (smallest, 1.0):
        for multiple in _MULTIPLES:
            weights = primitive(_rounded([x * (multiple / unit) for x in clean]))
            if weights not in seen and any(weights):
                seen.add(weights)
                yield weights
    for bound in _DENOMINATORS:
        fractions = [Fraction(x).limit_denominator(bound) for x in clean]
        common = lcm(*(f.denominator for f in fractions))
        weights = primitive([int(f * common) for f in fractions])
        if weights not in seen and any(weights):
            seen.add(weights)
            yield weights


def certify_ray(system: BoxSystem, ray: Sequence[float]) -> tuple[int, ...] | None:
    """The first integer neighbour of the ray, of either sign, that certifies emptiness."""
    for weights in integer_candidates(ray):
        if certifies(system, weights):
            return weights
        if certifies(system, opposite := tuple(-w for w in weights)):
            return opposite
    return next((w for w in _pushed_inside(system, ray) if certifies(system, w)), None)


def _pushed_inside(system: BoxSystem, ray: Sequence[float]) -> Iterator[tuple[int, ...]]:
    """Fine roundings of the ray, each moved by equal weights until no unbounded column is violated.

    Where equal weights lose on every such column (each jump removes a peg), what rounding spoils they mend,
    at a price that vanishes as the rounding gets finer.
    """
    matrix = system.matrix
    changes = matrix.weigh([1] * matrix.rows)
    losses = [-x for x, high in zip(changes, system.upper, strict=True) if high is None]
    largest = max((abs(x) for x in ray), default=0.0)
    if not losses or min(losses) <= 0 or not 0.0 < largest < float("inf"):
        return
    push = matrix.largest_column_sum // (2 * min(losses)) + 1
    for scale in _FINE:
        for sign in (1, -1):
            yield primitive([w + push for w in _rounded([sign * x * (scale / largest) for x in ray])])


def scaled_inverse(square: Ints) -> tuple[Ints, int] | None:
    """The inverse in integers, and what it is divided by, above 0; None beyond what floats hold."""
    size = round(abs(float(np.linalg.det(square))))
    if not size:
        return None
    inverse = np.rint(np.linalg.inv(square) * size).astype(np.int64)
    right = (square @ inverse == size * np.eye(len(square), dtype=np.int64)).all()
    return (inverse, size) if right else None


def primitive_rows(rays: Ints) -> Ints:
    """Each line divided by the greatest common divisor of its entries."""
    return np.asarray(rays // np.maximum(np.gcd.reduce(rays, axis=1), 1)[:, None])


def integral_rays(rays: Floats) -> Ints:
    """The rays, each scaled, that are integral to within noise; the others are left out."""
    size = np.abs(rays).max(axis=1)
    rays = rays[(size > 0) & np.isfinite(size)]
    rays = rays / np.abs(rays).max(axis=1)[:, None]
    rays[np.abs(rays) < _NOISE] = 0.0
    smallest = np.where(rays == 0, np.inf, np.abs(rays)).min(axis=1)
    rays = rays / smallest[:, None]
    whole_ones = []
    for multiple in _RAY_MULTIPLES:
        scaled = rays * multiple
        whole = np.rint(scaled)
        good = np.abs(scaled - whole).max(axis=1) < _SCALED * multiple
        good &= np.abs(whole).max(axis=1) < _LARGEST
        whole_ones.append(whole[good].astype(np.int64))
        rays = rays[~good]
        if not len(rays):
            break
    return np.vstack(whole_ones)
