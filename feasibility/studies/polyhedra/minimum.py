"""The least number of pegs that can remain: lower bounds by a linear and by an integer program, certified.

The target is the pattern with all holes free; a column adds up its pegs. The bound k is proved when the
system with `pegs at the end <= k - 1` is empty: over the reals by weights alone, over the integers by a tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.exact.box import BoxSystem
from feasibility.exact.tree import Leaf
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply, stabiliser
from feasibility.proofs.accept import passed
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.bound import PegBound, bound
from feasibility.solvers.branch import BranchAndBound, IntegerPoint
from feasibility.solvers.highs import HotModel
from feasibility.solvers.prove import Empty, prove_empty
from feasibility.systems.integer_cone import IntegerCone
from feasibility.systems.linear import cone_system, too_deep
from feasibility.systems.session import current

TURN = 0.5  # seconds of a tree for all ends, before these are tried one by one


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


def any_end(start: Position) -> Pair:
    """The pair whose target leaves every hole open."""
    return Pair(start, Target(start.board, 0, start.board.full))


def _with_at_most(pair: Pair, pegs: int, at_least: int = 0) -> BoxSystem:
    """The cone of the pair with a column for minus the pegs at the end."""
    system = cone_system(pair)
    column, jumps = system.matrix.width, len(pair.board.jumps)
    counted = system.with_sum({jumps + hole: -1 for hole in range(pair.board.n)}, -pegs)
    return counted.with_bounds([(column, -pegs, -at_least if at_least else None)])


def floors(start: Position, clock: Clock) -> Floors:
    """Both bounds, each raised one by one while a proof succeeds."""
    pair = any_end(start)
    real = _real_floor(pair, clock)
    whole = real
    while whole.pegs < start.count:
        better = _whole_floor(pair, whole.pegs, clock)
        if better is None or isinstance(better, Stopped):
            return Floors(real, whole, better)
        whole = better
    return Floors(real, whole)


def _real_floor(pair: Pair, clock: Clock) -> PegFloor:
    floor = PegFloor(1 if pair.start.count else 0)
    for pegs in range(pair.start.count):
        result = prove_empty(_with_at_most(pair, pegs), clock=clock)
        if not isinstance(result, Empty):
            break
        certificate = passed(bound(pair, PegBound(pegs + 1), Leaf(result.weights)))
        floor = PegFloor(pegs + 1, certificate)
    return floor


def _whole_floor(pair: Pair, pegs: int, clock: Clock) -> PegFloor | Stopped | None:
    """The floor one higher, given that `pegs` is one; None where an integer point has `pegs` at its end.

    One tree for all ends, and a proof for each end, in turns: each goes on where it was, twice as long.
    """
    by_tree, by_end = _ByTree(pair, pegs), _ByEnd(pair.start, pegs)
    part = TURN
    while True:
        turn = clock.within(part)
        said = by_tree.run(turn)
        if isinstance(said, Stopped):
            tree, said = said, by_end.run(clock if not said.by_clock else clock.within(part))
        if not isinstance(said, Stopped):
            return said
        over = clock.reached()
        if over is not None:
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
        self.pair, self.pegs, self.least = pair, pegs, 0
        self._begin()

    def _begin(self) -> None:
        system = _with_at_most(self.pair, self.pegs, at_least=self.least)
        self.cases = BranchAndBound(system, integral=range(system.matrix.width - 1))
        self.model = HotModel(system.matrix)

    def run(self, clock: Clock) -> PegFloor | Stopped | None:
        result = self.cases.run(self.model, clock)
        if isinstance(result, IntegerPoint) and self.least == 0 and self.pegs > 0:
            self.least = 1
            self._begin()
            result = self.cases.run(self.model, clock)
        if isinstance(result, IntegerPoint):
            return None
        if isinstance(result, Stopped):
            return result
        if self.least > 0 or too_deep(result.root):
            return Stopped("depth")
        pegs = self.pegs + 1
        return PegFloor(pegs, passed(bound(self.pair, PegBound(pegs), result.root)))


class _ByEnd:
    """The bound by a proof for each end with so many pegs, one for each orbit; residues make these short."""

    def __init__(self, start: Position, pegs: int) -> None:
        self.start, self.pegs = start, pegs
        self.group = stabiliser(start)
        self.ends = filter(self._is_first, map(sum, combinations(_weights(start.board), pegs)))
        self.cone: IntegerCone | None = None  # of the end that a turn has left open
        self.proofs: list[Certificate] = []

    def _is_first(self, mask: int) -> bool:
        """Of its orbit."""
        return all(apply(g, mask) >= mask for g in self.group)

    def run(self, clock: Clock) -> PegFloor | Stopped | None:
        while True:
            if self.cone is None:
                mask = next(self.ends, None)
                if mask is None:
                    return PegFloor(self.pegs + 1, ends=tuple(self.proofs))
                current().begin()
                self.cone = IntegerCone(Pair(self.start, Position(self.start.board, mask)))
            result = self.cone.run(clock)
            if isinstance(result, IntegerPoint):
                return None
            if isinstance(result, Stopped):
                return result
            self.proofs.append(passed(Certificate(self.cone.pair, result)))
            self.cone = None


def _weights(board: Board) -> list[int]:
    return [1 << hole for hole in range(board.n)]
