"""Everything that can be asked of a pair, under the names of the schedule; one signature for all.

A criterion and an engine differ only in what they are called in a report: engines are the parts of `search`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.base.turns import Kept
from feasibility.base.values import Value, replace
from feasibility.criteria import CRITERIA, Criterion, pagoda
from feasibility.criteria.base import Procedure
from feasibility.engines import SEARCH
from feasibility.game.geometry import Board
from feasibility.game.position import Pair
from feasibility.native import binding
from feasibility.proofs.preference import PREFERENCE
from feasibility.proofs.verdict import Finding

if TYPE_CHECKING:
    from feasibility.decide.engines import Effort

Cost = Callable[[Pair, Clock, Kept], float]  # seconds, infinite where it cannot be asked

KNOWN_WEIGHTS = "known-weights"
BEAM = ("feasibility.decide.findings", "feasibility.engines.beam.search", "feasibility.engines.beam.compiled")
ENDLESS = ("plans",)  # these find plays only and never end; nothing is left to wait for when all others have
# Of dense closure, without and with compiled kernels: cautious guesses.
BITS_PER_SECOND = (1 << 26, 1 << 31)


class Named(Value):
    """A procedure, what a report calls it, the best kind of proof that it can give, and its cost."""

    name: str
    report: str
    ask: Procedure
    gives: str
    cost: Cost | None = None
    readable: Callable[[Pair, Clock, Kept], Finding | None] | None = None
    modules: tuple[str, ...] = ()

    def load(self) -> None:
        """The modules, so that a short turn is not over before the first of them is imported."""
        for module in self.modules:
            if module not in sys.modules:
                import_module(module)

    @property
    def is_engine(self) -> bool:
        return self.report == SEARCH


GIVES = {
    "trivial": "residue", "classes": "residue", "rule-of-three": "residue", "lattice": "residue",
    "corners": "pagoda", "pagoda": "pagoda", "cone": "pagoda", "integer-cone": "tree",
    "turning-point": "turn", "ends": "ends",
}  # fmt: skip


def by_criterion(criterion: Criterion) -> Named:
    gives = GIVES.get(criterion.name, PREFERENCE[-1])
    return Named(criterion.name, criterion.name, criterion.check, gives, readable=criterion.readable)


def by_engine(
    engine: str,
    gives: str = "search",
    cost: Cost | None = None,
    modules: tuple[str, ...] = (),
    alone: bool = False,
) -> Named:
    """An engine of the search; asked alone, another one does not prove what it has found."""

    def ask(pair: Pair, clock: Clock, kept: Kept | None = None) -> Finding:
        from feasibility.decide import findings
        from feasibility.decide.engines import WIDEST

        effort = effort_for(pair, clock, kept or Kept(), pruned=engine == "frontier")
        return findings.by_engine(engine, pair, replace(effort, widest=WIDEST) if alone else effort)

    return Named(engine, SEARCH, ask, gives, cost, modules=modules)


def effort_for(pair: Pair, clock: Clock, kept: Kept, pruned: bool = True) -> Effort:
    """What an engine may use; what prunes is offered for the first turn and then kept."""
    from feasibility.decide.engines import Effort
    from feasibility.systems.pruning_pool import pruning_pool, pruning_residues

    means, first = kept.means or Effort(clock, widest=None), pruned and kept.state is None
    pools = (pruning_pool(pair), pruning_residues(pair)) if first else ((), ())
    effort: Effort = replace(means, clock=clock, pagodas=pools[0], residues=pools[1], kept=kept)
    return effort


def programs_are_loaded() -> bool:
    return "highspy" in sys.modules


def dense_cost(pair: Pair, clock: Clock, kept: Kept) -> float:
    """Seconds of a dense closure; infinite where it cannot be made, or not in this memory."""
    from feasibility.engines.dense.closure import dense_memory
    from feasibility.engines.dense.run import memory_refusal

    seconds = dense_seconds(pair.board, counted=clock.limits.work is not None)
    if seconds is None or memory_refusal(dense_memory(pair.board.n, pair.board.jumps), clock):
        return inf
    return seconds


def dense_seconds(board: Board, counted: bool = False) -> float | None:
    """A cautious guess of the time of a dense closure, None where none can be; `counted`: on any machine."""
    from feasibility.engines.dense.closure import DENSE_HOLES, dense_memory

    if board.n > DENSE_HOLES:
        return None
    compiled = counted or binding.library() is not None
    return 8 * dense_memory(board.n, board.jumps) / BITS_PER_SECOND[compiled]


PROCEDURES = {
    named.name: named
    for named in (
        *map(by_criterion, CRITERIA),
        Named(KNOWN_WEIGHTS, "pagoda", pagoda.by_known, "pagoda"),
        by_engine("dense", "closure", dense_cost),
        by_engine("beam", modules=BEAM),
        by_engine("frontier"),
        by_engine("plans", gives="play"),
    )
}
