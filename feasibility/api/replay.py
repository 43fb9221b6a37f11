"""A play that somebody wrote down, jump by jump."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from feasibility.api.asking import StartLike, TargetLike, as_jumps, as_start, as_target
from feasibility.base.plurals import plural
from feasibility.game.geometry import Jump
from feasibility.game.position import Position
from feasibility.text.moves import format_jumps, read_moves


@dataclass(frozen=True)
class Replay:
    """A legal play: its jumps, where it ends, and whether that is the target (None: none was asked)."""

    jumps: tuple[Jump, ...]
    end: Position
    reached: bool | None = None

    def __repr__(self) -> str:
        where = {True: ", at the target", False: ", not at the target", None: ""}[self.reached]
        return f"<Replay of {plural(len(self.jumps), 'jump')}, {plural(self.end.count, 'peg')} left{where}>"

    def __str__(self) -> str:
        return format_jumps(self.end.board, self.jumps, sweeps=True)


def replay(
    start: StartLike,
    moves: str | Iterable[Sequence[int | str]],
    target: TargetLike | None = None,
    *,
    board: str | None = None,
    notation: str | None = None,
) -> Replay:
    """Plays the jumps; IllegalJump names the first that the rules do not allow.

    `moves` is text that `pegfeas replay` reads, or jumps. A text that could be in several notations is
    read in the one in which the play is legal; `notation` names it where that does not decide.

    >>> replay("english33:-d4", "d2d4 f4d4", "english33:-d2-e4-f4-d3")
    Traceback (most recent call last):
    feasibility.base.errors.IllegalJump: jump 2 (f4-e4-d4) is illegal: the landing hole holds a peg
    >>> replay("english33:-d4", "d2d4")
    <Replay of 1 jump, 31 pegs left>
    """
    begin = as_start(start, board)
    goal = None if target is None else as_target(target, begin.board)
    if isinstance(moves, str):
        jumps = read_moves(begin, moves, notation=notation, target=goal)
    else:
        jumps = as_jumps(begin.board, moves)
    end = begin.replay(jumps)
    return Replay(jumps, end, None if goal is None else goal.contains(end.mask))
