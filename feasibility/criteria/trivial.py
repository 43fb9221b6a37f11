"""Trivial reasons.

Theorem. A play from P to P' has exactly |P| - |P'| jumps; the first is legal at P and the last can be taken
back at P'.
Why. Each jump removes one peg, and nothing else changes the number of pegs.
Source. The rules of the game.
Cost. One pass over the jumps.
Certificate. `play` without jumps, `pagoda` with weights one (and two in one hole), `closure` of size 1,
`search` with no position before the target.
"""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.criteria.base import AtOnce, Criterion
from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Finding, Outcome, passed, refuted

NAME = "trivial"


def check(pair: Pair, clock: Clock) -> Finding:
    """Equal positions, numbers of pegs, no first jump, no last jump."""
    start, target = pair.start, pair.target
    if target.contains(start.mask):
        return Finding(
            NAME, Outcome.PASSED, "the start is what the target asks for: no jump is needed", Play(())
        )
    wanted = target.fewest
    if wanted > start.count:
        summary = f"the target has {plural(wanted, 'peg')}, the start {start.count}: jumps only remove pegs"
        return refuted(NAME, summary, Functional((1,) * pair.board.n).proof())
    if wanted == start.count:
        says = "the target has as many pegs as the start, but elsewhere: every jump removes one"
        return refuted(NAME, says, one_weighs_two(pair))
    if start.is_stuck:
        from feasibility.proofs.kinds.closure import Closure

        return refuted(NAME, "the start has no legal jump", Closure(1))
    if pair.exact is not None and pair.exact.complement.is_stuck:
        from feasibility.proofs.kinds.search import Search

        return refuted(NAME, "no jump can have led to the target", Search((), (), (1,), (1, 0)))
    return passed(
        NAME, f"{plural(start.count, 'peg')} to {'at least ' if pair.jumps_needed is None else ''}{wanted}"
    )


def one_weighs_two(pair: Pair) -> Refutation:
    """Where the target has no fewer pegs than the start, but elsewhere: a hole that needs one weighs two."""
    missing = pair.target.must & ~pair.start.mask
    hole = (missing & -missing).bit_length() - 1
    return Functional(tuple(1 + (i == hole) for i in range(pair.board.n))).proof()


CRITERION = Criterion(NAME, AtOnce(check), "residue", ("english33:+d2+b4+d4+f4+d6", "english33:+d4"))
