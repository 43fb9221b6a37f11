"""What may be believed of a solver's answer: numbers that are numbers, points that are points.

Nothing here makes an answer a proof: integers decide. It keeps nonsense out (NaN, infinities, values that no
integer could be near), so that a broken solver costs time and not more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from feasibility.exact.box import IntMatrix

if TYPE_CHECKING:
    from feasibility.base.arrays import Floats

LARGEST = 1e12  # the values of a point or a ray; beyond it floats and integers soon part
_HIGH = 1e-6  # by how much an optimum may be too high
_OFF = 1e-5  # how far a point may miss its bounds and equations, for the size of its values


def believable(values: object, size: int) -> Floats | None:
    """The values as so many finite floats of a sensible size, or None."""
    try:
        floats = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return None
    if floats.shape != (size,):
        return None
    # a comparison with not-a-number is false, so it is refused as well
    return floats if float(np.abs(floats).max(initial=0.0)) <= LARGEST else None


def sensible(value: object) -> float | None:
    """One value as a finite float of a sensible size, or None."""
    return value if isinstance(value, float) and abs(value) <= LARGEST else None


def residuals(matrix: IntMatrix) -> Callable[[Floats, Floats], float]:
    """A function of x and b: the largest absolute entry of M x - b."""
    index, value = matrix.padded
    rows = index.ravel()

    def largest(x: Floats, b: Floats) -> float:
        sums = np.bincount(rows, (value * x).ravel(), minlength=matrix.rows) if matrix.rows else b
        return float(np.abs(sums - b).max(initial=0.0))

    return largest


def is_near(x: Floats, lower: Floats, upper: Floats, off: float) -> bool:
    """Whether x lies in its box and nearly solves its equations, for its size."""
    margin = _OFF * (1.0 + float(np.abs(x).max(initial=0.0)))
    return off <= margin and float(np.maximum(lower - x, x - upper).max(initial=0.0)) <= margin


def at_least(optimum: float) -> int:
    """The least integer that is not below a minimum, which the solver may have found a little too high."""
    return ceil(optimum - _HIGH)


def whole(values: Sequence[float | None], lower: Sequence[int]) -> tuple[int, ...] | None:
    """The nearest integers, with the lower bound for a missing value; None if a value is not a number."""
    given = [float(low) if v is None else v for v, low in zip(values, lower, strict=True)]
    floats = believable(given, len(given))
    return None if floats is None else tuple(int(x) for x in np.rint(floats))


@lru_cache(maxsize=64)
def distrust(solver: str, why: str) -> None:
    """Says once on standard error that a solver is not to be trusted; nothing depends on it."""
    import logging

    logging.getLogger("feasibility").warning(
        "pegfeas: %s is not to be trusted: %s; exact arithmetic decides", solver, why
    )
