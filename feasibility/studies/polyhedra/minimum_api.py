"""The least number of pegs that can remain."""

from __future__ import annotations

from dataclasses import dataclass

from feasibility import decide
from feasibility.api.asking import StartLike, as_start
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.studies.polyhedra.minimum import Floors, floors


@dataclass(frozen=True)
class Minimum:
    """Bounds with their proofs, and the verdicts of the search upwards from them."""

    start: Position
    floors: Floors
    verdicts: tuple[Verdict, ...] = ()

    def __repr__(self) -> str:
        known = f"at least {self.at_least}" if self.pegs is None else str(self.pegs)
        return f"<Minimum of pegs that can remain: {known}>"

    @property
    def at_least(self) -> int:
        """So many pegs remain after every play."""
        return self.floors.whole.pegs + sum(v.answer is Answer.INFEASIBLE for v in self.verdicts)

    @property
    def reached(self) -> Verdict | None:
        """The verdict with a play that leaves no more."""
        return next((v for v in self.verdicts if v.answer is Answer.FEASIBLE), None)

    @property
    def undecided(self) -> Verdict | None:
        """The verdict that a limit ended."""
        return next((v for v in self.verdicts if v.answer is Answer.UNKNOWN), None)

    @property
    def pegs(self) -> int | None:
        """The minimum, None where it is not known."""
        return None if self.reached is None else self.at_least

    @property
    def play(self) -> tuple[Jump, ...] | None:
        """A play that leaves so few."""
        return None if self.reached is None else self.reached.play

    @property
    def lower_proofs(self) -> tuple[Certificate, ...]:
        """Why no fewer than `at_least` pegs remain: the bound, then a proof for each number that was refuted.

        Without any it is that no play loses its last peg.
        """
        floor = self.floors.whole
        bound = floor.ends if floor.certificate is None else (floor.certificate,)
        refuted = (v.certificate for v in self.verdicts if v.answer is Answer.INFEASIBLE)
        return (*bound, *(proof for proof in refuted if proof is not None))

    @property
    def certificate(self) -> Certificate | None:
        """The proof that fewer pegs than the bound of the integer cone cannot remain, where it is one."""
        return self.floors.whole.certificate


def minimum(
    start: StartLike,
    *,
    board: str | None = None,
    search: bool = True,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> Minimum:
    """The least number of pegs that can remain, as `pegfeas minimum` finds it; without `search` only bounds.

    >>> least = minimum("rectangle:3x4:-b2")
    >>> least.pegs, least.at_least
    (9, 9)
    """
    begin = as_start(start, board)
    clock, report = as_limits(limits, time_limit, work_limit, memory_limit).start(), report or silent
    report("linear and integer programs")
    lower = floors(begin, clock)
    return Minimum(begin, lower, _search(begin, lower, clock, report) if search else ())


def _search(start: Position, lower: Floors, clock: Clock, report: Report) -> tuple[Verdict, ...]:
    """As many pegs as the bound allows, one more, and so on, to the first that is feasible or unknown."""

    def tell(text: str) -> None:
        report(f"can a play leave {plural(pegs, 'peg')}? {text}")

    verdicts: list[Verdict] = []
    for pegs in range(lower.whole.pegs, start.count + 1):
        pair = Pair(start, Target.with_pegs(start.board, pegs))
        try:
            verdicts.append(decide.check(pair, clock.rest(), decide.Plan(patience=0), report=tell))
        except KeyboardInterrupt as stop:
            known = f"at least {remain(pegs)}"
            raise KeyboardInterrupt("; ".join(filter(None, (known, str(stop))))) from None
        if verdicts[-1].answer is not Answer.INFEASIBLE:
            break
    return tuple(verdicts)


def remain(pegs: int) -> str:
    """As in "1 peg remains"."""
    return f"{plural(pegs, 'peg')} {'remains' if pegs == 1 else 'remain'}"
