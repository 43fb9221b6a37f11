"""Plays under the rule of the 18th century: the peg that opened the game may go back into its hole once.

It need not, so two ordinary pairs are decided: the one on the board with a hand (`game/hand.py`), and the one
that was given. A play for either is a play under the rule; where both are refuted there is none, and the two
certificates together say so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Limits
from feasibility.decide import check, solving
from feasibility.game.geometry import Jump
from feasibility.game.hand import put_back, require_empty, with_hand
from feasibility.game.position import Pair, Position, PutBack, positions
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.verdict import Answer, Verdict


@dataclass(frozen=True)
class Returned:
    """What is known of a pair under the rule: the verdicts with the peg in hand, and without it.

    The second is asked for only where the first has no play. `jumps`: the play by the rules, checked, None
    where there is none or none is known; before the jump `returned_before` the peg goes back, -1 for never.
    """

    verdicts: tuple[Verdict, ...]
    jumps: tuple[Jump, ...] | None = None
    returned_before: int | None = None

    def __repr__(self) -> str:
        return f"<Returned {self.answer}: the removed peg may go back>"

    @property
    def answer(self) -> Answer:
        """Feasible with a play for either pair, infeasible with a proof for both, else unknown."""
        answers = [verdict.answer for verdict in self.verdicts]
        both = Answer.INFEASIBLE if answers == [Answer.INFEASIBLE] * 2 else Answer.UNKNOWN
        return Answer.FEASIBLE if Answer.FEASIBLE in answers else both

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """Of the play, or of both refutations; empty where nothing is decided."""
        decided = [v.certificate for v in self.verdicts if v.answer is self.answer]
        return tuple(certificate for certificate in decided if certificate is not None)


def with_return(
    pair: Pair, hole: int, limits: Limits, report: Callable[[str], None] | None = None
) -> Returned:
    """Decides the pair under the rule, for the peg that was removed from `hole`.

    The first of the two has half of the time, and half of the steps; the second has the others.
    """
    clock, plan = limits.start(), solving()
    left, time = clock.remaining(), clock.timeout()
    half = None if time is None else time / 2
    first = limits if left is None else replace(clock.within(left / 2).rest(), seconds=half)
    back = check(_with_peg(pair, hole), first, plan, report=report)
    if back.play is not None:
        return Returned((back,), *_by_the_rules(pair, hole, back))
    steps = None if limits.work is None or first.work is None else limits.work - first.work
    without = check(pair, replace(clock.rest(), work=steps), plan, report=report)
    return Returned((back, without), without.play, None if without.play is None else -1)


def _with_peg(pair: Pair, hole: int) -> Pair:
    """The pair with the peg in hand; put back at once where the target has more pegs than the start."""
    if pair.target.pegs is None or pair.target.pegs <= pair.start.count:
        return with_hand(pair, hole)
    require_empty(pair.start, hole)
    return Pair(Position(pair.board, pair.start.mask | 1 << hole), pair.target)


def _by_the_rules(pair: Pair, hole: int, found: Verdict) -> tuple[tuple[Jump, ...], int]:
    """The play without the jump that puts the peg back, and before which one that is; replayed."""
    jumps, back = list(() if found.play is None else found.play), put_back(pair.board, hole)
    before = -1 if found.pair.board != pair.board else 0
    if back in jumps:
        before = jumps.index(back)
        del jumps[before]
    elif before < 0 and pair.target.pegs is not None:  # it went on until the hand's pegs made up the number
        del jumps[pair.start.count - pair.target.pegs :]
    played = tuple(jumps), None if before < 0 else PutBack(hole, before)
    if not [pair.start, *positions(pair.start, *played)][-1].matches(pair.target):
        raise SoundnessError(f"a play under the rule misses the target; the pair:\n{pair!r}")
    return tuple(jumps), before
