"""Plays under the rule of the 18th century: the peg that opened the game may go back into its hole once.

It need not, so two ordinary pairs are decided: the one on the board with a hand (`game/hand.py`), and the one
that was given. A play for either is a play under the rule; where both are refuted there is none, and the two
certificates together say so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from feasibility.base.cached import cached_property
from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Limits
from feasibility.decide import check, solving
from feasibility.game.geometry import Jump
from feasibility.game.hand import put_back, require_empty, with_hand
from feasibility.game.position import Pair, Position
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.verdict import Answer, Verdict


@dataclass(frozen=True)
class Returned:
    """What is known of a pair under the rule: the verdicts with the peg of `hole` in hand, and without it.

    The second is asked for only where the first has no play.
    """

    pair: Pair
    hole: int
    verdicts: tuple[Verdict, ...]

    def __repr__(self) -> str:
        return f"<Returned {self.answer}: the peg of {self.pair.board.called(self.hole)} may go back>"

    @property
    def answer(self) -> Answer:
        """Feasible with a play for either pair, infeasible with a proof for both, else unknown."""
        answers = [verdict.answer for verdict in self.verdicts]
        if Answer.FEASIBLE in answers:
            return Answer.FEASIBLE
        return Answer.INFEASIBLE if answers == [Answer.INFEASIBLE] * 2 else Answer.UNKNOWN

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """Of the play, or of both refutations; empty where nothing is decided."""
        decided = [v.certificate for v in self.verdicts if v.answer is self.answer]
        return tuple(certificate for certificate in decided if certificate is not None)

    @cached_property
    def _played(self) -> tuple[tuple[Jump, ...], int] | None:
        """The jumps by the rules, checked, and before which of them the peg goes back, -1 for none."""
        if self.answer is not Answer.FEASIBLE:
            return None
        jumps, position, before = list(self.verdicts[-1].play or ()), self.pair.start, -1
        if self.verdicts[-1].pair != self.pair:
            before = _taken_out(self.pair, self.hole, jumps, self.verdicts[-1].pair)
        if before >= 0:
            position = position.replay(jumps[:before])
            require_empty(position, self.hole)
            position = Position(self.pair.board, position.mask | 1 << self.hole)
        if not position.replay(jumps[max(before, 0) :]).matches(self.pair.target):
            raise SoundnessError(f"a play under the rule misses the target; the pair:\n{self.pair!r}")
        return tuple(jumps), before

    @property
    def jumps(self) -> tuple[Jump, ...] | None:
        """The play, None where there is none or none is known."""
        return None if self._played is None else self._played[0]

    @property
    def returned_before(self) -> int | None:
        """Before which jump the peg goes back into its hole; -1 where it does not."""
        return None if self._played is None else self._played[1]


def with_return(
    pair: Pair, hole: int, limits: Limits, report: Callable[[str], None] | None = None
) -> Returned:
    """Decides the pair under the rule, for the peg that was removed from `hole`."""
    clock, plan = limits.start(), solving()
    left = clock.remaining()
    first = limits if left is None else replace(clock.rest(), seconds=left / 2)
    found = check(_with_peg(pair, hole), first, plan, report=report)
    if found.answer is Answer.FEASIBLE:
        return Returned(pair, hole, (found,))
    return Returned(pair, hole, (found, check(pair, clock.rest(), plan, report=report)))


def _with_peg(pair: Pair, hole: int) -> Pair:
    """The pair with the peg in hand; put back at once where the target has more pegs than the start."""
    require_empty(pair.start, hole)
    if pair.target.pegs is None or pair.target.pegs <= pair.start.count:
        return with_hand(pair, hole)
    return Pair(Position(pair.board, pair.start.mask | 1 << hole), pair.target)


def _taken_out(pair: Pair, hole: int, jumps: list[Jump], asked: Pair) -> int:
    """Takes out the jump that puts the peg back; its place among the jumps, -1 where there is none."""
    back = put_back(pair.board, hole)
    if asked.board == pair.board:
        return 0
    if back in jumps:
        before = jumps.index(back)
        del jumps[before]
        return before
    if pair.target.pegs is not None:  # it went on until the pegs of the hand made up the number
        del jumps[pair.start.count - pair.target.pegs :]
    return -1
