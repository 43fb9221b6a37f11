"""Congruences that prove a BoxSystem to have no integer point, fixed columns included.

The lattice criterion for systems: with the columns fixed by their bounds moved to the right,
either rhs is an integer combination of the other columns or some weights tell them apart
modulo d. Branch and bound is hopeless where only a congruence is violated, so ask here first.
"""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.exact.normal_form import Generator, dual_generators, separate


def _free_part(system: BoxSystem) -> tuple[list[int], list[int]]:
    """Columns that can still vary, and the right-hand side after the fixed ones."""
    rest = list(system.rhs)
    free = []
    for j, (low, high) in enumerate(zip(system.lower, system.upper, strict=True)):
        if low != high:
            free.append(j)
        elif low:
            for row, entry in system.matrix.columns[j]:
                rest[row] -= entry * low
    return free, rest


def certifies_modulo(system: BoxSystem, weights: Sequence[int], modulus: int) -> bool:
    """Whether all columns that can vary weigh 0 modulo `modulus` and the rest of rhs does not."""
    if len(weights) != system.matrix.rows or modulus < 2:
        return False
    free, rest = _free_part(system)
    products = system.matrix.weigh(weights)
    total = sum(w * b for w, b in zip(weights, rest, strict=True))
    return total % modulus != 0 and all(products[j] % modulus == 0 for j in free)


def find_congruence(system: BoxSystem) -> Generator | None:
    """Weights and a modulus that certify, or None if no congruence refutes integer points."""
    free, rest = _free_part(system)
    columns = tuple(system.matrix.columns[j] for j in free)
    return separate(dual_generators(IntMatrix(system.matrix.rows, columns)), rest)
