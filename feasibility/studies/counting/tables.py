"""By how many plays every position of a small board can become each other one: a table, and its file.

Positions are masks: bit i is hole i of the board's list. Plays of a position are those of the positions after
its jumps with one jump more, so the table is made from few pegs to many. The file is in JSON lines: first an
object with `format`, `version`, `board` (as in a certificate), `pairs` and `plays`; then for every position
that can become others a line `[start, [[target, plays], ...]]`. That it can become itself is not written.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import StoppedError
from feasibility.game.geometry import Board
from feasibility.proofs.certificate import board_json

FORMAT, VERSION = "pegfeas-plays", 1
MATRIX_HOLES = 12  # 4096 positions with up to 4096 numbers each
LOOK = 16  # positions between two looks at the limits: each may have a thousand jumps


@dataclass(frozen=True)
class PlayCounts:
    """For each position the numbers of plays of one jump or more to each other one."""

    board: Board
    rows: tuple[Counter[int], ...]

    @property
    def pairs(self) -> int:
        return sum(map(len, self.rows))

    @property
    def plays(self) -> int:
        return sum(map(Counter.total, self.rows))

    def __str__(self) -> str:
        pairs = plural(self.pairs, "pair", commas=True)
        return f"{plural(self.plays, 'play', commas=True)} between {pairs} of positions"

    def lines(self) -> Iterator[str]:
        sums = {"pairs": self.pairs, "plays": self.plays}
        yield (
            json.dumps({"format": FORMAT, "version": VERSION, "board": board_json(self.board), **sums}) + "\n"
        )
        for start, row in enumerate(self.rows):
            if row:
                yield json.dumps([start, sorted(row.items())], separators=(",", ":")) + "\n"


def plays_matrix(board: Board, clock: Clock, report: Report = silent) -> PlayCounts:
    """The table of a board; a limit raises."""
    if board.n > MATRIX_HOLES:
        said = "the board is too large for the numbers of all plays"
        raise InputError(said, seen=plural(board.n, "hole"), expected=f"at most {MATRIX_HOLES}")
    rows = [Counter[int]() for _ in range(1 << board.n)]
    for mask, after in _from_few_pegs(board, clock, report):
        rows[mask].update(rows[after])
        rows[mask][after] += 1
    return PlayCounts(board, tuple(rows))


def _from_few_pegs(board: Board, clock: Clock, report: Report) -> Iterator[tuple[int, int]]:
    """Each position and what it is after each jump; when it comes, all that it becomes has been met."""
    for number, mask in enumerate(sorted(range(1 << board.n), key=int.bit_count)):
        if number % LOOK == 0:
            if (reason := clock.reached()) is not None:
                raise StoppedError(reason, f"after {number:,} positions")
            clock.spend(LOOK * len(board.jumps))
            report(f"{number:,} of {1 << board.n:,} positions")
        for must, holes in board.jump_masks:
            if mask & holes == must:
                yield mask, mask ^ holes
