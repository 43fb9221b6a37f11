"""From an engine to what a report says: its turns as turns of a procedure, its results as findings."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.base.values import replace
from feasibility.criteria.base import Resumable, TurnEnd
from feasibility.criteria.trivial import one_weighs_two
from feasibility.decide.engines import ENGINES, Effort, Frontier
from feasibility.engines import SEARCH
from feasibility.engines.results import Exhausted, Found, Result
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Finding, Outcome, refuted, undecided

PROBE = 32  # positions of a level that beam search keeps in a probe
TITLES = {
    "beam": "beam search",
    "plans": "plans in order",
    "dense": "dense closure",
    "frontier": "frontier search",
}


class EngineRun(Resumable):
    """An engine of the search at work."""

    def __init__(self, engine: str, pair: Pair, effort: Effort) -> None:
        self.pair, self.effort, self.how = pair, effort, TITLES[engine]
        self.searcher = ENGINES[engine](pair, effort)

    def run(self, clock: Clock) -> TurnEnd:
        return self._end(self.searcher.run(clock))

    def close(self) -> None:
        self.searcher.close()

    def _end(self, result: Result) -> TurnEnd:
        finding = finding_of(self.pair, result, self.how)
        if isinstance(result, Stopped):
            return TurnEnd(finding, not result.by_clock, self.searcher.needs())
        if result.cost:
            finding = replace(finding, details=(*finding.details, result.cost))
        return TurnEnd(finding, ended=True)


class BeamRun(EngineRun):
    """A beam in a schedule: a probe with the narrowest one, which sees all positions where they are few.

    It keeps nothing that proves that there is no play; frontier search proves what it has found.
    """

    def __init__(self, pair: Pair, effort: Effort) -> None:
        super().__init__("beam", pair, effort)
        self.probing, self.few = True, False

    def run(self, clock: Clock) -> TurnEnd:
        from feasibility.engines.beam.search import Beam

        if isinstance(self.searcher, Beam):
            result = self.searcher.run(clock, PROBE if self.probing else None)
            self.probing = False
            if not isinstance(result, Exhausted):
                end = self._end(result)
                narrow = isinstance(result, Stopped) and result.limit == "width"
                return replace(end, ended=end.ended and not narrow)
            self.few = self.searcher.watch.width <= PROBE
            alone = replace(self.effort, pagodas=(), workdir=None, levels=None)
            self.searcher, self.how = Frontier(self.pair, alone), TITLES["frontier"]
        if self.few:
            clock = replace(clock, deadline=None)  # some thousand positions: imports take most of a turn
        return super().run(clock)


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
