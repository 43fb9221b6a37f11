"""The pairs of one start, decided together: cheap proofs first, then one reachable set for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from feasibility.analysis.plan import CHEAP, Plan
from feasibility.analysis.steps import Steps
from feasibility.base.limits import Limits
from feasibility.criteria import CRITERIA
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, Verdict
from feasibility.search import arbiter
from feasibility.search.results import Exhausted, Found, Stopped

if TYPE_CHECKING:
    from feasibility.search.dense.closure import DenseSet

CHEAP_CLOSURE = 1.0  # seconds of closure that are spent before costly criteria
GLANCE = 3.0  # seconds of beam search before the costly criteria

_COSTLY = tuple(c for c in CRITERIA if c.costly)


def check_together(pairs: Iterable[Pair], limits: Limits, threads: int = 1) -> list[Verdict]:
    """The verdicts on pairs with one start and single positions as targets.

    The limits are for each step of a pair; a reachable set for all of them may cost what the pairs that are
    open may cost one by one.
    """
    plan = Plan(first=True, threads=threads, readable=False)
    checks = [Steps(pair, limits, plan) for pair in pairs]
    for steps in checks:
        steps.criteria(CHEAP)
    if checks and _closure_is_cheap(checks[0].pair):
        _by_closure(checks, CHEAP_CLOSURE)
    for steps in _open(checks):
        steps.restart()
        steps.glance(GLANCE if limits.seconds is None else min(GLANCE, limits.seconds))
        steps.criteria(_COSTLY)
    left = len(_open(checks))
    _by_closure(checks, None if limits.seconds is None else limits.seconds * left)
    for steps in checks:
        if not steps.findings or steps.verdict.decisive is None:
            steps.restart()
            steps.plan = replace(plan, engine="frontier")
            steps.search()
    return [steps.verdict for steps in checks]


def _open(checks: Iterable[Steps]) -> list[Steps]:
    return [steps for steps in checks if steps.is_open]


def _closure_is_cheap(pair: Pair) -> bool:
    cost = arbiter.dense_seconds(pair.board)
    return cost is not None and cost < CHEAP_CLOSURE / 2


def _by_closure(checks: Sequence[Steps], seconds: float | None) -> None:
    """One reachable set of the common start for all pairs that are open."""
    from feasibility.search.dense.closure import closure

    undecided = _open(checks)
    if not undecided or undecided[0].pair.board.n > 64:
        return
    first, began = undecided[0], perf_counter()
    board, start = first.pair.board, first.pair.start.mask
    clock = replace(first.limits, seconds=seconds).start()
    reachable = closure(board.n, board.jumps, start, clock=clock, threads=first.plan.threads)
    if isinstance(reachable, Stopped):
        return
    whole = Exhausted(closure=len(reachable))
    share = (perf_counter() - began) / len(undecided)
    for steps in undecided:
        steps.note(_membership(steps.pair, reachable, whole).timed(share))


def _membership(pair: Pair, reachable: DenseSet, whole: Exhausted) -> Finding:
    from feasibility.search.dense.queries import play

    steps = play(reachable, pair.target.must)
    return arbiter.finding_of(pair, whole if steps is None else Found(steps), "dense closure")
