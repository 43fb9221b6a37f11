"""The Smith normal form over the integers, with its left transform.

Pure Python ints. Elimination takes the smallest entry as pivot (Rosser 1952), which keeps
the numbers tiny on the sparse 0, 1, -1 matrices met here.
"""

from __future__ import annotations

from math import gcd

from feasibility.base.report import Look
from feasibility.base.values import Value
from feasibility.exact.box import IntMatrix

SparseRow = dict[int, int]
Generator = tuple[tuple[int, ...], int]


class Smith(Value):
    """`left` . matrix . V is diagonal for some unimodular V; `diagonal` lists its non-zero entries."""

    left: tuple[tuple[int, ...], ...]
    diagonal: tuple[int, ...]

    @property
    def free_rank(self) -> int:
        """Rows beyond the rank: the free part of Z^rows modulo the columns."""
        return len(self.left) - len(self.diagonal)

    @property
    def invariants(self) -> tuple[int, ...]:
        """The entries above 1: the orders of the cyclic parts of Z^rows modulo the columns."""
        return tuple(d for d in self.diagonal if d > 1)


def add_row(row: SparseRow, factor: int, other: SparseRow) -> None:
    """row += factor * other."""
    for j, value in other.items():
        total = row.get(j, 0) + factor * value
        if total:
            row[j] = total
        else:
            del row[j]


def smith(matrix: IntMatrix, look: Look = lambda: None) -> Smith:
    """The Smith form with its left transform; the column transform is not kept."""
    rows: list[SparseRow] = [{} for _ in range(matrix.rows)]
    for j, column in enumerate(matrix.columns):
        for i, value in column:
            rows[i][j] = value
    left: list[SparseRow] = [{i: 1} for i in range(matrix.rows)]
    done = _unit_pivots(rows, left, look)
    diagonal = [1] * done
    while (place := _smallest(rows, done)) is not None:
        look()
        _diagonalise(rows, left, done, place)
        diagonal.append(abs(rows[done][next(iter(rows[done]))]))
        done += 1
    _divisibility(left, diagonal, look)
    dense = (tuple(row.get(i, 0) for i in range(matrix.rows)) for row in left)
    return Smith(tuple(dense), tuple(diagonal))


def _unit_pivots(rows: list[SparseRow], left: list[SparseRow], look: Look) -> int:
    """Moves rows with an entry of 1 or -1 to the top and clears their columns; how many.

    The rest of a cleared row goes by column operations, which change nothing else.
    """
    done = 0
    while True:
        look()
        best: tuple[int, int, int] | None = None
        for i in range(done, len(rows)):
            size = len(rows[i]) + len(left[i])
            if best is None or size < best[0]:
                j = next((j for j, value in rows[i].items() if value in (1, -1)), None)
                if j is not None:
                    best = (size, i, j)
        if best is None:
            return done
        _, i, j = best
        _clear_column(rows, left, done, i, j)
        rows[done] = {j: rows[done][j]}
        done += 1


def _clear_column(rows: list[SparseRow], left: list[SparseRow], top: int, i: int, j: int) -> None:
    """Row i changes places with the top one, and is taken from those below as often as its entry j goes."""
    rows[top], rows[i] = rows[i], rows[top]
    left[top], left[i] = left[i], left[top]
    pivot = rows[top][j]
    for below in range(top + 1, len(rows)):
        if factor := rows[below].get(j, 0) // pivot:
            add_row(rows[below], -factor, rows[top])
            add_row(left[below], -factor, left[top])


def _smallest(rows: list[SparseRow], done: int) -> tuple[int, int] | None:
    """The place of the entry of least absolute value from row `done` on."""
    entries = [(abs(v), i, j) for i in range(done, len(rows)) for j, v in rows[i].items()]
    return min(entries)[1:] if entries else None


def _diagonalise(rows: list[SparseRow], left: list[SparseRow], done: int, place: tuple[int, int]) -> None:
    """Row and column Euclid until row `done` and its pivot's column hold the pivot alone."""
    while True:
        i, j = place
        _clear_column(rows, left, done, i, j)
        pivot = rows[done][j]
        for k, value in list(rows[done].items()):
            if k != j and (factor := value // pivot):
                for row in rows[done:]:
                    if j in row:
                        add_row(row, -factor, {k: row[j]})
        again = [(abs(row[j]), i, j) for i, row in enumerate(rows) if i > done and j in row]
        again += [(abs(v), done, k) for k, v in rows[done].items() if k != j]
        if not again:
            return
        place = min(again)[1:]


def _divisibility(left: list[SparseRow], diagonal: list[int], look: Look) -> None:
    """Makes each diagonal entry divide the next.

    For a = diag[i], b = diag[k], g = x a + y b: the rows of the left transform become
    (x' row_i + y' row_k, ...) as in the 2x2 identity below, of determinant 1.
    """
    for i in range(len(diagonal)):
        look()
        for k in range(i + 1, len(diagonal)):
            a, b = diagonal[i], diagonal[k]
            if b % a == 0:
                continue
            g = gcd(a, b)
            y = pow(b // g, -1, a // g) if a != g else 0
            # [1 1; -yb/g 1-yb/g] . diag(a, b) . [x -b/g; y a/g] = diag(g, ab/g) with x a + y b = g
            upper, lower = dict(left[i]), left[k]
            add_row(upper, 1, lower)
            factor = -(y * b // g)
            lowered = dict(left[k])
            add_row(lowered, factor, upper)
            left[i], left[k] = upper, lowered
            diagonal[i], diagonal[k] = g, a // g * b


def dual_generators(form: Smith, look: Look = lambda: None) -> tuple[Generator, ...]:
    """Generators (weights, modulus) of the dual of Z^rows modulo the columns of the matrix with this form.

    Every column weighs 0 modulo the modulus, exactly 0 where the modulus is 0. A vector is
    an integer combination of the columns iff it weighs 0 under every generator.
    """
    finite = zip(form.left, form.diagonal, strict=False)
    residues = [(tuple(_symmetric(w, d) for w in weights), d) for weights, d in finite if d > 1]
    exact = _shortened(list(form.left[len(form.diagonal) :]), look)
    return (*residues, *((weights, 0) for weights in exact))


def _symmetric(value: int, modulus: int) -> int:
    """The residue of least absolute value, the positive one of two."""
    value %= modulus
    return value - modulus if 2 * value > modulus else value


def _shortened(basis: list[tuple[int, ...]], look: Look) -> list[tuple[int, ...]]:
    """Pairwise size reduction (Gauss-Lagrange on every pair) of a lattice basis.

    A vector that shares no place with another cannot make it shorter, as most on boards of many islands.
    """
    improved, places = True, [_places(vector) for vector in basis]
    while improved:
        improved = False
        for i in range(len(basis)):
            look()
            for k in range(len(basis)):
                if i == k or not places[i] & places[k]:
                    continue
                shorter = _minus_multiple(basis[i], basis[k])
                if sum(x * x for x in shorter) < sum(x * x for x in basis[i]):
                    basis[i], places[i] = shorter, _places(shorter)
                    improved = True
    return basis


def _places(vector: tuple[int, ...]) -> int:
    return sum(1 << i for i, value in enumerate(vector) if value)


def _minus_multiple(u: tuple[int, ...], v: tuple[int, ...]) -> tuple[int, ...]:
    """The shortest u - f v."""
    length = sum(x * x for x in v)
    factor = (2 * sum(x * y for x, y in zip(u, v, strict=True)) + length) // (2 * length)
    return tuple(x - factor * y for x, y in zip(u, v, strict=True))
