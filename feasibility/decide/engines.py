"""Search: the arbiter, an exact search that finds a play or visits everything that matters.

Its engines have one signature and one type of result. Beam search proposes plays, on any board, and so do
plans put in order. Dense closure holds one bit for every position of the start's residue class and grows the
set of reachable ones; its certificate is `closure`, the size of that set. Frontier search goes level by level
from both ends to a middle, up to the symmetries of the pair and pruned by pagoda functions; its certificate
is `search`, the sizes of the levels. The verifier repeats either in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from feasibility.base.errors import DiskLimitError, SoundnessError
from feasibility.base.limits import Clock, Needs
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.base.values import Value, replace
from feasibility.engines.dense import too_many_holes
from feasibility.engines.results import Exhausted, Found, Result, Searcher
from feasibility.game.position import Pair
from feasibility.proofs.written import Weights

if TYPE_CHECKING:
    from feasibility.engines.dense.closure import DenseSet
    from feasibility.engines.frontier.levels import Store
    from feasibility.engines.frontier.partitions import RunTasks
    from feasibility.engines.frontier.search import FrontierSearch
    from feasibility.engines.positions.narrowing import Programs
    from feasibility.engines.positions.question import PositionQuestion
    from feasibility.proofs.kinds.residue import Residue

LARGE = 37  # holes; on more, a search is long enough for linear programs to pay, which take a few seconds
CHOOSING = 0.03  # seconds for each hole: twice what it takes to choose what prunes


class Effort(Value):
    """How to search: limits, what prunes, where to keep levels, whom to tell.

    `levels`: who makes the levels of a frontier search, in partitions in the work directory.
    """

    clock: Clock
    pagodas: Sequence[Weights] = ()
    residues: Sequence[Residue] = ()
    workdir: Path | None = None
    report: Report | None = None
    threads: int = 2
    levels: RunTasks | None = None

    def __post_init__(self) -> None:
        """The folder is the one that was meant at the start, wherever the process goes meanwhile."""
        if self.workdir is not None:
            object.__setattr__(self, "workdir", Path(self.workdir).absolute())


def beam(pair: Pair, effort: Effort) -> Searcher:
    """The best positions of every level, more in every round; what prunes costs more than it saves."""
    from feasibility.engines.beam.search import Beam
    from feasibility.engines.positions.question import of_pair

    return Beam(of_pair(pair), pair.board.holes, effort.report)


def plans(pair: Pair, effort: Effort) -> Searcher:
    """A play that is mended; for patterns whole numbers of jumps first, then an order of them."""
    from feasibility.engines.plans.finder import finder

    return finder(pair, effort.report or silent)


class Dense(Searcher):
    """Everything that can be reached, one bit each; each turn begins anew."""

    def __init__(self, pair: Pair, effort: Effort) -> None:
        self.pair, self.effort = pair, effort

    def run(self, clock: Clock) -> Result:
        board, report, workdir = self.pair.board, self.effort.report, self.effort.workdir
        refusal = too_many_holes(board.n)
        if refusal is not None:
            return refusal
        from feasibility.engines.dense.closure import closure

        reachable = closure(
            board.n,
            board.jumps,
            self.pair.start.mask,
            clock=clock,
            threads=self.effort.threads,
            workdir=None if workdir is None else workdir / "dense",
            progress=None if report is None else lambda p: report(f"dense closure, {p}"),
        )
        if isinstance(reachable, Stopped):
            return reachable
        clock.meter.saw(len(reachable))
        return reached(reachable, self.pair)


def reached(reachable: DenseSet, pair: Pair) -> Result:
    """A play to the target, if it is in the set of all that the start can reach."""
    from feasibility.engines.dense.queries import play

    goal = _match(reachable, pair)
    if goal is None:
        return Exhausted(closure=len(reachable))
    steps = play(reachable, goal)
    if steps is None:
        raise SoundnessError(f"a member of a dense closure has no play; the pair:\n{pair!r}")
    return Found(steps)


def _match(reachable: DenseSet, pair: Pair) -> int | None:
    """A reachable position that the target accepts."""
    import numpy as np

    from feasibility.engines.dense.levels import members

    target = pair.target
    if not target.free:
        return target.must if target.must in reachable else None
    must, fixed = np.uint64(target.must), np.uint64(pair.board.full & ~target.free)
    for pegs in range(target.fewest, min(pair.start.count, target.most) + 1):
        for chunk in members(reachable, pegs):
            hits = chunk[(chunk & fixed) == must]
            if len(hits):
                return int(hits[0])
    return None


class Frontier(Searcher):
    """Levels in memory or on disk, where others may make them in partitions.

    Short turns make levels that nothing prunes; a long one chooses what prunes, and begins anew.
    """

    def __init__(self, pair: Pair, effort: Effort) -> None:
        from feasibility.engines.positions.narrowing import Programs, narrowed
        from feasibility.engines.positions.question import of_pair

        self.pair, self.effort = pair, effort
        self.plain = of_pair(pair, residues=[(r.modulus, r.weights) for r in effort.residues])
        self.programs: Programs | None = None
        if pair.board.n > LARGE and pair.exact is not None and effort.pagodas:
            self.plain = narrowed(self.plain)
            self.programs = Programs(self.plain)
        self.question: PositionQuestion | None = None
        self.search: FrontierSearch | None = None

    def run(self, clock: Clock) -> Result:
        if self.question is None:
            if self._is_short(clock):
                return self._by_levels(self.plain, clock)
            self.close()
            self.question = self._pruned(clock)
        if self.question is None:
            return Stopped(clock.over() or "time", "while it looked for what prunes")
        return self._by_levels(self.question, clock)

    def needs(self) -> Needs:
        return Needs() if self.search is None else self.search.needs()

    def close(self) -> None:
        if self.search is not None:
            self.search.close()
            self.search = None

    def _is_short(self, clock: Clock) -> bool:
        """Whether choosing what prunes would take most of a turn; on disk it is chosen first."""
        left = clock.remaining()
        return left is not None and left < CHOOSING * self.pair.board.n and self.effort.workdir is None

    def _by_levels(self, question: PositionQuestion, clock: Clock) -> Result:
        from feasibility.engines.frontier.search import FrontierSearch

        if self.search is None:
            try:
                store = _store(question, self.effort)
            except DiskLimitError as full:
                return Stopped("disk", str(full))
            self.search = FrontierSearch(
                question, store=store, report=self.effort.report, threads=self.effort.threads
            )
        return self.search.run(clock)

    def _pruned(self, clock: Clock) -> PositionQuestion | None:
        """The question with what its search prunes with; on a large board programs find more of that."""
        from feasibility.engines.positions.pruning import choose_pool

        if self.pair.target.pegs is not None:  # its proof is the size of the whole closure: nothing pruned
            return self.plain
        computed = () if self.programs is None else self.programs.run(clock)
        if computed is None:
            return None
        pool = choose_pool(self.plain, self.effort.pagodas, clock) if self.effort.pagodas else ()
        if pool is None:
            return None
        return replace(self.plain, pagodas=tuple(dict.fromkeys((*pool, *computed))))


def _store(question: PositionQuestion, effort: Effort) -> Store | None:
    """Where the levels are kept, if not in memory, and who makes large ones."""
    if effort.workdir is None:
        return None
    from feasibility.engines.frontier.disk import DiskStore

    return DiskStore(effort.workdir / "frontier", question, effort.levels)


ENGINES: dict[str, Callable[[Pair, Effort], Searcher]] = {
    "beam": beam,
    "plans": plans,
    "dense": Dense,
    "frontier": Frontier,
}
