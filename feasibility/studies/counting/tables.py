"""What every position of a small board can become, and by how many plays: tables, and their files.

Positions are masks: bit i is hole i of the board's list. What a position can become follows from what the
positions after its jumps can become, so tables are made from few pegs to many. A file is in JSON lines: first
an object with `format`, `version`, `board` (as in a certificate), `pairs` and, where they are counted,
`plays`; then a line `[start, [...]]` for every position that can become others, with the targets, or with
pairs of a target and its number of plays. That a position can become itself is not written.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import StoppedError
from feasibility.game.geometry import Board
from feasibility.game.position import bits
from feasibility.proofs.certificate import board_json

VERSION = 1
RELATION_HOLES = 16  # 2^16 positions with a set of 2^16 bits each: half a gigabyte
MATRIX_HOLES = 12  # 4096 positions with up to 4096 numbers each
LOOK = 1024  # positions between two looks at the limits


@dataclass(frozen=True)
class WinningTable:
    """For each position a row, whose entries its line in the file has, and what all rows sum up to."""

    board: Board
    format: str
    rows: tuple[Any, ...]
    entries: Callable[[Any], list[Any]]
    sums: dict[str, int]
    words: str

    def __str__(self) -> str:
        return self.words

    def lines(self) -> Iterator[str]:
        """The lines of its file."""
        head = {"format": self.format, "version": VERSION, "board": board_json(self.board), **self.sums}
        yield json.dumps(head) + "\n"
        for start, row in enumerate(self.rows):
            if row:
                yield json.dumps([start, self.entries(row)], separators=(",", ":")) + "\n"


def relation(board: Board, clock: Clock, report: Report = silent) -> WinningTable:
    """For each position those that it can become by one jump or more, as bits; a limit raises."""
    _require_small(board, RELATION_HOLES, "the whole relation")
    sets = [0] * (1 << board.n)
    for mask, after in _from_few_pegs(board, clock, report, LOOK << max(0, board.n - 3)):
        sets[mask] |= sets[after] | 1 << after
    pairs, starts = sum(map(int.bit_count, sets)), sum(map(bool, sets))
    words = (
        f"{plural(pairs, 'pair', commas=True)} of a position and one that it can become; "
        f"{starts:,} of {len(sets):,} positions can become another"
    )
    return WinningTable(
        board, "pegfeas-reachability", tuple(sets), lambda row: list(bits(row)), {"pairs": pairs}, words
    )


def plays_matrix(board: Board, clock: Clock, report: Report = silent) -> WinningTable:
    """For each position how many plays of one jump or more lead to each other one; a limit raises."""
    _require_small(board, MATRIX_HOLES, "the numbers of all plays")
    rows = [Counter[int]() for _ in range(1 << board.n)]
    for mask, after in _from_few_pegs(board, clock, report):
        rows[mask].update(rows[after])
        rows[mask][after] += 1
    sums = {"pairs": sum(map(len, rows)), "plays": sum(map(Counter.total, rows))}
    pairs = plural(sums["pairs"], "pair", commas=True)
    words = f"{plural(sums['plays'], 'play', commas=True)} between {pairs} of positions"
    return WinningTable(board, "pegfeas-plays", tuple(rows), lambda row: sorted(row.items()), sums, words)


def _require_small(board: Board, most: int, what: str) -> None:
    if board.n > most:
        said = f"the board is too large for {what}"
        raise InputError(said, seen=plural(board.n, "hole"), expected=f"at most {most}")


def _from_few_pegs(board: Board, clock: Clock, report: Report, ahead: int = 0) -> Iterator[tuple[int, int]]:
    """Each position and what it is after each jump; when it comes, all that it becomes has been met."""
    for number, mask in enumerate(sorted(range(1 << board.n), key=int.bit_count)):
        if number % LOOK == 0:
            if (reason := clock.reached(ahead)) is not None:
                raise StoppedError(reason, f"the {reason} limit was reached after {number:,} positions")
            clock.spend(LOOK * len(board.jumps))
            report(f"{number:,} of {1 << board.n:,} positions")
        for must, holes in board.jump_masks:
            if mask & holes == must:
                yield mask, mask ^ holes
