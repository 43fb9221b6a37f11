"""A play that somebody wrote down, jump by jump."""

from __future__ import annotations

from dataclasses import dataclass

from feasibility.api.asking import StartLike, TargetLike, as_start, as_target
from feasibility.game.geometry import Jump
from feasibility.game.position import Position
from feasibility.text.moves import format_jumps, parse_jumps


@dataclass(frozen=True)
class Replay:
    """A legal play: its jumps, where it ends, and whether that is the target (None: none was asked)."""

    jumps: tuple[Jump, ...]
    end: Position
    reached: bool | None = None

    def __repr__(self) -> str:
        where = {True: ", at the target", False: ", not at the target", None: ""}[self.reached]
        return f"<Replay of {len(self.jumps)} jumps, {self.end.count} pegs left{where}>"

    def __str__(self) -> str:
        return format_jumps(self.end.board, self.jumps, sweeps=True)


def replay(start: StartLike, moves: str | tuple[Jump, ...], target: TargetLike | None = None) -> Replay:
    """Plays the jumps; IllegalJump names the first that the rules do not allow.

    `moves` is text in any notation that `pegfeas replay` reads, or jumps.

    >>> replay("english33:-d4", "d2d4 4,6:W", "english33:-d2-e4-f4-d3")
    Traceback (most recent call last):
    feasibility.base.errors.IllegalJump: jump 2 (f4-e4-d4) is illegal: the landing hole holds a peg
    >>> replay("english33:-d4", "d2d4")
    <Replay of 1 jumps, 31 pegs left>
    """
    begin = as_start(start)
    jumps = parse_jumps(begin.board, moves) if isinstance(moves, str) else tuple(moves)
    end = begin.replay(jumps)
    reached = None if target is None else as_target(target, begin.board).contains(end.mask)
    return Replay(jumps, end, reached)
