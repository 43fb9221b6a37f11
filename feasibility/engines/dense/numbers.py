"""Arrays of exact numbers: rows of 64-bit limbs, the least first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

PIECE = 1 << 18  # rows treated together


def limbs_after(numbers: NDArray[Any], terms: int) -> int:
    """Limbs that hold any sum of `terms` of the numbers."""
    bound = 0
    for limb in reversed(range(numbers.shape[1])):
        top = int(numbers[:, limb].max(initial=0))
        if top:
            bound = (top + 1 << 64 * limb) - 1 if limb else top
            break
    return max(1, -(-(bound * max(1, terms)).bit_length() // 64))


def widened(numbers: NDArray[Any], limbs: int) -> NDArray[Any]:
    """The numbers in rows of at least so many limbs."""
    have = numbers.shape[1]
    if have >= limbs:
        return numbers
    wider = np.zeros((len(numbers), limbs), np.uint64)
    wider[:, :have] = numbers
    return wider


def add_rows(numbers: NDArray[Any], rank: NDArray[Any], terms: NDArray[Any]) -> None:
    """Add terms to the rows `rank`, which are all different, with carry from limb to limb."""
    carry = np.zeros(len(rank), np.uint64)
    for limb in range(numbers.shape[1]):
        partial = numbers[rank, limb] + terms[:, limb]
        total = partial + carry
        carry = (partial < terms[:, limb]).astype(np.uint64) | (total < partial).astype(np.uint64)
        numbers[rank, limb] = total


def total_of(numbers: NDArray[Any]) -> int:
    """The sum of all rows; 32-bit halves of fewer than 2^32 rows cannot overflow."""
    total = 0
    for limb in range(numbers.shape[1]):
        column = numbers[:, limb]
        low = int((column & np.uint64(0xFFFFFFFF)).sum(dtype=np.uint64))
        total += (low + (int((column >> np.uint64(32)).sum(dtype=np.uint64)) << 32)) << 64 * limb
    return total


def product_of(ahead: NDArray[Any], back: NDArray[Any]) -> int:
    return sum(
        int((a * b).sum(dtype=np.uint64)) << 20 * (i + j)
        for low in range(0, len(ahead), PIECE)
        for i, a in _digits(ahead[low : low + PIECE])
        for j, b in _digits(back[low : low + PIECE])
    )


def _digits(numbers: NDArray[Any]) -> list[tuple[int, NDArray[Any]]]:
    """Base 2^20 digits that are not zero everywhere: a sum of 2^24 products fits 64 bits."""
    digits = []
    for index in range(-(-numbers.shape[1] * 64 // 20)):
        limb, shift = divmod(20 * index, 64)
        digit = numbers[:, limb] >> np.uint64(shift)
        if shift > 44 and limb + 1 < numbers.shape[1]:
            digit = digit | numbers[:, limb + 1] << np.uint64(64 - shift)
        digit = digit & np.uint64((1 << 20) - 1)
        if digit.any():
            digits.append((index, digit))
    return digits
