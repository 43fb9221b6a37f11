"""The program of plays: p_T_HOLE is a peg before jump number T, x_T_START_OVER_LANDING that this is the jump.

All are 0 or 1. One jump at a time, each legal where it is played; where their number is not known, jumps come
first and then nothing. The program has a solution iff there is a play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from feasibility.base.cached import cached_property
from feasibility.base.errors import InputError
from feasibility.proofs.cut import Problem
from feasibility.studies.exports.vipr_case import change
from feasibility.studies.exports.vipr_file import ViprFile

MOST_VARIABLES = 200_000


class Row(NamedTuple):
    """A sum of variables that is equal to a value (sense E), or at most that (L)."""

    name: str
    terms: dict[int, int]
    value: int
    sense: str = "E"


class PlayProgram:
    """The program's variables by their numbers, its rows, and by their meaning their numbers in the file."""

    def __init__(
        self, problem: Problem, holes: Sequence[str] | None = None, most: int = MOST_VARIABLES
    ) -> None:
        self.problem, self.rows = problem, list[Row]()
        self.holes = holes or [str(hole) for hole in range(problem.holes)]
        fewest = len(problem.pegs) if problem.count is None else problem.count
        self.steps = max(0, len(problem.start) - fewest)
        self.pause = problem.count is None and bool(problem.free)
        size = problem.holes + len(problem.jumps)
        if (self.steps + 1) * size > most:
            raise InputError(
                "the program of plays is too large to write", expected=f"at most {most:,} variables"
            )
        times = range(self.steps + 1)
        self.jumps = ["_".join(self.holes[hole] for hole in jump) for jump in problem.jumps]
        self.names = [f"p_{t}_{hole}" for t in times for hole in self.holes]
        self.names += [f"x_{t}_{jump}" for t in times[:-1] for jump in self.jumps]
        self.low = range(len(self.names))
        self.high = range(len(self.names), 2 * len(self.names))
        self.begin = [self._fixed("start", 0, i, problem.start) for i in range(problem.holes)]
        self.one: list[int] = []
        self.legal: list[list[tuple[int, int, int]]] = []
        self.change: list[list[int]] = []
        for t in times[:-1]:
            self._step(t)
        self.pegs_row: int | None = None
        self.end: dict[int, int] = {}
        if problem.count is not None:
            last = {self.peg(self.steps, i): 1 for i in range(problem.holes)}
            self.pegs_row = self._row("pegs", last, problem.count)
        else:
            fixed = [i for i in range(problem.holes) if i not in problem.free]
            self.end = {i: self._fixed("target", self.steps, i, problem.pegs) for i in fixed}

    @cached_property
    def file(self) -> ViprFile:
        """The file that states it."""
        file = ViprFile(self.names)
        for sense, value in (("G", 0), ("L", 1)):
            for variable in range(len(self.names)):
                file.bound(variable, sense, value)
        for row in self.rows:
            file.row(row.terms, row.value, row.sense)
        return file

    def peg(self, t: int, hole: int) -> int:
        """The variable of a peg before jump number t."""
        return t * self.problem.holes + hole

    def jump(self, t: int, i: int) -> int:
        """The variable of jump i as jump number t."""
        return (self.steps + 1) * self.problem.holes + t * len(self.problem.jumps) + i

    def _row(self, name: str, terms: dict[int, int], value: int, sense: str = "E") -> int:
        self.rows.append(Row(name, terms, value, sense))
        return 2 * len(self.names) + len(self.rows) - 1

    def _fixed(self, what: str, t: int, hole: int, pegs: frozenset[int]) -> int:
        return self._row(f"{what}_{self.holes[hole]}", {self.peg(t, hole): 1}, int(hole in pegs))

    def _step(self, t: int) -> None:
        """One jump, or none where the number of jumps is not known; it is legal, and what it changes."""
        jumps, row = self.problem.jumps, self._row
        total = {self.jump(t, i): 1 for i in range(len(jumps))}
        self.one.append(row(f"one_{t}", total, 1, "L" if self.pause else "E"))
        self.legal.append([])
        for i, (start, over, landing) in enumerate(jumps):
            x, name = self.jump(t, i), f"{t}_{self.jumps[i]}"
            starts = row(f"start_{name}", {x: 1, self.peg(t, start): -1}, 0, "L")
            passes = row(f"over_{name}", {x: 1, self.peg(t, over): -1}, 0, "L")
            lands = row(f"landing_{name}", {x: 1, self.peg(t, landing): 1}, 1, "L")
            self.legal[-1].append((starts, passes, lands))
        self.change.append([])
        for hole, name in enumerate(self.holes):
            terms = {self.peg(t + 1, hole): 1, self.peg(t, hole): -1}
            terms |= {self.jump(t, i): -change(jump, hole) for i, jump in enumerate(jumps) if hole in jump}
            self.change[-1].append(row(f"change_{t}_{name}", terms, 0))
