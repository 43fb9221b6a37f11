"""Truth about every pair of a small board, from the rules alone and without the search engines."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from feasibility.game.geometry import Board, Jump
from feasibility.search.positions.words import Words

MOST_HOLES = 12  # 2^12 positions, 2^24 pairs


def reachable(board: Board) -> list[int]:
    """For each position the set of positions that it reaches, as the bits of an integer."""
    found = [1 << mask for mask in range(1 << board.n)]
    # A jump loses a peg, and what a position reaches follows from what its successors reach.
    for mask in sorted(range(1 << board.n), key=int.bit_count):
        for want, care in board.jump_masks:
            if mask & care == want:
                found[mask] |= found[mask ^ care]
    return found


def feasible_pairs(found: list[int]) -> Iterator[tuple[int, Words]]:
    """Every target with all other positions that reach it."""
    size = len(found)
    rows = b"".join(one.to_bytes(max(1, size // 8), "little") for one in found)
    table = np.frombuffer(rows, np.uint8).reshape(size, -1)
    for target in range(size):
        starts = np.flatnonzero(table[:, target >> 3] >> (target & 7) & 1)
        yield target, starts[starts != target].astype(np.uint64)[:, None]


def play(board: Board, found: list[int], start: int, target: int) -> tuple[Jump, ...]:
    """A play between two positions of which the second is reachable."""
    jumps: list[Jump] = []
    while start != target:
        for jump, (want, care) in zip(board.jumps, board.jump_masks, strict=True):
            if start & care == want and found[start ^ care] >> target & 1:
                jumps.append(jump)
                start ^= care
                break
    return tuple(jumps)
