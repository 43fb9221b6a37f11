"""Arrays of exact numbers as rows of 32-bit digits, the least first: the product of two fits 64 bits."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Digits: TypeAlias = "NDArray[np.uint32]"
DIGIT, BITS = 4, 32  # bytes and bits
LOW, SHIFT = np.uint64((1 << BITS) - 1), np.uint64(BITS)
PIECE = 1 << 14  # rows treated together


def digits_of(number: int) -> Digits:
    """One row."""
    width = max(1, -(-number.bit_length() // BITS))
    return np.frombuffer(number.to_bytes(DIGIT * width, "little"), "<u4").astype(np.uint32)


def number_of(row: Digits) -> int:
    """The integer of one row."""
    return int.from_bytes(row.astype("<u4", copy=False).tobytes(), "little")


def summed(terms: Digits, first: NDArray[Any]) -> Digits:
    """The sums of fewer than 2^32 rows each, from each `first` to the next one, with one digit more."""
    wide = np.zeros((len(first), terms.shape[1] + 1), np.uint64)
    wide[:, :-1] = np.add.reduceat(terms, first, axis=0, dtype=np.uint64)
    return _carried(wide)


def scaled(numbers: Digits, divisors: NDArray[np.int64], step: int, most: int) -> Digits:
    """Each number times `step` over its divisor, which divides `step`; no product is larger than `most`."""
    width = len(digits_of(most))
    products = np.empty((len(numbers), width), np.uint32)
    factors = _coprime(step)
    for low in range(0, len(numbers), PIECE):
        part = slice(low, low + PIECE)
        piece = np.zeros((len(numbers[part]), width), np.uint32)
        piece[:, : numbers.shape[1]] = numbers[part, :width]
        for factor in factors:  # by one after the other, as the whole step may have more bits than a digit
            multiplier = factor // np.gcd(factor, divisors[part])
            piece = _carried(piece * multiplier.astype(np.uint64)[:, None])
        products[part] = piece
    return products


def _carried(wide: NDArray[np.uint64]) -> Digits:
    """Digits that hold more than they may, carried from one to the next."""
    for digit in range(wide.shape[1] - 1):
        wide[:, digit + 1] += wide[:, digit] >> SHIFT
        wide[:, digit] &= LOW
    return wide.astype(np.uint32)


def _coprime(step: int) -> list[int]:
    """Coprime factors of one digit each, of a product of powers of small primes."""
    factors, prime = [1], 2
    while step > 1:
        power = gcd(step, prime ** step.bit_length())  # 1 where it is no prime: its primes were taken out
        step //= power
        if factors[-1] * power <= int(LOW):
            factors[-1] *= power
        else:
            factors.append(power)
        prime += 1
    return factors
