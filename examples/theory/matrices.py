"""The graph of all positions as a matrix: numbers of plays by four algorithms, and one that counts too many.

M has a 1 where one jump leads from a position to another. It is nilpotent, since a jump takes a peg, so the
numbers of plays are S = M + M^2 + M^3 + ...: by powers, by Horner's rule, and by the loop of Roy and Warshall
with sums and products in place of "or" and "and". What can be reached is the closure (I or M)^32, by five
squarings. With ones on the diagonal, as a page has it, the adapted loop counts plays more than once.
All of them are compared with what `pegfeas reach BOARD --write-plays FILE` writes.
"""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import feasibility
from feasibility.cli import main as pegfeas

Matrix = NDArray[np.int64]


def jumps_matrix(board: feasibility.Board) -> Matrix:
    """M, for all 2^n positions."""
    m = np.zeros((1 << board.n, 1 << board.n), dtype=np.int64)
    for pegs, holes in board.jump_masks:
        here = np.flatnonzero((np.arange(1 << board.n) & holes) == pegs)
        m[here, here ^ holes] = 1
    return m


def by_powers(m: Matrix) -> Matrix:
    total, power = m.copy(), m
    while (power := power @ m).any():
        total += power
    return total


def by_horner(m: Matrix, jumps: int) -> Matrix:
    """M(I + M(I + M(I + ...))), as deep as there are jumps."""
    total, one = np.zeros_like(m), np.eye(len(m), dtype=np.int64)
    for _ in range(jumps):
        total = m @ (one + total)
    return total


def by_roy_warshall(m: Matrix, ones: bool = False) -> Matrix:
    """The loop over the positions between, with sums and products."""
    total = m + np.eye(len(m), dtype=np.int64) if ones else m.copy()
    for k in range(len(m)):
        total += np.outer(total[:, k], total[k])
    return total


def closure(m: Matrix) -> NDArray[np.bool_]:
    """(I or M)^32, by squaring five times."""
    reach = (m + np.eye(len(m), dtype=np.int64)) > 0
    for _ in range(5):
        reach = (reach.astype(np.int64) @ reach.astype(np.int64)) > 0
    return reach


def written(name: str, size: int) -> Matrix:
    """What the command writes."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        path = Path(folder, "plays.jsonl")
        pegfeas(["reach", name, "--write-plays", str(path)])
        _, *lines = path.read_text(encoding="utf-8").splitlines()
    total = np.zeros((size, size), dtype=np.int64)
    for start, ends in map(json.loads, lines):
        for end, plays in ends:
            total[start, end] = plays
    return total


def main() -> None:
    """Small boards: all agree but the loop with ones."""
    for name in ("line:5", "line:7", "triangle:3", "rectangle:2x4"):
        board = feasibility.board(name)
        m = jumps_matrix(board)
        expected = written(name, len(m))
        ways = {
            "powers": by_powers(m),
            "Horner": by_horner(m, board.n - 1),
            "Roy-Warshall": by_roy_warshall(m),
        }
        agree = all((found == expected).all() for found in ways.values())
        reached = closure(m)
        np.fill_diagonal(reached, val=False)
        agree &= bool((reached == (expected > 0)).all())
        many = by_roy_warshall(m, ones=True)
        np.fill_diagonal(many, 0)
        wrong = many != expected
        print(
            f"{name:14} {len(m):3} positions, {int(m.sum()):3} jumps, {int(expected.sum()):3} plays: "
            f"{', '.join(ways)} and the closure {'agree' if agree else 'DIFFER'} with the file"
        )
        a, b = (int(k) for k in np.argwhere(wrong)[0])
        large = f"{int(wrong.sum())} of {int((expected > 0).sum())} numbers are too large"
        print(f"{'':14} with ones on the diagonal {large}, as {many[a, b]} for {expected[a, b]}")


if __name__ == "__main__":
    main()
