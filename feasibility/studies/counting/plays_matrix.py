"""The numbers of plays between all positions of a small board, and their file.

From one position to another there are as many plays as from those after its first jump together. The file
is in JSON lines: first an object with `format`, `version`, `board` (as in a certificate), `pairs` and
`plays`; then a line `[start, [[target, plays], ...]]` for every position that can become others, as masks:
bit i is hole i of the board's list. The empty play from a position to itself is not written.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.game.geometry import Board
from feasibility.proofs.certificate import board_json
from feasibility.studies.counting.relation import LOOK

FORMAT, VERSION = "pegfeas-plays", 1
MATRIX_HOLES = 12  # 4096 positions


@dataclass(frozen=True)
class PlaysMatrix:
    """For each position, by its mask, how many plays of one jump or more lead to each other one."""

    board: Board
    rows: tuple[Counter[int], ...]

    def __repr__(self) -> str:
        return f"<{self.plays:,} plays between {self.pairs:,} pairs of positions of {self.board.label}>"

    @property
    def pairs(self) -> int:
        """Pairs with a play."""
        return sum(map(len, self.rows))

    @property
    def plays(self) -> int:
        """All plays between two different positions."""
        return sum(map(Counter.total, self.rows))

    def lines(self) -> Iterator[str]:
        """The lines of its file."""
        head = {"format": FORMAT, "version": VERSION, "board": board_json(self.board)}
        yield json.dumps({**head, "pairs": self.pairs, "plays": self.plays}) + "\n"
        for start, row in enumerate(self.rows):
            if row:
                yield json.dumps([start, [list(entry) for entry in sorted(row.items())]]) + "\n"


def plays_matrix(board: Board, clock: Clock, report: Report | None = None) -> PlaysMatrix | Stopped:
    """From few pegs to many, so that the plays after a jump are known before they are asked for."""
    if board.n > MATRIX_HOLES:
        raise InputError(
            "the board is too large for the numbers of all plays",
            seen=plural(board.n, "hole"),
            expected=f"at most {MATRIX_HOLES}",
        )
    rows = [Counter[int]() for _ in range(1 << board.n)]
    for number, mask in enumerate(sorted(range(1 << board.n), key=int.bit_count)):
        if number % LOOK == 0 and (reason := clock.reached()) is not None:
            return Stopped(reason, f"the {reason} limit was reached after {number:,} positions")
        if report is not None and number % LOOK == 0:
            report(f"{number:,} of {1 << board.n:,} positions")
        for must, holes in board.jump_masks:
            if mask & holes == must:
                rows[mask].update(rows[mask ^ holes])
                rows[mask][mask ^ holes] += 1
    return PlaysMatrix(board, tuple(rows))
