"""Ranks of many small integer matrices at once, modulo a prime.

The rank modulo a prime is a lower bound of the rank, and the rank itself where no minor is a multiple of the
prime. Rows with three entries of 1 or -1 have minors of size k of at most 3^(k/2) (Hadamard), so for the
matrices of jumps ranks up to EXACT_SIZE are exact. Numbers stay below 2^53, where floats are integers. The
compiled kernel does the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.native import binding

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PRIME = 67_108_859  # below 2^26, so a product of two residues is exact in a double
EXACT_SIZE = 32  # 3^16 < PRIME
_BATCH = 1 << 17  # entries held at a time, so that they stay in the cache


def ranks(rows: NDArray[np.int64], chosen: NDArray[np.bool_], enough: int | None = None) -> NDArray[np.int64]:
    """For each line of `chosen`, a mask of the rows, their rank modulo a prime, counted up to `enough`."""
    import numpy as np

    if chosen.shape[1] != len(rows):
        raise ValueError("a mask of other rows")  # the kernel would read past its end
    most = rows.shape[1] if enough is None else enough
    library = binding.library()
    if (
        library is not None
        and rows.shape[1] <= binding.MOST_WIDTH
        and int(np.abs(rows).max(initial=0)) < PRIME // 2
    ):
        return _compiled(library, rows, chosen, most)
    return np.minimum(by_numpy(rows, chosen), most)


def _compiled(
    library: binding.Kernels, rows: NDArray[np.int64], chosen: NDArray[np.bool_], enough: int
) -> NDArray[np.int64]:
    import numpy as np

    width = -(-rows.shape[1] // 8) * 8
    padded = np.zeros((len(rows), width))
    padded[:, : rows.shape[1]] = rows
    marks = np.ascontiguousarray(chosen, np.uint8)
    result = np.zeros(len(chosen), np.int64)
    if library.ranks(padded, len(rows), width, marks, len(chosen), PRIME, enough, result):
        raise RuntimeError("the compiled kernel has no room for rows this wide")
    return result


def by_numpy(rows: NDArray[np.int64], chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The whole ranks, without the kernel."""
    import numpy as np

    result = np.zeros(len(chosen), dtype=np.int64)
    counts = chosen.sum(axis=1)
    order = np.argsort(counts, kind="stable")
    table = np.vstack([rows, np.zeros((1, rows.shape[1]))])
    at = 0
    while at < len(order):
        most = max(1, int(counts[order[min(len(order) - 1, at + 512)]]))
        size = max(1, _BATCH // (most * rows.shape[1]))
        part = order[at : at + size]
        height = max(1, int(counts[part].max()))
        index = np.argsort(~chosen[part], axis=1, kind="stable")[:, :height]
        index[np.arange(height)[None, :] >= counts[part][:, None]] = len(rows)
        result[part] = _eliminate(table[index])
        at += len(part)
    return result


def _eliminate(table: NDArray[np.float64]) -> NDArray[np.int64]:
    """Gauss on a stack of matrices of small integers; their ranks modulo the prime. Overwrites the stack."""
    import numpy as np

    count, _, width = table.shape
    ranks_so_far = np.zeros(count, dtype=np.int64)
    every = np.arange(count)
    for column in range(width):
        chosen = (table[:, :, column] != 0).argmax(axis=1)
        pivot = table[every, chosen, column]
        live = pivot != 0
        ranks_so_far += live
        line = table[every, chosen, column + 1 :]
        factor = table[:, :, column] * live[:, None]
        rest = table[:, :, column + 1 :]
        rest *= np.where(live, pivot, 1.0)[:, None, None]
        rest -= factor[:, :, None] * line[:, None, :]
        # residues of least absolute value, so that the next products stay below half the square of the prime
        rest -= PRIME * np.rint(rest / PRIME)
        rest[every[live], chosen[live]] = 0.0
    return ranks_so_far
