"""The one shape of a criterion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feasibility.base.limits import Clock
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding

MOST_SECONDS = 60.0  # for one criterion on one pair, whatever the limits allow


@dataclass(frozen=True)
class Criterion:
    """A necessary condition for feasibility, and what `pegfeas explain` says of it.

    `example` is a pair (start, target) as a user may write it, which this criterion refutes. `plain` refutes
    the same pairs in less time, by proofs that are harder to read.
    """

    name: str
    title: str
    check: Callable[[Pair, Clock], Finding]
    theorem: str
    because: str
    source: str
    example: tuple[str, str]
    costly: bool = False
    programs: bool = False  # linear or integer ones are asked
    plain: Callable[[Pair, Clock], Finding] | None = None
