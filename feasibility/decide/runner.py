"""Runs a schedule on one pair; every proof passes the gate to the verifier before anybody hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from operator import itemgetter
from time import perf_counter

from feasibility.base.limits import Clock, Limits
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.base.turns import Kept
from feasibility.base.values import replace
from feasibility.criteria import CRITERIA, Criterion
from feasibility.decide import procedures
from feasibility.decide.by_hole import ByHole, LastPeg
from feasibility.decide.engines import Effort
from feasibility.decide.plan import Plan
from feasibility.decide.procedures import ENDLESS, KNOWN_WEIGHTS, PROCEDURES, Named
from feasibility.decide.schedule import FIRST_ROUND, GROWTH, PROBE
from feasibility.engines import SEARCH
from feasibility.game.position import Pair
from feasibility.proofs.accept import vouched
from feasibility.proofs.kind import Proof
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.preference import PREFERENCE, rank, worth
from feasibility.proofs.verdict import Finding, Outcome, Stage, Verdict, not_run, undecided


class Asked:
    """One procedure in a run: its turns so far, what it keeps between them, and what it found."""

    def __init__(self, named: Named, means: Effort) -> None:
        self.named, self.kept = named, Kept(means)
        self.rounds, self.seconds = 0, 0.0
        self.finding: Finding | None = None
        self.ended = False

    def turn(self, pair: Pair, clock: Clock) -> Finding:
        """One turn until the clock ends, if the procedure does not end before."""
        began = perf_counter()
        finding = self.named.ask(pair, clock, self.kept)
        self.ended = finding.outcome is not Outcome.UNDECIDED or not (clock.expired() or self.kept.more)
        self.rounds += 1
        self.seconds += perf_counter() - began
        self.finding = finding.timed(self.seconds)
        if self.ended and finding.proof is None:
            self.kept.close()
        return self.finding

    def cost(self, pair: Pair, clock: Clock) -> float:
        """Seconds that it is known to need; 0 where it is not known."""
        return 0.0 if self.named.cost is None else self.named.cost(pair, clock, self.kept)

    @property
    def best(self) -> tuple[int, int]:
        """The rank of the best proof that it may find; among equals the order of the criteria counts."""
        return PREFERENCE.index(self.named.gives), _place(self.named.report)

    def stage(self) -> Stage:
        outcome = "open" if self.rounds else "not asked"
        if self.ended and self.finding is not None:
            outcome = "played" if isinstance(self.finding.proof, Play) else str(self.finding.outcome)
        return Stage(self.named.name, self.rounds, self.seconds, outcome)


class Run:
    """The schedule of a plan on one pair. `own`: procedures that stand for those of the same name."""

    def __init__(
        self,
        pair: Pair,
        limits: Limits,
        plan: Plan,
        watch: Callable[[Finding], None] | None = None,
        report: Callable[[str], None] | None = None,
        own: Mapping[str, Named] | None = None,
    ) -> None:
        self.pair, self.limits, self.plan, self.watch = pair, limits, plan, watch
        self.clock = limits.start()
        self.report = report or (lambda text: None)
        self.means = Effort(
            self.clock,
            workdir=plan.workdir,
            report=report,
            threads=plan.threads,
            levels=plan.levels,
            widest=None,
        )
        self.last_peg = LastPeg(pair) if pair.target.pegs == 1 else None
        self.shares = plan.schedule.shares(pair.board.n)
        self.once, self.rounds = _chosen(plan, self.shares, {**PROCEDURES, **(own or {})}, self._asked)
        self.everything = list(dict.fromkeys((*self.once, *self.rounds)))
        self.decisive: Finding | None = None  # with the best proof that is known
        self.told: dict[str, Finding] = {}

    def _asked(self, named: Named) -> Asked:
        by_hole = None if self.last_peg is None else ByHole(named, self.last_peg, self.report)
        return Asked(named if by_hole is None else replace(named, ask=by_hole.ask), self.means)

    def verdict(self) -> Verdict:
        """Everything: the first proof, then a better one, then what the report says of the others."""
        try:
            self._once()
            self._rounds(self.rounds, self.clock)
            self._better()
        finally:
            for asked in self.everything:
                asked.kept.close()
        for name in self._names():
            self._tell(name, self._finding(name))
        findings = tuple(self.told[name] for name in self._names())
        stages = tuple(asked.stage() for asked in self.everything if asked.rounds)
        return Verdict(self.pair, findings, self.limits, stages)

    @property
    def proof(self) -> Proof | None:
        return None if self.decisive is None else self.decisive.proof

    def _take(self, asked: Asked, finding: Finding) -> None:
        """A proof, once it has passed the gate."""
        asked.finding = vouched(self.pair, finding, self.clock)
        if asked.finding.proof is None:
            return
        findings = (a.finding for a in self.everything if a.finding is not None)
        proofs = [(worth(f.proof), _place(f.criterion), f) for f in findings if f.proof is not None]
        self.decisive = min(proofs, key=itemgetter(0, 1))[2]
        self._tell(finding.criterion, asked.finding)

    def _once(self) -> None:
        """Cheap ones, and a short turn of some others.

        After a proof those that cost nothing are still asked, for what they say.
        """
        for asked in self.once:
            if asked.named.name in _PROGRAMS:
                self._play_before_loading()
            known = self.proof is not None and not self.plan.all_criteria
            reads = self.plan.seconds_after > 0 and not isinstance(self.proof, Play)
            dear = asked.named.name in _DEAR and not reads
            spare = known and (self.plan.first or dear or asked.named.is_engine)
            if not spare and not self.clock.expired():
                probe = PROBE if asked.named.is_engine else FIRST_ROUND
                self._turn(asked, self.clock, probe if asked in self.rounds else None)

    def _play_before_loading(self) -> None:
        """Beam search goes on for a while, where what comes next would load libraries that take longer.

        Not beside a limit of work: there every process asks the same in the same order.
        """
        beam = next((asked for asked in self.once if asked.named.is_engine and not asked.ended), None)
        cold = self.clock.limits.work is None and not procedures.programs_are_loaded()
        if beam is not None and cold and self.proof is None and self.last_peg is None:
            beam.kept.only_play = True
            self._turn(beam, self.clock, PROBE)
            beam.kept.only_play = False

    def _rounds(self, stages: list[Asked], clock: Clock, better: bool = False) -> None:
        """Round after round, each twice as long, until a proof is found that is good enough."""
        part = FIRST_ROUND
        while not clock.expired():
            waiting = [a for a in stages if not a.ended and self._is_wanted(a, better)]
            if not waiting or (clock.remaining() is None and all(a.named.name in ENDLESS for a in waiting)):
                return
            due = self._due(waiting, part, clock)
            left = clock.remaining()
            if left is not None:
                part = min(part, max(left, LEAST) / sum(map(self._share, due)))
            for asked in due:
                if self._is_wanted(asked, better) and not clock.expired():
                    alone = len(waiting) == 1
                    self._turn(asked, clock, None if alone else part * self._share(asked))
            part *= GROWTH

    def _is_wanted(self, asked: Asked, better: bool) -> bool:
        if self.plan.all_criteria:
            return not (asked.named.is_engine and SEARCH in self.told)
        known = self.decisive
        if known is None or known.proof is None:
            return True
        place = rank(known.proof), _place(known.criterion)
        return better and asked.named.gives != "play" and asked.best < place

    def _share(self, asked: Asked) -> float:
        return self.shares.get(asked.named.name, 1.0)

    def _due(self, waiting: list[Asked], part: float, clock: Clock) -> list[Asked]:
        """Who has a turn: not those that are known to cost more, unless there is time for no other round."""
        if len(waiting) == 1:
            return waiting
        costs = [asked.cost(self.pair, clock) for asked in waiting]
        left, whole = clock.remaining(), part * sum(map(self._share, waiting))
        if left is not None:
            late = [a for a, cost in zip(waiting, costs, strict=True) if part < cost <= left < cost + whole]
            if late:
                return late[:1]
        return [a for a, cost in zip(waiting, costs, strict=True) if cost <= part or cost == inf]

    def _turn(self, asked: Asked, clock: Clock, part: float | None = None) -> None:
        """A part of the time for one of them, or all."""
        name = asked.named.name
        asked.named.load()
        part_clock = clock if part is None else clock.within(part)
        left = part_clock.timeout()
        self.report(f"{name} ..." + ("" if left is None else f" {left:.2g} s at most"))
        finding = asked.turn(self.pair, part_clock)
        if finding.proof is not None:
            self._take(asked, finding)
        elif asked.ended and not asked.named.is_engine and name == asked.named.report:
            self._tell(name, finding)

    def _better(self) -> None:
        """For the patience of the plan, a proof that is easier to redo than the first."""
        known, patience = self.proof, self.plan.seconds_after
        if known is None or isinstance(known, Play) or patience <= 0:
            return
        clock = self.clock.within(patience)
        self._rounds(self.rounds, clock, better=True)
        if self.last_peg is not None or clock.expired():
            return  # the proofs of many holes are not made anew
        best = next(a for a in self.everything if a.finding is not None and a.finding.proof is self.proof)
        finding = best.named.readable and best.named.readable(self.pair, clock, best.kept)
        if finding is not None and finding.proof is not None:
            self.told.pop(finding.criterion, None)
            self._take(best, finding.timed(best.seconds))

    def _tell(self, name: str, finding: Finding) -> None:
        """Once for each row of the report, but for a proof of a row that had said something else."""
        if name in self.told and (finding.proof is None or self.told[name].proof is not None):
            return
        self.told[name] = finding
        if self.watch is not None:
            self.watch(finding)

    def _names(self) -> list[str]:
        criteria = [criterion.name for criterion in self.plan.chosen]
        return criteria + [SEARCH] * (self.plan.search or SEARCH in self.told)

    def _finding(self, name: str) -> Finding:
        """What a row says in the end."""
        stages = [(a, a.finding) for a in self.everything if a.named.report == name and a.finding is not None]
        proofs = [finding for _, finding in stages if finding.proof is not None]
        if proofs:
            return proofs[0]
        # that no known function refutes says nothing of the others
        stages = [stage for stage in stages if stage[0].named.name != KNOWN_WEIGHTS]
        stages.sort(key=lambda stage: _FIRST.get(stage[0].named.name, len(_FIRST)))
        findings = [self._in_the_end(asked, finding) for asked, finding in stages]
        if not findings:
            return not_run(name, self._why_not())
        finding = _joined(findings) if name == SEARCH else findings[-1]
        if finding.outcome is Outcome.UNDECIDED and self.proof is not None:
            return replace(finding, summary=f"{finding.summary}; {self._why_not()}")
        return finding

    def _in_the_end(self, asked: Asked, finding: Finding) -> Finding:
        """A procedure that is open ended with the whole question."""
        if asked.ended:
            return finding
        if self.proof is None:
            over = self.clock.over()
            return replace(finding, stopped=None if over is None else Stopped(over))
        turns = plural(asked.rounds, "round")
        name = asked.named.name
        who = f"{name}: " if asked.named.is_engine else ""
        return undecided(finding.criterion, f"{who}open after {turns}").timed(asked.seconds)

    def _why_not(self) -> str:
        known = self.proof
        if known is None:
            return self.clock.ended() if self.clock.expired() else "it was not asked for"
        return "a play is known" if isinstance(known, Play) else "the pair is refuted already"


_ORDER = {criterion.name: place for place, criterion in enumerate(CRITERIA)}
LEAST = 1 / 1000  # seconds of a turn
_DEAR = ("known-weights", "pagoda", "cone")  # cheap, and yet too dear to be asked for nothing
_PROGRAMS = ("pagoda", "cone")  # their libraries take a tenth of a second to load
_FIRST = {"frontier": 0, "dense": 1}  # exact engines, in what a report says of the search


def _chosen(
    plan: Plan, shares: Iterable[str], table: Mapping[str, Named], ask: Callable[[Named], Asked]
) -> tuple[list[Asked], list[Asked]]:
    """The procedures of the schedule that the plan asks for; a criterion that nobody knows is asked once."""
    wanted: dict[str, Criterion] = {criterion.name: criterion for criterion in plan.chosen}
    engines = plan.search and plan.engine is None

    def named(name: str) -> Named | None:
        known = table[name]
        if known.is_engine:
            return known if engines else None
        if name in wanted:
            criterion = wanted[name]
            return known if criterion in CRITERIA else procedures.by_criterion(criterion)
        return known if known.report != name and known.report in wanted else None

    once = [n for n in map(named, plan.schedule.once) if n is not None]
    rounds = [n for n in map(named, shares) if n is not None]
    scheduled = {n.name for n in (*once, *rounds)}
    once += [procedures.by_criterion(c) for c in plan.chosen if c.name not in scheduled and c not in CRITERIA]
    if plan.engine is not None and plan.search:
        rounds.append(procedures.by_engine(plan.engine, alone=True))
    if len({n.name for n in (*once, *rounds)}) == 1:
        once = [n for n in once if n not in rounds]  # what is asked alone needs no probe
    asked = {n.name: ask(n) for n in (*once, *rounds)}
    return [asked[n.name] for n in once], [asked[n.name] for n in rounds]


def _place(name: str) -> int:
    """In the order of a report; search comes last."""
    return _ORDER.get(name, len(_ORDER))


def _joined(findings: list[Finding]) -> Finding:
    """What the engines said where none decided."""
    seconds = sum(f.seconds for f in findings)
    ends = [f.stopped for f in findings if f.stopped is not None]
    stopped = next((end for end in ends if end.limit in ("time", "work")), ends[0] if ends else None)
    text = "; ".join(f.summary for f in findings)
    return replace(findings[0], summary=text, stopped=stopped).timed(seconds)
