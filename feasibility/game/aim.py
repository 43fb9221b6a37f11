"""What a play is to end in where nobody has said it: one rule for commands, Python and the page."""

from __future__ import annotations

from enum import StrEnum

from feasibility.game.position import Position, Target


class Aim(StrEnum):
    """Where the target of a pair comes from."""

    GIVEN = "given"
    COMPLEMENT = "complement"
    ONE_PEG = "any one peg"


def aim_of(start: Position) -> tuple[Target, Aim]:
    """The target of a start that is given alone.

    One empty hole means its complement, the last peg in that hole; more, or none, one peg anywhere.
    """
    if start.count == start.board.n - 1:
        return Target.exactly(start.complement), Aim.COMPLEMENT
    return Target.with_pegs(start.board, 1), Aim.ONE_PEG
