"""Turning point.

Theorem. For any set of jumps, a play contains none of them, or a first one (a last one). Before it only other
jumps are played; it is legal at the position reached; after it any jumps lead to the target. One of these
cases must have a solution.
Why. Cut the play at that jump. The middle position is unknown, but each of its holes is empty or holds a peg.
All sets are decided at once: the greatest one is that of the dead jumps.
Source. This project; it contains the corner rules and exit theorems of the literature.
Cost. A linear program per jump and pass, then branch and bound.
Certificate. `turn`, or `legs` when sets follow each other; where a family of jumps around one hole suffices,
that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.base.limits import Clock, Needs
from feasibility.base.plurals import plural
from feasibility.criteria.base import Criterion, Resumable, TurnEnd
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding, not_applicable, out_of_time, passed, refuted, undecided

if TYPE_CHECKING:
    from feasibility.proofs.nodes import CaseNode
    from feasibility.systems.dead_jumps import Inquiry, Turns

NAME = "turning-point"

_READABLE_SECONDS = 0.5


class TurningPointRun(Resumable):
    """Linear programs first, then integer ones."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.begun: tuple[Inquiry, Turns[CaseNode | None]] | None = None
        self.seconds = 0.0

    def run(self, clock: Clock) -> TurnEnd:
        from feasibility.systems.dead_jumps import turn
        from feasibility.systems.session import current

        if self.pair.target.pegs is not None:
            why = "a turning point needs one target; with one peg it is tried hole by hole"
            return TurnEnd(not_applicable(NAME, why), ended=True)
        current().begin()
        inquiry, turns = self.begun = self.begun or _begun(self.pair, clock)
        inquiry.clock, began = clock, clock.now()
        ended, end = turn(turns)
        self.seconds += clock.now() - began
        finding = _found(inquiry, end, clock) if ended else out_of_time(NAME, clock, _dead(inquiry))
        ahead, each = inquiry.ahead, self.seconds / max(inquiry.asked, 1)
        return TurnEnd(finding, ended, Needs() if ahead is None else Needs(most=ahead * each))

    def better(self, clock: Clock) -> Finding | None:
        """The jumps around one hole in place of many sets."""
        from feasibility.systems.dead_jumps import Inquiry
        from feasibility.systems.dead_jumps_proof import around_one_hole

        family = around_one_hole(Inquiry(self.pair, clock.within(_READABLE_SECONDS)))
        if family is None:
            return None
        summary = (
            f"some jump {family.role} {self.pair.board.called(family.hole)} is needed, but none of them can "
            f"be the {family.proof.split.when} one ({plural(len(family.proof.split.jumps), 'case')})"
        )
        return refuted(NAME, summary, family.proof)


def _found(inquiry: Inquiry, end: CaseNode | None, clock: Clock) -> Finding:
    from feasibility.systems.dead_jumps_proof import proof_of

    if end is not None:
        rest = "the others" if inquiry.dead else "they"
        return refuted(NAME, f"{_dead(inquiry)}, and {rest} are not enough", proof_of(inquiry, end))
    if inquiry.unsettled:
        limit = f"left open at the node limit ({clock.limits.nodes}): {plural(inquiry.unsettled, 'case')}"
        return undecided(NAME, f"{limit}; {_dead(inquiry)}")
    return passed(NAME, _dead(inquiry) + ("; the rest may suffice" if inquiry.dead else ""))


def _begun(pair: Pair, clock: Clock) -> tuple[Inquiry, Turns[CaseNode | None]]:
    from feasibility.systems.dead_jumps import Inquiry, killing

    inquiry = Inquiry(pair, clock)
    return inquiry, killing(inquiry)


def _dead(inquiry: Inquiry) -> str:
    jumps = len(inquiry.pair.board.jumps)
    if not inquiry.dead:
        return "no jump could be ruled out"
    return f"{len(inquiry.dead)} of {jumps} jumps can never be played"


CRITERION = Criterion(
    NAME, TurningPointRun, "turn", ("english33:+d1+d2+e2+d3+e3+c4", "english33:+d4"), costly=True
)
