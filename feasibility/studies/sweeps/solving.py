"""A play with the fewest sweeps, and all such plays one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from feasibility.base.errors import SoundnessError
from feasibility.base.plurals import plural
from feasibility.base.stopped import BrokenOffError, Stopped, StoppedError
from feasibility.decide import search
from feasibility.decide.engines import Effort
from feasibility.decide.findings import played
from feasibility.decide.plays import Listing, Solution, solution_of
from feasibility.engines import SEARCH
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, Outcome, undecided
from feasibility.studies.sweeps.fewest import Fewest, KnownSweeps, deepening, fewest_sweeps
from feasibility.systems.residues import generators

PLAY_SHARE = 0.3  # of the time that is left, for some play, before the fewest sweeps are sought


def fewest(pair: Pair, effort: Effort, find: Callable[[Pair, Effort], Finding] = search) -> Solution:
    """A play with the least number of sweeps, exactly; otherwise some play and a lower bound.

    Some play is found first, by `find`, in a share of the time: it is what is left when a limit comes, and
    a pair without one needs no sweeps.
    """
    left = effort.clock.remaining()
    share = effort.clock if left is None else effort.clock.within(PLAY_SHARE * left)
    some = solution_of(pair, find(pair, replace(effort, clock=share)))
    if some.finding.outcome is Outcome.REFUTED:
        return some
    try:
        result = fewest_sweeps(
            _about_sweeps(pair, effort),
            clock=effort.clock,
            report=effort.report,
            workdir=None if effort.workdir is None else effort.workdir / "sweeps",
        )
    except BrokenOffError as stop:
        raise BrokenOffError(_with_bound(pair, some, stop.known)) from None
    except KeyboardInterrupt:
        raise BrokenOffError(some) from None
    if result is not None:
        return _with_bound(pair, some, result)
    if some.play is not None:
        raise SoundnessError(f"a pair that has been played is said to have no play; the pair:\n{pair!r}")
    return solution_of(pair, search(pair, effort))


def _about_sweeps(pair: Pair, effort: Effort) -> PositionQuestion:
    """The question, with what tells targets apart that the start cannot reach."""
    question = of_pair(pair, pagodas=effort.pagodas)
    if pair.exact is not None:
        return question
    return replace(question, residues=tuple((m, weights) for weights, m in generators(pair.board, 0) if m))


def _with_bound(pair: Pair, some: Solution, result: Fewest | Stopped) -> Solution:
    """What is known of the fewest sweeps, with the play that has fewest, or with some play."""
    if isinstance(result, Fewest):
        finding = played(pair, result.play, "fewest sweeps")
        note = f"{plural(result.sweeps, 'sweep')}, the least there is"
        solved = Solution(pair, finding, (note,), result.sweeps, result.proof)
    else:
        known: KnownSweeps = result.known
        sweeps = known.proof.at_least
        note = f"{result.how}: every play needs at least {plural(sweeps, 'sweep')}"
        if pair.exact is None:
            note += "; asked for one last position at a time, it may prove more"
        if known.some is not None:
            some = Solution(pair, played(pair, known.some, "few sweeps"))
        finding, notes = some.finding, (*some.notes, note)
        if some.play is None:
            finding, notes = replace(undecided(SEARCH, note), stopped=result), ()
        solved = Solution(pair, finding, notes, sweeps, known.proof, result)
    bound = solved.bound
    return solved if bound is None else replace(solved, bound=replace(bound, play=solved.play))


class Shortest:
    """The plays with the fewest sweeps, one after the other.

    Their `number` is known before the first of them. `stopped`: the limit that ended them early. Where
    it came before the fewest sweeps were known, there is nothing to list.
    """

    def __init__(self, pair: Pair, effort: Effort, known: Solution) -> None:
        self.pair, self.effort = pair, effort
        self.stopped = known.stopped
        self.sweeps = known.sweeps_at_least or 0
        self.number: int | None = None

    def __iter__(self) -> Iterator[tuple[Jump, ...]]:
        if self.stopped is not None:
            return
        question, report = _about_sweeps(self.pair, self.effort), self.effort.report
        try:
            search = deepening(question, self.effort.clock, report)
            common = search.shortest(self.sweeps)
            self.number = search.number_of_plays(common)
            for names in search.plays(common):
                yield tuple(Jump(*name) for name in names)
        except StoppedError as end:
            self.stopped = end.stopped


def shortest(pair: Pair, effort: Effort, known: Solution) -> Listing:
    """The plays with the fewest sweeps, where one is known."""
    return Shortest(pair, effort, known)
