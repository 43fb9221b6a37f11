"""Is each upper limit of a jump attained by a play? By a pass over all positions on plays, in whole numbers.

    python -m research.jumps_attained

For a position on plays to the target: how often each jump can occur at most on the way from there. The
positions with one peg more follow from those; the start has the answer, and the way back to it a play.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import feasibility
from feasibility.base.limits import Limits
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.levels import members
from feasibility.engines.dense.queries import winning
from feasibility.game.geometry import Jump

START, TARGET = "english33:-d4", "english33:+d4"

Positions = NDArray[np.uint64]
Occurrences = NDArray[np.uint8]  # of a position a row, of an asked jump a column


def most_on_the_way(
    level: Positions, below: Positions, known: Occurrences, jumps: list[tuple[int, int]], asked: list[int]
) -> Occurrences:
    """From the level with one peg fewer to this one."""
    most = np.zeros((len(level), len(asked)), dtype=np.uint8)
    for number, (pegs, holes) in enumerate(jumps):
        rows = np.flatnonzero((level & np.uint64(holes)) == np.uint64(pegs))
        after = level[rows] ^ np.uint64(holes)
        places = np.searchsorted(below, after)
        places[places == len(below)] = 0
        on = below[places] == after
        rows, counted = rows[on], known[places[on]]
        if number in asked:
            counted[:, asked.index(number)] += 1
        most[rows] = np.maximum(most[rows], counted)
    return most


class Table:
    """All positions on plays with what is attained from each."""

    def __init__(self, start: str, target: str) -> None:
        self.pair = feasibility.read_pair(start, target)
        board = self.pair.board
        self.orbits = [one.orbit for one in feasibility.bounds(self.pair, limits=120).ranges]
        self.asked = [board.jump_index[orbit[0]] for orbit in self.orbits]
        on_plays = winning(
            board.n, board.jumps, self.pair.start.mask, self.pair.target.must, clock=Limits().start()
        )
        assert isinstance(on_plays, DenseSet)
        self.levels: dict[int, tuple[Positions, Occurrences]] = {}
        below = np.array([self.pair.target.must], dtype=np.uint64)
        known = np.zeros((1, len(self.asked)), dtype=np.uint8)
        self.levels[self.pair.target.must.bit_count()] = below, known
        for pegs in range(self.pair.target.must.bit_count() + 1, self.pair.start.count + 1):
            level = np.sort(np.concatenate([*members(on_plays, pegs)]).astype(np.uint64))
            known = most_on_the_way(level, below, known, list(board.jump_masks), self.asked)
            self.levels[pegs], below = (level, known), level

    def attained(self) -> list[int]:
        """For each orbit, by its first jump."""
        return [int(most) for most in self.levels[self.pair.start.count][1][0]]

    def play(self, column: int) -> tuple[Jump, ...]:
        """A play in which that jump occurs as often as it can."""
        board, mask, jumps = self.pair.board, self.pair.start.mask, []
        left = self.attained()[column]
        while not self.pair.target.contains(mask):
            below, known = self.levels[mask.bit_count() - 1]
            for number, (pegs, holes) in enumerate(board.jump_masks):
                after = mask ^ holes
                if mask & holes != pegs:
                    continue
                place = int(np.searchsorted(below, np.uint64(after)))
                need = left - (number == self.asked[column])
                if place < len(below) and int(below[place]) == after and known[place, column] >= need:
                    jumps.append(board.jumps[number])
                    mask, left = after, need
                    break
        return tuple(jumps)


def main() -> None:
    """A line for each orbit: the limit, what is attained, and a play that has it."""
    began = process_time()
    table = Table(START, TARGET)
    limits: list[Any] = [one.most.whole for one in feasibility.bounds(table.pair, limits=120).ranges]
    for column, (orbit, limit, most) in enumerate(zip(table.orbits, limits, table.attained(), strict=True)):
        name = feasibility.format_jumps(table.pair.board, orbit[:1])
        play = feasibility.format_jumps(table.pair.board, table.play(column), sweeps=True)
        print(f"| {name} | {len(orbit)} | {limit} | {most} | `{play}` |")
    print(f"{process_time() - began:.0f} seconds of processor time")


if __name__ == "__main__":
    main()
