"""A rule that is written down, asked about many pairs at once."""

from __future__ import annotations

import numpy as np

from feasibility.engines.positions.words import Flags, Words, pack
from feasibility.game.geometry import Board
from feasibility.proofs.rule import Clause
from feasibility.studies.rules.judges.asking import Goals
from feasibility.studies.rules.judges.quick import Vectors, weigh


class ClausesJudge(Vectors):
    """Prunes where all inequalities of one clause hold; a target with free holes is never pruned."""

    def __init__(self, board: Board, clauses: tuple[Clause, ...], jobs: int = 1) -> None:
        super().__init__(board, jobs)
        self.clauses = clauses

    def flags(self, starts: Words, goals: Goals) -> Flags:
        pruned = np.zeros(len(starts), np.bool_)
        if not isinstance(goals, np.ndarray):
            if goals.free:
                return pruned
            goals = pack([goals.must], self.board.n)
        for clause in self.clauses:
            holds = np.ones(len(starts), np.bool_)
            for one in clause:
                total = weigh(one.start, starts) + weigh(one.target, goals)
                holds &= (total > one.above).astype(np.bool_)
            pruned |= holds
        return pruned
