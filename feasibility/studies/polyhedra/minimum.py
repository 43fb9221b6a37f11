"""The least number of pegs that can remain: lower bounds by a linear and by an integer program, certified.

The target is the pattern with all holes free; a column adds up its pegs. The bound k is proved when the
system with `pegs at the end <= k - 1` is empty: over the reals by weights alone, over the integers by a tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from feasibility import decide
from feasibility.api.asking import StartLike, as_start
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.exact.box import BoxSystem
from feasibility.exact.tree import Leaf
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply, stabiliser
from feasibility.proofs.accept import passed
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.bound import PegBound, bound
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.solvers.branch import BranchAndBound, CertifyingTree, IntegerPoint
from feasibility.solvers.highs import HotModel
from feasibility.solvers.prove import Empty, prove_empty
from feasibility.systems.integer_cone import IntegerCone
from feasibility.systems.linear import cone_system, too_deep
from feasibility.systems.session import current

TURN = 0.06  # steps in millions, half a second or less, of a tree for all ends before each end is tried


@dataclass(frozen=True)
class PegFloor:
    """At least so many pegs remain. Proved by a certificate, or by one for each end with one peg less.

    With neither it is the bound that needs no proof: a play never loses its last peg.
    """

    pegs: int
    certificate: Certificate | None = None
    ends: tuple[Certificate, ...] = ()


@dataclass(frozen=True)
class Floors:
    """By the cone, by the integer cone; `stopped`: what ended the search for a better one."""

    real: PegFloor
    whole: PegFloor
    stopped: Stopped | None = None

    @property
    def exact(self) -> bool:
        """Whether integer points have no more pegs than the bound at their ends."""
        return self.stopped is None


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
            known = filter(None, (f"at least {remain(pegs)}", str(stop)))
            raise KeyboardInterrupt("; ".join(known)) from None
        if verdicts[-1].answer is not Answer.INFEASIBLE:
            break
    return tuple(verdicts)


def remain(pegs: int) -> str:
    """As in "1 peg remains"."""
    return f"{plural(pegs, 'peg')} {'remains' if pegs == 1 else 'remain'}"


def _with_at_most(pair: Pair, pegs: int, at_least: int = 0) -> BoxSystem:
    """The cone of the pair with a column for minus the pegs at the end."""
    system = cone_system(pair)
    column, jumps = system.matrix.width, len(pair.board.jumps)
    counted = system.with_sum({jumps + hole: -1 for hole in range(pair.board.n)}, -pegs)
    return counted.with_bounds([(column, -pegs, -at_least if at_least else None)])


def floors(start: Position, clock: Clock) -> Floors:
    """Both bounds, each raised one by one while a proof succeeds."""
    pair = Pair(start, Target(start.board, 0, start.board.full))  # every hole is left open
    real = whole = _real_floor(pair, clock)
    while whole.pegs < start.count:
        better = _whole_floor(pair, whole.pegs, clock)
        if not isinstance(better, PegFloor):
            return Floors(real, whole, better)
        whole = better
    return Floors(real, whole)


def _real_floor(pair: Pair, clock: Clock) -> PegFloor:
    floor = PegFloor(1 if pair.start.count else 0)
    for pegs in range(pair.start.count):
        result = prove_empty(_with_at_most(pair, pegs), clock=clock)
        if not isinstance(result, Empty):
            break
        floor = PegFloor(pegs + 1, passed(bound(pair, PegBound(pegs + 1), Leaf(result.weights))))
    return floor


def _whole_floor(pair: Pair, pegs: int, clock: Clock) -> PegFloor | Stopped | None:
    """The floor one higher, given that `pegs` is one; None where an integer point has `pegs` at its end.

    One tree for all ends, and a proof for each end, in turns: each goes on where it was, twice as long.
    """
    by_tree, by_end = _ByTree(pair, pegs), _ByEnd(pair.start, pegs)
    part = TURN
    while True:
        turn = clock.working(part)
        said = by_tree.run(turn)
        if isinstance(said, Stopped):
            tree, said = said, by_end.run(clock if not said.by_clock else clock.working(part))
        if not isinstance(said, Stopped):
            return said
        if (over := clock.reached()) is not None:
            return Stopped(over)
        if not tree.by_clock and not said.by_clock:
            return said
        part *= 2


class _ByTree:
    """Whether integer points end with so few pegs, in turns.

    Numbers of jumps may add up to the empty board, which no play leaves: then the ends with one peg or more
    are asked about, and where these have none it is not for a tree to say so.
    """

    def __init__(self, pair: Pair, pegs: int) -> None:
        self.pair, self.pegs = pair, pegs
        self._begin(0)

    def _begin(self, least: int) -> None:
        self.least, system = least, _with_at_most(self.pair, self.pegs, least)
        self.cases = BranchAndBound(system, integral=range(system.matrix.width - 1))
        self.model = HotModel(system.matrix)

    def run(self, clock: Clock) -> PegFloor | Stopped | None:
        result = self.cases.run(self.model, clock)
        if isinstance(result, IntegerPoint) and self.least == 0 and self.pegs > 0:
            self._begin(1)
            result = self.cases.run(self.model, clock)
        if not isinstance(result, CertifyingTree):
            return None if isinstance(result, IntegerPoint) else result
        if self.least > 0 or too_deep(result.root):
            return Stopped("depth")
        pegs = self.pegs + 1
        return PegFloor(pegs, passed(bound(self.pair, PegBound(pegs), result.root)))


class _ByEnd:
    """The bound by a proof for each end with so many pegs, one for each orbit; residues make these short."""

    def __init__(self, start: Position, pegs: int) -> None:
        self.start, self.pegs = start, pegs
        group, holes = stabiliser(start), (1 << hole for hole in range(start.board.n))
        ends = map(sum, combinations(holes, pegs))
        # the first of each orbit
        self.ends = (mask for mask in ends if all(apply(g, mask) >= mask for g in group))
        self.cone: IntegerCone | None = None  # of the end that a turn has left open
        self.proofs: list[Certificate] = []

    def run(self, clock: Clock) -> PegFloor | Stopped | None:
        while True:
            if self.cone is None:
                mask = next(self.ends, None)
                if mask is None:
                    return PegFloor(self.pegs + 1, ends=tuple(self.proofs))
                current().begin()
                self.cone = IntegerCone(Pair(self.start, Position(self.start.board, mask)))
            result = self.cone.run(clock)
            if isinstance(result, IntegerPoint | Stopped):
                return None if isinstance(result, IntegerPoint) else result
            self.proofs.append(passed(Certificate(self.cone.pair, result)))
            self.cone = None
