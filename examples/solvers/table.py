"""A solver in Python with a memo: depth first, with a table of dead positions.

`Solver(...)` is right. The others have the mistakes that such tables have in practice.
"""

from __future__ import annotations

from collections.abc import Hashable

from feasibility import Jump, Position


class Solver:
    """Looks for a play; what it has searched in vain is dead for this target, and stays so."""

    def __init__(self, most: int = 4) -> None:
        self.most = most  # jumps that `is_dead` looks ahead
        self.table: dict[Hashable, bool] = {}

    def key(self, position: Position, target: Position) -> Hashable:
        return position.mask, target.mask

    def is_dead(self, position: Position, target: Position) -> bool:
        """Whether the search need not enter this position; the gate asks exactly this."""
        if position == target:
            return False
        left = position.count - target.count
        if left <= 0 or position.is_stuck:
            return True
        if left > self.most:
            return False
        key = self.key(position, target)
        if key not in self.table:
            after = (position.play(jump) for jump in position.legal_jumps())
            self.table[key] = all(self.is_dead(one, target) for one in after)
        return self.table[key]

    def solve(self, position: Position, target: Position) -> tuple[Jump, ...] | None:
        """A play, or None."""
        if position == target:
            return ()
        if self.is_dead(position, target):
            return None
        for jump in position.legal_jumps():
            rest = self.solve(position.play(jump), target)
            if rest is not None:
                return (jump, *rest)
        self.table[self.key(position, target)] = True
        return None


class ForgetsTheTarget(Solver):
    def key(self, position: Position, target: Position) -> Hashable:
        return position.mask


class FoldsTheBoard(Solver):
    """A mirror image of the start alone is another question."""

    def key(self, position: Position, target: Position) -> Hashable:
        rows = str(position).split("\n")
        return min("".join(rows), "".join(row[::-1] for row in rows)), target.mask
