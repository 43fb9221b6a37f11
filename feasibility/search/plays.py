"""Plays: one by a chosen method, one with the fewest sweeps, several different ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING

from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Reason
from feasibility.base.plurals import plural
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Play
from feasibility.proofs.verdict import Finding, Outcome, undecided
from feasibility.search import SEARCH
from feasibility.search.arbiter import Effort, decide, glance, played, told
from feasibility.text.moves import format_jumps

if TYPE_CHECKING:
    from feasibility.proofs.claims import Sweeps
    from feasibility.search.dense.closure import DenseSet
    from feasibility.search.positions.question import Question
    from feasibility.search.sweeps.fewest import Fewest, NotDecided

PLAY_SHARE = 0.3  # of the time that is left, for some play, before the fewest sweeps are sought
PATIENCE = 1 << 12  # positions between two looks at the limits


@dataclass(frozen=True)
class Solved:
    """A finding, what the method says of its effort, where asked a bound on the sweeps and its proof."""

    finding: Finding
    notes: tuple[str, ...] = ()
    at_least: int | None = None
    bound: Sweeps | None = None
    stopped: Reason | None = None  # what kept the fewest sweeps from being found

    @property
    def jumps(self) -> tuple[Jump, ...] | None:
        """The play, if there is one."""
        return self.finding.proof.jumps if isinstance(self.finding.proof, Play) else None


def solved_by(finding: Finding) -> Solved:
    """A finding of the composer as an answer."""
    return Solved(finding, finding.details if finding.criterion == SEARCH else ())


def solve(pair: Pair, effort: Effort, engine: str | None = None) -> Solved:
    """What the arbiter says, by one of its engines or as it chooses; no criterion is asked."""
    return solved_by(answer(pair, effort, engine))


def answer(pair: Pair, effort: Effort, engine: str | None = None) -> Finding:
    """A look for a play, then the exact engines."""
    return (None if engine else glance(pair, effort)) or decide(pair, effort, engine)


def fewest(pair: Pair, effort: Effort, find: Callable[[Pair, Effort], Finding] = answer) -> Solved:
    """A play with the least number of sweeps, exactly; otherwise some play and a lower bound.

    Some play is found first, by `find`, in a share of the time: it is what is left when a limit comes, and
    a pair without one needs no sweeps.
    """
    from feasibility.search.sweeps.fewest import NoPlay, fewest_sweeps

    left = effort.clock.remaining()
    share = effort.clock if left is None else effort.clock.within(PLAY_SHARE * left)
    some = solved_by(find(pair, replace(effort, clock=share)))
    if some.finding.outcome is Outcome.REFUTED:
        return some
    try:
        result = fewest_sweeps(
            _about_sweeps(pair, effort),
            clock=effort.clock,
            report=told(effort.report),
            workdir=None if effort.workdir is None else effort.workdir / "sweeps",
        )
    except KeyboardInterrupt as stop:
        raise KeyboardInterrupt(_known(pair, some, str(stop))) from None
    if not isinstance(result, NoPlay):
        return _with_bound(pair, some, result)
    if some.jumps is not None:
        raise SoundnessError(f"a pair that has been played is said to have no play; the pair:\n{pair!r}")
    return solved_by(decide(pair, effort))


def _about_sweeps(pair: Pair, effort: Effort) -> Question:
    """The question, with what tells targets apart that the start cannot reach."""
    from feasibility.search.positions.question import of_pair
    from feasibility.systems.residues import generators

    asked = of_pair(pair, pagodas=effort.pagodas)
    if pair.exact is not None:
        return asked
    return replace(asked, residues=tuple((m, weights) for weights, m in generators(pair.board, 0) if m))


def _with_bound(pair: Pair, some: Solved, result: Fewest | NotDecided) -> Solved:
    """What is known of the fewest sweeps, with the play that has fewest, or with some play."""
    from feasibility.search.sweeps.fewest import Fewest

    if isinstance(result, Fewest):
        finding = played(pair, result.play, "fewest sweeps")
        note = f"{plural(result.sweeps, 'sweep')}, the least there is"
        solved = Solved(finding, (note,), result.sweeps, result.proof)
    else:
        sweeps = result.proof.at_least
        reached = f"stopped at the {result.reason} limit: every play needs at least"
        note = f"{reached} {plural(sweeps, 'sweep')}"
        if result.some is not None:
            some = Solved(played(pair, result.some, "few sweeps"))
        finding = undecided(SEARCH, note) if some.jumps is None else some.finding
        notes = () if some.jumps is None else (*some.notes, note)
        solved = Solved(finding, notes, sweeps, result.proof, result.reason)
    bound = solved.bound
    return solved if bound is None else replace(solved, bound=replace(bound, play=solved.jumps))


class Shortest:
    """The plays with the fewest sweeps, one after the other.

    Their `number` is known before the first of them. `stopped` names the limit that ended them early. Where
    it came before the fewest sweeps were known, there is nothing to list.
    """

    def __init__(self, pair: Pair, effort: Effort, known: Solved) -> None:
        self.pair, self.effort = pair, effort
        self.stopped = known.stopped
        self.sweeps = known.at_least or 0
        self.number: int | None = None

    def __iter__(self) -> Iterator[tuple[Jump, ...]]:
        from feasibility.search.frontier.search import LimitReachedError
        from feasibility.search.sweeps.fewest import deepening

        if self.stopped is not None:
            return
        asked, report = _about_sweeps(self.pair, self.effort), told(self.effort.report)
        try:
            search = deepening(asked, self.effort.clock, report)
            common = search.shortest(self.sweeps)
            self.number = search.number_of_plays(common)
            for names in search.plays(common):
                yield tuple(Jump(*name) for name in names)
        except LimitReachedError as limit:
            self.stopped = limit.reason


def _known(pair: Pair, some: Solved, stop: str) -> str:
    """What an interrupted search for the fewest sweeps leaves."""
    if some.jumps is None:
        return stop
    play = format_jumps(pair.board, some.jumps, sweeps=True)
    known = f"the fewest sweeps are not known, but a play of {plural(len(play.split()), 'sweep')} is: {play}"
    return "; ".join(filter(None, (known, stop)))


def plays(pair: Pair, effort: Effort) -> Plays:
    """Different plays one after the other, all of them if asked long enough."""
    return Plays(pair, effort)


class Plays:
    """Depth first over the positions that still lead to the target.

    Without room for a dense closure over all positions, remembering the ones that failed. `stopped` names the
    limit that ended it early.
    """

    def __init__(self, pair: Pair, effort: Effort) -> None:
        self.pair, self.effort = pair, effort
        self.stopped: Reason | None = None
        self.number: int | None = None  # which is not known before the last
        self.failed: set[int] = set()
        self.plays, self.began = 0, monotonic()
        self.alive: DenseSet | None = None

    def __iter__(self) -> Iterator[tuple[Jump, ...]]:
        self.alive = _alive(self.pair, self.effort)
        start, target = self.pair.start.mask, self.pair.target
        if target.contains(start):
            self.plays += 1
            yield ()
        stack = [(start, self.steps(start))]
        fruitful = [False]
        path: list[Jump] = []
        for looks in count():
            if not stack:
                return
            if looks % PATIENCE == 0 or self.effort.clock.expired():
                self.stopped = self.effort.clock.reached()
                self.tell(looks, len(path))
            if self.stopped is not None:
                return
            step = next(stack[-1][1], None)
            if step is not None:
                path.append(step[0])
                fruitful.append(target.contains(step[1]))
                if fruitful[-1]:
                    self.plays += 1
                    yield tuple(path)
                stack.append((step[1], self.steps(step[1])))
                continue
            mask, _ = stack.pop()
            del path[-1:]
            if not fruitful[-1]:
                self.failed.add(mask)
            play = fruitful.pop()
            if stack:
                fruitful[-1] |= play

    def tell(self, looks: int, deep: int) -> None:
        """There is no guess of the time: the plays are counted when the last one is found."""
        if self.effort.report is not None:
            known = plural(self.plays, "play", commas=True)
            rate = looks / max(monotonic() - self.began, 1e-9)
            tried = f"{looks:,} steps tried, {rate:,.0f}/s, {len(self.failed):,} positions lead nowhere"
            self.effort.report(f"{known}, {deep} jumps deep, {tried}")

    def steps(self, mask: int) -> Iterator[tuple[Jump, int]]:
        """The jumps that may lead on, and where."""
        board = self.pair.board
        for jump, (must, holes) in zip(board.jumps, board.jump_masks, strict=True):
            after = mask ^ holes
            if (
                mask & holes == must
                and after not in self.failed
                and (self.alive is None or after in self.alive)
            ):
                yield jump, after


def _alive(pair: Pair, effort: Effort) -> DenseSet | None:
    """The set of positions that lead to the target, or None where it does not fit."""
    from feasibility.search.dense.closure import DenseSet, backward_closure

    if pair.target.pegs is not None:
        return None
    report = effort.report
    alive = backward_closure(
        pair.board.n,
        pair.board.jumps,
        pair.target.must,
        free=pair.target.free,
        start=pair.start.mask,
        clock=effort.clock,
        threads=effort.threads,
        progress=None if report is None else lambda p: report(f"positions that lead there, {p}"),
    )
    return alive if isinstance(alive, DenseSet) else None
