"""Corners.

Theorem. Nothing can jump over a corner peg: it leaves by jumping inward over a neighbour, which is lost. So
the pegs beside the corners must suffice for all exits; and if more pegs leave than the target has inside,
then after (leaving - inside) exits a jump over an inner hole is still to come, so one more peg beside must be
there to make it.
Why. Each exit costs one peg of a neighbouring playable class and brings one peg to an inner hole, which only
a jump over it removes. In letters: let K be a playable class, E its holes that nothing can jump over (the
corners), S and T the playable classes next to K; s, e and so on count pegs, a prime means the target. (1) A
corner peg of K leaves by a jump over a peg of S, which is lost: so s - s' >= e - e' for the corners whose
exits all go over S. (2) If more corner pegs leave than the target has room for on the inner holes of K, some
jump over an inner hole comes after at least (e - e') - i' exits, and its jumper is a peg of S or T that is
still there: so s + t >= (e - e') - i' + 1 whenever e - e' > i'; this needs a board where all jumps over inner
holes start in S or T. (2) is about order, no weights alone contain it. Both also for the dual pair.
Source. Corner rules of the French solitaire literature; the order form as corrected and proved in this
project's documentation. A published form of it, s - (e - e') + t <= 0, refutes pairs that are one legal jump
apart.
Cost. Popcounts.
Certificate. `pagoda` [S] - [E]; `turn` on the last jump over an inner hole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.criteria.base import AtOnce, Criterion
from feasibility.game.position import Pair, bits
from feasibility.proofs.functional import indicator
from feasibility.proofs.kind import Refutation
from feasibility.proofs.verdict import Finding, not_applicable, passed, refuted

if TYPE_CHECKING:
    from feasibility.systems.corners import Corner

NAME = "corners"


def check(pair: Pair, clock: Clock) -> Finding:
    """Exit counts, then the order of exits, for the pair and its dual."""
    from feasibility.systems.corners import corners

    if pair.target.pegs is not None:
        return not_applicable(NAME, "a number of pegs says nothing of the corners")
    if not corners(pair.board):
        return not_applicable(NAME, "the board has no corners that pegs can leave")
    for finding in (*_exits(pair), *_order(pair, dual=False)):
        return finding
    if pair.exact is not None:
        for finding in _order(pair.dual, dual=True):
            return finding
    return passed(NAME, "enough pegs beside the corners for every exit")


def _exits(pair: Pair) -> Iterator[Finding]:
    from feasibility.systems.corners import exit_functionals

    for edge, functional in exit_functionals(pair.board):
        if functional.separates(pair.start, pair.target):
            names = " ".join(pair.board.called(h) for h in bits(edge))
            summary = f"too few pegs to jump over for the pegs that must leave {names}"
            yield refuted(NAME, summary, functional.proof())


def _order(pair: Pair, *, dual: bool) -> Iterator[Finding]:
    from feasibility.systems.corners import ordered_corners

    start, target = pair.start.mask, pair.target
    wanted = target.must | target.free
    for corner in ordered_corners(pair.board):
        leaving = (start & corner.corners).bit_count() - (wanted & corner.corners).bit_count()
        room = (wanted & corner.inner).bit_count()
        jumpers = (start & corner.sides).bit_count()
        if leaving > room and jumpers < leaving - room + 1:
            proof = _turn(pair, corner, dual)
            if proof is not None:
                what = "with pegs and holes exchanged and played backwards, " if dual else ""
                leave = f"{plural(leaving, 'peg')} must leave the corners and {room} can stay inside"
                summary = (
                    f"{what}{leave}; the jump that clears the inside needs {leaving - room + 1} pegs beside "
                    f"and has {jumpers}"
                )
                yield refuted(NAME, summary, proof)


def _turn(pair: Pair, corner: Corner, dual: bool) -> Refutation | None:
    """The certificate, each leaf checked in integers; for a dual pair the legs change places."""
    from feasibility.exact.box import certifies
    from feasibility.proofs.kinds.turn import Turn
    from feasibility.proofs.nodes import Closing, Split
    from feasibility.systems.linear import cone_system, split_system, without

    board = pair.board
    over = [i for i, j in enumerate(board.jumps) if corner.inner >> j.over & 1]
    plus, minus = indicator(board, corner.sides), indicator(board, corner.corners)
    before = tuple(a - b for a, b in zip(plus, minus, strict=True))
    after = tuple(-a for a in indicator(board, corner.members))
    when, legs = "last", (before, after)
    if dual:
        pair, when, legs = pair.dual, "first", (after, before)
    systems = (split_system(pair, when, over, board.jumps[i]) for i in over)
    never = certifies(without(cone_system(pair), over), after)
    if not never or not all(certifies(system, legs[0] + legs[1]) for system in systems):
        return None
    cases = tuple((board.jumps[i], Closing(legs)) for i in over)
    return Turn(Split(0, when, tuple(board.jumps[i] for i in over), Closing((after,)), cases))


CRITERION = Criterion(
    NAME, AtOnce(check), "pagoda", ("english33:+c1+a3+c2+b3+d4", "english33:+d4"), sources=("beasley1985",)
)
