"""Linear algebra over GF(2) on vectors packed into int bit masks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from feasibility.base.report import Look
from feasibility.base.values import Value


class Echelon(Value):
    """A reduced basis: `rows[i]` holds the bit `pivots[i]`, and no other row holds it."""

    rows: tuple[int, ...]
    pivots: tuple[int, ...]

    def reduce(self, vector: int) -> int:
        """The member of vector + span without pivot bits; 0 iff the vector is in the span."""
        for row, pivot in zip(self.rows, self.pivots, strict=True):
            if vector >> pivot & 1:
                vector ^= row
        return vector


def echelon(vectors: Iterable[int], preference: Sequence[int] = (), look: Look = lambda: None) -> Echelon:
    """The reduced basis of the span; bits named early in `preference` become pivots first."""
    rest = [vector for vector in vectors if vector]
    rows: list[int] = []
    pivots: list[int] = []
    named = iter(preference)
    while rest:
        look()
        bit = next(named, rest[0].bit_length() - 1)
        here = 1 << bit
        row = next((vector for vector in rest if vector & here), None)
        if row is None:
            continue
        rest = [v for vector in rest if (v := vector ^ row if vector & here else vector)]
        rows = [*[v ^ row if v & here else v for v in rows], row]
        pivots.append(bit)
    return Echelon(tuple(rows), tuple(pivots))


def left_kernel(columns: Iterable[int], size: int, look: Look = lambda: None) -> Echelon:
    """Reduced basis of all masks w over `size` bits that meet every column in an even number of bits."""
    span = echelon(columns, (), look)
    dependent = dict(zip(span.pivots, span.rows, strict=True))
    basis = []
    for bit in range(size):
        look()
        if bit in dependent:
            continue
        mask = 1 << bit
        for pivot, row in dependent.items():
            mask |= (row >> bit & 1) << pivot
        basis.append(mask)
    return echelon(basis, (), look)
