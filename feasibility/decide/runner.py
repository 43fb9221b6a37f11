"""Runs a schedule on one pair; every proof passes the gate to the verifier before anybody hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import inf
from operator import itemgetter

from feasibility.base.limits import Clock, Limits
from feasibility.decide import procedures
from feasibility.decide.by_hole import LastPeg, by_hole
from feasibility.decide.engines import Effort
from feasibility.decide.plan import Plan
from feasibility.decide.procedures import PROCEDURES, AtWork, Procedure
from feasibility.decide.rows import row, stage
from feasibility.decide.schedule import AMPLE, CRITERIA, FAR_SHARE, FIRST_ROUND, GROWTH, PROBE
from feasibility.engines import SEARCH
from feasibility.game.position import Pair
from feasibility.proofs.accept import vouched
from feasibility.proofs.kind import Proof
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.preference import PREFERENCE, rank, worth
from feasibility.proofs.verdict import Finding, Verdict


class Run:
    """The schedule of a plan on one pair. `own`: procedures that stand for those of the same name."""

    def __init__(
        self,
        pair: Pair,
        limits: Limits,
        plan: Plan,
        watch: Callable[[Finding], None] | None = None,
        report: Callable[[str], None] | None = None,
        own: Mapping[str, Procedure] | None = None,
    ) -> None:
        self.pair, self.limits, self.plan, self.watch = pair, limits, plan, watch
        self.clock = limits.start()
        self.began, self.early = self.clock.now(), 0.0  # seconds of turns that came before theirs
        self.report = report or (lambda text: None)
        self.means = Effort(
            self.clock, workdir=plan.workdir, report=report, threads=plan.threads, levels=plan.levels
        )
        self.last_peg = LastPeg(pair) if pair.target.pegs == 1 else None
        self.tier = plan.schedule.tier(pair.board.n, pair.jumps_needed or 0)
        once, rounds = _chosen(plan, tuple(self.tier.shares), {**PROCEDURES, **(own or {})})
        at_work = {procedure.name: self._at_work(procedure) for procedure in (*once, *rounds)}
        self.everything = list(at_work.values())
        self.once = [at_work[procedure.name] for procedure in once]
        self.rounds = [at_work[procedure.name] for procedure in rounds]
        self.decisive: Finding | None = None  # with the best proof that is known
        self.told: dict[str, Finding] = {}

    def _at_work(self, procedure: Procedure) -> AtWork:
        if self.last_peg is not None:
            procedure = by_hole(procedure, self.last_peg)
        return AtWork(procedure, self.pair, self.means)

    def verdict(self) -> Verdict:
        """Everything: the first proof, then a better one, then what the report says of the others."""
        try:
            self._once()
            self._rounds(self.rounds, self.clock)
            self._better()
        finally:
            for work in self.everything:
                work.close()
        for name in self._names():
            self._tell(name)
        findings = tuple(self.told[name] for name in self._names())
        stages = tuple(stage(work) for work in self.everything if work.rounds)
        return Verdict(self.pair, findings, self.limits, stages, self.clock.meter.stats())

    @property
    def proof(self) -> Proof | None:
        return None if self.decisive is None else self.decisive.proof

    def _take(self, work: AtWork, finding: Finding) -> None:
        """A proof, once it has passed the gate."""
        work.finding = vouched(self.pair, finding, self.clock)
        if work.finding.proof is None:
            return
        findings = (a.finding for a in self.everything if a.finding is not None)
        proofs = [(worth(f.proof), _place(f.criterion), f) for f in findings if f.proof is not None]
        self.decisive = min(proofs, key=itemgetter(0, 1))[2]
        self._tell(finding.criterion)

    def _once(self) -> None:
        """Cheap ones, and a short turn of some others.

        After a proof those that cost nothing are still asked, for what they say.
        """
        cold = not procedures.programs_are_loaded()
        for work in self.once:
            if work.procedure.name in _PROGRAMS and not procedures.programs_are_loaded():
                self._play_before_loading()
            known = self.proof is not None and not self.plan.all_criteria
            reads = self.plan.seconds_after > 0 and not isinstance(self.proof, Play)
            dear = work.procedure.name in _DEAR and not reads
            spare = known and (self.plan.first or dear or work.procedure.is_engine)
            if not spare and not self.clock.expired():
                probe = PROBE if work.procedure.is_engine else FIRST_ROUND
                self._turn(work, self.clock, probe if work in self.rounds else None)
        for work, seconds in self.lead() if cold else ():
            if self.proof is None and not self.clock.expired():
                self._turn(work, self.clock, seconds)

    def _play_before_loading(self) -> None:
        """Beam search goes on for a while, where what comes next would load libraries that take longer."""
        beam = next((work for work in self.once if work.procedure.is_engine and not work.ended), None)
        seconds = 0.0 if self.limits.work is not None or self.proof is not None else self.tier.before
        if beam is not None and seconds and not self.clock.expired():
            if not isinstance(self._ask(beam, self.clock, seconds).proof, Play):
                beam.postpone()
            beam.debt += seconds
            self._hear(beam)

    def lead(self) -> list[tuple[AtWork, float]]:
        """Turns before the rounds, in a process that has just loaded the libraries for this pair.

        Not beside a limit of work: there every process asks the same.
        """
        if self.pair.exact is None or self.limits.work is not None:
            return []
        seconds = dict(self.tier.lead)
        known = {work.procedure.name: work for work in self.rounds}
        return [(known[name], seconds[name]) for name in seconds if name in known]

    def _rounds(self, stages: list[AtWork], clock: Clock, better: bool = False) -> None:
        """Round after round, each twice as long, until a proof is found that is good enough."""
        part = FIRST_ROUND
        while not clock.expired():
            waiting = [a for a in stages if not a.ended and self._is_wanted(a, better)]
            if not waiting or (
                clock.remaining() is None and all(a.procedure.gives == "play" for a in waiting)
            ):
                return
            due = self._due(waiting, part, clock)
            left = clock.remaining()
            if left is not None:
                part = min(part, max(left, LEAST) / sum(map(self._share, due)))
            for work, seconds in self._in_turn(due, part):
                if self._is_wanted(work, better) and not clock.expired():
                    whole = len(waiting) == 1 or part < work.cost(clock) <= (clock.remaining() or 0.0)
                    self._turn(work, clock, None if whole else seconds)
            part *= GROWTH

    def _is_wanted(self, work: AtWork, better: bool) -> bool:
        if self.plan.all_criteria:
            return not (work.procedure.is_engine and SEARCH in self.told)
        known = self.decisive
        if known is None or known.proof is None:
            return True
        place = rank(known.proof), _place(known.criterion)
        return better and work.procedure.gives != "play" and _best(work.procedure) < place

    def _in_turn(self, due: list[AtWork], part: float) -> Iterator[tuple[AtWork, float]]:
        """Who has how many seconds of a round: in the order of the tables, but first who will end soon."""
        waiting, heard = list(due), list(due)
        if all(work.debt for work in due):  # rounds would go by without a turn
            shares = [self._of_round(work, part) for work in due]
            rounds = min((work.debt / share for work, share in zip(due, shares, strict=True)), default=0.0)
            for work, share in zip(due, shares, strict=True):
                work.debt -= rounds * share
        while waiting:
            soon = self._soon(heard, part)
            if soon is None:
                work = waiting.pop(0)
                seconds = self._of_round(work, part) - work.debt
                if seconds > 0:
                    yield work, seconds
                else:
                    work.debt = -seconds
                continue
            seconds, work = soon
            waiting, heard = ([one for one in some if one is not work] for some in (waiting, heard))
            owed = work.debt
            yield work, seconds
            work.debt += owed
            self.early += seconds

    def _of_round(self, work: AtWork, part: float) -> float:
        """Its seconds of a round: fewer where it needs more than all time so far."""
        needs = work.needs.least
        near = 1.0 if needs == 0 else min(1.0, max(FAR_SHARE, self._spent() / needs))
        return part * self._share(work) * near

    def _soon(self, heard: list[AtWork], part: float) -> tuple[float, AtWork] | None:
        """Who ends first, with the seconds for that, if that is a turn that has its time now."""
        most = self._spent() / 2 - self.early
        told = [(one.needs.most, one) for one in heard if one.needs.most < inf and not one.ended]
        needed = [(max(AMPLE * needs, part * self._share(one)), one) for needs, one in told]
        return min((turn for turn in needed if turn[0] <= most), key=itemgetter(0), default=None)

    def _spent(self) -> float:
        return self.clock.now() - self.began

    def _share(self, work: AtWork) -> float:
        return self.tier.shares.get(work.procedure.name, 1.0)

    def _due(self, waiting: list[AtWork], part: float, clock: Clock) -> list[AtWork]:
        """Who has a turn: not those that are known to cost more, unless there is time for no other round."""
        if len(waiting) == 1:
            return waiting
        costs = [work.cost(clock) for work in waiting]
        left, whole = clock.remaining(), part * sum(map(self._share, waiting))
        if left is not None:
            late = [a for a, cost in zip(waiting, costs, strict=True) if part < cost <= left < cost + whole]
            if late:
                return late[:1]
        return [a for a, cost in zip(waiting, costs, strict=True) if cost <= part or cost == inf]

    def _turn(self, work: AtWork, clock: Clock, part: float | None = None) -> None:
        """A part of the time for one of them, or all."""
        self._ask(work, clock, part)
        self._hear(work)

    def _ask(self, work: AtWork, clock: Clock, part: float | None) -> Finding:
        part_clock = clock if part is None else clock.within(part)
        left = part_clock.timeout()
        self.report(
            f"{work.procedure.name} ..."
            + ("" if left is None else f" {left:.{0 if left >= 10 else 1}f} s at most")
        )
        finding = work.turn(part_clock)
        # who knows what it costs begins anew, and a shorter turn would be in vain
        is_free = part is None or work.procedure.cost is not None
        work.debt = 0.0 if is_free else max(0.0, work.took - (part or 0.0))
        return finding

    def _hear(self, work: AtWork) -> None:
        """What a turn found: a proof is taken, and the row of a criterion that has ended is told."""
        if work.finding is not None and work.finding.proof is not None:
            self._take(work, work.finding)
        elif work.ended and work.procedure.name == work.procedure.report:
            self._tell(work.procedure.report)

    def _better(self) -> None:
        """For the patience of the plan, a proof that is easier to redo than the first."""
        known, patience = self.proof, self.plan.seconds_after
        if known is None or isinstance(known, Play) or patience <= 0:
            return
        clock = self.clock.within(patience)
        for work in self.rounds:
            work.debt = 0.0  # of far longer turns
        self._rounds(self.rounds, clock, better=True)
        if clock.expired():
            return
        best = next(a for a in self.everything if a.finding is not None and a.finding.proof is self.proof)
        finding = best.better(clock)
        if finding is not None and finding.proof is not None:
            self.told.pop(finding.criterion, None)
            self._take(best, finding.timed(best.seconds))

    def _tell(self, name: str) -> None:
        """A row of the report, once, but for a proof of a row that had said something else."""
        known, finding = self.told.get(name), row(name, self.everything, self.proof, self.clock)
        if known is not None and (finding.proof is None or known.proof is not None):
            return
        self.told[name] = finding
        if self.watch is not None:
            self.watch(finding)

    def _names(self) -> list[str]:
        criteria = [criterion.name for criterion in self.plan.chosen]
        return criteria + [SEARCH] * (self.plan.search or SEARCH in self.told)


_ORDER = {criterion.name: place for place, criterion in enumerate(CRITERIA)}
LEAST = 1 / 1000  # seconds of a turn
_DEAR = ("known-weights", "pagoda", "cone")  # cheap, and yet too dear to be asked for nothing
_PROGRAMS = ("pagoda", "cone")  # their libraries take a tenth of a second to load


def _chosen(
    plan: Plan, shares: tuple[str, ...], table: Mapping[str, Procedure]
) -> tuple[list[Procedure], list[Procedure]]:
    """The procedures of the schedule that the plan asks for; a criterion that nobody knows is asked once."""
    wanted = {criterion.name: criterion for criterion in plan.chosen}
    of_user = [procedures.by_criterion(c) for c in plan.chosen if c not in CRITERIA]
    table = {**table, **{procedure.name: procedure for procedure in of_user}}

    def listed(names: tuple[str, ...]) -> list[Procedure]:
        engines = plan.search and plan.engine is None
        known = [table[name] for name in names]
        return [one for one in known if (engines if one.is_engine else one.report in wanted)]

    once, rounds = listed(plan.schedule.once), listed(shares)
    scheduled = {one.name for one in (*once, *rounds)}
    once += [procedure for procedure in of_user if procedure.name not in scheduled]
    if plan.engine is not None and plan.search:
        rounds.append(procedures.alone(plan.engine))
    if len({one.name for one in (*once, *rounds)}) == 1:
        once = [one for one in once if one not in rounds]  # what is asked alone needs no probe
    return once, rounds


def _best(procedure: Procedure) -> tuple[int, int]:
    """The rank of the best proof that it may find; among equals the order of the criteria counts."""
    return PREFERENCE.index(procedure.gives), _place(procedure.report)


def _place(name: str) -> int:
    """In the order of a report; search comes last."""
    return _ORDER.get(name, len(_ORDER))
