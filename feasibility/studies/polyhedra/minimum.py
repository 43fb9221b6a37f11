"""The least number of pegs that can remain: lower bounds by a linear and by an integer program, certified.

The target is the pattern with all holes free; a row adds up its pegs. The bound k is proved when the
system with `pegs at the end <= k - 1` is empty: over the reals by weights alone, over the integers by a tree.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.exact.tree import Leaf
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply, stabiliser
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.bound import PegBound, bound
from feasibility.solvers.branch import CertifyingTree, IntegerPoint, branch_and_bound
from feasibility.solvers.prove import Empty, prove_empty
from feasibility.systems.integer_cone import IntegerCone
from feasibility.systems.linear import jump_columns
from feasibility.systems.session import current

_NODES = 2_000  # of a tree, before the ends are tried one by one
_MOST_ENDS = 4_000


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
    """By the cone, by the integer cone; `exact` is False where a limit ended the search for a better one."""

    real: PegFloor
    whole: PegFloor
    exact: bool


def any_end(start: Position) -> Pair:
    """The pair whose target leaves every hole open."""
    return Pair(start, Target(start.board, 0, start.board.full))


def _with_at_most(pair: Pair, pegs: int, at_least: int = 0) -> BoxSystem:
    """The cone of the pair with one more row: the pegs at the end and a slack add up to `pegs`."""
    board = pair.board
    ends = [[(i, -1), (board.n, 1)] for i in range(board.n)]
    matrix = IntMatrix.from_columns(board.n + 1, [*jump_columns(board), *ends, [(board.n, 1)]])
    lower = (0,) * matrix.width
    upper = (*((None,) * len(board.jumps)), *((1,) * board.n), pegs - at_least if at_least else None)
    return BoxSystem(matrix, (*pair.difference, pegs), lower, upper)


def floors(start: Position, clock: Clock) -> Floors:
    """Both bounds, each raised one by one while a proof succeeds."""
    pair = any_end(start)
    real = _real_floor(pair, clock)
    whole, exact = real, True
    while whole.pegs < start.count:
        better = _whole_floor(pair, whole.pegs, clock)
        if better is None or isinstance(better, Stopped):
            exact = better is None
            break
        whole = better
    return Floors(real, whole, exact)


def _real_floor(pair: Pair, clock: Clock) -> PegFloor:
    floor = PegFloor(1 if pair.start.count else 0)
    for pegs in range(pair.start.count):
        result = prove_empty(_with_at_most(pair, pegs), clock=clock)
        if not isinstance(result, Empty):
            break
        certificate = bound(pair, PegBound(pegs + 1), Leaf(result.weights))
        floor = PegFloor(pegs + 1, certificate)
    return floor


def _whole_floor(pair: Pair, pegs: int, clock: Clock) -> PegFloor | Stopped | None:
    """The floor one higher, given that `pegs` is one; None where an integer point has `pegs` at its end.

    Numbers of jumps may add up to the empty board, which no play leaves: then the ends with one peg or more
    are asked about, and refuted one by one.
    """
    limits = replace(clock.limits, nodes=min(n for n in (_NODES, clock.limits.nodes) if n is not None))
    limited = replace(clock, limits=limits)
    system = _with_at_most(pair, pegs)
    integral = range(system.matrix.width - 1)
    result = branch_and_bound(system, integral=integral, clock=limited)
    if isinstance(result, IntegerPoint):
        from_one_peg = _with_at_most(pair, pegs, at_least=min(1, pegs))
        if isinstance(branch_and_bound(from_one_peg, integral=integral, clock=limited), IntegerPoint):
            return None
    elif isinstance(result, CertifyingTree):
        return PegFloor(pegs + 1, bound(pair, PegBound(pegs + 1), result.root))
    if comb(pair.board.n, pegs) > _MOST_ENDS:
        return Stopped("nodes")
    return _end_by_end(pair.start, pegs, clock)


def _end_by_end(start: Position, pegs: int, clock: Clock) -> PegFloor | Stopped | None:
    """The bound by a proof for each end with so many pegs, one for each orbit; residues make these short."""
    proofs = []
    group = stabiliser(start)
    for holes in combinations(range(start.board.n), pegs):
        mask = sum(1 << hole for hole in holes)
        if any(apply(g, mask) < mask for g in group):
            continue
        pair = Pair(start, Position(start.board, mask))
        current().begin()
        result = IntegerCone(pair).run(clock)
        if isinstance(result, IntegerPoint):
            return None
        if isinstance(result, Stopped):
            return Stopped(clock.over() or "nodes")
        proofs.append(Certificate(pair, result))
    return PegFloor(pegs + 1, ends=tuple(proofs))
