"""The most successors that a position can have, with proof: whole rows, and what each can add, in integers.

A jump lies in three neighbouring rows. So the best number for all rows down to here depends on
the last two rows alone, and is found from the row above. Every position is covered, none is listed. A jump
tells its successor, so jumps are successors; with pegs and holes exchanged they are predecessors.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import feasibility

Counts = NDArray[np.int8]


def rows_of(board: feasibility.Board) -> list[list[int]]:
    """The holes of each row, by number."""
    last = max(2, *(r for r, _ in board.holes))
    return [[i for i, (r, _) in enumerate(board.holes) if r == row] for row in range(last + 1)]


def jumps_on(board: feasibility.Board, holes: list[int], jumps: list[feasibility.Jump]) -> Counts:
    """How many of these jumps are legal, for every way to fill the holes; bit k is hole k of the list."""
    place = {hole: k for k, hole in enumerate(holes)}
    filled = np.arange(1 << len(holes), dtype=np.int32)
    number = np.zeros(len(filled), dtype=np.int8)
    for jump in jumps:
        start, over, landing = (filled >> place[hole] & 1 for hole in (jump.start, jump.over, jump.landing))
        number += (start & over & ~landing & 1).astype(np.int8)
    return number


def most_successors(board: feasibility.Board) -> tuple[int, int]:
    """The most legal jumps of any position, and a position that has them."""
    rows = rows_of(board)
    inside = [{i for row in rows[k : k + 3] for i in row} for k in range(len(rows))]
    first = [next(k for k, holes in enumerate(inside) if {*jump} <= holes) for jump in board.jumps]
    best, came_from = np.zeros((1 << len(rows[0]), 1 << len(rows[1])), dtype=np.int8), []
    for k in range(len(rows) - 2):
        a, b, c = (len(row) for row in rows[k : k + 3])
        jumps = [jump for jump, at in zip(board.jumps, first, strict=True) if at == k]
        here = jumps_on(board, [i for row in rows[k : k + 3] for i in row], jumps)
        total = best[:, :, None] + here.reshape(1 << c, 1 << b, 1 << a).transpose(2, 1, 0)
        came_from.append(total.argmax(axis=0))
        best = total.max(axis=0)
    second, last = np.unravel_index(best.argmax(), best.shape)
    most, filled = int(best.max()), [int(last), int(second)]
    for choice in reversed(came_from):
        filled.append(int(choice[filled[-1], filled[-2]]))
    pegs = [
        row[k]
        for row, bits in zip(rows, reversed(filled), strict=True)
        for k in range(len(row))
        if bits >> k & 1
    ]
    return most, sum(1 << hole for hole in pegs)


def main() -> None:
    """Each board, with a position that has them, counted again by the rules."""
    for name in ("english33", "french37", "rectangle:6x6"):
        board = feasibility.board(name)
        most, mask = most_successors(board)
        legal = [
            jump
            for jump, (pegs, holes) in zip(board.jumps, board.jump_masks, strict=True)
            if mask & holes == pegs
        ]
        if len(legal) != most:
            raise RuntimeError("the position has another number of jumps")
        print(f"{name}: at most {most} of {len(board.jumps)} jumps are legal at once; here they are\n")
        print(feasibility.Position(board, mask), end="\n\n")
    print("so a position has at most as many predecessors: exchange pegs and holes")


if __name__ == "__main__":
    main()
