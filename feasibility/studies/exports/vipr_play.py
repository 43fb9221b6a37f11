"""Proofs over the program of plays, in the format VIPR: what is refuted is the game itself, in one file.

The program is that of `model --kind play`: p_T_HOLE is a peg before jump number T, and by
x_T_START_OVER_LANDING this is jump number T. Rows of the integer cone are sums over T of its rows, so what is
proved of the cone is proved of the game.
"""

from __future__ import annotations

from feasibility.base.errors import InputError
from feasibility.proofs.cut import Cut, Problem, Unknown
from feasibility.studies.exports.vipr_case import Case, change
from feasibility.studies.exports.vipr_file import ViprFile

MOST_VARIABLES = 200_000


class PlayProgram:
    """The rows of the program by their meaning, and the file that they stand in."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        fewest = len(problem.pegs) if problem.count is None else problem.count
        self.steps = max(0, len(problem.start) - fewest)
        self.pause = problem.count is None and bool(problem.free)
        size = problem.holes + len(problem.jumps)
        if (self.steps + 1) * size > MOST_VARIABLES:
            raise InputError(
                "the program of plays is too large to write", expected=f"at most {MOST_VARIABLES:,} variables"
            )
        times = range(self.steps + 1)
        names = [f"p_{t}_{hole}" for t in times for hole in range(problem.holes)]
        names += [f"x_{t}_" + "_".join(map(str, jump)) for t in times[:-1] for jump in problem.jumps]
        self.file = ViprFile(names)
        self.low = [self.file.bound(v, "G", 0) for v in range(len(names))]
        self.high = [self.file.bound(v, "L", 1) for v in range(len(names))]
        self.begin = [
            self.file.row({self.peg(0, i): 1}, int(i in problem.start)) for i in range(problem.holes)
        ]
        self.one: list[int] = []
        self.legal: list[list[tuple[int, int, int]]] = []
        self.change: list[list[int]] = []
        for t in times[:-1]:
            self._step(t)
        self.end: dict[int, int] = {}
        last = {self.peg(self.steps, i): 1 for i in range(problem.holes)}
        if problem.count is not None:
            self.pegs_row: int | None = self.file.row(last, problem.count)
        else:
            self.pegs_row = None
            fixed = [i for i in range(problem.holes) if i not in problem.free]
            self.end = {i: self.file.row({self.peg(self.steps, i): 1}, int(i in problem.pegs)) for i in fixed}

    def peg(self, t: int, hole: int) -> int:
        """The variable of a peg before jump number t."""
        return t * self.problem.holes + hole

    def jump(self, t: int, i: int) -> int:
        """The variable of jump i as jump number t."""
        return (self.steps + 1) * self.problem.holes + t * len(self.problem.jumps) + i

    def _step(self, t: int) -> None:
        """One jump, or none where the number of jumps is not known; it is legal, and what it changes."""
        jumps, row = self.problem.jumps, self.file.row
        self.one.append(row({self.jump(t, i): 1 for i in range(len(jumps))}, 1, "L" if self.pause else "E"))
        self.legal.append([])
        for i, (start, over, landing) in enumerate(jumps):
            x = self.jump(t, i)
            held = [row({x: 1, self.peg(t, hole): -1}, 0, "L") for hole in (start, over)]
            self.legal[-1].append((held[0], held[1], row({x: 1, self.peg(t, landing): 1}, 1, "L")))
        self.change.append([])
        for hole in range(self.problem.holes):
            terms = {self.peg(t + 1, hole): 1, self.peg(t, hole): -1}
            terms |= {self.jump(t, i): -change(jump, hole) for i, jump in enumerate(jumps) if hole in jump}
            self.change[-1].append(row(terms, 0))


class PlayCase(Case):
    """The integer cone inside the program of plays: its unknowns are sums, its rows are derived."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(Cut(problem))
        program = PlayProgram(problem)
        self.file, times = program.file, range(program.steps)
        self.columns, self.bounds = {}, {}
        for i in range(len(problem.jumps)):
            columns = tuple(program.jump(t, i) for t in times)
            below = self.file.combine("G", 0, dict.fromkeys(columns, 1), {program.low[v]: 1 for v in columns})
            self.columns[Unknown("x", 0, i)] = columns
            self.bounds[Unknown("x", 0, i)] = (0, below, None, -1)
        for hole in problem.free:
            v = program.peg(program.steps, hole)
            self.columns[Unknown("y", 0, hole)] = (v,)
            self.bounds[Unknown("y", 0, hole)] = (0, program.low[v], 1, program.high[v])
        self.row_of = {}
        for (leg, hole), (terms, value) in self.rows.items():
            rows = {program.change[t][hole]: -1 for t in times} | {program.begin[hole]: -1}
            if hole in program.end:
                rows[program.end[hole]] = 1
            self.row_of[leg, hole] = self.file.combine("E", value, self.spread(terms), rows)
        self.pegs_row = program.pegs_row
