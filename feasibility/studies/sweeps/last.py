"""How long the last sweep of a play can be, by ordinary pairs.

A play whose last sweep has N jumps or more ends with N jumps by one peg. Read backward from the target these
are a way of one peg, and what stands before them is one position, or one pattern where the target is one. So
there is such a play if and only if the start can become what stands before one of the ways of N jumps, and
each of these questions is a pair that is decided with a proof. Where the start cannot become what stands
before a shorter way, no way that ends like it matters, since its own jumps would lead there.

A sweep begins with a jump if no jump before it lands where that one starts. So of a way that begins with the
jump asked for, either the start itself stands before it, or it is led by a jump that lands elsewhere: what
stands before both is asked.

Ways that a symmetry of the pair carries to one another stand for one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import INTERRUPT, BrokenOffError, Stopped
from feasibility.decide import Plan
from feasibility.decide.runner import Run
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply, apply_to_jump, inverse, pair_stabiliser
from feasibility.proofs.accept import Acceptance, accepted
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.text.moves import format_jump, join_sweeps, parse_jumps

EndingKey = tuple[int, int, tuple[int, int, int]]
FIRST_SHARE = 0.02  # of the time, for a pair among others that are not looked at yet
LEAST_SHARE = 1.0  # seconds of that
WITHOUT_LIMIT = 10.0  # seconds of that, where the time has no limit
_WAY_STEPS = 20  # of a way, about
ANY_HOLE = -1  # the last peg may stand anywhere


@dataclass(frozen=True)
class LastSweep:
    """A play with a long last sweep, and why none is longer.

    `jumps` has the last sweep of `play`, which begins with the jump `begins` where one was asked for. That no
    play ends with `beyond` jumps by one peg is what `refuted` prove together, unless `opened` ways are
    undecided.
    """

    pair: Pair
    question: int | None  # None: as many as possible
    begins: Jump | None
    play: tuple[Jump, ...] | None
    jumps: int
    beyond: int
    refuted: tuple[Verdict, ...]
    opened: int = 0
    stopped: Stopped | None = None

    def __repr__(self) -> str:
        return f"<LastSweep {self.answer}: {self.summary}>"

    @property
    def answer(self) -> Answer:
        """Of as many as possible: feasible only where it is known that no more are."""
        if self.play is not None and (self.question is not None or not self.opened):
            return Answer.FEASIBLE
        return Answer.UNKNOWN if self.opened else Answer.INFEASIBLE

    @property
    def summary(self) -> str:
        """The answer in a sentence."""
        said = [] if self.play is None else [f"a play with {self._sweep(self.jumps)}"]
        if self.play is None or self.question is None:
            said.append(self._beyond)
        return "; ".join(said)

    def _sweep(self, jumps: int, more: str = "") -> str:
        if not jumps:
            return "no jump, and so no last sweep"
        first = (
            "" if self.begins is None else f" that begins with {format_jump(self.pair.board, self.begins)}"
        )
        return f"a last sweep of {plural(jumps, 'jump')}{more}{first}"

    @property
    def _beyond(self) -> str:
        longer = self._sweep(self.beyond, " or more")
        if self.opened:
            why = "" if self.stopped is None else f": {self.stopped.how}"
            return f"{longer} is undecided in {plural(self.opened, 'case')}{why}"
        if not self.refuted:
            return f"{longer} is impossible: no jumps of the board can end a play so"
        return f"{longer} is impossible: {plural(len(self.refuted), 'pair')} refuted"

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """Of the play, and of the refuted pairs where these are all."""
        play = () if self.play is None else (Certificate(self.pair, Play(self.play)),)
        proofs = () if self.opened else tuple(verdict.certificate for verdict in self.refuted)
        return (*play, *(proof for proof in proofs if proof is not None))

    @property
    def acceptance(self) -> Acceptance | None:
        """What the verifier said of these; None without any."""
        if not self.certificates:
            return None
        said = [verdict.acceptance for verdict in self.refuted if not self.opened]
        known = [one for one in said if one is not None]
        return Acceptance(all(one.verified for one in known), sum(one.forecast for one in known))

    @property
    def verified(self) -> bool | None:
        """Whether the verifier has accepted all of it; None where there is no certificate."""
        return None if self.acceptance is None else self.acceptance.verified


@dataclass(frozen=True)
class FinalSweep:
    """Jumps by one peg to the target, what stands before them, and the hole where the peg begins.

    If it is `led`, the peg does not come there by a jump: a jump that lands elsewhere is before them, too, or
    nothing.
    """

    jumps: tuple[Jump, ...]
    before: Target
    hole: int
    led: bool = False

    def longer(self) -> Iterator[FinalSweep]:
        """With one jump more before them; of one peg anywhere, first where it stands."""
        if self.before.pegs is not None:
            board = self.before.board
            yield from (FinalSweep((), Target(board, 1 << hole), hole) for hole in range(board.n))
            return
        yield from (self._after(jump) for jump in self._last() if self.hole in (ANY_HOLE, jump.landing))

    def begun(self, start: Position) -> Iterator[FinalSweep]:
        """Led by all that can be before them: the start, or another jump."""
        if self.before.contains(start.mask):
            yield FinalSweep(self.jumps, Target.exactly(start), self.hole, led=True)
        led = (self._after(jump) for jump in self._last() if jump.landing != self.hole)
        yield from (replace(way, led=True) for way in led)

    def _last(self) -> Iterator[Jump]:
        """By which what stands before them can be reached."""
        must, free, board = self.before.must, self.before.free, self.before.board
        for jump in board.jumps:
            lands = (must | free) >> jump.landing & 1
            if lands and not (must >> jump.start | must >> jump.over) & 1:
                yield jump

    def _after(self, jump: Jump) -> FinalSweep:
        must, free, board = self.before.must, self.before.free, self.before.board
        start, over, landing = (1 << hole for hole in jump)
        before = Target(board, must & ~landing | start | over, free & ~(start | over | landing))
        return FinalSweep((jump, *self.jumps), before, jump.start)


@dataclass
class Open:
    """No play so far: the verdicts of the pairs that are refuted, and the ways of which nothing is known."""

    refuted: dict[tuple[int, int], Verdict] = field(default_factory=dict)
    opened: list[FinalSweep] = field(default_factory=list)
    stopped: Stopped | None = None


def as_first(board: Board, jump: Jump | str) -> Jump:
    """A jump of the board, also by its name."""
    jumps = parse_jumps(board, jump) if isinstance(jump, str) else (jump,)
    if len(jumps) == 1 and jumps[0] in board.jump_index:
        return Jump(*jumps[0])
    seen = repr(jump[:40]) if isinstance(jump, str) else str(jump)
    raise InputError(f"not one jump of {board.label}", seen=seen, expected="the first jump of the sweep")


def last_sweep(
    start: PairLike,
    target: TargetLike | None = None,
    at_least: int | None = None,
    *,
    begins: Jump | str | None = None,
    pegs: int | None = None,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> LastSweep:
    """A play whose last sweep is as long as possible, as `pegfeas solve --last-sweep longest` has it.

    With `at_least` one of so many jumps; with `begins` one of which that jump is the first.

    >>> found = last_sweep("triangle:6:-a1", "triangle:6:+a1")
    >>> found.jumps, len(found.refuted)
    (7, 5)
    """
    pair = as_pair(start, target, pegs, board)
    if at_least is not None and (type(at_least) is not int or at_least < 1):
        raise InputError("not a number of jumps", seen=repr(at_least)[:40], expected="1 or more")
    if pair.target.pegs not in (None, 1):
        expected = "a position, a pattern or one peg"
        raise InputError("no last sweep to such a target", seen=str(pair.target), expected=expected)
    first = None if begins is None else as_first(pair.board, begins)
    clock = as_limits(limits, time_limit, work_limit, memory_limit).start()
    return LastSweeps(pair, first, clock, report or silent).answer(at_least)


class LastSweeps:
    """What is known of the pairs that stand before ways to the target."""

    def __init__(self, pair: Pair, begins: Jump | None, clock: Clock, report: Report) -> None:
        self.pair, self.begins, self.clock, self.report = pair, begins, clock, report
        fixing = pair_stabiliser(pair)
        self.group = [g for g in fixing if begins is None or apply_to_jump(g, begins) == begins]
        self.verdicts: dict[tuple[int, int], Verdict] = {}

    def answer(self, question: int | None) -> LastSweep:
        """Whether there is a way of so many jumps; or of one, of one more, and so on to the first no."""
        number = 1 if question is None else question
        at_once = question is None and self.begins is None and self.pair.start.matches(self.pair.target)
        play = () if at_once else None  # it has no sweep: longer ones are looked for all the same
        best = LastSweep(self.pair, question, self.begins, play, 0, number, (), 1, Stopped(INTERRUPT))
        try:
            found = self.look(number)
            while isinstance(found, Play):
                jumps = len(join_sweeps(found.jumps)[-1])
                best = replace(best, play=found.jumps, jumps=jumps, beyond=jumps + 1)
                if question is not None:
                    return replace(best, opened=0, stopped=None)
                found = self.look(best.beyond)
        except KeyboardInterrupt:
            raise BrokenOffError(best, best.summary) from None
        refuted = tuple(found.refuted.values())
        return replace(best, refuted=refuted, opened=len(found.opened), stopped=found.stopped)

    def look(self, number: int) -> Play | Open:
        """A play that ends with a way of `number` jumps or more, or what is known of all such ways."""
        known, seen = Open(), set[EndingKey]()
        stack = [FinalSweep((), self.pair.target, ANY_HOLE)]
        while stack:
            known.stopped = self.clock.stopped()
            if known.stopped is not None:
                known.opened += stack
                return known
            way = stack.pop()
            wanted = self.wanted(way, number)
            found = self.verdict(way, self.share)
            if found.answer is Answer.INFEASIBLE:
                known.refuted[self.least(way.before)] = found
                continue
            if wanted and found.answer is Answer.FEASIBLE:
                return self.played(found, way)
            if wanted:
                known.opened.append(way)
            if not wanted or self.begins is not None:
                further = {self.key(one): one for one in self.further(way, number)}
                stack += [one for key, one in further.items() if key not in seen]
                seen |= further.keys()
        return self.again(known)

    def wanted(self, way: FinalSweep, number: int) -> bool:
        """Whether a play that ends with the way is an answer."""
        return len(way.jumps) >= number if self.begins is None else way.led

    def further(self, way: FinalSweep, number: int) -> Iterator[FinalSweep]:
        """The ways that end like it and are asked next; one sweep makes no jump twice."""
        if self.begins not in way.jumps:
            ways = way.longer()
            yield from (one for one in ways if self.begins not in one.jumps or len(one.jumps) >= number)
        elif not way.led:
            yield from way.begun(self.pair.start)

    def again(self, known: Open) -> Play | Open:
        """The ways that stayed open, each with its share of all the time that is left."""
        ways, known.opened = known.opened, []
        for place, way in enumerate(ways):
            left = self.clock.remaining()
            found = self.verdict(way, None if left is None else left / (len(ways) - place), again=True)
            if found.answer is Answer.FEASIBLE:
                return self.played(found, way)
            if found.answer is Answer.INFEASIBLE:
                known.refuted[self.least(way.before)] = found
            else:
                known.opened.append(way)
                known.stopped = self.clock.stopped() or found.stopped or Stopped("time")
        return known

    @property
    def share(self) -> float:
        """Seconds for a pair, as long as there may be others."""
        left = self.clock.remaining()
        return WITHOUT_LIMIT if left is None else max(LEAST_SHARE, FIRST_SHARE * left)

    def verdict(self, way: FinalSweep, seconds: float | None, again: bool = False) -> Verdict:
        """Whether the start can become what stands before a way."""
        least = self.least(way.before)
        known = self.verdicts.get(least)
        if known is None or (again and known.answer is Answer.UNKNOWN):
            decided = plural(len(self.verdicts), "pair", commas=True)
            self.report(f"last sweeps of {plural(len(way.jumps), 'jump')}, {decided} asked")
            clock = self.clock if seconds is None else self.clock.within(seconds)
            run = Run(Pair(self.pair.start, way.before), clock.rest(), Plan(first=True))
            known = self.verdicts[least] = run.verdict()
            self.clock.spend(_WAY_STEPS + run.clock.meter.steps)
        return known

    def played(self, found: Verdict, way: FinalSweep) -> Play:
        """The play to what stands before a way, and the way; `found` may be about an image of it."""
        question, (must, free) = found.pair.target, (way.before.must, way.before.free)
        undo = inverse(
            next(g for g in self.group if (apply(g, must), apply(g, free)) == (question.must, question.free))
        )
        before = () if found.play is None else found.play
        play = Play((*(apply_to_jump(undo, jump) for jump in before), *way.jumps))
        accepted(Certificate(self.pair, play))
        return play

    def least(self, target: Target) -> tuple[int, int]:
        """The same for all its images."""
        return min((apply(g, target.must), apply(g, target.free)) for g in self.group)

    def key(self, way: FinalSweep) -> EndingKey:
        """The same for ways that go on alike, up to symmetry."""
        must, free, begun = way.before.must, way.before.free, (self.begins in way.jumps) + way.led
        return len(way.jumps), begun, min((apply(g, must), apply(g, free), g[way.hole]) for g in self.group)
