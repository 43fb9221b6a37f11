"""The engines of the arbiter: one signature, one type of result.

Dense closure keeps one bit per position of the residue class; search by levels only those of two numbers of
pegs. Frontier search makes levels from both ends, pruned by functionals. Depth-first search remembers what
failed. Beam search proposes plays, on any board, and so do plans put in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import DiskLimitError, SoundnessError
from feasibility.base.limits import Clock
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Residue
from feasibility.proofs.nodes import Weights
from feasibility.search.results import Exhausted, Found, LevelProgress, Result, Stopped

if TYPE_CHECKING:
    from pathlib import Path

    from feasibility.search.dense.closure import DenseSet
    from feasibility.search.frontier.partitions import Engine as Levels
    from feasibility.search.positions.question import Question

Report = Callable[[str], None]

LARGE = 37  # holes; on more, a search is long enough for linear programs to pay, which take a few seconds


@dataclass(frozen=True)
class Effort:
    """How to search: limits, what prunes, where to keep levels, whom to tell.

    `levels`: who makes the levels of a frontier search, in partitions in the work directory.
    """

    clock: Clock
    pagodas: Sequence[Weights] = ()
    residues: Sequence[Residue] = ()
    workdir: Path | None = None
    report: Report | None = None
    threads: int = 2
    levels: Levels | None = None
    widest: int = 1 << 16  # positions of a level that beam search keeps at most
    seed: int = 0  # another one makes other plans


def beam(pair: Pair, effort: Effort) -> Result:
    """The best positions of every level, more of them in every round."""
    from feasibility.search.beam.search import beam
    from feasibility.search.positions.question import of_pair

    asked = of_pair(pair, pagodas=effort.pagodas)
    options: dict[str, Any] = {"clock": effort.clock, "report": effort.report, "widest": effort.widest}
    return beam(asked, pair.board.holes, **options)


def plans(pair: Pair, effort: Effort) -> Result:
    """Whole numbers of jumps first, then an order of them."""
    from feasibility.search.plans.planner import plans

    return plans(pair, clock=effort.clock, report=effort.report, seed=effort.seed)


def depth(pair: Pair, effort: Effort) -> Result:
    """Yields plays, each different from those before."""
    from feasibility.search import depth
    from feasibility.search.positions.question import of_pair

    return depth.solve(of_pair(pair), clock=effort.clock, report=effort.report)


def dense(pair: Pair, effort: Effort) -> Result:
    """Everything that can be reached, one bit each."""
    from feasibility.search.dense.closure import closure
    from feasibility.search.dense.queries import play

    board, report = pair.board, effort.report
    reachable = closure(
        board.n,
        board.jumps,
        pair.start.mask,
        clock=effort.clock,
        threads=effort.threads,
        workdir=None if effort.workdir is None else effort.workdir / "dense",
        progress=None if report is None else lambda p: report(f"dense closure, {p}"),
    )
    if isinstance(reachable, Stopped):
        return reachable
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

    from feasibility.search.dense.levels import members

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


def frontier(pair: Pair, effort: Effort) -> Result:
    """Levels in memory, on disk, or on disk in partitions that others make."""
    asked = _pruned(pair, effort)
    if isinstance(asked, Stopped):
        return asked
    report = told(effort.report)
    if effort.levels is not None and effort.workdir is not None:
        from feasibility.search.frontier.partitions import search_partitioned

        folder = effort.workdir / "partitions"
        return search_partitioned(asked, folder, engine=effort.levels, clock=effort.clock, report=report)
    from feasibility.search.frontier.disk import DiskStore
    from feasibility.search.frontier.search import search

    try:
        store = None if effort.workdir is None else DiskStore.open(effort.workdir / "frontier", asked)
    except DiskLimitError as full:
        return Stopped("disk", str(full), remaining=asked.length)
    return search(asked, clock=effort.clock, store=store, report=report, threads=effort.threads)


def _pruned(pair: Pair, effort: Effort) -> Question | Stopped:
    """The question with what its search prunes with; on a large board linear programs find more of that."""
    from feasibility.search.positions.narrowing import narrowed, programmed
    from feasibility.search.positions.pruning import choose_pool
    from feasibility.search.positions.question import of_pair

    asked = of_pair(pair, residues=[(r.modulus, r.weights) for r in effort.residues])
    if pair.target.pegs is not None:  # its proof is the size of the whole closure: nothing pruned
        return asked
    computed: tuple[Weights, ...] = ()
    if pair.board.n > LARGE and not pair.target.free and effort.pagodas:
        asked = narrowed(asked)
        computed = programmed(asked, effort.clock)
        if effort.clock.expired():
            return Stopped(effort.clock.over() or "time", "while it looked for what prunes")
    pool = choose_pool(asked, effort.pagodas) if effort.pagodas else ()
    return replace(asked, pagodas=tuple(dict.fromkeys((*pool, *computed))))


def levels(pair: Pair, effort: Effort) -> Result:
    """Everything that can be reached, one bit each, one level of pegs at a time."""
    from feasibility.search.dense.by_levels import LevelSearch

    folder = None if effort.workdir is None else effort.workdir / "levels"
    try:
        return LevelSearch(pair, effort.clock, effort.threads, folder, effort.report).run()
    except DiskLimitError as full:
        return Stopped("disk", str(full))


def told(report: Report | None) -> Callable[[LevelProgress], None] | None:
    """The progress of a frontier search as a line of text, for those who want to hear it."""
    return None if report is None else lambda progress: report(str(progress))


Engine = Callable[[Pair, Effort], Result]
ENGINES: dict[str, Engine] = {
    "beam": beam,
    "plans": plans,
    "depth": depth,
    "dense": dense,
    "levels": levels,
    "frontier": frontier,
}
EXACT = ("dense", "frontier")  # two that share nothing, for a second opinion
