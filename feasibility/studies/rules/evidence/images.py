"""Does a rule answer alike for a pair, its images under the board's symmetries, and its dual?

They are feasible together or not at all. A rule that answers otherwise is not wrong for that, but it misses
prunes, or was written for one side of the board by mistake.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from feasibility.engines.positions.words import Words, look_up, pack, sum_tables
from feasibility.game.position import Pair
from feasibility.studies.rules.evidence.playing import games
from feasibility.studies.rules.judges.asking import FAILED, Judge

ASKED = 2000


@dataclass(frozen=True)
class Unlike:
    """How many of the pairs asked had an image, or a dual, with another answer, and one of them."""

    what: str
    asked: int
    differ: int
    pair: Pair
    other: Pair


def compare(judge: Judge, seed: int) -> list[Unlike]:
    """Random pairs, feasible or not, against one image each and against their duals."""
    starts, ends = _pairs(judge, seed)
    differing = []
    first = judge.ask(starts, ends)
    n = judge.board.n
    others = [g for g in judge.board.symmetries if g != tuple(range(n))]
    if others:
        tables = sum_tables(pack([1 << hole for hole in Random(f"images {seed}").choice(others)], n), n)
        images = [look_up(words, tables, n) for words in (starts, ends)]
        differing.append(
            _unlike("image under a symmetry", judge, first, (starts, ends), (images[0], images[1]))
        )
    full = pack([judge.board.full], judge.board.n)
    differing.append(_unlike("dual pair", judge, first, (starts, ends), (ends ^ full, starts ^ full)))
    return [one for one in differing if one is not None]


def _pairs(judge: Judge, seed: int) -> tuple[Words, Words]:
    """Half of them with the end of another game."""
    played = list(games(judge.board, min(ASKED, judge.default_cases // 10), seed + 1))
    starts = pack([one.start for one in played], judge.board.n)
    ends = pack([one.end for one in played], judge.board.n)
    ends[: len(ends) // 2] = ends[: len(ends) // 2][::-1].copy()
    return starts, ends


def _unlike(
    what: str, judge: Judge, first: np.ndarray, pairs: tuple[Words, Words], others: tuple[Words, Words]
) -> Unlike | None:
    second = judge.ask(*others)
    known = (first != FAILED) & (second != FAILED)
    rows = np.flatnonzero(known & (first != second))
    if not len(rows):
        return None
    row = int(rows[0])
    one, other = judge.pair(*pairs, row), judge.pair(*others, row)
    return Unlike(what, int(known.sum()), len(rows), one, other)
