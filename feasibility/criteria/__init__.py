"""Necessary conditions: one criterion a file, the cheapest first."""

from __future__ import annotations

from feasibility.criteria import (
    classes,
    cone,
    corners,
    ends,
    integer_cone,
    lattice,
    pagoda,
    rule_of_three,
    trivial,
    turning_point,
)
from feasibility.criteria.base import Criterion

ORDER = (trivial, classes, rule_of_three, lattice, corners, pagoda, cone, integer_cone, turning_point, ends)
CRITERIA: tuple[Criterion, ...] = tuple(module.CRITERION for module in ORDER)

__all__ = ["CRITERIA", "Criterion"]
