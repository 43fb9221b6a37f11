"""A solver that lies: every entry to HiGHS, its integer programs and pulp is replaced, with a seed.

python -m tests.solvers.liar [--calls N] [--seed N]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.decide import Plan, check
from feasibility.exact.box import BoxSystem
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Answer as Verdicts
from feasibility.proofs.verdict import Outcome
from feasibility.solvers import milp, oracle
from feasibility.solvers.highs import HotModel, SolverAnswer, Status
from feasibility.systems.linear import cone_system
from feasibility.text.catalogue import board as named
from tests.criteria.reference import feasible

ODD = (float("nan"), float("inf"), -float("inf"), 1e300, -1e300, 1e18, 0.5, -0.5, 1 - 1e-7, 1e-7)


class Liar:
    """Answers with what comes to its mind, and now and then with the truth."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.calls = 0

    def vector(self, size: int) -> Any:
        """Something in place of a list of floats."""
        kind = self.random.randrange(8)
        if kind == 0:
            return None
        if kind == 1:
            size += self.random.choice((-1, 1, 7))
        values = [float(self.random.randint(-2, 3)) for _ in range(max(0, size))]
        if kind in (2, 3) and values:
            for _ in range(self.random.randrange(1, 4)):
                values[self.random.randrange(len(values))] = self.random.choice(ODD)
        elif kind == 4:
            values = [self.random.choice(ODD)] * len(values)
        elif kind == 5:
            values = [self.random.uniform(-1, 2) for _ in values]
        elif kind == 6:
            values = [abs(v) % 2 for v in values]
        return np.array(values)

    def number(self) -> float:
        return self.random.choice((*ODD, 0.0, 1.0, -3.5))

    def program(self, truth: Any, model: HotModel) -> SolverAnswer:
        """In place of one linear program."""
        self.calls += 1
        if self.random.random() < 0.2:
            honest: SolverAnswer = truth(model)
            return honest
        status = self.random.choice(list(Status))
        point = self.vector(model.matrix.width) if self.random.random() < 0.9 else None
        ray = self.vector(model.matrix.rows) if self.random.random() < 0.9 else None
        return SolverAnswer(status, point, self.number(), ray)

    def found(self, solver: Any) -> object | None:
        """In place of what an integer program found."""
        self.calls += 1
        if self.random.random() < 0.2:
            return None
        return self.vector(solver.getNumCol())

    def pulp(self, problem: Any, solver: Any = None) -> None:
        """In place of a solver that pulp calls."""
        self.calls += 1
        problem.status = self.random.choice((-3, -2, -1, 0, 1, 1, 1))
        for variable in problem.variables():
            variable.varValue = self.random.choice((*ODD, None, 0.0, 1.0, 2.0))

    @contextmanager
    def at_work(self) -> Iterator[Liar]:
        """All entries are this liar's."""
        import pulp

        truth, prices = HotModel._answer, self.vector
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(HotModel, "_answer", lambda model: self.program(truth, model))
            patch.setattr(
                HotModel, "_duals", lambda model: (prices(model.matrix.rows), prices(model.matrix.width))
            )
            patch.setattr(milp, "_run", lambda solver: None)
            patch.setattr(milp, "_found", self.found)
            patch.setattr(pulp.LpProblem, "solve", lambda problem, solver=None: self.pulp(problem))
            yield self


def boards() -> list[Board]:
    ring = [(i, (i + 1) % 6, (i + 2) % 6) for i in range(6)]
    drawn = [named(name) for name in ("line:7", "triangle:4", "rectangle:3x4", "rectangle:2x5")]
    return [*drawn, Board([(0, i) for i in range(6)], Geometry.EXPLICIT, ring, name="ring")]


def pairs(seed: int) -> Iterator[Pair]:
    rng, drawn = random.Random(seed), boards()
    for number in count():
        board = drawn[number % len(drawn)]
        start = rng.getrandbits(board.n) | rng.getrandbits(board.n)
        free = rng.getrandbits(board.n) & rng.getrandbits(board.n)
        targets = (
            Target(board, 1 << rng.randrange(board.n)),
            Target(board, rng.getrandbits(board.n) & start),
            Target(board, rng.getrandbits(board.n) & ~free, free),
            Target.with_pegs(board, 1 + rng.randrange(3)),
        )
        yield Pair(Position(board, start), rng.choice(targets))


def wrong(pair: Pair) -> list[str]:
    """What is untrue of a verdict: the criteria may be undecided, the search decides all the same."""
    verdict = check(pair, Limits(nodes=60), Plan(all_criteria=True, threads=1))
    truth = feasible(pair)
    found = [f.criterion for f in verdict.findings if f.outcome is Outcome.REFUTED and truth]
    if verdict.answer is not (Verdicts.FEASIBLE if truth else Verdicts.INFEASIBLE):
        found.append(str(verdict.answer))
    return [f"{name}: {pair!r}" for name in found]


def wrong_opinion(system: BoxSystem) -> list[str]:
    """A feasible opinion has to carry a point that checks."""
    from feasibility.exact.box import satisfies

    opinion = oracle.solve(next(iter(oracle.available())), system, 1.0)
    good = opinion.answer != "feasible" or (opinion.point is not None and satisfies(system, opinion.point))
    return [] if good else [f"a point that is none: {opinion!r}"]


def tell_lies(calls: int, seed: int) -> tuple[int, list[str]]:
    """The number of lies, and what came of them."""
    liar, found = Liar(seed), list[str]()
    with liar.at_work():
        for pair in pairs(seed):
            try:
                found += wrong(pair)
                if pair.target.pegs is None:
                    found += wrong_opinion(cone_system(pair))
            except Exception as error:
                found.append(f"{error!r} for {pair!r}")
            if liar.calls >= calls or len(found) > 5:
                return liar.calls, found
    return liar.calls, found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    told, results = tell_lies(options.calls, options.seed)
    print(f"{told} lies, {len(results)} believed", *results, sep="\n")
    raise SystemExit(bool(results))
