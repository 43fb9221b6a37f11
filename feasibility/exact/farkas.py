"""Small integer weights that certify, from larger ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from feasibility.exact.box import BoxSystem, certifies

_COARSE = 12  # the largest weight of roundings that are tried


def primitive(weights: Sequence[int]) -> tuple[int, ...]:
    """The weights divided by their greatest common divisor."""
    divisor = gcd(*weights)
    return tuple(weights) if divisor < 2 else tuple(w // divisor for w in weights)


def _nearest(numerator: int, denominator: int) -> int:
    """The whole number next to a fraction; of two, the one farther from 0."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


def beautify(system: BoxSystem, weights: Sequence[int]) -> tuple[int, ...]:
    """Smaller weights that still certify: coarser roundings first, then single steps towards 0."""
    best = primitive(weights)
    largest = max((abs(w) for w in best), default=0)
    for scale in range(1, min(_COARSE, largest - 1) + 1):
        coarse = primitive([_nearest(w * scale, largest) for w in best])
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
