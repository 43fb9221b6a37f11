"""Plays under the rule of the 18th century: the peg that opened the game may go back into its hole once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feasibility.base.errors import SoundnessError
from feasibility.game.geometry import Hole, Jump
from feasibility.game.hand import put_back, require_empty, with_hand
from feasibility.game.position import Pair, Position
from feasibility.search.arbiter import Effort, told
from feasibility.search.results import Exhausted, Found, Result, Stopped

if TYPE_CHECKING:
    from feasibility.search.positions.question import Question

UNLIMITED = 60.0  # seconds that are shared between the searches where there is no limit


@dataclass(frozen=True)
class Returned:
    """A play under the rule: before which jump the peg goes back into its hole.

    `returned_before` is -1 where it does not go back.
    """

    jumps: tuple[Jump, ...]
    returned_before: int


def with_return(pair: Pair, hole: int, effort: Effort) -> Returned | Exhausted | Stopped:
    """The peg that was removed to open the game may go back into its hole once; or why there is no play.

    It need not: where no play puts it back, one by the ordinary rules will do.
    """
    from feasibility.search.positions.question import of_pair

    require_empty(pair.start, hole)
    pegs, most = pair.target.pegs, pair.start.count + 1
    if pegs is not None and pegs >= most:
        return Returned((), 0) if pegs == most else Exhausted()
    places = pair.board.holes
    ended: Exhausted | Stopped = Exhausted()
    for asked, where in (
        (_in_hand(pair, hole, effort), (*places, places[hole], places[hole])),
        (of_pair(pair, pagodas=effort.pagodas, residues=_residues(effort)), places),
    ):
        result = _beam_then_all(asked, where, effort)
        if isinstance(result, Found):
            return _replayed(pair, hole, result.play)
        if isinstance(result, Stopped):
            ended = result
    return ended


def _in_hand(pair: Pair, hole: int, effort: Effort) -> Question:
    """The question on the board with a hand, which weighs what its hole does, so what prunes still holds."""
    from feasibility.search.positions.question import of_pair

    pagodas = [(*weights, max(weights[hole], 0), 0) for weights in effort.pagodas]
    residues = [(modulus, (*weights, weights[hole], 0)) for modulus, weights in _residues(effort)]
    return of_pair(with_hand(pair, hole), pagodas=pagodas, residues=residues)


def _residues(effort: Effort) -> list[tuple[int, tuple[int, ...]]]:
    return [(residue.modulus, residue.weights) for residue in effort.residues]


def _beam_then_all(asked: Question, places: Sequence[Hole], effort: Effort) -> Result:
    from feasibility.search.beam.search import beam
    from feasibility.search.frontier.search import search

    seconds = (effort.clock.remaining() or UNLIMITED) / 2
    result = beam(asked, places, clock=effort.clock.within(seconds), report=effort.report)
    if isinstance(result, Found):
        return result
    return search(asked, clock=effort.clock, report=told(effort.report))


def _replayed(pair: Pair, hole: int, play: Sequence[Sequence[int]]) -> Returned:
    """The play by the rules, checked."""
    jumps, back, target = [Jump(*move) for move in play], put_back(pair.board, hole), pair.target
    before = jumps.index(back) if back in jumps else -1
    position = pair.start
    if before >= 0:
        del jumps[before]
        position = position.replay(jumps[:before])
        require_empty(position, hole)
        position = Position(pair.board, position.mask | 1 << hole)
    elif target.pegs is not None:  # it went on until the pegs of the hand made up the number
        del jumps[pair.start.count - target.pegs :]
    if not position.replay(jumps[max(before, 0) :]).matches(target):
        raise SoundnessError(f"a play under the rule does not end at the target; the pair:\n{pair!r}")
    return Returned(tuple(jumps), before)
