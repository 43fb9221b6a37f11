"""Targets drawn from all that a start reaches, not from where random play happens to end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from feasibility.engines.frontier.levels import MemoryLevel
from feasibility.engines.frontier.paths import way_to
from feasibility.engines.positions.question import question
from feasibility.engines.positions.successors import Successors
from feasibility.engines.positions.words import Symmetries, Words, pack, popcount, unique, unpack
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import bits
from feasibility.studies.rules.evidence.playing import Played

MOST = 20_000  # positions of one start that are looked at
FAR = 2  # targets of a level that go farthest from the start
EACH = 4  # targets of one number of pegs and one start
TRIES = 1000  # starts without a jump in a row, after which there are none


def pairs(board: Board, count: int, seed: int) -> Iterator[Played]:
    """Random starts, and of each level that they reach a few targets: unlike ones, and the farthest."""
    random = Random(f"reached {seed}")
    asked, none = question(board.n, board.jumps, board.full, 0, 0), Symmetries((), board.n)
    successors = Successors(asked)
    classes = [pack([members], board.n) for members in board.playable_classes]
    made, idle = 0, 0
    while made < count and idle < TRIES:
        start = _start(board, random)
        reached = _levels(board, successors, start)
        levels = [MemoryLevel(words, len(words)) for words in reached]
        idle = 0 if len(reached) > 1 else idle + 1
        away = _away(board, start)
        for depth in range(1, len(reached)):
            level = reached[depth]
            for end in sorted({*_spread(level, classes, random), *_farthest(board, level, away)}):
                made += 1
                names = way_to(asked, none, levels[: depth + 1], pack([end], board.n))
                yield Played(start, end, tuple(Jump(*name) for name in names))


def _start(board: Board, random: Random) -> int:
    """Pegs anywhere, or an army: all on one side of a line, or all around a hole."""
    pegs = random.randint(min(7, board.n), min(16, board.n))
    down, right = random.choice(((0, 0), (0, 1), (1, 0), (1, 1), (1, -1), (2, 1), (1, 2)))
    if not (down or right):
        return sum(1 << hole for hole in random.sample(range(board.n), pegs))
    row, column = random.choice(board.holes)
    sign, around = random.choice((1, -1)), random.random() < 0.3

    def rank(hole: int) -> float:
        y, x = board.holes[hole]
        near = (y - row) ** 2 + (x - column) ** 2 if around else sign * (down * y + right * x)
        return near + random.random()

    return sum(1 << hole for hole in sorted(range(board.n), key=rank)[:pegs])


def _levels(board: Board, successors: Successors, start: int) -> list[Words]:
    levels, seen = [pack([start], board.n)], 1
    while seen < MOST:
        level = unique(successors(levels[-1]))
        if not len(level):
            break
        levels.append(level)
        seen += len(level)
    return levels


def _spread(level: Words, classes: list[Words], random: Random) -> list[int]:
    """A few positions of a level: one of each way to fill the playable classes, before there are two."""
    order = list(range(len(level)))
    random.shuffle(order)
    shuffled = level[order]
    ways = np.stack([popcount(shuffled & members) for members in classes], axis=1)
    _, way = np.unique(ways, axis=0, return_inverse=True)
    turn, seen = np.zeros(len(order), np.int64), dict[int, int]()
    for row, one in enumerate(way.ravel().tolist()):
        turn[row] = seen[one] = seen.get(one, 0) + 1
    return unpack(shuffled[np.argsort(turn, kind="stable")[:EACH]])


def _away(board: Board, start: int) -> list[int]:
    """How far each hole is from the nearest peg of the start."""
    pegs = [board.holes[i] for i in bits(start)]
    return [min(max(abs(y - row), abs(x - column)) for row, column in pegs) for y, x in board.holes]


def _farthest(board: Board, level: Words, away: list[int]) -> list[int]:
    """The positions of a level with a peg as far from all of the start as any."""
    for distance in sorted(set(away), reverse=True):
        far = pack([sum(1 << i for i, one in enumerate(away) if one == distance)], board.n)
        farthest = level[(level & far).any(axis=1)]
        if len(farthest):
            return unpack(farthest[:FAR])
    return []
