"""From a float ray to small integer weights that certify, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, isfinite, lcm

from feasibility.exact.box import BoxSystem, certifies

_NOISE = 1e-9
_MULTIPLES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 7, 9, 15, 20, 24, 30, 60, 120, 420, 840, 2520)
_FINE = (10**3, 10**4, 10**5, 10**6, 10**8, 10**10, 10**12)
_DENOMINATORS = (12, 100, 1000, 10**5, 10**7)


def primitive(weights: Sequence[int]) -> tuple[int, ...]:
    """The weights divided by their greatest common divisor."""
    divisor = gcd(*weights)
    return tuple(weights) if divisor < 2 else tuple(w // divisor for w in weights)


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


def beautify(system: BoxSystem, weights: Sequence[int], *, effort: int = 12) -> tuple[int, ...]:
    """Smaller weights that still certify: coarser roundings first, then single steps towards 0."""
    best = primitive(weights)
    largest = max((abs(w) for w in best), default=0)
    for scale in range(1, min(effort, largest - 1) + 1):
        coarse = primitive(_rounded([w * scale / largest for w in best]))
        if any(coarse) and certifies(system, coarse):
            best = coarse
            break
    return _towards_zero(system, best)


def _towards_zero(system: BoxSystem, weights: tuple[int, ...]) -> tuple[int, ...]:
    """Lowers single weights, the largest first, while the vector still certifies."""
    best = list(weights)
    if not certifies(system, best):
        return weights
    for i in sorted(range(len(best)), key=lambda k: -abs(best[k])):
        for smaller in (0, best[i] - 1 if best[i] > 0 else best[i] + 1):
            old = best[i]
            if old == 0:
                break
            best[i] = smaller
            if certifies(system, best):
                break
            best[i] = old
    return primitive(best)
