"""The arbiter: a play, or the proof by exhaustion that there is none, or which limit came first.

It asks one engine (`engines.py`), or the cheaper ones in turn, and makes findings of their results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.native import binding
from feasibility.proofs.certificate import Closure, Pagoda, Play, Refutation, Residue, Search
from feasibility.proofs.verdict import Finding, Outcome, refuted, undecided
from feasibility.search import SEARCH
from feasibility.search.engines import ENGINES, EXACT, Effort, Report, told
from feasibility.search.results import Exhausted, Found, Result, Stopped

__all__ = [
    "ENGINES",
    "EXACT",
    "Effort",
    "Report",
    "brief_glance",
    "decide",
    "glance",
    "played",
    "told",
]

TITLES = {
    "beam": "beam search",
    "plans": "plans in order",
    "depth": "depth-first search",
    "dense": "dense closure",
    "levels": "level by level",
    "frontier": "frontier search",
}
GLANCE = 0.02  # seconds of beam search for each hole, before the costliest criteria
BRIEF_WIDTH = 32  # of the beam before the first costly criterion, which takes no longer where it refutes
PLANNED = 0.01  # seconds of plans for each hole, before linear programs are asked for proofs
LARGE = 40  # holes; on fewer, beam search is at the end sooner
OPEN = 0.3  # of the holes, at least, are more than the jumps that are needed where plans are likely to do
# Where no dense closure fits: engines in turn, the share of the time that is left and the seconds, at most.
# Frontier search takes what there is, and where its memory is full the rest is for more plans.
USUAL = (("beam", 0.5, 20.0), ("plans", 0.1, 5.0), ("frontier", 1.0, inf), ("plans", 1.0, inf))
PLANNABLE = (("plans", 0.4, 30.0), ("beam", 0.4, 20.0), ("frontier", 0.6, inf), ("plans", 1.0, inf))
# On boards of more than VAST holes levels do not come to their end: two finders have nearly all of the time.
FINDERS = (("plans", 0.5, 60.0), ("beam", 0.7, 60.0), *PLANNABLE[2:])
VAST = 100
LEAST_FRONTIER = 0.4  # seconds of frontier search before the dense closure is built
# Of dense closure, without and with compiled kernels: cautious guesses for choosing between engines.
BITS_PER_SECOND = (1 << 26, 1 << 31)


def brief_glance(pair: Pair, clock: Clock, report: Report | None, proving: bool = True) -> Finding | None:
    """What the first round of beam search decides, or nothing; pruning would take longer than it saves.

    A round that has left nothing out has seen every position, and with `proving` the proof of that is made.
    """
    return glance(pair, Effort(clock, report=report, widest=BRIEF_WIDTH), proving=proving)


def glance(
    pair: Pair, effort: Effort, seconds: float | None = None, *, proving: bool = True
) -> Finding | None:
    """What beam search decides within some seconds (by default some per hole), or nothing."""
    patience = GLANCE * pair.board.n if seconds is None else seconds
    brief = replace(effort, clock=effort.clock.within(patience))
    result = ENGINES["beam"](pair, brief)
    if isinstance(result, Exhausted) and not proving:
        return None
    if isinstance(result, Exhausted):  # there is little to visit, and frontier search writes the proof
        finding = _by("frontier", pair, brief)
    else:
        finding = finding_of(pair, result, TITLES["beam"])
    return None if finding.proof is None else finding


def plannable(pair: Pair) -> bool:
    """Whether plans are likely to have an order: on a large board with room, or where few pegs are wanted."""
    board, target = pair.board, pair.target
    if board.n <= LARGE or target.pegs is not None:
        return False
    if target.free:
        wanted = (target.must & ~pair.start.mask).bit_count()
        return 2 * target.free.bit_count() >= board.n and 10 * wanted <= board.n
    return (pair.jumps_needed or 0) <= (1 - OPEN) * board.n


def plan_glance(pair: Pair, clock: Clock, report: Report | None, times: int = 1) -> Finding | None:
    """A play by plans within some seconds for each hole, or some times as many, or nothing."""
    brief = clock.within(times * PLANNED * pair.board.n)
    finding = _by("plans", pair, Effort(brief, report=report, seed=times))
    return None if finding.proof is None else finding


def decide(pair: Pair, effort: Effort, engine: str | None = None) -> Finding:
    """The answer within the limits; `engine` is one of ENGINES, by default the cheaper ones in turn."""
    if engine is not None:
        return _by(engine, pair, effort)
    cost = None if effort.levels is not None else _dense_cost(pair, effort.clock)
    if cost is None:
        return _in_turn(pair, effort)
    if cost > LEAST_FRONTIER and effort.workdir is None:
        brief = replace(effort, clock=effort.clock.within(max(LEAST_FRONTIER, cost / 2)))
        first = _by("frontier", pair, brief)
        if first.outcome is not Outcome.UNDECIDED or effort.clock.expired():
            return first
    finding = _by("dense", pair, effort)
    if finding.outcome is Outcome.UNDECIDED and not effort.clock.expired():
        return _also(_by("frontier", pair, effort), finding.summary)
    return finding


def _in_turn(pair: Pair, effort: Effort) -> Finding:
    """The engines one after the other, each with its share; what they said where none decided."""
    said: dict[str, Finding] = {}
    for engine, share, most in _turns(pair):
        left = effort.clock.remaining()
        if engine in said and (left is None or effort.clock.expired()):
            continue  # without a limit it has had its turn
        patience = most if left is None else min(most, share * left)
        clock = effort.clock if patience == inf or share == 1.0 else effort.clock.within(patience)
        finding = _by(engine, pair, replace(effort, clock=clock, seed=len(said)))
        if finding.outcome is not Outcome.UNDECIDED:
            return finding
        said[engine] = finding
    exact = said.pop("frontier")
    return _also(exact, "; ".join([_no_dense(pair, effort), *(finding.summary for finding in said.values())]))


def _turns(pair: Pair) -> tuple[tuple[str, float, float], ...]:
    """Which engines, in which order, the share of the time and the seconds of each."""
    if not plannable(pair):
        return USUAL
    return FINDERS if pair.board.n > VAST else PLANNABLE


def _also(finding: Finding, other: str) -> Finding:
    """If nothing was decided, the summary also says what ended the other engine: more room may do."""
    if finding.outcome is not Outcome.UNDECIDED:
        return finding
    return replace(finding, summary=f"{finding.summary}; {other}")


def _by(engine: str, pair: Pair, effort: Effort) -> Finding:
    """The answer of one engine. If it keeps nothing that proves the answer, another engine proves it."""
    result = ENGINES[engine](pair, effort)
    if isinstance(result, Exhausted) and engine == "depth":
        finding = decide(pair, effort)
    else:
        finding = finding_of(pair, result, TITLES[engine])
    cost = "" if isinstance(result, Stopped) else result.cost
    return replace(finding, details=(*finding.details, cost)) if cost else finding


def finding_of(pair: Pair, result: Result, how: str) -> Finding:
    """The finding for the result of an engine; `how` is its name in words."""
    match result:
        case Found(play):
            return played(pair, play, how)
        case Stopped(limit="width" | "plans", so_far=so_far):
            return undecided(SEARCH, f"{how} found no play; {so_far}")
        case Stopped():
            return replace(undecided(SEARCH, f"{how} {result}"), limit=result.limit)
    summary, proof = _refutation(pair, result)
    if proof is None:
        return undecided(
            SEARCH, f"{how} visited every position and found no play, but it writes no proof of this"
        )
    return refuted(SEARCH, f"{summary} ({how})", proof)


def played(pair: Pair, play: Sequence[Sequence[int]], how: str) -> Finding:
    """The finding for a play, replayed by the rules before anybody hears of it."""
    jumps = tuple(Jump(*names) for names in play)
    end = pair.start.replay(jumps)
    if not end.matches(pair.target):
        return undecided(SEARCH, f"{how} returned a play that does not end at the target")
    return Finding(SEARCH, Outcome.PASSED, f"a play of {plural(len(jumps), 'jump')} ({how})", Play(jumps))


def _refutation(pair: Pair, result: Exhausted) -> tuple[str, Refutation | None]:
    """The finding for an exhausted pair, with the proof if the engine kept what a proof needs."""
    target, visited = pair.target, sum(result.forward) + sum(result.backward)
    if result.closure == 1:
        return "no jump can be played from the start, and it is not the target", Closure(1)
    if result.closure:
        said = f"all {result.closure:,} reachable positions visited, none is the target"
        return said, Closure(result.closure)
    if not result.forward:
        return "", None
    wanted = target.fewest
    if wanted >= pair.start.count:
        missing = target.must & ~pair.start.mask
        return "every jump removes a peg, and the target needs too many", _too_many(pair, missing)
    if target.pegs is not None:
        seen = plural(visited, "reachable position", commas=True)
        return f"{seen}, none with {plural(target.pegs, 'peg')}", Closure(visited)
    residues = tuple(Residue(d, w) for d, w in result.residues)
    backward = None if target.free else result.backward or None
    proof = Search(result.pagodas, residues, result.forward, backward, result.near)
    return f"{plural(visited, 'position', commas=True)} visited from both ends, no play", proof


def _too_many(pair: Pair, missing: int) -> Pagoda:
    """No search is needed, and none would prove it: the target has at least as many pegs, and others."""
    hole = missing & -missing
    return Pagoda(tuple(1 + (hole >> i & 1) for i in range(pair.board.n)))


def dense_seconds(board: Board) -> float | None:
    """A cautious guess of what a dense closure would take; None where none can be."""
    from feasibility.search.dense.closure import MOST_HOLES, dense_memory

    rate = BITS_PER_SECOND[binding.library() is not None]
    return None if board.n > MOST_HOLES else 8 * dense_memory(board.n, board.jumps) / rate


def _no_dense(pair: Pair, effort: Effort) -> str:
    """Why a dense closure was not begun."""
    from feasibility.search.dense.closure import MOST_HOLES, dense_memory
    from feasibility.search.dense.run import memory_refusal

    if effort.levels is not None:
        return "a dense closure was not asked for"
    if pair.board.n > MOST_HOLES:
        return f"a dense closure holds boards of at most {MOST_HOLES} holes"
    refused = memory_refusal(dense_memory(pair.board.n, pair.board.jumps), effort.clock)
    return "a dense closure was not begun" + ("" if refused is None else f": it {refused.reason}")


def _dense_cost(pair: Pair, clock: Clock) -> float | None:
    """Seconds that a dense closure is likely to take; None where it cannot be made, or not in this memory."""
    from feasibility.search.dense.closure import dense_memory
    from feasibility.search.dense.run import memory_refusal

    cost = dense_seconds(pair.board)
    refused = cost is None or memory_refusal(dense_memory(pair.board.n, pair.board.jumps), clock)
    return None if refused else cost
