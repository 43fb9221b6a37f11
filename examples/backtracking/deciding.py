"""A linear system over integers, decided with something to show for either answer."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.exact.box import BoxSystem, IntMatrix, certifies, satisfies
from feasibility.exact.farkas import beautify
from feasibility.exact.tree import leaves
from feasibility.solvers.branch import CertifyingTree, IntegerPoint, branch_and_bound
from feasibility.solvers.prove import Empty, prove_empty

Row = tuple[dict[int, int], int]  # coefficients by column, right-hand side


def system(width: int, rows: Sequence[Row], most: int | None) -> BoxSystem:
    """The equations `rows` in unknowns from 0 to `most`."""
    columns: list[list[tuple[int, int]]] = [[] for _ in range(width)]
    for number, (entries, _) in enumerate(rows):
        for column, value in entries.items():
            columns[column].append((number, value))
    rhs = tuple(right for _, right in rows)
    return BoxSystem(IntMatrix.from_columns(len(rows), columns), rhs, (0,) * width, (most,) * width)


def refute(asked: BoxSystem) -> tuple[int, ...] | None:
    """Weights on the equations that no point satisfies, checked in integers; None if there are none."""
    result = prove_empty(asked)
    if not isinstance(result, Empty):
        return None
    simpler = beautify(asked, result.weights)
    return next((weights for weights in (simpler, result.weights) if certifies(asked, weights)), None)


def whole(asked: BoxSystem) -> tuple[int, ...] | int:
    """A whole solution, or the number of cases of a tree that proves there is none."""
    result = branch_and_bound(asked)
    if isinstance(result, IntegerPoint) and satisfies(asked, result.point):
        return tuple(int(x) for x in result.point)
    if isinstance(result, CertifyingTree):
        cases = list(leaves(asked, result.root))
        if all(certifies(box, leaf.weights) for box, leaf in cases):
            return len(cases)
    raise RuntimeError("neither answer was confirmed in integers")
