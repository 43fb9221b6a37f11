"""The Hermite normal form over the integers, with the transform that makes it.

Sparse rows of Python ints; the pivot is the smallest entry, of the sparsest row (Rosser 1952), so that
numbers stay small on matrices of 0, 1, -1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from feasibility.exact.farkas import primitive
from feasibility.exact.normal_form import SparseRow, add_row

Matrix = tuple[tuple[int, ...], ...]


_Held = tuple[SparseRow, SparseRow]  # a row, and of which rows it is made


def hermite(rows: Sequence[Sequence[int]]) -> tuple[Matrix, Matrix]:
    """The form H, and a unimodular T with T.rows = H.

    Pivots are above 0, and what stands over them is from 0 to below them.
    """
    width = len(rows[0]) if rows else 0
    held = [({j: v for j, v in enumerate(row) if v}, {i: 1}) for i, row in enumerate(rows)]
    done = 0
    for column in range(width):
        while below := [i for i in range(done, len(held)) if column in held[i][0]]:
            best = min(below, key=lambda i: (abs(held[i][0][column]), sum(map(len, held[i]))))
            held[done], held[best] = held[best], held[done]
            _subtract(held, column, done, range(done + 1, len(held)))
            if len(below) == 1:
                break
        if below:
            if held[done][0][column] < 0:
                row, made = ({j: -v for j, v in part.items()} for part in held[done])
                held[done] = row, made
            _subtract(held, column, done, range(done))
            done += 1
    return _dense((row for row, _ in held), width), _dense((made for _, made in held), len(rows))


def reduced(rows: Sequence[Sequence[int]]) -> Matrix:
    """A primitive basis of the rational span: first entries are above 0, and alone in their columns."""
    basis = [primitive(row) for row in hermite(rows)[0] if any(row)]
    for i, row in enumerate(basis):
        column, pivot = next((j, v) for j, v in enumerate(row) if v)
        for k, above in enumerate(basis[:i]):
            cleared = (pivot * a - above[column] * b for a, b in zip(above, row, strict=True))
            basis[k] = primitive([*cleared])
    return tuple(basis)


def _subtract(held: list[_Held], column: int, pivot: int, others: Iterable[int]) -> None:
    """Leaves of each entry of the column what its division by the pivot leaves."""
    size = held[pivot][0][column]
    for i in others:
        if factor := held[i][0].get(column, 0) // size:
            for own, theirs in zip(held[i], held[pivot], strict=True):
                add_row(own, -factor, theirs)


def _dense(rows: Iterable[SparseRow], width: int) -> Matrix:
    return tuple(tuple(row.get(j, 0) for j in range(width)) for row in rows)
