"""Whether marked pegs can end where they are asked to: a certificate, a play, or all positions on plays.

First the pair on the board with marks (`marked.py`) is asked. Where it is refuted, that is the certificate;
where its play keeps to the rules, that is the answer. Then a play is sought in which the marked peg waits. In
the end all positions on plays are made, with the places from which a peg can still end where it should
(`places.py`), and a play is read off. With one mark no step of that is taken back; with several all of them
must hold at once, so the walk remembers what failed. If it finds none, that is an exhaustion which nothing
repeats: no kind of certificate says so, and the answer stays open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from feasibility.api.asking import as_question
from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.decide import Plan, findings
from feasibility.decide.runner import Run
from feasibility.engines.frontier.winning import winning_levels
from feasibility.engines.positions.ways import ways
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.accept import Acceptance, vouched
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.studies.tracking.marked import MarkedPeg, by_the_rules, require, waiting, way, with_marks
from feasibility.studies.tracking.places import Places

TrackedState = tuple[int, tuple[int, ...], int]  # pegs, places of the marked ones, jumps so far
MARKED_SHARE = 0.05  # of the time, for the board with marks
MARKED_SECONDS = 5.0  # of that where the time has no limit
WAITING_SHARE = 0.1  # of the time, for plays in which the marked peg waits
WAITING_SECONDS = 10.0  # of that where the time has no limit
WAITING_PART = 1.0  # of them for a pair
LOOK = 1 << 6  # states between two looks at the clock
_STATE_STEPS = 50  # of one of these, about


@dataclass(frozen=True)
class Tracked:
    """What is known of marked pegs: a play, what refutes them, or how many positions were tried.

    The verdict is that of a play in which they end as asked, or refutes the pair, here or on the board with
    marks. The positions are all on plays, one for each orbit under the symmetries that fix both ends and the
    last holes.
    """

    pair: Pair
    marks: tuple[MarkedPeg, ...]
    verdict: Verdict | None = None
    exhausted: int | None = None  # positions on plays
    stopped: Stopped | None = None

    def __repr__(self) -> str:
        return f"<Tracked {self.answer}: {self.summary}>"

    @property
    def answer(self) -> Answer:
        """Feasible with a play, infeasible with a proof; an exhaustion that nothing repeats is none."""
        return Answer.UNKNOWN if self.verdict is None else self.verdict.answer

    @property
    def play(self) -> tuple[Jump, ...] | None:
        """A play in which the marked pegs end as asked."""
        return None if self.verdict is None else self.verdict.play

    @property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """The holes where each marked peg stands in the play, one after the other."""
        play = () if self.play is None else self.play
        return tuple(way(play, first) for first, _ in self.marks)

    @property
    def summary(self) -> str:
        """The answer in words."""
        called = self.pair.board.called
        if self.play is not None:
            ways = ("-".join(map(called, way)) for way in self.ways)
            return ", ".join(
                f"the peg of {called(first)} " + (f"goes {text}" if "-" in text else "stays")
                for (first, _), text in zip(self.marks, ways, strict=True)
            )
        return f"{self.words}: {self.why_not}"

    @property
    def words(self) -> str:
        """From where to where the marked pegs are to go."""
        called = self.pair.board.called
        return " with ".join(f"{called(first)} to {called(last)}" for first, last in self.marks)

    @property
    def why_not(self) -> str:
        """Why there is no play, or none is known."""
        if self.verdict is not None:
            where = "" if self.verdict.pair == self.pair else " on the board with marks"
            return f"refuted by {self.verdict.decided_by}{where}"
        if self.exhausted is not None:
            tried = plural(self.exhausted, "position", commas=True)
            return f"an exhaustion of {tried} on plays found none, and there is no certificate of that"
        return "undecided" if self.stopped is None else f"undecided: {self.stopped.how}"

    @property
    def certificate(self) -> Certificate | None:
        """Of the play, or of the pair that was refuted; none of an exhaustion."""
        return None if self.verdict is None else self.verdict.certificate

    @property
    def acceptance(self) -> Acceptance | None:
        """What the verifier said of it."""
        return None if self.verdict is None else self.verdict.acceptance

    @property
    def verified(self) -> bool | None:
        """Whether the verifier has accepted all of it; None where there is no certificate."""
        return None if self.acceptance is None else self.acceptance.verified


class Tracking:
    """The questions about marked pegs of one pair of positions."""

    def __init__(self, pair: Pair, clock: Clock, report: Report | None = None) -> None:
        self.pair, self.clock, self.report = pair, clock, report or silent
        self.made: dict[tuple[int, ...], list[Places] | Stopped] = {}
        self.rest: dict[MarkedPeg, Iterator[tuple[Pair, tuple[Jump, ...]]]] = {}  # that may be a play

    def quickly(self, marks: Sequence[MarkedPeg]) -> Tracked:
        """Whether each of the marked pegs can end where it is to, by ordinary pairs; some cases stay open."""
        require(self.pair, marks)
        tracked = Tracked(self.pair, tuple(marks))
        marked = self.decide(with_marks(self.pair, marks), self.part(MARKED_SHARE, MARKED_SECONDS))
        if marked.answer is Answer.INFEASIBLE:
            return replace(tracked, verdict=marked)
        play = None if marked.play is None else by_the_rules(self.pair, marks, marked.play)
        if play is None and len(marks) == 1:
            clock = self.part(WAITING_SHARE, WAITING_SECONDS)
            play, _ = self.waiting(marks[0], clock, WAITING_PART)
        return tracked if play is None else self.played(tracked, play)

    def exactly(self, tracked: Tracked) -> Tracked:
        """The answer by all positions on plays; where they have no room, by plays in which the peg waits."""
        places = self.places(tuple(last for _, last in tracked.marks))
        if isinstance(places, Stopped):
            found = None if places.by_clock or len(tracked.marks) > 1 else self.waiting_on(tracked.marks[0])
            return replace(tracked, stopped=places) if found is None else self.played(tracked, found)
        if not places:
            return self.without_play(tracked)
        play = walk(self.pair, tracked.marks, places, self.clock)
        if isinstance(play, Stopped):
            return replace(tracked, stopped=play)
        if play is not None:
            return self.played(tracked, play)
        return replace(tracked, exhausted=sum(map(len, places[0].levels)))

    def waiting(self, mark: MarkedPeg, clock: Clock, part: float) -> tuple[tuple[Jump, ...] | None, bool]:
        """A play in which the marked peg moves in the last sweep alone, and whether more time may find one.

        Each pair has a part; those that stay open are asked first in the next turn.
        """
        rest = self.rest.get(mark)
        if rest is None:
            rest = waiting(self.pair, mark)
        opened, is_over = list[tuple[Pair, tuple[Jump, ...]]](), False
        for before, sweep in rest:
            is_over = clock.expired()
            if is_over:
                opened.append((before, sweep))
                break
            found = self.decide(before, clock.within(part))
            if found.play is not None:
                return (*found.play, *sweep), False
            if found.answer is Answer.UNKNOWN and (found.stopped is None or found.stopped.by_clock):
                opened.append((before, sweep))
        self.rest[mark] = chain(opened, rest)
        return None, is_over or opened != []

    def waiting_on(self, mark: MarkedPeg) -> tuple[Jump, ...] | None:
        """The same in longer and longer turns, for all the time there is."""
        part, play, has_more = WAITING_PART, None, True
        while play is None and has_more and not self.clock.expired():
            part *= 2
            play, has_more = self.waiting(mark, self.clock, part)
        return play

    def played(self, tracked: Tracked, play: tuple[Jump, ...]) -> Tracked:
        """The answer with its play, which the verifier has accepted."""
        if any(way(play, first)[-1] != last for first, last in tracked.marks):
            raise SoundnessError(f"a marked peg ends elsewhere: {tracked.words}; the pair:\n{self.pair!r}")
        finding = vouched(self.pair, findings.played(self.pair, play, "marked pegs"))
        return replace(tracked, verdict=Verdict(self.pair, (finding,), self.clock.limits))

    def without_play(self, tracked: Tracked) -> Tracked:
        """The pair itself has no play; then there is a certificate of that."""
        verdict = self.decide(self.pair, self.clock)
        if verdict.answer is Answer.FEASIBLE:
            raise SoundnessError(f"no position is on a play, and there is a play; the pair:\n{self.pair!r}")
        if verdict.answer is Answer.INFEASIBLE:
            return replace(tracked, verdict=verdict)
        return replace(tracked, stopped=verdict.stopped or Stopped("time"))

    def part(self, share: float, seconds: float) -> Clock:
        """A share of the time, or so many seconds where that has no limit."""
        left = self.clock.remaining()
        return self.clock.within(seconds if left is None else share * left)

    def decide(self, pair: Pair, clock: Clock) -> Verdict:
        """A verdict by the first proof."""
        run = Run(pair, clock.rest(), Plan(first=True), report=self.report)
        verdict = run.verdict()
        self.clock.spend(run.clock.meter.steps)
        return verdict

    def places(self, ends: tuple[int, ...]) -> list[Places] | Stopped:
        """For each of these holes the places that lead there; none where the pair has no play."""
        if ends not in self.made:
            self.made[ends] = self._make(ends)
        return self.made[ends]

    def _make(self, ends: tuple[int, ...]) -> list[Places] | Stopped:
        question = as_question(self.pair)
        fixing = tuple(g for g in question.symmetries if all(g[end] == end for end in ends))
        question = replace(question, symmetries=fixing)
        levels = winning_levels(question, clock=self.clock, report=self.report)
        if isinstance(levels, Stopped) or not levels:
            return levels if isinstance(levels, Stopped) else []
        made = [Places(question, levels, end) for end in ends]
        for one in made:
            self.report(f"the places from which a peg can end in {self.pair.board.called(one.end)}")
            stopped = one.make(self.clock)
            if stopped is not None:
                return stopped
        return made


def walk(
    pair: Pair, marks: tuple[MarkedPeg, ...], places: Sequence[Places], clock: Clock
) -> tuple[Jump, ...] | Stopped | None:
    """A play along the positions on plays, the marked pegs always where they can still end as asked.

    Depth first; what failed once is not entered again.
    """
    entered = count()

    def holds(mask: int, stands: Sequence[int], depth: int) -> bool:
        """Whether each of them alone can."""
        return all(one.of(mask, depth) >> place & 1 for one, place in zip(places, stands, strict=True))

    def onward(state: TrackedState) -> Iterator[tuple[Jump, TrackedState]]:
        mask, stands, depth = state
        for jump, (must, holes) in zip(pair.board.jumps, pair.board.jump_masks, strict=True):
            if mask & holes == must and jump.over not in stands:
                goes = tuple(jump.landing if place == jump.start else place for place in stands)
                if holds(mask ^ holes, goes, depth + 1):
                    yield jump, (mask ^ holes, goes, depth + 1)

    def look() -> None:
        clock.spend(_STATE_STEPS)
        limit = clock.reached() if next(entered) % LOOK == 0 else None
        if limit is not None:
            raise StoppedError(limit)

    first: TrackedState = (pair.start.mask, tuple(hole for hole, _ in marks), 0)
    if not holds(*first):
        return None
    found = ways(first, onward, lambda state: state[0] == pair.target.must, look)
    try:
        return () if pair.start.matches(pair.target) else next((jumps for jumps, _ in found), None)
    except StoppedError as end:
        return end.stopped
