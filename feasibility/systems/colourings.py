"""Colourings of a board: sets of holes that every jump meets in an even number of holes, and Conway's phi."""

from __future__ import annotations

from functools import lru_cache

from feasibility.base.cached import Memo
from feasibility.base.limits import Clock, look_of
from feasibility.exact.gf2 import echelon, left_kernel
from feasibility.game.geometry import Board
from feasibility.game.position import bits

KLEIN = "eabc"  # a = 1, b = 2, c = 3: the group's addition is exclusive or
_MOST_COMBINED = 10
_KERNELS = Memo[tuple[int, ...]]()


def kernel(board: Board, clock: Clock | None = None) -> tuple[int, ...]:
    """A basis of the sets of holes that every jump meets in an even number of holes.

    StoppedError where the clock is over before it is known.
    """
    triples = (1 << s | 1 << o | 1 << t for s, o, t in board.jumps)
    return _KERNELS.get(board, lambda: left_kernel([*triples], board.n, look_of(clock)).rows)


@lru_cache(maxsize=256)
def silent_on(board: Board, free: int) -> tuple[int, ...]:
    """Members of the kernel that avoid the free holes, the ones a person would colour first."""
    basis = echelon(kernel(board), bits(free))
    silent = tuple(row for row in basis.rows if not row & free)
    if len(silent) > _MOST_COMBINED:
        return silent
    members = [0]
    for row in silent:
        members += [m ^ row for m in members]
    drawn = {m: k for k, m in enumerate(_diagonal_pairs(board))}
    return tuple(sorted(members[1:], key=lambda m: (drawn.get(m, len(drawn)), m.bit_count(), m)))


def _diagonal_pairs(board: Board) -> list[int]:
    """Two of the three colours of a diagonal colouring, for both diagonals."""
    return [
        sum(1 << i for i, (r, c) in enumerate(board.holes) if (r + sign * c) % 3 != left_out)
        for sign in (1, -1)
        for left_out in range(3)
    ]


def phi(board: Board, mask: int) -> tuple[str, str]:
    """The sums of both diagonal colourings over the pegs of a mask (orthogonal boards)."""
    sums = [0, 0]
    for hole in bits(mask):
        row, column = board.holes[hole]
        sums[0] ^= (row + column) % 3 + 1
        sums[1] ^= (row - column) % 3 + 1
    return KLEIN[sums[0]], KLEIN[sums[1]]


def reduced_form(board: Board, mask: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The 2x2 square to which the same rule reduces a position by hand: equal iff phi is.

    Along a line a peg in the third hole equals pegs in the first two, and two pegs in one hole cancel.
    """
    unit = (1, 2, 3)
    square = [[0, 0], [0, 0]]
    for hole in bits(mask):
        row, column = board.holes[hole]
        for i in range(2):
            for j in range(2):
                square[i][j] ^= unit[row % 3] >> i & unit[column % 3] >> j & 1
    return (square[0][0], square[0][1]), (square[1][0], square[1][1])
