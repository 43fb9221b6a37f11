"""From the result of an engine to a finding, with the play or the proof by exhaustion."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.base.turns import Kept
from feasibility.base.values import replace
from feasibility.criteria.trivial import one_weighs_two
from feasibility.decide.engines import ENGINES, PROBE, WIDEST, Effort
from feasibility.engines import SEARCH
from feasibility.engines.results import Exhausted, Found, Result
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Finding, Outcome, refuted, undecided

TITLES = {
    "beam": "beam search",
    "plans": "plans in order",
    "dense": "dense closure",
    "frontier": "frontier search",
}


def by_engine(engine: str, pair: Pair, effort: Effort) -> Finding:
    """What one engine says. If it keeps nothing that proves its answer, frontier search proves it."""
    result, how = ENGINES[engine](pair, effort), TITLES[engine]
    if isinstance(result, Exhausted) and effort.kept.only_play:
        effort.kept.more = True
        return undecided(SEARCH, f"{how} found no play")
    if isinstance(result, Exhausted) and engine == "beam" and effort.widest is None:
        clock, searched = effort.clock, effort.kept.state
        if getattr(getattr(searched, "watch", None), "width", WIDEST) <= PROBE:
            clock = replace(clock, deadline=None)  # some thousand positions: imports take most of a turn
        alone = replace(effort, clock=clock, pagodas=(), kept=Kept(), workdir=None, levels=None)
        result, how = ENGINES["frontier"](pair, alone), TITLES["frontier"]
    finding = finding_of(pair, result, how)
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
            return replace(undecided(SEARCH, f"{how} {result}"), stopped=result)
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
    from feasibility.proofs.kinds.closure import Closure
    from feasibility.proofs.kinds.residue import Residue
    from feasibility.proofs.kinds.search import Search

    target, visited = pair.target, sum(result.forward) + sum(result.backward)
    if result.closure == 1:
        return "no jump can be played from the start, and it is not the target", Closure(1)
    if result.closure:
        said = f"all {result.closure:,} reachable positions visited, none is the target"
        return said, Closure(result.closure)
    if not result.forward:
        return "", None
    if target.fewest >= pair.start.count:
        return "every jump removes a peg, and the target needs too many", one_weighs_two(pair)
    if target.pegs is not None:
        seen = plural(visited, "reachable position", commas=True)
        return f"{seen}, none with {plural(target.pegs, 'peg')}", Closure(visited)
    residues = tuple(Residue(d, w) for d, w in result.residues)
    backward = None if target.free else result.backward or None
    proof = Search(result.pagodas, residues, result.forward, backward, result.near)
    return f"{plural(visited, 'position', commas=True)} visited from both ends, no play", proof
