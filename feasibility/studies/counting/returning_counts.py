"""Counts under the rule of the 18th century: the peg that opened the game may go back into its hole once.

As long as it is in hand the game is the ordinary one. So two ordinary counts tell all: that of the pair, and
that on the board with a hand (`game/hand.py`), where every play to the target puts the peg back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from feasibility.base.limits import Clock
from feasibility.base.report import Report, silent
from feasibility.base.stopped import BrokenOffError, Stopped
from feasibility.game.hand import with_hand
from feasibility.game.position import Pair, Target
from feasibility.studies.counting.counting import INTERRUPTED, Counts, count, plays_alone


@dataclass(frozen=True)
class ReturnCounts:
    """Positions before the peg goes back and after it; plays to the target without that, and with it.

    `games`: plays to a position where no jump is legal and the peg cannot go back. `chance`: that random
    play, which puts the peg back like any other move, reaches the target after that. What was not counted is
    None, and `stopped` names the limit if it was one.
    """

    before: int | None = None
    after: int | None = None
    plays_without: int | None = None
    plays_with: int | None = None
    games: int | None = None
    chance: Fraction | None = None
    stopped: Stopped | None = None

    def __repr__(self) -> str:
        known = "plays not counted" if self.plays_with is None else f"{self.plays_with:,} plays"
        return f"<ReturnCounts: {known} with the peg put back>"


def count_with_return(
    pair: Pair, hole: int, clock: Clock, *, games: bool = True, alone: bool = False, report: Report = silent
) -> ReturnCounts:
    """Everything; without `games` the costliest numbers, games and the chance, are left out.

    With `alone` all but the plays, which are counted over the positions on them where these are known.
    """
    larger = with_hand(pair, hole)
    before, back = _told("in hand", report), _told("put back", report)
    counted = plays_alone if alone else partial(count, games=False)
    ordinary = counted(pair.start, pair.target, clock, report=before)
    known = ReturnCounts(ordinary.positions, None, ordinary.plays, stopped=ordinary.stopped)
    if known.stopped is not None:
        return known
    in_hand = _plays_in_hand(pair, clock, before)
    if in_hand.plays is None:
        return replace(known, stopped=in_hand.stopped)
    counted = plays_alone if alone else partial(count, games=games, chance=_is_told_apart(pair))
    try:
        whole = counted(larger.start, larger.target, clock, report=back)
    except KeyboardInterrupt as stop:
        nothing = Counts((), None, INTERRUPTED, all_levels=False)
        whole = stop.known if isinstance(stop, BrokenOffError) else nothing
        raise BrokenOffError(_joined(known, whole, in_hand.plays)) from None
    return _joined(known, whole, in_hand.plays)


def _joined(known: ReturnCounts, whole: Counts, in_hand: int) -> ReturnCounts:
    """What the board with a hand tells, less what is known of the ordinary one."""
    return replace(
        known,
        after=None if whole.positions is None else whole.positions - (known.before or 0),
        plays_with=None if whole.plays is None else whole.plays - in_hand,
        games=whole.games,
        chance=whole.chance,
        stopped=whole.stopped,
    )


def _is_told_apart(pair: Pair) -> bool:
    """Whether the target of the board with a hand is reached only where the peg went back."""
    pegs = pair.target.pegs
    return pegs is None or pegs < 2 or (pegs == 2 and pair.start.count > 0)


def _plays_in_hand(pair: Pair, clock: Clock, report: Report) -> Counts:
    """Plays to the target of the board with a hand that do not put the peg back: the hand's pegs count."""
    pegs = pair.target.pegs
    if pegs is None or _is_told_apart(pair):
        return Counts((), 0)
    return plays_alone(pair.start, Target.with_pegs(pair.board, pegs - 2), clock, report=report)


def _told(where: str, report: Report) -> Report:
    """The progress, with the place of the peg that it is about."""
    return lambda text: report(f"the peg {where}: {text}")
