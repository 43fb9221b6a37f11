"""Proofs over the program of plays, in the format VIPR: what is refuted is the game itself, in one file.

Rows of the integer cone are sums over T of the rows of that program, so what is proved of the cone is proved
of the game.
"""

from __future__ import annotations

from feasibility.proofs.cut import Cut, Problem, Unknown
from feasibility.studies.exports.play_program import PlayProgram
from feasibility.studies.exports.vipr_case import Case


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
