"""Sweeps: consecutive jumps of one peg count as one move.

The fewest sweeps of all plays are found exactly by dynamic programming over the positions that lie on some
play. For a position only the least number c of sweeps matters, with the set of holes whose peg may have
moved last in c sweeps: arriving with c + 1 is never better, since continuing with another peg costs 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np
import numpy.typing as npt

from feasibility.base.limits import Clock, Limits, Reason
from feasibility.game.symmetry import apply
from feasibility.search.frontier.search import LimitReachedError, Watch
from feasibility.search.frontier.winning import winning_levels
from feasibility.search.positions.question import Move, Question, replay
from feasibility.search.positions.successors import steps_of
from feasibility.search.positions.words import (
    BLOCK,
    Symmetries,
    Words,
    locate,
    pack,
    unpack,
    word_count,
)
from feasibility.search.results import Report

Play = tuple[tuple[int, ...], ...]
UNKNOWN = np.iinfo(np.int32).max


@dataclass(frozen=True)
class Fewest:
    """The least number of sweeps and a play that needs no more."""

    sweeps: int
    play: Play


@dataclass(frozen=True)
class NoPlay:
    """The target cannot be reached."""


@dataclass(frozen=True)
class NotDecided:
    """A limit came first; every play needs at least `at_least` sweeps."""

    reason: Reason
    at_least: int


def least_sweeps(asked: Question) -> int:
    """A quick lower bound: a peg that nothing can jump over leaves only by a sweep of its own."""
    overs = 0
    for move in asked.moves:
        overs |= 1 << move.name[1]
    stuck = asked.start & ~overs & ~asked.target & ~asked.free
    return max(stuck.bit_count(), int(asked.length > 0))


def fewest_sweeps(
    asked: Question, *, clock: Clock | None = None, report: Report | None = None
) -> Fewest | NoPlay | NotDecided:
    """The least number of sweeps from start to target, exactly, with a play; not for patterns."""
    clock = clock or Limits().start()
    levels = winning_levels(asked, clock=clock, report=report)
    if isinstance(levels, str):
        return NotDecided(levels, least_sweeps(asked))
    if not levels:
        return NoPlay()
    table, watch = Table(asked, levels), Watch(clock, word_count(asked.holes), report)
    try:
        for _ in range(1, len(levels)):
            table.advance(watch)
    except LimitReachedError as limit:
        return NotDecided(limit.reason, least_sweeps(asked))
    return Fewest(int(table.costs[-1][0]), replay(asked, table.play()))


class Table:
    """For every position of every level the least number of sweeps and the holes of the last mover."""

    def __init__(self, asked: Question, levels: Sequence[Words]) -> None:
        self.asked = asked
        self.levels = levels
        self.symmetries = Symmetries(asked.symmetries, asked.holes)
        self.width = word_count(asked.holes)
        self.costs: list[npt.NDArray[np.int32]] = [np.zeros(1, dtype=np.int32)]
        self.movers: list[Words] = [np.zeros((1, self.width), dtype=np.uint64)]

    def advance(self, watch: Watch) -> None:
        """Fill the next level: first the costs, then the movers that attain them."""
        depth = len(self.costs)
        target = self.levels[depth]
        costs = np.full(len(target), UNKNOWN, dtype=np.int32)
        movers = np.zeros((len(target), self.width), dtype=np.uint64)
        edges = []
        before, began = len(self.levels[depth - 1]), monotonic()
        for low in range(0, before, BLOCK):
            for move, reached, spent in self.moved(depth - 1, low):
                arrived = self.arrive(move, reached, spent, target)
                np.minimum.at(costs, arrived[0], arrived[1])
                edges.append(arrived)
            done = min(low + BLOCK, before)
            watch.told("sweeps,", depth, done, before, len(target), monotonic() - began)
        for index, spent, holes in edges:
            best = costs[index] == spent
            np.bitwise_or.at(movers, index[best], holes[best])
        self.costs.append(costs)
        self.movers.append(movers)

    def moved(self, depth: int, low: int) -> Iterable[tuple[Move, Words, npt.NDArray[np.int32]]]:
        """Every move on a block: the positions reached and the sweeps spent."""
        block = self.levels[depth][low : low + BLOCK]
        costs = self.costs[depth][low : low + BLOCK]
        movers = self.movers[depth][low : low + BLOCK]
        for move, rows, reached in steps_of(self.asked, block):
            word, bit = divmod(move.name[0], 64)
            goes_on = (movers[rows, word] >> np.uint64(bit)) & np.uint64(1)
            yield move, reached, costs[rows] + 1 - goes_on.astype(np.int32)

    def arrive(
        self, move: Move, reached: Words, spent: npt.NDArray[np.int32], target: Words
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], Words]:
        """Where the reached positions are in the next level, and the images of the landing hole there."""
        canonical = self.symmetries.canonical(reached)
        at = locate(target, canonical)
        inside = np.minimum(at, len(target) - 1)
        known = (target[inside] == canonical).all(axis=1)
        reached, canonical, at = reached[known], canonical[known], at[known]
        landing = move.name[2]
        holes = np.zeros_like(reached)
        holes[(reached == canonical).all(axis=1)] = pack([1 << landing], self.asked.holes)
        for which, permutation in enumerate(self.symmetries.permutations):
            same = (self.symmetries.moved(reached, which) == canonical).all(axis=1)
            holes[same] |= pack([1 << permutation[landing]], self.asked.holes)
        return at, spent[known], holes

    def look(self, depth: int, mask: int) -> tuple[int, int] | None:
        """Cost and movers of a real position, or None when it is on no play."""
        group = (tuple(range(self.asked.holes)), *self.symmetries.permutations)
        least, way = min((apply(p, mask), p) for p in group)
        words = pack([least], self.asked.holes)
        at = int(locate(self.levels[depth], words)[0])
        if at == len(self.levels[depth]) or (self.levels[depth][at] != words[0]).any():
            return None
        movers = unpack(self.movers[depth][at : at + 1])[0]
        own = sum(1 << hole for hole, place in enumerate(way) if movers >> place & 1)
        return int(self.costs[depth][at]), own

    def play(self) -> list[tuple[int, ...]]:
        """Back from the target, keeping the sweep going whenever the table says that it did."""
        mask, depth = self.asked.target, len(self.levels) - 1
        play: list[tuple[int, ...]] = []
        cost, movers = self.look(depth, mask) or (0, 0)
        while depth:
            depth -= 1
            for move in self.asked.moves:
                before = mask ^ move.care
                if not movers >> move.name[2] & 1 or mask & move.care != move.want ^ move.care:
                    continue
                known = self.look(depth, before)
                start = 1 << move.name[0]
                if known is not None and known[0] + (not known[1] & start) == cost:
                    movers = start if known[0] == cost else known[1]
                    mask, cost = before, known[0]
                    play.append(move.name)
                    break
        return play[::-1]
