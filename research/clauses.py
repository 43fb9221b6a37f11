"""A pair as clauses with time: a variable for each peg and each jump at each step, for SAT solvers.

The clauses say what the model of `pegfeas model --kind play` says: one jump at a time, legal where it is
played, and a hole changes only by a jump. The pair must ask for one position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from feasibility.game.position import Pair

Clause = tuple[int, ...]


@dataclass(frozen=True)
class Clauses:
    """Numbers of variables: pegs of time 0 come first, then for each step its jumps and the pegs after it."""

    pair: Pair

    @property
    def steps(self) -> int:
        """How many jumps a play has."""
        steps = self.pair.jumps_needed
        if steps is None or not self.pair.exact:
            raise ValueError("clauses need a target of one position")
        return steps

    @property
    def variables(self) -> int:
        """All of them are used."""
        board = self.pair.board
        return board.n + self.steps * (board.n + len(board.jumps))

    def peg(self, time: int, hole: int) -> int:
        """The variable that says: after so many jumps there is a peg in this hole."""
        board = self.pair.board
        return time * (board.n + len(board.jumps)) + hole + 1

    def jump(self, time: int, jump: int) -> int:
        """The variable that says: this jump is played as number `time`, counted from 0."""
        return self.peg(time, self.pair.board.n) + jump

    def all(self) -> Iterator[Clause]:
        """Start, steps, target."""
        board, steps = self.pair.board, self.steps
        for time, mask in ((0, self.pair.start.mask), (steps, self.pair.target.must)):
            for hole in range(board.n):
                number = self.peg(time, hole)
                yield (number if mask >> hole & 1 else -number,)
        for time in range(steps):
            yield from self._one(time)
            yield from self._legal(time)
            yield from self._frame(time)

    def _one(self, time: int) -> Iterator[Clause]:
        """At least and at most one jump."""
        jumps = [self.jump(time, j) for j in range(len(self.pair.board.jumps))]
        yield tuple(jumps)
        yield from ((-a, -b) for a, b in combinations(jumps, 2))

    def _legal(self, time: int) -> Iterator[Clause]:
        """What a jump needs and what it leaves."""
        for j, jump in enumerate(self.pair.board.jumps):
            played = -self.jump(time, j)
            for hole, before in zip(jump, (1, 1, -1), strict=True):
                yield (played, before * self.peg(time, hole))
                yield (played, -before * self.peg(time + 1, hole))

    def _frame(self, time: int) -> Iterator[Clause]:
        """A peg that is gone was jumped or jumped over; one that is new has landed."""
        board = self.pair.board
        gone: list[list[int]] = [[] for _ in range(board.n)]
        new: list[list[int]] = [[] for _ in range(board.n)]
        for j, jump in enumerate(board.jumps):
            gone[jump.start].append(self.jump(time, j))
            gone[jump.over].append(self.jump(time, j))
            new[jump.landing].append(self.jump(time, j))
        for hole in range(board.n):
            before, after = self.peg(time, hole), self.peg(time + 1, hole)
            yield (-before, after, *gone[hole])
            yield (before, -after, *new[hole])

    def play(self, true: set[int]) -> list[int]:
        """The jumps of a model, by number."""
        jumps = range(len(self.pair.board.jumps))
        return [j for time in range(self.steps) for j in jumps if self.jump(time, j) in true]


def dimacs(clauses: Clauses) -> str:
    """The text of a .cnf file."""
    lines = [" ".join(map(str, (*clause, 0))) for clause in clauses.all()]
    return f"p cnf {clauses.variables} {len(lines)}\n" + "\n".join(lines) + "\n"
