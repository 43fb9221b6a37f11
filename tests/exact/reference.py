"""Slow references and small random systems for the tests of exact and solvers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

from hypothesis import strategies as st

from feasibility.exact.box import BoxSystem, IntMatrix, certifies
from feasibility.exact.normal_form import Generator, dual_generators, smith
from feasibility.exact.tree import Node, fold, leaves


def as_rows(matrix: IntMatrix) -> list[list[int]]:
    """The matrix as a list of rows."""
    table = [[0] * matrix.width for _ in range(matrix.rows)]
    for j, column in enumerate(matrix.columns):
        for row, value in column:
            table[row][j] = value
    return table


def cross(size: int, arm: int) -> list[tuple[int, int]]:
    """A plus of arms `arm` wide in a square frame; 7 and 3 give the English board, 9 and 3 Wiegleb's."""
    low = (size - arm) // 2
    middle = range(low, low + arm)
    return [(r, c) for r in range(size) for c in range(size) if r in middle or c in middle]


def jump_matrix(holes: list[tuple[int, int]]) -> IntMatrix:
    """One column per orthogonal jump: -1, -1, +1."""
    index = {hole: i for i, hole in enumerate(sorted(holes))}
    columns = []
    for (r, c), i in sorted(index.items()):
        for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            over, landing = index.get((r + dr, c + dc)), index.get((r + 2 * dr, c + 2 * dc))
            if over is not None and landing is not None:
                columns.append([(i, -1), (over, -1), (landing, 1)])
    return IntMatrix.from_columns(len(index), columns)


def integer_points(system: BoxSystem, ceiling: int = 6) -> list[tuple[int, ...]]:
    """All integer solutions, by enumeration; infinite bounds are cut at `ceiling` above the lower one."""
    ranges = [
        range(lo, (lo + ceiling if up is None else up) + 1) for lo, up in zip(system.lower, system.upper)
    ]
    table = as_rows(system.matrix)
    return [
        x
        for x in product(*ranges)
        if all(sum(a * v for a, v in zip(row, x)) == b for row, b in zip(table, system.rhs))
    ]


@st.composite
def matrices(draw: st.DrawFn, rows: int = 4, width: int = 5, size: int = 4) -> IntMatrix:
    count = draw(st.integers(1, rows))
    entry = st.integers(-size, size)
    line = st.lists(entry, min_size=count, max_size=count)
    columns = draw(st.lists(line, min_size=1, max_size=width))
    return IntMatrix.from_columns(count, [list(enumerate(c)) for c in columns])


@st.composite
def bounded_systems(draw: st.DrawFn) -> BoxSystem:
    """Tiny systems whose boxes are finite, so that enumeration is complete."""
    matrix = draw(matrices(rows=3, width=4, size=3))
    rhs = draw(st.lists(st.integers(-5, 5), min_size=matrix.rows, max_size=matrix.rows))
    lower = draw(st.lists(st.integers(-2, 1), min_size=matrix.width, max_size=matrix.width))
    spans = draw(st.lists(st.integers(0, 3), min_size=matrix.width, max_size=matrix.width))
    return BoxSystem(matrix, tuple(rhs), tuple(lower), tuple(lo + s for lo, s in zip(lower, spans)))


@st.composite
def open_systems(draw: st.DrawFn) -> BoxSystem:
    """Like bounded_systems, some upper bounds infinite."""
    system = draw(bounded_systems())
    free = draw(st.lists(st.booleans(), min_size=system.matrix.width, max_size=system.matrix.width))
    upper = tuple(None if f else u for f, u in zip(free, system.upper))
    return BoxSystem(system.matrix, system.rhs, system.lower, upper)


def hermite(rows: list[list[int]]) -> tuple[list[list[int]], list[int]]:
    """The row Hermite form and the columns of its pivots: positive ones, below entries of 0 to pivot - 1."""
    rows, pivots = [list(row) for row in rows], list[int]()
    for j in range(len(rows[0]) if rows else 0):
        top = len(pivots)
        while live := [i for i in range(top, len(rows)) if rows[i][j]]:
            best = min(live, key=lambda i: abs(rows[i][j]))
            rows[top], rows[best] = rows[best], rows[top]
            for i in range(top + 1, len(rows)):
                rows[i] = minus(rows[i], rows[i][j] // rows[top][j], rows[top])
            if len(live) == 1:
                break
        if not live:
            continue
        if rows[top][j] < 0:
            rows[top] = [-v for v in rows[top]]
        for i in range(top):
            rows[i] = minus(rows[i], rows[i][j] // rows[top][j], rows[top])
        pivots.append(j)
    return rows, pivots


def minus(row: list[int], factor: int, other: list[int]) -> list[int]:
    return [v - factor * w for v, w in zip(row, other, strict=True)]


def random_pair(rng: random.Random, size: int) -> tuple[int, ...]:
    """Target minus start for a random dense start and a random sparse target."""
    start = [rng.random() < 0.7 for _ in range(size)]
    target = [rng.random() < 0.2 for _ in range(size)]
    return tuple(int(t) - int(s) for s, t in zip(start, target))


def size(root: Node) -> int:
    """Nodes of the tree, leaves included."""
    return fold(root, lambda leaf: 1, lambda node, low, high: 1 + low + high)


def tree_certifies(system: BoxSystem, root: Node) -> bool:
    """Whether the tree proves, by integers alone, that no integer point solves the system.

    Any column may be split; the proof is about points that are integral on the split ones.
    """
    return all(certifies(box, leaf.weights) for box, leaf in leaves(system, root))


def separate(matrix: IntMatrix, vector: Sequence[int]) -> Generator | None:
    """Weights and a modulus >= 2 that tell the vector from all integer combinations of the columns."""
    for weights, modulus in dual_generators(smith(matrix)):
        value = sum(w * x for w, x in zip(weights, vector, strict=True))
        if modulus and value % modulus:
            return weights, modulus
        if not modulus and value:
            return weights, next(d for d in range(2, abs(value) + 2) if value % d)
    return None
