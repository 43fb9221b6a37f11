"""The arbiter: a play, or the proof by exhaustion that there is none, or which limit came first.

Two exact engines: dense closure (one bit per position of the residue class) and frontier search (levels from
both ends, pruned by functionals). Beam search proposes plays on any board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from feasibility.base.errors import DiskLimitError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.native import binding
from feasibility.proofs.certificate import Closure, Pagoda, Play, Residue, Search, Weights
from feasibility.proofs.functional import Functional
from feasibility.proofs.verdict import Finding, Outcome, refuted, undecided

if TYPE_CHECKING:
    from feasibility.search.beam import NotFound
    from feasibility.search.dense.closure import DenseSet
    from feasibility.search.dense.run import Refused
    from feasibility.search.frontier.results import Exhausted, Progress

NAME = "search"

ENGINES = ("dense", "frontier")
GLANCE = 0.02  # seconds of beam search for each hole, before the costly criteria
BEAM_SHARE = 0.5  # of the time that is left, for beam search where no dense closure fits
BEAM_SECONDS = 20.0  # at most
LEAST_FRONTIER = 0.4  # seconds of frontier search before the dense closure is built
# Of dense closure, without and with compiled kernels: cautious guesses for choosing between engines.
BITS_PER_SECOND = (1 << 26, 1 << 31)

Report = Callable[[str], None]


@dataclass(frozen=True)
class Effort:
    """How to search: limits, what prunes, where to keep levels, whom to tell."""

    clock: Clock
    pagodas: Sequence[Weights] = ()
    residues: Sequence[Residue] = ()
    workdir: Path | None = None
    report: Report | None = None
    threads: int = 2


def played(pair: Pair, play: Sequence[Sequence[int]], how: str) -> Finding:
    """The finding for a play, replayed by the rules before anybody hears of it."""
    jumps = tuple(Jump(*names) for names in play)
    end = pair.start.replay(jumps)
    if not end.matches(pair.target):
        return undecided(NAME, f"{how} returned a play that does not end at the target")
    return Finding(NAME, Outcome.PASSED, f"a play of {plural(len(jumps), 'jump')} ({how})", Play(jumps))


def glance(pair: Pair, effort: Effort, seconds: float | None = None) -> Finding | None:
    """A play that beam search finds within some seconds (by default some per hole), or nothing."""
    finding = by_beam(pair, effort, GLANCE * pair.board.n if seconds is None else seconds)
    return None if finding.proof is None else finding


def by_beam(pair: Pair, effort: Effort, seconds: float | None = None) -> Finding:
    """A play that beam search finds within some seconds (by default all there are), or why there is none."""
    from feasibility.search.beam import beam
    from feasibility.search.frontier.results import Found
    from feasibility.search.positions.question import of_pair

    asked = of_pair(pair, pagodas=effort.pagodas)
    clock = effort.clock if seconds is None else effort.clock.within(seconds)
    result = beam(asked, pair.board.holes, clock=clock, report=effort.report)
    if isinstance(result, Found):
        return played(pair, result.play, "beam search")
    return undecided(NAME, _without_play(result))


def _without_play(result: NotFound) -> str:
    """Why beam search found no play."""
    if result.complete:
        return "beam search left no position out and found no play, but it makes no proof of that"
    looked = (
        f"{plural(result.explored, 'position', commas=True)} seen, at most {result.width:,} kept of a level"
    )
    if result.reason == "width":
        return f"beam search found no play; {looked}"
    return f"beam search stopped at the limit of {result.reason}; {looked}"


def decide(pair: Pair, effort: Effort, engine: str | None = None) -> Finding:
    """The exact answer within the limits; `engine` is one of ENGINES, by default the cheaper one."""
    if engine == "dense":
        return _dense(pair, effort)
    if engine == "frontier":
        return _frontier(pair, effort)
    cost = _dense_cost(pair, effort.clock)
    if cost is None:
        left = effort.clock.remaining()
        patience = BEAM_SECONDS if left is None else min(BEAM_SECONDS, BEAM_SHARE * left)
        found = glance(pair, effort, patience) or _frontier(pair, effort)
        return _also(found, _no_dense(pair, effort.clock))
    if cost > LEAST_FRONTIER and effort.workdir is None:
        brief = replace(effort, clock=effort.clock.within(max(LEAST_FRONTIER, cost / 2)))
        first = _frontier(pair, brief)
        if first.outcome is not Outcome.UNDECIDED or effort.clock.expired():
            return first
    finding = _dense(pair, effort)
    if finding.outcome is Outcome.UNDECIDED and not effort.clock.expired():
        return _also(_frontier(pair, effort), finding.summary)
    return finding


def _also(finding: Finding, other: str) -> Finding:
    """Where nothing was decided, what became of the other engine as well: more of its limit may decide."""
    if finding.outcome is not Outcome.UNDECIDED:
        return finding
    return replace(finding, summary=f"{finding.summary}; {other}")


def dense_seconds(board: Board) -> float | None:
    """A cautious guess of what a dense closure would take; None where none can be."""
    from feasibility.search.dense.closure import MOST_HOLES, dense_memory

    rate = BITS_PER_SECOND[binding.library() is not None]
    return None if board.n > MOST_HOLES else 8 * dense_memory(board.n, board.jumps) / rate


def _no_dense(pair: Pair, clock: Clock) -> str:
    """Why a dense closure was not begun."""
    from feasibility.search.dense.closure import MOST_HOLES, dense_memory
    from feasibility.search.dense.run import memory_refusal

    if pair.board.n > MOST_HOLES:
        return f"a dense closure holds boards of at most {MOST_HOLES} holes"
    refused = memory_refusal(dense_memory(pair.board.n, pair.board.jumps), clock)
    return "a dense closure was not begun" + ("" if refused is None else f": it {refused.reason}")


def _dense_cost(pair: Pair, clock: Clock) -> float | None:
    """The same; None also where its memory is refused."""
    from feasibility.search.dense.closure import dense_memory
    from feasibility.search.dense.run import memory_refusal

    cost = dense_seconds(pair.board)
    refused = cost is None or memory_refusal(dense_memory(pair.board.n, pair.board.jumps), clock)
    return None if refused else cost


def _dense(pair: Pair, effort: Effort) -> Finding:
    from feasibility.search.dense.closure import closure
    from feasibility.search.dense.queries import play
    from feasibility.search.dense.run import Refused

    report = effort.report
    found = closure(
        pair.board.n,
        pair.board.jumps,
        pair.start.mask,
        clock=effort.clock,
        threads=effort.threads,
        workdir=None if effort.workdir is None else effort.workdir / "dense",
        progress=None if report is None else lambda p: report(f"dense closure, {p}"),
    )
    if isinstance(found, Refused):
        return undecided(NAME, _stopped_dense(found))
    goal = _match(found, pair)
    if goal is not None:
        steps = play(found, goal)
        if steps is not None:
            return played(pair, steps, "dense closure")
        return undecided(NAME, "the play could not be read back from the dense closure")
    size = len(found)
    return refuted(NAME, all_visited(size), Closure(size))


def all_visited(size: int) -> str:
    """What is told of a closure that does not hold the target."""
    if size == 1:
        return "no jump can be played from the start, and it is not the target (dense closure)"
    return f"all {size:,} reachable positions visited, none is the target (dense closure)"


def _stopped_dense(refusal: Refused) -> str:
    return f"dense closure stopped at the limit of {refusal.limit}: {refusal.reason}"


def _match(found: DenseSet, pair: Pair) -> int | None:
    """A reachable position that the target accepts."""
    import numpy as np

    from feasibility.search.dense.levels import members

    target = pair.target
    if not target.free:
        return target.must if target.must in found else None
    must, fixed = np.uint64(target.must), np.uint64(pair.board.full & ~target.free)
    for pegs in range(target.fewest, min(pair.start.count, target.most) + 1):
        for chunk in members(found, pegs):
            hits = chunk[(chunk & fixed) == must]
            if len(hits):
                return int(hits[0])
    return None


def _frontier(pair: Pair, effort: Effort) -> Finding:
    from feasibility.search.frontier.results import Exhausted, Found
    from feasibility.search.frontier.search import search
    from feasibility.search.positions.pruning import choose_pool
    from feasibility.search.positions.question import of_pair

    residues = tuple((r.modulus, r.weights) for r in effort.residues)
    counted = pair.target.pegs is not None  # its proof is the size of the whole closure: nothing pruned
    pool = choose_pool(of_pair(pair), effort.pagodas) if effort.pagodas and not counted else ()
    asked = of_pair(pair, pagodas=pool, residues=residues)
    store = None
    if effort.workdir is not None:
        from feasibility.search.frontier.disk import DiskStore

        try:
            store = DiskStore.open(effort.workdir / "frontier", asked)
        except DiskLimitError as full:
            return undecided(NAME, f"frontier search stopped at the limit of disk: {full}")
    result = search(asked, clock=effort.clock, store=store, report=told(effort.report))
    if isinstance(result, Found):
        return played(pair, result.play, "frontier search")
    if isinstance(result, Exhausted):
        return _exhausted(pair, result)
    return undecided(NAME, f"frontier search {result}")


def told(report: Report | None) -> Callable[[Progress], None] | None:
    """The progress of a frontier search as a line of text, for those who want to hear it."""
    return None if report is None else lambda progress: report(str(progress))


def _exhausted(pair: Pair, result: Exhausted) -> Finding:
    target, visited = pair.target, sum(result.forward) + sum(result.backward)
    if target.pegs is not None:
        if target.pegs >= pair.start.count:
            return _too_many(pair, 0)
        seen = plural(visited, "reachable position", commas=True)
        return refuted(NAME, f"{seen}, none with {plural(target.pegs, 'peg')}", Closure(visited))
    if target.must.bit_count() >= pair.start.count:
        return _too_many(pair, target.must & ~pair.start.mask)
    residues = tuple(Residue(d, w) for d, w in result.residues)
    backward = None if target.free else result.backward or None
    proof = Search(result.pagodas, residues, result.forward, backward)
    return refuted(
        NAME,
        f"{plural(visited, 'position', commas=True)} visited from both ends, no play (frontier search)",
        proof,
    )


def _too_many(pair: Pair, missing: int) -> Finding:
    """No search is needed, and none would prove it: the target has at least as many pegs, and others."""
    hole = missing & -missing
    weights = tuple(1 + (hole >> i & 1) for i in range(pair.board.n))
    return refuted(NAME, "every jump removes a peg, and the target needs too many", Pagoda(weights))


def tightest(pair: Pair, candidates: Sequence[Functional], most: int = 40) -> tuple[Weights, ...]:
    """The pagoda functions with the smallest slack between start and target, the tightest first."""
    slack = [(f.value(pair.start.mask) - f.least(pair.target), i) for i, f in enumerate(candidates)]
    return tuple(candidates[i].weights for _, i in sorted(slack)[:most])
