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

CRITERIA: tuple[Criterion, ...] = (
    trivial.CRITERION,
    classes.CRITERION,
    rule_of_three.CRITERION,
    lattice.CRITERION,
    corners.CRITERION,
    pagoda.CRITERION,
    cone.CRITERION,
    integer_cone.CRITERION,
    turning_point.CRITERION,
    ends.CRITERION,
)

__all__ = ["CRITERIA", "Criterion"]
