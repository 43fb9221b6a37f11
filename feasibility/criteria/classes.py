"""Playable classes.

Theorem. No playable class (the holes that one peg can visit) holds more pegs at the target than at the start.
Why. A jump moves a peg two steps, so a peg never leaves its playable class; no peg is ever born.
Source. J. D. Beasley, The Ins and Outs of Peg Solitaire, Oxford 1985, chapter 4.
Cost. One popcount per class.
Certificate. `pagoda`, the indicator of the class.
"""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.criteria.base import AtOnce, Criterion
from feasibility.game.position import Pair
from feasibility.proofs.functional import Functional, indicator
from feasibility.proofs.verdict import Finding, not_applicable, passed, refuted

NAME = "classes"


def check(pair: Pair, clock: Clock) -> Finding:
    """Compare the pegs in each playable class."""
    board, target = pair.board, pair.target
    if target.pegs is not None:
        return not_applicable(NAME, "a number of pegs says nothing of their playable classes")
    start = pair.start.mask
    for members in board.playable_classes:
        held, wanted = (start & members).bit_count(), (target.must & members).bit_count()
        if wanted <= held:
            continue
        weights = Functional(indicator(board, members))
        if weights.is_valid(board) and weights.separates(pair.start, target):
            first = board.called((members & -members).bit_length() - 1)
            holds = f"the playable class of {first} holds {plural(held, 'peg')}"
            proof = weights.proof()
            return refuted(NAME, f"{holds} but the target needs {wanted} there", proof)
    return passed(NAME, "each playable class holds enough pegs for the target")


CRITERION = Criterion(
    NAME, AtOnce(check), "pagoda", ("english33:+d3+c4+d4+e4+d5", "english33:+c3"), sources=("beasley1985",)
)
