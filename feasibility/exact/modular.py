"""Ranks of many small integer matrices at once, modulo a prime.

The rank modulo a prime is a lower bound of the rank, and the rank itself where no minor is a multiple of the
prime. Rows with three entries of 1 or -1 have minors of size k of at most 3^(k/2) (Hadamard), so up to
EXACT_SIZE the answer is exact for the matrices of jumps. Numbers stay below 2^53, where doubles are integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PRIME = 67_108_859  # below 2^26, so a product of two residues is exact in a double
EXACT_SIZE = 32  # 3^16 < PRIME
_BATCH = 1 << 17  # entries held at a time, so that they stay in the cache


def ranks(rows: NDArray[np.int64], chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each line of `chosen`, a mask of the rows, the rank modulo PRIME of these rows."""
    import numpy as np

    result = np.zeros(len(chosen), dtype=np.int64)
    counts = chosen.sum(axis=1)
    order = np.argsort(counts, kind="stable")
    padded = np.vstack([rows, np.zeros((1, rows.shape[1]), dtype=np.int64)]).astype(np.float64)
    at = 0
    while at < len(order):
        most = max(1, int(counts[order[min(len(order) - 1, at + 512)]]))
        size = max(1, _BATCH // (most * rows.shape[1]))
        part = order[at : at + size]
        height = max(1, int(counts[part].max()))
        index = np.argsort(~chosen[part], axis=1, kind="stable")[:, :height]
        index[np.arange(height)[None, :] >= counts[part][:, None]] = len(rows)
        result[part] = _eliminate(padded[index])
        at += len(part)
    return result


def _eliminate(table: NDArray[np.float64]) -> NDArray[np.int64]:
    """Gauss on a stack of matrices of small integers; their ranks modulo PRIME. Overwrites the stack."""
    import numpy as np

    count, _, width = table.shape
    found = np.zeros(count, dtype=np.int64)
    every = np.arange(count)
    for column in range(width):
        chosen = (table[:, :, column] != 0).argmax(axis=1)
        pivot = table[every, chosen, column]
        live = pivot != 0
        found += live
        line = table[every, chosen, column + 1 :]
        factor = table[:, :, column] * live[:, None]
        rest = table[:, :, column + 1 :]
        rest *= np.where(live, pivot, 1.0)[:, None, None]
        rest -= factor[:, :, None] * line[:, None, :]
        # residues of least absolute value, so that the next products stay below 2^52
        rest -= PRIME * np.rint(rest * (1.0 / PRIME))
        rest[every[live], chosen[live]] = 0.0
    return found
