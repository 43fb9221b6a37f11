"""Conway's army (1961): how far can pegs below a line send one of them beyond it, and with how few?

A hole weighs s^d, s = (sqrt 5 - 1) / 2, d its distance from the goal in steps of the geometry. As s^2 =
1 - s, no jump raises the total, and all values are a + b s with integers a and b. The half-plane bounds what
any army can do, the k heaviest holes what k pegs can do.
"""

from __future__ import annotations

from functools import cache

from feasibility.game.geometry import Geometry, Hole
from feasibility.proofs.certificate import Certificate, HalfPlane
from feasibility.proofs.kinds.army import Army

GoldenNumber = tuple[int, int]
HIGHEST = 60
_BENDS = {Geometry.ORTHOGONAL: 0, Geometry.TRIANGULAR: 1, Geometry.DIAGONAL: 2}


def distance(geometry: Geometry, hole: Hole) -> int:
    """Steps from the goal (0, 0)."""
    row, column = hole
    if geometry is Geometry.DIAGONAL:
        return max(abs(row), abs(column))
    if geometry is Geometry.TRIANGULAR:
        return max(abs(row), abs(column), abs(row - column))
    return abs(row) + abs(column)


@cache
def power(exponent: int) -> GoldenNumber:
    """s^exponent: s (a + b s) = b + (a - b) s, and 1 / s = 1 + s."""
    if exponent == 0:
        return (1, 0)
    if exponent > 0:
        a, b = power(exponent - 1)
        return (b, a - b)
    a, b = power(exponent + 1)
    return (a + b, a)


def plus(x: GoldenNumber, y: GoldenNumber, times: int = 1) -> GoldenNumber:
    """x + times y."""
    return (x[0] + times * y[0], x[1] + times * y[1])


def positive(x: GoldenNumber) -> bool:
    """Whether a + b s > 0, by comparing squares: 2a - b > -b sqrt 5."""
    left, right = 2 * x[0] - x[1], -x[1]
    if right <= 0:
        return left > 0 or (right < 0 and left * left < 5 * right * right)
    return left > 0 and left * left > 5 * right * right


def half_plane(geometry: Geometry, level: int) -> GoldenNumber:
    """The weight of all holes at least `level` rows from the goal.

    Row k has e k + 1 holes at distance k and then two at each greater distance; 1 / (1 - s) = s^-2.
    """
    bend = _BENDS[geometry]
    first = power(level - 2)
    total = (first[0] * (bend * level + 1), first[1] * (bend * level + 1))
    return plus(total, power(level - 3), bend + 2)


def out_of_reach(geometry: Geometry, level: int) -> Certificate | None:
    """The proof that no finite army reaches the level, where the half-plane weighs at most 1."""
    total = half_plane(geometry, level)
    if positive(plus(total, (1, 0), -1)):
        return None
    return Certificate(HalfPlane(str(geometry)), Army(level, total))


def least_pegs(geometry: Geometry, level: int) -> int | None:
    """How many of the heaviest holes weigh 1 or more: no smaller army will do. None: no finite one will."""
    if out_of_reach(geometry, level) is not None:
        return None
    total, pegs, away = (0, 0), 0, level
    while True:
        for _ in range(_BENDS[geometry] * away + 1 + 2 * (away - level)):
            total, pegs = plus(total, power(away)), pegs + 1
            if not positive(plus((1, 0), total, -1)):
                return pegs
        away += 1
