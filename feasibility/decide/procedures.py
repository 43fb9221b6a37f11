"""Everything that can be asked of a pair, under the names of the schedule; one declaration for all.

A criterion and an engine differ only in what they are called in a report: engines are the parts of `search`.
"""

import sys
from collections.abc import Callable
from math import inf
from time import perf_counter

from feasibility.base.limits import Clock, Needs
from feasibility.base.values import Value, replace
from feasibility.criteria import FOUND, Criterion, pagoda
from feasibility.criteria.base import AtOnce, Resumable
from feasibility.decide.engines import Effort
from feasibility.engines import SEARCH
from feasibility.engines.dense import too_many_holes
from feasibility.game.geometry import Board
from feasibility.game.position import Pair
from feasibility.native import binding
from feasibility.proofs.verdict import Finding

KNOWN_WEIGHTS = "known-weights"
# Of dense closure, without and with compiled kernels: cautious guesses.
BITS_PER_SECOND = (1 << 26, 1 << 31)


class Procedure(Value):
    """What can be asked of a pair: its row in a report, the best kind of proof that it gives, how it begins.

    `cost` are the seconds that it is known to need, infinite where it cannot be asked. `sees_all_holes`: of
    the question whether one peg can remain, anywhere, it asks no single hole.
    """

    name: str
    report: str
    gives: str
    start: Callable[[Pair, Effort], Resumable]
    cost: Callable[[Pair, Clock], float] | None = None
    sees_all_holes: bool = False

    @property
    def is_engine(self) -> bool:
        return self.report == SEARCH


class AtWork:
    """A procedure on one pair, from its first turn to its end: its turns, and what it found."""

    def __init__(self, procedure: Procedure, pair: Pair, means: Effort) -> None:
        self.procedure, self.pair, self.means = procedure, pair, means
        self.rounds, self.seconds = 0, 0.0
        self.finding: Finding | None = None
        self.ended = False
        self.needs = Needs()  # as its last turn said, twice for each time that was not enough
        self.took = self.debt = 0.0  # seconds of the last turn; those beyond its time, until they are paid
        self._doubt = 1.0
        self._work: Resumable | None = None
        self._later: Finding | None = None

    def turn(self, clock: Clock) -> Finding:
        """One turn, until the procedure or the clock ends; after its end, what it found."""
        if self._later is not None:
            self.rounds += 1
            self.finding, self._later, self.ended = self._later, None, True
        if self.finding is not None and self.ended:
            return self.finding
        began, before = perf_counter(), clock.now()
        self._work = self._work or self.procedure.start(self.pair, self.means)
        end = self._work.run(clock)
        self.rounds += 1
        self.seconds += perf_counter() - began
        self.took = clock.now() - before
        if self.took > self.needs.most:
            self._doubt *= 2
        self.finding, self.ended = end.finding.timed(self.seconds), end.ended
        self.needs = end.needs.times(self._doubt)
        if self.ended and end.finding.proof is None:
            self.close()
        return self.finding

    def postpone(self) -> None:
        """What it found is for its next turn."""
        if self.ended:
            self._later, self.finding, self.ended = self.finding, None, False

    def cost(self, clock: Clock) -> float:
        """Seconds that it is known to need; 0 where it is not known."""
        return 0.0 if self.procedure.cost is None else self.procedure.cost(self.pair, clock)

    def better(self, clock: Clock) -> Finding | None:
        """Another proof, which people would rather read."""
        return None if self._work is None else self._work.better(clock)

    def close(self) -> None:
        """No turn follows."""
        work, self._work = self._work, None
        if work is not None:
            work.close()


def by_criterion(criterion: Criterion) -> Procedure:
    name = criterion.name
    return Procedure(name, name, criterion.gives, lambda pair, means: criterion.start(pair))


def by_engine(engine: str) -> Procedure:
    """An engine with what prunes as it is given; one that proves nothing does not have it proved."""

    def start(pair: Pair, means: Effort) -> Resumable:
        from feasibility.decide.findings import EngineRun

        return EngineRun(engine, pair, means)

    return Procedure(engine, SEARCH, "search", start, sees_all_holes=engine != "frontier")


def _beam(pair: Pair, means: Effort) -> Resumable:
    from feasibility.decide.findings import BeamRun

    return BeamRun(pair, means)


def _frontier(pair: Pair, means: Effort) -> Resumable:
    from feasibility.systems.pruning_pool import pruning_pool, pruning_residues

    pruning = replace(means, pagodas=pruning_pool(pair), residues=pruning_residues(pair, means.clock))
    return by_engine("frontier").start(pair, pruning)


def programs_are_loaded() -> bool:
    return "highspy" in sys.modules


def dense_cost(pair: Pair, clock: Clock) -> float:
    """Seconds of a dense closure; infinite where it cannot be made, or not in this memory."""
    seconds = dense_seconds(pair.board, counted=clock.limits.work is not None)
    if seconds is None:
        return inf
    from feasibility.engines.dense.closure import dense_memory
    from feasibility.engines.dense.run import memory_refusal

    if memory_refusal(dense_memory(pair.board.n, pair.board.jumps), clock):
        return inf
    return seconds


def dense_seconds(board: Board, counted: bool = False) -> float | None:
    """A cautious guess of the time of a dense closure, None where none can be; `counted`: on any machine."""
    if too_many_holes(board.n):
        return None
    from feasibility.engines.dense.closure import dense_memory

    compiled = counted or binding.library() is not None
    return 8 * dense_memory(board.n, board.jumps) / BITS_PER_SECOND[compiled]


_by_known = AtOnce(pagoda.by_known)
_pruned = replace(by_engine("frontier"), start=_frontier)
PROCEDURES = {
    procedure.name: procedure
    for procedure in (
        *map(by_criterion, FOUND),
        Procedure(KNOWN_WEIGHTS, "pagoda", "pagoda", lambda pair, means: _by_known(pair)),
        replace(by_engine("dense"), gives="closure", cost=dense_cost),
        replace(by_engine("beam"), start=_beam),
        _pruned,
        replace(by_engine("plans"), gives="play"),
    )
}


def alone(engine: str) -> Procedure:
    """An engine in place of all others."""
    return _pruned if engine == _pruned.name else by_engine(engine)
