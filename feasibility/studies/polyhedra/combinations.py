"""Numbers of jumps that add up to target - start although no play has them: real ones, or with negatives."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from feasibility.base.limits import Clock
from feasibility.exact.box import BoxSystem
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.solvers.branch import IntegerPoint, branch_and_bound
from feasibility.solvers.prove import BelievedPoint
from feasibility.systems.linear import Cone, cone_system
from feasibility.systems.residues import separate

MOST = 64  # times that a jump is counted or taken back

JumpNumbers = tuple[tuple[int | Fraction, Jump], ...]  # without zeros


def real_numbers(pair: Pair, clock: Clock) -> JumpNumbers | None:
    """Real numbers of jumps, none negative, exact; None where none were found."""
    found = Cone(pair).run(clock)
    if not isinstance(found, BelievedPoint) or found.exact is None:
        return None
    return _named(pair.board, found.exact)


def whole_numbers(pair: Pair, clock: Clock) -> JumpNumbers | None:
    """Whole numbers of jumps, also negative ones; None where none were found."""
    system = cone_system(pair)
    most = 1 if pair.exact is not None and separate(pair) is None else MOST + 1
    while most <= MOST and not clock.expired():
        low, high = (-most,) * system.matrix.width, (most,) * system.matrix.width
        found = branch_and_bound(BoxSystem(system.matrix, system.rhs, low, high), clock=clock)
        if isinstance(found, IntegerPoint):
            return _named(pair.board, [int(x) for x in found.point])
        most *= 2
    return None


def _named(board: Board, numbers: Sequence[int | Fraction]) -> JumpNumbers:
    jumps = zip(board.jumps, numbers, strict=False)  # what follows the jumps are free holes
    return tuple((number, jump) for jump, number in jumps if number)
